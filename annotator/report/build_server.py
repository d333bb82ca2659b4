"""Words inside what build servers read, GitHub's workflow commands and XML: they stay words, and none steers a terminal."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from annotator.report.width import REPLACED, shown

# XML has no way to write these, though they steer nothing.
_NO_XML = str.maketrans(dict.fromkeys("\ufffe\uffff", REPLACED))


def command_message(text: str) -> str:
    """`text` as the message of a workflow command, which is one line."""
    return _lines(text).replace("%", "%25").replace("\n", "%0A")


def command_property(text: str) -> str:
    """`text` as the value of a property of a workflow command."""
    return command_message(text).replace(":", "%3A").replace(",", "%2C")


def xml_attribute(text: str) -> str:
    """`text` as an attribute, its quotes included."""
    return quoteattr(_lines(text).translate(_NO_XML))


def xml_text(text: str) -> str:
    """`text` as the content of an element."""
    return escape(_lines(text).translate(_NO_XML))


def _lines(text: str) -> str:
    return "\n".join(map(shown, text.splitlines()))
