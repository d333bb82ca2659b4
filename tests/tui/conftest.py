"""An app on a small dataset of all six kinds of facet, driven by the names of keys."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from annotator.curate.labelling import Desk
from annotator.curate.workspace import Workspace
from annotator.tui.app import LabelApp
from annotator.tui.keymap import KEYS
from annotator.tui.screens.label import LabelScreen
from tests.builders import DIMENSIONS, EVIDENCE, PEOPLE, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, ticking

TEXT = "Alpha beta gamma. Delta 喜欢标注 epsilon!\nLast line."


class Driver:
    """The app under Pilot; keys are pressed by their name in the table."""

    def __init__(self, app: LabelApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> LabelScreen:
        """The label screen, whatever is open over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, LabelScreen))

    @property
    def desk(self) -> Desk:
        """The desk."""
        return self.app.desk

    async def do(self, *ids: str) -> None:
        """Press the first key of each entry of the table."""
        for id_ in ids:
            await self.pilot.press(next(entry for entry in KEYS if entry.id == id_).keys[0])

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.pilot.press(*(" ".join(text).replace("   ", " space ").split(" ")))

    def value(self, facet: str, candidate: str | None = None) -> Any:
        """What the sheet says."""
        return self.desk.sheet.value(facet, candidate)

    def marked(self, candidate: str = "p-1") -> list[str]:
        """The words that are marked."""
        return [mark["text"] for mark in self.value("evidence", candidate) or []]

    def said(self, line: str = "message") -> str:
        """What stands on a line of the screen, however many rows it takes."""
        widget = self.screen.query_one(f"#{line}")
        return " ".join(row for y in range(widget.size.height) if (row := widget.render_line(y).text.strip()))

    def picture(self) -> str:
        """The screen as plain text."""
        height = self.app.size.height
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows[:height])


Opener = Callable[..., AbstractAsyncContextManager[Driver]]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Three samples of two passages with all six kinds of facet."""
    return a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", TEXT, title="First"), a_passage("p-2", "Short.", title="Second")],
        samples=[
            a_sample("q-1", query="How much tea?", groups={"kind": "no-answer"}),
            a_sample("q-2", query="What is 喜欢?"),
            a_sample("q-3", query="Where to, and when?", groups={"kind": "easy"}),
        ],
        facets={
            "relevance": RELEVANCE,
            "evidence": EVIDENCE,
            "forbidden": {"kind": "flag", "on": "candidate"},
            "dimensions": {**DIMENSIONS, "max": 2},
            "register": {"kind": "choice", "on": "sample", "values": {"formal": "as in a letter", "plain": "as in talk"}},
            "trust": {"kind": "number", "on": "sample", "lo": 0, "hi": 100},
        },
        registry={
            "dimensions": [
                *REGISTRY["dimensions"],
                {"id": "health", "name": {"en": "Health", "zh": "健康"}, "aliases": ["身体", "sleep"], "boundaries": "Body and sleep."},
            ]
        },
    )


@pytest.fixture
def tagged(tmp_path: Path) -> Path:
    """One sample with a text of its own and two kinds of marks, one of them tagged."""
    return a_dataset(
        tmp_path / "tagged",
        passages=[a_passage("p-1", "Short.")],
        samples=[{"id": "q-1", "text": "Ann met Bob in Paris."}],
        facets={
            "names": {"kind": "spans", "on": "sample", "tags": ["person", "place"]},
            "verbs": {"kind": "spans", "on": "sample"},
        },
    )


@pytest.fixture
def opened() -> Opener:
    """Opens the app on a dataset as one of its people, and leaves the desk at the end."""

    @asynccontextmanager
    async def open_(root: Path, person: str = "alice", size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Driver]:
        with Desk(Workspace(root, ticking()), person, clock=lambda: 0.0) as desk:
            app = LabelApp(desk, **options)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await app.workers.wait_for_complete()
                await pilot.pause()
                yield Driver(app, pilot)

    return open_


@pytest.fixture
def people() -> dict[str, Any]:
    """The people of the small dataset."""
    return PEOPLE
