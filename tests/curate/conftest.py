"""A sound dataset, built once and copied for each test that spoils it."""

import shutil
from pathlib import Path

import pytest

from tests.curate.sound import a_sound_dataset, git


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        return a_sound_dataset(tmp_path_factory.mktemp("pattern") / "small")


@pytest.fixture
def sound(pattern: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pattern, tmp_path / "small"))


@pytest.fixture
def repository(sound: Path) -> Path:
    release = sound / "releases" / "1.0.0"
    release.mkdir(parents=True)
    (release / "gold.jsonl").write_text("{}\n")
    git(sound.parent, "init", "-q")
    git(sound.parent, "add", "-A")
    git(sound.parent, "commit", "-q", "-m", "as it was")
    return sound
