"""Panels that open at the bottom, over the lists and never over the passage: tags, one line, help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol, runtime_checkable

from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.geometry import Offset
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from annotator.curate.worklist import folded
from annotator.tui.controls import HOT
from annotator.tui.front import FrontCompositor
from annotator.tui.keymap import KEYS, Key, line_of
from annotator.tui.shown import shown
from annotator.tui.widgets.line import KeyLine, Line
from annotator.tui.widgets.lists import TagList
from annotator.tui.widgets.text_view import HangingView, TextView, styled

FILTER = "filter: "


@runtime_checkable
class Speaking(Protocol):
    """A screen that has a line to say something on."""

    def tell(self, sentence: str, *, alert: bool = False) -> None:
        """Say one thing."""


class PanelApp(App[None], inherit_bindings=False):
    """An app that has panels: a key that follows fast waits until the panel is there."""

    # With the keys that the person changed.
    table: tuple[Key, ...] = KEYS
    # Made when it is first opened, and kept: to make it takes longer than all else that opening it takes.
    SCREENS = {"help": lambda: HelpPanel()}  # noqa: PLW0108, RUF012 -- it stands below; as Textual declares it

    def open_panel(self, panel: Panel) -> None:
        """Open a panel over the screen."""
        # Every app with panels says how; Textual's own metaclass leaves no room for an abstract base.
        raise NotImplementedError


class Panel(ModalScreen[None], inherit_bindings=False):
    """The frame: a title line, what the panel is for, and its keys."""

    CSS_PATH: ClassVar[str] = "panels.tcss"
    AREA: ClassVar[str] = ""

    def __init__(self, title: str, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._compositor = FrontCompositor()
        self._title = title
        self._theme = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Line(id="panel-title")
            yield from self.inside()
            yield KeyLine(id="panel-keys")

    def inside(self) -> ComposeResult:
        """What stands between title and keys."""
        yield from ()

    def on_mount(self) -> None:
        self._theme = self.app.theme
        self.query_one("#panel-title", Line).show([(self._title, "strong")])
        self.query_one(KeyLine).show_keys(line_of(self.table, [self.AREA]))

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """It was styled when it was made; only another theme asks for that again."""
        event.refresh_styles = self._theme != self.app.theme
        self._theme = self.app.theme

    @property
    def table(self) -> tuple[Key, ...]:
        """The table of keys as it holds for this person."""
        return self.app.table if isinstance(self.app, PanelApp) else KEYS

    def on_key_line_clicked(self, event: KeyLine.Clicked) -> None:
        event.stop()
        self.call_later(self.run_action, event.action)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.action_done()

    def tell(self, sentence: str, *, alert: bool = False) -> None:
        """Say one thing in place of the title; nothing puts the title back."""
        self.query_one("#panel-title", Line).show([(sentence, "alert" if alert else "strong")])

    def typed(self, event: events.Key) -> bool:
        """Take a key that the table does not name; False leaves it to the field that has the focus."""
        return False

    def action_done(self) -> None:
        """Close; what was entered is kept already."""
        self.close()

    def close(self) -> bool:
        """Take the panel off the screen; False where it is off already, by the click before this one."""
        if self.is_current:
            self.dismiss(None)
            return True
        return False


class ReadPanel(Panel, inherit_bindings=False):
    """A panel with a text to read; subclasses hold the one TextView."""

    def action_roll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(TextView).roll(by)

    def action_page(self, by: int) -> None:
        """Scroll by pages."""
        self.query_one(TextView).page(by)


class Choosable:
    """One row of a tag panel: what it stands for, its names to search by, and what is said about it."""

    def __init__(self, id_: str, name: str, aliases: Sequence[str] = (), about: str = "", searched: Sequence[str] = ()) -> None:
        self.id = id_
        self.name = name
        self.about = about
        self.also = ", ".join(aliases)
        self.searched = folded(" ".join([id_, name, *aliases, *searched]))


class TagsPanel(Panel, inherit_bindings=False):
    """Filter as you type over id, name and aliases; Enter or a digit takes a tag or takes it away.

    A digit takes the bar to its tag, and Enter right after it closes the panel: it would untake what the digit took.
    With `single`, the first one taken closes the panel; digits take the first `hot`. `take` does the work and returns the tags that are taken then, and why not where it cannot be.
    """

    AREA = "tags"

    def __init__(
        self,
        title: str,
        tags: Sequence[Choosable],
        taken: Sequence[str],
        take: Callable[[str], tuple[Sequence[str], str]],
        *,
        single: bool = False,
        hot: int = HOT,
    ) -> None:
        super().__init__(title)
        self._tags = list(tags)
        self._hot = {tag.id: place for place, tag in enumerate(self._tags[:hot], start=1)}
        self._taken = set(taken)
        self._take = take
        self._single = single
        self._filter = ""
        self._found = self._tags
        self._by_digit = False

    def inside(self) -> ComposeResult:
        yield Line(id="tags-filter")
        yield TagList(id="tags-list")
        yield HangingView(id="tags-about")

    def on_mount(self) -> None:
        self._list.pointed = lambda _: self._pointed()
        self._list.chosen = lambda _: self.action_take()
        self._fill(0)

    def typed(self, event: events.Key) -> bool:
        self._heed(by_digit=False)
        if event.key == "backspace":
            self._narrow(self._filter[:-1])
        elif event.is_printable and event.character and "+" not in event.key:
            self._narrow(self._filter + event.character)
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._heed(by_digit=False)
        self._narrow(self._filter + " ".join(event.text.split()))

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        self._heed(by_digit=False)
        self._list.action_step(by)

    def action_page(self, by: int) -> None:
        """Move the cursor by pages of the list."""
        self._heed(by_digit=False)
        self._list.action_page(by)

    def action_about(self, by: int) -> None:
        """Read on in what is said about the tag at the cursor."""
        self.query_one("#tags-about", TextView).roll(by)

    def action_take(self) -> None:
        """Take the tag at the cursor; right after a digit, be done."""
        if self._by_digit:
            self.action_done()
        elif self._found:
            self._toggle(self._found[self._list.cursor].id)

    def action_hot(self, digit: int) -> None:
        """Take one of the registry's first nine, and go to it; where none is on a digit, it is typed as any other character."""
        if not self._hot:
            self._narrow(f"{self._filter}{digit}")
        if digit > len(self._hot):
            return
        tag = self._tags[digit - 1]
        if not self._single:
            self._heed(by_digit=True)
            if tag not in self._found:
                self._narrow("")
            self._list.point(self._found.index(tag), tell=False)
        self._toggle(tag.id)

    @property
    def _list(self) -> TagList:
        return self.query_one(TagList)

    def _toggle(self, tag: str) -> None:
        if self._single:
            if self.close():
                self._take(tag)
            return
        taken, problem = self._take(tag)
        self._taken = set(taken)
        self.query_one("#panel-title", Line).show([(problem, "alert")] if problem else [(self._title, "strong")])
        self._fill(self._list.cursor)

    def _heed(self, *, by_digit: bool) -> None:
        """Whether the last key was a digit decides what Enter does, and the bottom line says it."""
        if by_digit != self._by_digit:
            self._by_digit = by_digit
            table = [entry._replace(short="done") if by_digit and entry.id == "tags_take" else entry for entry in self.table]
            self.query_one(KeyLine).show_keys(line_of(table, [self.AREA]))

    def _pointed(self) -> None:
        self._heed(by_digit=False)
        self._about()

    def _narrow(self, filter_: str) -> None:
        self._filter = filter_
        words = folded(filter_).split()
        self._found = [tag for tag in self._tags if all(word in tag.searched for word in words)]
        self._fill(0)

    def _fill(self, cursor: int) -> None:
        def row(tag: Choosable) -> list[tuple[str, int, str]]:
            hot = str(self._hot.get(tag.id, " "))
            mark = "✓" if tag.id in self._taken else " "
            return [(f"{hot} ", 2, "dim"), (f"{mark} ", 2, "good"), (tag.name, 0, "strong" if tag.id in self._taken else "")]

        self._list.fill([row(tag) for tag in self._found], cursor)
        narrowed = (
            [(self._filter, ""), (f"  {len(self._found)} of {len(self._tags)}", "dim")] if self._filter else [("type to filter", "dim")]
        )
        self.query_one("#tags-filter", Line).show([(FILTER, "dim"), *narrowed])
        self._about()
        self.call_after_refresh(self._put_cursor)

    def _put_cursor(self) -> None:
        """An input method opens its candidates where the terminal's own cursor is."""
        if not self.is_current:
            # Closed by a key that came before the first frame.
            return
        line = self.query_one("#tags-filter", Line)
        self.app.cursor_position = line.region.offset + Offset(cell_len(FILTER + shown(self._filter)), 0)

    def _about(self) -> None:
        about = self.query_one("#tags-about", TextView)
        if not self._found:
            about.show("nothing answers to that")
            return
        tag = self._found[self._list.cursor]
        # What it means comes before its other names, which may fill the rows that there are.
        meaning, also = f": {tag.about}" if tag.about else "", f"\nalso: {tag.also}" if tag.also else ""
        text, looks = styled([(tag.name, "strong"), (meaning, ""), (also, "dim")])
        about.show(text, looks)


