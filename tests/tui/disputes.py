"""The adjudication app on a small dataset with disputes, driven by the names of keys."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from annotator.curate.adjudication import Bench
from annotator.curate.workspace import Workspace
from annotator.tui.adjudicate_app import AdjudicateApp
from annotator.tui.keymap import KEYS
from annotator.tui.screens.adjudicate import AdjudicateScreen
from tests.builders import DIMENSIONS, EVIDENCE, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, labelled, ticking

TEXT = "Alpha beta gamma. Delta 喜欢标注 epsilon!\nLast line."


def mark(words: str) -> dict[str, Any]:
    start = TEXT.index(words)
    return {"start": start, "end": start + len(words), "text": words}


ALICE = {
    "relevance": {"p-1": 3, "p-2": 0},
    "evidence": {"p-1": [mark("Alpha beta"), mark("喜欢")], "p-2": []},
    "dimensions": ["habits"],
    "register": "plain",
    "trust": 40,
    "forbidden": {"p-1": False, "p-2": False},
}
BOB = {
    **ALICE,
    "relevance": {"p-1": 2, "p-2": 0},
    "evidence": {"p-1": [mark("beta gamma"), mark("喜欢")], "p-2": []},
    "dimensions": ["habits", "skills"],
}
EVERYTHING = {**BOB, "register": "formal", "trust": 60, "forbidden": {"p-1": True, "p-2": False}}


class Driver:
    """The app under Pilot; keys are pressed by their name in the table."""

    def __init__(self, app: AdjudicateApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> AdjudicateScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, AdjudicateScreen))

    @property
    def bench(self) -> Bench:
        return self.app.bench

    async def do(self, *ids: str) -> None:
        for id_ in ids:
            await self.pilot.press(next(entry for entry in KEYS if entry.id == id_).keys[0])

    async def type(self, text: str) -> None:
        await self.pilot.press(*("space" if letter == " " else letter for letter in text))

    def side(self, grade: int) -> int:
        """The side that gave p-1 this grade."""
        return next(side.number for side in self.screen.on_bench.sides if side.values["relevance"]["p-1"] == grade)

    def said(self, line: str = "message") -> str:
        widget = self.screen.query_one(f"#{line}")
        return " ".join(row for y in range(widget.size.height) if (row := widget.render_line(y).text.strip()))

    def picture(self) -> str:
        height = self.app.size.height
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows[:height])


Opener = Callable[..., AbstractAsyncContextManager[Driver]]


def make(root: Path, bob: dict[str, Any] = BOB, text: str = TEXT, **config: Any) -> Path:
    """alice and bob on a dataset of all six kinds; q-1 is disputed, q-2 is agreed."""
    a_dataset(
        root,
        passages=[a_passage("p-1", text, title="First"), a_passage("p-2", "Short.", title="Second")],
        samples=[a_sample("q-1", query="How much tea?", groups={"kind": "secret"}), a_sample("q-2"), a_sample("q-3", query="And when?")],
        facets={
            "relevance": RELEVANCE,
            "evidence": EVIDENCE,
            "forbidden": {"kind": "flag", "on": "candidate"},
            "dimensions": DIMENSIONS,
            "register": {"kind": "choice", "on": "sample", "values": {"formal": "as in a letter", "plain": "as in talk"}},
            "trust": {"kind": "number", "on": "sample", "lo": 0, "hi": 100},
        },
        registry=REGISTRY,
        **config,
    )
    labelled(root, "alice", {"q-1": ALICE, "q-2": ALICE, "q-3": ALICE}, note="only the first words")
    labelled(root, "bob", {"q-1": bob, "q-2": ALICE, "q-3": bob})
    return root


@asynccontextmanager
async def adjudicating(root: Path, size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Driver]:
    """The app on a dataset as carol; the bench is left at the end."""
    with Bench(Workspace(root, ticking()), "carol") as bench:
        app = AdjudicateApp(bench, **options)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.pause()
            yield Driver(app, pilot)


def decisions(root: Path) -> list[dict]:
    """Every decision of carol, in order."""
    lines = [json.loads(line) for path in sorted(root.glob("decisions/carol/*.jsonl")) for line in path.read_bytes().splitlines()]
    return [line for line in lines if line["op"] != "open"]
