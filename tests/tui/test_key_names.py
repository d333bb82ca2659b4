"""Names of keys: what a terminal can send, under the name by which it arrives, and nothing else."""

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key

from annotator.tui.key_names import as_sent, writes
from annotator.tui.keymap import KEYS


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("f9", "f9"),
        (".", "full_stop"),
        ("/", "slash"),
        ("+", "plus"),
        ("é", "é"),
        ("ideographic_full_stop", "ideographic_full_stop"),
        ("ctrl+r", "ctrl+r"),
        ("alt+x", "alt+x"),
        ("shift+ctrl+left", "ctrl+shift+left"),
        ("notakey", None),
        ("F9", None),
        ("shift+a", None),
        ("ctrl+1", None),
        ("ctrl+", None),
        ("ctrl+ctrl+r", None),
        ("dog", None),
        ("\x1b", None),
        ("", None),
    ],
)
def test_a_name_is_told_from_what_no_terminal_sends(name, key):
    assert as_sent(name) == key


def test_every_key_of_the_table_is_one():
    assert [key for entry in KEYS for key in entry.keys if as_sent(key) != key] == []


@pytest.mark.parametrize(
    "sent", ["a", "Z", "7", ".", "/", "-", "|", "。", "？", "é", "\x12", "\x1b[1;6D", "\x1bOP", "\x1b[24~", "\r", "\t"]
)
def test_a_key_arrives_under_the_name_that_is_taken_for_it(sent):
    (event,) = [event for event in XTermParser().feed(sent) if isinstance(event, Key)]
    assert as_sent(event.key) == event.key


def test_keys_that_write_are_told_from_those_that_do_not():
    assert [key for key in ("e", "7", "space", "full_stop", "。", "backspace") if not writes(key)] == []
    assert [key for key in ("f9", "escape", "ctrl+r", "alt+x", "left", "enter", "tab", "delete") if writes(key)] == []
