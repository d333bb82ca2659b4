"""Names of keys as a user may write them in a configuration, and as Textual says them of what a terminal sent."""

from __future__ import annotations

import unicodedata

from textual.keys import REPLACED_KEYS, _character_to_key, key_to_character

HOW = "write s, 9, f9, enter, pageup, full_stop, ctrl+r, alt+x or shift+left, and a space between two keys"
_NAMED = frozenset(
    {"escape", "enter", "tab", "space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown", "left", "right", "up", "down"}
    | {f"f{number}" for number in range(1, 25)}
)
_MODIFIERS = frozenset({"alt", "ctrl", "shift"})
# What is a control code together with Ctrl; other signs arrive without it.
_WITH_CTRL = frozenset("abcdefghijklmnopqrstuvwxyz") | {"backslash", "right_square_bracket", "circumflex_accent", "underscore"}


def as_sent(name: str) -> str | None:
    """The name under which a key arrives; None where no terminal sends it."""
    *modifiers, last = name.split("+") if len(name) > 1 else [name]
    if len(set(modifiers)) < len(modifiers) or not _MODIFIERS.issuperset(modifiers):
        return None
    key = _character_to_key(last) if len(last) == 1 and last.isprintable() else last
    if key not in _NAMED and not (_is_sign(key) and _goes_with(key, modifiers)):
        return None
    return "+".join([*sorted(modifiers), key])


def writes(key: str) -> bool:
    """Whether a key, by the name under which it arrives, changes what is typed where text is typed."""
    typed = character(key)
    return key == "backspace" or (typed is not None and typed.isprintable())


def character(key: str) -> str | None:
    """What a key types, None for one that types nothing."""
    return key_to_character(REPLACED_KEYS.get(key, key))


def _is_sign(key: str) -> bool:
    sign = character(key)
    if sign is None or not sign.isprintable() or _character_to_key(sign) != key:
        return False
    # The names of all of Unicode are found, dog and heart among them; keyboards and input methods send letters and punctuation.
    return len(key) == 1 or sign.isascii() or unicodedata.category(sign)[0] == "P" or "\uff01" <= sign <= "\uffee"


def _goes_with(key: str, modifiers: list[str]) -> bool:
    return not modifiers or modifiers == ["alt"] or (modifiers == ["ctrl"] and key in _WITH_CTRL)
