"""Takes docs/screens (or the folder that is named) from the real app on a bundled dataset; run it after a change of the screen."""

import asyncio
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from annotator.curate.adjudication import Bench
from annotator.curate.labelling import Desk
from annotator.curate.workspace import Workspace
from annotator.tui.adjudicate_app import AdjudicateApp
from annotator.tui.app import LabelApp
from annotator.tui.desk_app import DeskApp
from annotator.tui.screen_app import ScreenApp

ROOT = Path(__file__).resolve().parents[2]
SCREENS = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "screens"
FONTS = re.compile(r"@font-face\s*\{[^}]*https?://[^}]*\}\s*")
WORD, BACK = "ctrl+right ", "ctrl+left "
# The fourth sample: grades, six words marked, and three more selected.
KEYS = f"n n n 0 3 {WORD * 8}{BACK}space {WORD * 6}enter t 4 escape {WORD * 10}{BACK}space {WORD * 3}"


async def picture(app: ScreenApp, name: str, size: tuple[int, int], keys: str, title: str) -> None:
    """One screen of an app after some keys."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        await app.workers.wait_for_complete()
        await pilot.press(*keys.split())
        await app.workers.wait_for_complete()
        await pilot.pause(0.3)
        SCREENS.mkdir(parents=True, exist_ok=True)
        (SCREENS / f"{name}.svg").write_text(FONTS.sub("", app.export_screenshot(title=title)), "utf-8")


@contextmanager
def notes(*without: str) -> Iterator[Workspace]:
    """A copy of the bundled notes without some of its folders."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        copy = Path(folder) / "bilingual-notes"
        shutil.copytree(ROOT / "datasets" / "bilingual-notes", copy, ignore=shutil.ignore_patterns(*without, "releases", ".annotator"))
        yield Workspace(copy)


async def label(name: str, size: tuple[int, int], keys: str) -> None:
    """The label screen."""
    with notes("labels", "decisions") as workspace, Desk(workspace, "ada-example", clock=lambda: 0.0) as desk:
        await picture(LabelApp(desk), name, size, keys, "annotator label")


async def main() -> None:
    """Every screen."""
    await label("label-80x24", (80, 24), KEYS)
    await label("label-200x50", (200, 50), KEYS)
    await label("tags-80x24", (80, 24), f"{KEYS} t l e")
    with notes("decisions") as workspace, Bench(workspace, "cleo-example") as bench:
        await picture(AdjudicateApp(bench), "adjudicate-80x24", (80, 24), "i", "annotator adjudicate")
    with notes() as workspace:
        await picture(DeskApp(workspace, "dan-example"), "desk-80x24", (80, 24), "", "annotator desk")
        await picture(DeskApp(workspace, "dan-example", first="review"), "review-80x24", (80, 24), "", "annotator desk --review")


if __name__ == "__main__":
    asyncio.run(main())
