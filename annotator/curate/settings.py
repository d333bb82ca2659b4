"""Settings: what a user has chosen for the screen, and the note that is left when it fails."""

from __future__ import annotations

import platform
import traceback
from datetime import UTC, datetime
from typing import Literal

from pydantic import Field, ValidationError

from annotator import __version__
from annotator.errors import UnreadableInput
from annotator.model.base import Value
from annotator.model.names import session_stamp
from annotator.store import settings
from annotator.store.jsonl import sentence


class Settings(Value):
    """config.toml: `theme`, and `[keys]` with other keys by name ("f9 ctrl+r")."""

    theme: Literal["dark", "light", "contrast", "terminal"] | None = None
    keys: dict[str, str] = Field(default_factory=dict)


def settings_file() -> str:
    """The path of config.toml, whether or not it is there."""
    return str(settings.config_path())


def user_settings() -> Settings:
    """The user's settings. Raises UnreadableInput, naming the file."""
    try:
        return Settings.model_validate(settings.read_settings())
    except ValidationError as error:
        raise UnreadableInput(settings_file(), None, sentence(error)) from None


def crash_note(error: BaseException) -> str | None:
    """Leave a note of where `error` arose, without a word of any passage, note or label; returns its path."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [
        f"annotator {__version__}, Python {platform.python_version()}, {platform.system()}",
        *(f"{frame.filename.rsplit('/site-packages/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames[-30:]),
        # The message of an error may quote the data, so only its kind is kept.
        type(error).__name__,
    ]
    return settings.leave_crash_note("\n".join([*lines, ""]), session_stamp(datetime.now(UTC)))
