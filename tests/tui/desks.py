"""The maintainer's desk under Pilot, driven by the names of keys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from annotator.curate.workspace import Workspace
from annotator.tui.desk_app import DeskApp
from annotator.tui.keymap import KEYS
from annotator.tui.screens.page import PageScreen
from tests.builders import ticking


class Driver:
    """The app under Pilot; keys are pressed by their name in the table."""

    def __init__(self, app: DeskApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def area(self) -> str | None:
        return self.app.area_of(self.app.screen)

    @property
    def text(self) -> str:
        """All of the page, whatever of it is on screen."""
        screen = self.app.screen
        assert isinstance(screen, PageScreen)
        return screen.page.text

    async def do(self, *ids: str) -> None:
        for id_ in ids:
            await self.pilot.press(next(entry for entry in KEYS if entry.id == id_).keys[0])
            await self.settle()

    async def type(self, text: str) -> None:
        await self.pilot.press(*("space" if letter == " " else letter for letter in text))

    async def settle(self) -> None:
        """Until what was begun in the background is shown."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    def said(self, line: str = "message") -> str:
        widget = self.app.screen.query_one(f"#{line}")
        return " ".join(row for y in range(widget.size.height) if (row := widget.render_line(y).text.strip()))

    def picture(self) -> str:
        height = self.app.size.height
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows[:height])


@asynccontextmanager
async def at_desk(root: Path, person: str = "carol", size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Driver]:
    """The app on a dataset; whatever is open is closed at the end."""
    app = DeskApp(Workspace(root, ticking()), person, **options)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        d = Driver(app, pilot)
        await d.settle()
        await d.settle()
        yield d
    app.keep()
