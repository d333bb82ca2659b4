"""What every test stands on: no trace of the machine's own settings, and where the shared data lies."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# Tests run on loaded machines, where a deadline says nothing about the code.
_SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("everyday", derandomize=True, max_examples=50, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("thorough", max_examples=2000, deadline=None, suppress_health_check=_SLOW, print_blob=True)
settings.load_profile("everyday")


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the machine's home, git settings, identity and terminal out of every test."""
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_", "ANNOTATOR_"))]:
        monkeypatch.delenv(name)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "EDITOR", "VISUAL", "PAGER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Test Person")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "test@example.org")
        monkeypatch.setenv(f"GIT_{role}_DATE", "2026-01-02T03:04:05+0000")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real judgements, which is no part of the project; a test that needs it is skipped without."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the folder ../shared/data is not beside this checkout")
    return folder
