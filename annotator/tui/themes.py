"""Themes: dark, light, high contrast, and the terminal's own sixteen colours. None says anything by colour alone."""

from __future__ import annotations

from textual.theme import Theme

THEMES = (
    Theme(
        name="dark",
        primary="#7fb2e5",
        secondary="#c3a6e0",
        warning="#e8c266",
        error="#ff8578",
        success="#8fd18f",
        accent="#7fb2e5",
        foreground="#dcdcdc",
        background="#16181c",
        surface="#16181c",
        panel="#24272d",
        dark=True,
        variables={"span": "#26451f", "dimmed": "#a0a4aa"},
    ),
    Theme(
        name="light",
        primary="#0b5394",
        secondary="#5b3a8c",
        warning="#7a5200",
        error="#a80000",
        success="#1e6b1e",
        accent="#0b5394",
        foreground="#1a1a1a",
        background="#fbfbf8",
        surface="#fbfbf8",
        panel="#e8e8e2",
        dark=False,
        variables={"span": "#cfe8c4", "dimmed": "#555555"},
    ),
    Theme(
        name="contrast",
        primary="#ffff00",
        secondary="#00ffff",
        warning="#ffff00",
        error="#ff6060",
        success="#00ff00",
        accent="#00ffff",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#000000",
        dark=True,
        variables={"span": "#000000", "dimmed": "#ffffff"},
    ),
    Theme(
        name="terminal",
        primary="ansi_default",
        secondary="ansi_default",
        warning="ansi_yellow",
        error="ansi_red",
        success="ansi_green",
        accent="ansi_default",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        dark=True,
        variables={"span": "ansi_default", "dimmed": "ansi_default"},
    ),
)
NAMES = tuple(theme.name for theme in THEMES)


def after(name: str) -> str:
    """The theme that comes after another, and the first after the last."""
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)]
