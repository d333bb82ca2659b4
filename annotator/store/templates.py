"""The commented files that a new dataset begins with, kept as text beside this module."""

from __future__ import annotations

from importlib.resources import files


def template(name: str) -> str:
    """The text of the template file `name`.yaml, with $-words still to be filled in."""
    return (files("annotator.store") / "template_files" / f"{name}.yaml").read_text("utf-8")