class AskPanel(Panel, inherit_bindings=False):
    """Asks for one line and passes it to `take`. `problem` says why a line is not taken, "" when it is; `hint` stands there before."""

    AREA = "ask"

    def __init__(self, title: str, initial: str, problem: Callable[[str], str], take: Callable[[str], None], hint: str = "") -> None:
        super().__init__(title)
        self._initial = initial
        self._problem = problem
        self._take = take
        self._hint = hint

    def inside(self) -> ComposeResult:
        yield Input(self._initial, id="ask-line", select_on_focus=False, compact=True)
        yield Line(id="ask-problem")

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input))
        self.query_one("#ask-problem", Line).show([(self._hint, "dim")])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_accept()

    def action_accept(self) -> None:
        """Take the line."""
        line = self.query_one(Input).value
        problem = self._problem(line)
        if problem:
            self.query_one("#ask-problem", Line).show([(problem, "alert")])
        elif self.close():
            self._take(line)

    def action_drop(self) -> None:
        """Leave it."""
        self.close()


def open_help(screen: Screen[None], title: str, parts: list[tuple[str, str]]) -> None:
    """Open the help panel of the app over a screen, with a text."""
    if isinstance(screen.app, PanelApp):
        panel = screen.app.get_screen("help", HelpPanel)
        panel.fill(title, parts)
        screen.app.open_panel(panel)


class HelpPanel(ReadPanel, inherit_bindings=False):
    """A text to read, on as much of the screen as it needs."""

    AREA = "help"
    # Its keys need no focus, and to give it one is to style it anew.
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__("", classes="-full")
        self._parts: list[tuple[str, str]] = []

    def fill(self, title: str, parts: list[tuple[str, str]]) -> None:
        """Have another text ready, from its beginning."""
        self._title, self._parts = title, parts
        if self.is_mounted:
            self._show()

    def inside(self) -> ComposeResult:
        yield HangingView(id="help-text")

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        self.query_one("#panel-title", Line).show([(self._title, "strong")])
        view = self.query_one(TextView)
        view.show(*styled(self._parts))
        view.scroll_to(y=0, animate=False, immediate=True, force=True)
        # Textual moves no bar that is hidden, as it is beside a text that fits.
        view.vertical_scrollbar.position = 0
