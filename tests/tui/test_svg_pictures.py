"""The pictures in the documents are what the app draws today, to the last byte of SVG."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PICTURES = sorted((ROOT / "docs" / "screens").glob("*.svg"))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every picture drawn anew."""
    folder = tmp_path_factory.mktemp("screens")
    subprocess.run([sys.executable, "-m", "tests.tui.make_screens", str(folder)], cwd=ROOT, check=True, capture_output=True)
    return folder


def test_every_picture_is_drawn_and_no_other(drawn: Path) -> None:
    assert [path.name for path in PICTURES] == sorted(path.name for path in drawn.iterdir())
    assert len(PICTURES) >= 5


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_current(drawn: Path, picture: Path) -> None:
    assert picture.read_text("utf-8") == (drawn / picture.name).read_text("utf-8"), "run `python -m tests.tui.make_screens`, and look at it"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_a_picture_asks_for_nothing_from_elsewhere(picture: Path) -> None:
    text = picture.read_text("utf-8")
    assert "@font-face" not in text
    assert text.count("http") == text.count("http://www.w3.org/") + text.count("https://www.textualize.io")
