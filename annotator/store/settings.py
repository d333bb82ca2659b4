"""The user's settings, `$XDG_CONFIG_HOME/annotator/config.toml`, and the note that a crash leaves in the state folder."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from annotator.errors import UnreadableInput
from annotator.store.home import state_folder

_LARGEST = 1 << 20


def config_path() -> Path:
    """Where the settings are, whether or not they are there."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".config") / "annotator" / "config.toml"


def read_settings() -> dict[str, Any]:
    """The settings as written, empty where there are none. Raises UnreadableInput for a file that is not TOML."""
    path = config_path()
    try:
        with path.open("rb") as file:
            return tomllib.loads(file.read(_LARGEST).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UnreadableInput(str(path), None, f"cannot be taken in ({error})") from None


def leave_crash_note(text: str, stamp: str) -> str | None:
    """Write a short note about a crash and return its path, None where that fails too."""
    try:
        path = state_folder() / f"crash-{stamp}.txt"
        path.write_text(text, "utf-8")
    except OSError:
        return None
    return str(path)
