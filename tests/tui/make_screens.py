"""Takes docs/screens from the real app on a bundled dataset; run it as a program after a change of the screen."""

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path

from annotator.curate.labelling import Desk
from annotator.curate.workspace import Workspace
from annotator.tui.app import LabelApp

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "docs" / "screens"
FONTS = re.compile(r"@font-face\s*\{[^}]*https?://[^}]*\}\s*")
WORD, BACK = "ctrl+right ", "ctrl+left "
# The fourth sample: grades, six words marked, and three more selected.
KEYS = f"n n n 0 3 {WORD * 8}{BACK}space {WORD * 6}enter t 4 escape {WORD * 10}{BACK}space {WORD * 3}"


async def take(name: str, size: tuple[int, int], keys: str) -> None:
    """One screen."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        copy = Path(folder) / "bilingual-notes"
        shutil.copytree(
            ROOT / "datasets" / "bilingual-notes", copy, ignore=shutil.ignore_patterns("labels", "decisions", "releases", ".annotator")
        )
        with Desk(Workspace(copy), "ada-example", clock=lambda: 0.0) as desk:
            app = LabelApp(desk)
            async with app.run_test(size=size) as pilot:
                await pilot.pause(0.5)
                await app.workers.wait_for_complete()
                await pilot.press(*keys.split())
                await pilot.pause(0.3)
                SCREENS.mkdir(parents=True, exist_ok=True)
                (SCREENS / f"{name}.svg").write_text(FONTS.sub("", app.export_screenshot(title="annotator label")), "utf-8")


async def main() -> None:
    """Every screen."""
    await take("label-80x24", (80, 24), KEYS)
    await take("label-200x50", (200, 50), KEYS)
    await take("tags-80x24", (80, 24), f"{KEYS} t l e")


if __name__ == "__main__":
    asyncio.run(main())
