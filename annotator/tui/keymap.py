"""Every key in one table: what a key does, help, the bottom line, docs/keys.md and the clash test are made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textual.keys import _character_to_key

from annotator.curate.settings import settings_file
from annotator.errors import UsageError
from annotator.tui.key_names import HOW, as_sent, writes


class Key(NamedTuple):
    """One thing that can be done. `keys` are Textual's names; `short` stands in the bottom line where `rank` (1 first) is not 0."""

    id: str
    area: str
    keys: tuple[str, ...]
    action: str
    words: str
    short: str = ""
    rank: int = 0


AREAS = {
    "sample": "On the open sample, and not in the queue",
    "passages": "In the list of passages",
    "passage": "In a passage",
    "guide": "In the guideline",
    "queue": "In the queue",
    "everywhere": "On the whole screen",
    "tags": "While choosing tags",
    "note": "In a note",
    "ask": "While asked for a line",
    "help": "In help",
    "adjudication": "While adjudicating",
    "value": "While choosing a value of one's own",
    "own_marks": "While marking words of one's own (with the keys of a passage)",
    "review": "In gold review",
    "confirm": "While confirming single labels",
    "desk": "At the maintainer's desk",
    "always": "On every screen",
}
# What the help of the label screen tells of.
LABELLING = ("sample", "passages", "passage", "guide", "queue", "everywhere", "tags", "note", "ask", "help", "always")
AT_THE_DESK = ("desk", "help", "always")
REVIEWING = ("review", "ask", "help", "always")
CONFIRMING = ("confirm", "ask", "help", "always")
ADJUDICATING = ("adjudication", "value", "own_marks", "passage", "tags", "ask", "help", "always")
# The parts of the label screen, each with the areas whose keys hold there too. In the queue no key changes the open sample, which may be out of sight.
ON_THE_SCREEN = dict.fromkeys(("passages", "passage", "guide"), ("sample", "everywhere")) | {"queue": ("everywhere",)}
# Where text is typed.
TYPED = ("tags", "note", "ask")
# Every area with those whose keys hold together with its own; what opens over a screen has few but its own.
TOGETHER = {area: (area, *{**ON_THE_SCREEN, "own_marks": ("passage",)}.get(area, ()), "always") for area in AREAS if area != "always"}
# What a terminal, tmux or the shell takes for itself.
TAKEN = frozenset(
    {"ctrl+s", "ctrl+q", "ctrl+z", "ctrl+c", "ctrl+b", "ctrl+a", "ctrl+j", "ctrl+m", "ctrl+i", "ctrl+h", "ctrl+backslash", "alt+tab"}
)


def _k(id_: str, area: str, keys: str, action: str, words: str, short: str = "", rank: int = 0) -> Key:
    return Key(id_, area, tuple(keys.split()), action, words, short, rank)


def _moves() -> Iterable[Key]:
    ways = [
        ("left", "left", "one character back"),
        ("right", "right", "one character on"),
        ("word_left", "ctrl+left alt+left", "to the start of the word before"),
        ("word_right", "ctrl+right alt+right", "to the end of the next word; Chinese words are found in a dictionary"),
        ("sentence_left", "left_parenthesis", "to the start of the sentence"),
        ("sentence_right", "right_parenthesis", "to the end of the sentence"),
        ("up", "up", "one row up"),
        ("down", "down", "one row down"),
        ("page_up", "pageup", "one page up"),
        ("page_down", "pagedown", "one page down"),
        ("row_start", "home", "to the start of the row"),
        ("row_end", "end", "to the end of the row"),
        ("start", "ctrl+home", "to the beginning of the text"),
        ("end", "ctrl+end", "to the end of the text"),
    ]
    for way, keys, words in ways:
        yield _k(f"move_{way}", "passage", keys, f"move('{way}', False)", words)
        names = [f"shift+{key}" if "+" not in key else key.replace("+", "+shift+") for key in keys.split() if "parenthesis" not in key]
        if names:
            yield _k(f"extend_{way}", "passage", " ".join(names), f"move('{way}', True)", f"the same, and select: {words}")


def _reading(area: str) -> Iterable[Key]:
    """The keys of a page that is read."""
    yield _k(f"{area}_up", area, "up", "screen.roll(-1)", "one line up")
    yield _k(f"{area}_down", area, "down", "screen.roll(1)", "one line down")
    yield _k(f"{area}_page_up", area, "pageup", "screen.page(-1)", "one page up")
    yield _k(f"{area}_page_down", area, "pagedown space", "screen.page(1)", "one page down", "read on", 7)
    yield _k(f"{area}_first", area, "home", "screen.roll(-1000000000)", "to the beginning")
    yield _k(f"{area}_last", area, "end", "screen.roll(1000000000)", "to the end")
    yield _k(f"{area}_theme", area, "T", "screen.theme", "next theme")
    yield _k(f"{area}_help", area, "question_mark f1", "screen.help", "help: every key", "help", 1)
    yield _k(f"{area}_leave", area, "q f10", "screen.leave", "leave; everything is saved", "leave", 8)


KEYS: tuple[Key, ...] = (
    _k("submit", "sample", "s f2", "screen.submit", "submit the label and go to the next sample that waits", "submit", 2),
    _k("skip", "sample", "k", "screen.skip", "skip: it cannot be judged; asks for the reason", "skip", 6),
    _k("undo", "sample", "u", "screen.undo", "undo the last step, in whichever sample it was", "undo", 5),
    _k("redo", "sample", "r", "screen.redo", "redo"),
    _k("next_sample", "sample", "n", "screen.go(1)", "next sample", "next", 8),
    _k("previous_sample", "sample", "p", "screen.go(-1)", "previous sample"),
    _k("next_passage", "sample", "full_stop", "screen.passage(1)", "next passage", "next passage", 4),
    _k("previous_passage", "sample", "comma", "screen.passage(-1)", "previous passage"),
    *(
        _k(f"digit_{digit}", "sample", str(digit), f"screen.digit({digit})", f"give the grade, value or tag of the key {digit} (see the line under the question)")
        for digit in range(10)
    ),
    _k("rest", "sample", "z", "screen.rest", "give all passages without a grade the lowest one", "rest lowest", 7),
    _k("clear", "sample", "backspace", "screen.clear", "take the grade or value away"),
    _k("facet", "sample", "f", "screen.facet(1)", "the digits go to the next thing to label"),
    _k("span_facet", "sample", "F", "screen.span_facet", "marks go to the next kind of mark"),
    _k("tags", "sample", "t", "screen.tags", "choose tags", "tags", 3),
    _k("note", "sample", "e", "screen.note", "write a note", "note", 9),
    _k("queue", "sample", "g", "screen.queue", "go to the queue", "queue", 10),
    _k("search", "everywhere", "slash", "screen.search", "search the queue: words of the question, or group=value"),
    _k("go_to", "everywhere", "G", "screen.go_to", "go to a sample by its number"),
    _k("guideline", "sample", "i f3", "screen.guideline", "show or hide the guideline of what is being labelled", "guideline", 11),
    _k("question", "sample", "d", "screen.question", "read the question whole, and what it was asked in"),
    _k("stand_ins", "sample", "v", "screen.stand_ins", "say what the stand-ins for invisible characters are"),
    _k("copy", "sample", "y", "screen.copy", "copy the selection, or the mark at the caret, to the terminal's clipboard"),
    _k("theme", "everywhere", "T", "screen.theme", "next theme: dark, light, high contrast, terminal colours"),
    _k("next_area", "everywhere", "tab", "screen.area(1)", "next part of the screen", "next part", 13),
    _k("previous_area", "everywhere", "shift+tab", "screen.area(-1)", "previous part of the screen"),
    _k("palette", "everywhere", "colon ctrl+p", "screen.palette", "find a command by name"),
    _k("help", "everywhere", "question_mark f1", "screen.help", "help: every key", "help", 1),
    _k("quit", "everywhere", "q f10", "screen.leave", "leave; everything is kept", "leave", 12),
    _k("passages_up", "passages", "up", "step(-1)", "previous passage"),
    _k("passages_down", "passages", "down", "step(1)", "next passage"),
    _k("passages_first", "passages", "home", "step(-1000000)", "first passage"),
    _k("passages_last", "passages", "end", "step(1000000)", "last passage"),
    _k("passages_enter", "passages", "enter", "screen.read", "into the passage, to mark words", "mark words", 2),
    _k("passages_page_down", "passages", "pagedown space", "screen.page(1)", "read on in the passage"),
    _k("passages_page_up", "passages", "pageup", "screen.page(-1)", "read back in the passage"),
    *_moves(),
    _k("hold", "passage", "space", "hold", "begin a selection; every move extends it", "select", 3),
    _k("drop", "passage", "escape", "drop", "let the selection go"),
    _k("take_word", "passage", "w", "take_word", "select the word here; again, the next one too", "word", 4),
    _k("take_sentence", "passage", "a", "take_sentence", "select the sentence here; again, the next one too", "sentence", 5),
    _k("mark", "passage", "enter m", "mark", "mark the selection", "mark", 2),
    _k("delete", "passage", "x delete", "delete", "take the mark here away", "unmark", 6),
    _k("delete_all", "passage", "X", "delete_all", "take every mark of this passage away"),
    _k("split", "passage", "vertical_line", "split", "split the mark at the caret"),
    _k("next_mark", "passage", "j", "walk(False)", "go to the next mark", "next mark", 8),
    _k("previous_mark", "passage", "J", "walk(True)", "go to the mark before"),
    _k("start_out", "passage", "left_square_bracket", "edge('start', 'out', 'word')", "the mark begins a word earlier", "edges", 7),
    _k("start_in", "passage", "left_curly_bracket", "edge('start', 'in', 'word')", "the mark begins a word later"),
    _k("end_out", "passage", "right_square_bracket", "edge('end', 'out', 'word')", "the mark ends a word later"),
    _k("end_in", "passage", "right_curly_bracket", "edge('end', 'in', 'word')", "the mark ends a word earlier"),
    _k("start_out_1", "passage", "f5", "edge('start', 'out', 'character')", "the mark begins a character earlier"),
    _k("start_in_1", "passage", "f6", "edge('start', 'in', 'character')", "the mark begins a character later"),
    _k("end_in_1", "passage", "f7", "edge('end', 'in', 'character')", "the mark ends a character earlier"),
    _k("end_out_1", "passage", "f8", "edge('end', 'out', 'character')", "the mark ends a character later"),
    _k("reopen", "passage", "o", "reopen", "make the mark a selection again; Enter puts the new words in its place"),
    _k("retag", "passage", "c", "retag", "choose another tag for the mark here"),
    _k("guide_up", "guide", "up", "roll(-1)", "one line up"),
    _k("guide_down", "guide", "down", "roll(1)", "one line down", "read on", 2),
    _k("guide_page_up", "guide", "pageup", "page(-1)", "one page up"),
    _k("guide_page_down", "guide", "pagedown space", "page(1)", "one page down", "a page", 3),
    _k("guide_first", "guide", "home", "roll(-1000000)", "to its beginning"),
    _k("guide_last", "guide", "end", "roll(1000000)", "to its end"),
    _k("guide_back", "guide", "escape", "screen.read(False)", "back to the passages", "back", 4),
    _k("queue_up", "queue", "up", "step(-1)", "one sample up"),
    _k("queue_down", "queue", "down", "step(1)", "one sample down"),
    _k("queue_page_up", "queue", "pageup", "page(-1)", "one page up"),
    _k("queue_page_down", "queue", "pagedown", "page(1)", "one page down"),
    _k("queue_first", "queue", "home", "step(-1000000000)", "first sample"),
    _k("queue_last", "queue", "end", "step(1000000000)", "last sample"),
    _k("queue_open", "queue", "enter space", "choose", "open the sample", "open", 1),
    _k("queue_filter", "queue", "c", "screen.filter", "show all, waiting, unfinished, skipped, stale or labelled samples", "filter", 3),
    _k("queue_back", "queue", "escape", "screen.leave_queue", "clear the search; without one, back to the passage", "back", 4),
    *(
        _k(f"to_{digit}", "queue", str(digit), f"screen.jump({digit})", "to the sample of that number, as it grows: 1 7 goes to sample 17", *(("7 goes to 17", 2) if digit == 1 else ()))
        for digit in range(10)
    ),
    _k("tags_up", "tags", "up", "step(-1)", "one tag up"),
    _k("tags_down", "tags", "down", "step(1)", "one tag down"),
    _k("tags_page_up", "tags", "pageup", "page(-1)", "one page of tags up"),
    _k("tags_page_down", "tags", "pagedown", "page(1)", "one page of tags down"),
    _k("tags_first", "tags", "home", "step(-1000000)", "first tag"),
    _k("tags_last", "tags", "end", "step(1000000)", "last tag"),
    _k("about_up", "tags", "shift+up ctrl+up", "about(-1)", "read back in what is said about the tag"),
    _k("about_down", "tags", "shift+down ctrl+down", "about(1)", "read on in what is said about the tag", "read on", 3),
    _k("tags_take", "tags", "enter", "take", "take the tag, or take it away; right after a digit, done", "take", 1),
    *(_k(f"tag_{digit}", "tags", str(digit), f"hot({digit})", f"take tag {digit} of the registry, or take it away") for digit in range(1, 10)),
    _k("tags_done", "tags", "escape tab f2", "done", "done; the tags are kept already", "done", 2),
    _k("note_done", "note", "escape f2", "done", "done; the note is kept already", "done", 1),
    _k("ask_done", "ask", "enter", "accept", "take what is written", "take", 1),
    _k("ask_drop", "ask", "escape", "drop", "leave it as it was", "cancel", 2),
    _k("help_done", "help", "escape q question_mark f1 enter", "done", "back", "back", 1),
    _k("help_up", "help", "up", "screen.roll(-1)", "one line up"),
    _k("help_down", "help", "down", "screen.roll(1)", "one line down"),
    _k("help_page_up", "help", "pageup", "screen.page(-1)", "one page up"),
    _k("help_page_down", "help", "pagedown space", "screen.page(1)", "one page down", "read on", 2),
    _k("help_first", "help", "home", "screen.roll(-1000000000)", "to the beginning"),
    _k("help_last", "help", "end", "screen.roll(1000000000)", "to the end"),
    *(
        _k(f"take_{side}", "adjudication", str(side), f"screen.take({side})", f"take what side {side} says", f"take {side}" if side < 3 else "", side + 1 if side < 3 else 0)
        for side in range(1, 10)
    ),
    _k("union", "adjudication", "u", "screen.combine('union')", "take every mark or tag that any reviewer has", "union", 5),
    _k("intersection", "adjudication", "i", "screen.combine('intersection')", "take the marks or tags that all reviewers have", "intersection", 6),
    _k("own", "adjudication", "o enter", "screen.own", "make one's own: choose a value, choose tags, mark words", "own", 7),
    _k("unpick", "adjudication", "backspace", "screen.clear", "take what was picked here away"),
    _k("reason", "adjudication", "r", "screen.reason", "write the reason; asked for when the result is the word of neither side", "reason", 10),
    _k("cause", "adjudication", "c", "screen.cause", "say why they differ: unclear guideline, slip, real ambiguity, faulty text", "cause", 11),
    _k("save", "adjudication", "s f2", "screen.save", "save the decision; the names of the sides are shown after it", "save", 4),
    _k("unsettled", "adjudication", "x", "screen.unsettled", "it cannot be settled: say in words why; it stays draft", "unsettled", 9),
    _k("next_dispute", "adjudication", "n", "screen.go(1)", "next sample; what was picked is kept", "next", 8),
    _k("previous_dispute", "adjudication", "p", "screen.go(-1)", "previous sample"),
    _k("agreed", "adjudication", "a", "screen.agreed", "show what is agreed too, or fold it away", "agreed", 12),
    _k("point_up", "adjudication", "up", "screen.point(-1)", "previous point"),
    _k("point_down", "adjudication", "down", "screen.point(1)", "next point"),
    _k("point_first", "adjudication", "home", "screen.point(-1000000)", "first point"),
    _k("point_last", "adjudication", "end", "screen.point(1000000)", "last point"),
    _k("sides_down", "adjudication", "pagedown space", "screen.page(1)", "read on in the passage or the tags, on all sides"),
    _k("sides_up", "adjudication", "pageup", "screen.page(-1)", "read back in the passage or the tags, on all sides"),
    _k("notes", "adjudication", "e", "screen.notes", "read the question and the notes in full", "notes", 13),
    _k("guide", "adjudication", "g f3", "screen.guideline", "the guideline of what is disputed"),
    _k("dispute_stand_ins", "adjudication", "v", "screen.stand_ins", "say what the stand-ins for invisible characters are"),
    _k("dispute_theme", "adjudication", "T", "screen.theme", "next theme"),
    _k("dispute_help", "adjudication", "question_mark f1", "screen.help", "help: every key", "help", 1),
    _k("dispute_leave", "adjudication", "q f10", "screen.leave", "leave; what was picked and not saved is kept on this machine", "leave", 14),
    *(_k(f"value_{digit}", "value", str(digit), f"digit({digit})", f"give the value of the key {digit}") for digit in range(10)),
    _k("value_up", "value", "up", "screen.roll(-1)", "one line up"),
    _k("value_down", "value", "down", "screen.roll(1)", "one line down"),
    _k("value_page_up", "value", "pageup", "screen.page(-1)", "one page up"),
    _k("value_page_down", "value", "pagedown space", "screen.page(1)", "one page down"),
    _k("value_first", "value", "home", "screen.roll(-1000000000)", "to the beginning"),
    _k("value_last", "value", "end", "screen.roll(1000000000)", "to the end"),
    _k("value_drop", "value", "escape q", "done", "leave it as it was", "cancel", 1),
    _k("own_marks_done", "own_marks", "f2 tab s", "screen.own_done", "done: these marks are to hold; back to the sides", "done", 1),
    _k("own_marks_help", "own_marks", "question_mark f1", "screen.help", "help: every key", "help", 9),
    _k("review_yes", "review", "y", "screen.yes", "yes: one step up, to gold-candidate or gold; asks for a reason where the agreement rule does not hold", "yes", 2),
    _k("review_no", "review", "d", "screen.no", "no: back to draft; asks for the reason", "no", 3),
    _k("review_back", "review", "b", "screen.back", "back to adjudication: to draft with a reason, and on to deciding it where that is yours", "back to adjudication", 4),
    _k("review_next", "review", "n", "screen.go(1)", "next sample", "next", 5),
    _k("review_previous", "review", "p", "screen.go(-1)", "previous sample", "previous", 6),
    *_reading("review"),
    _k("confirm_yes", "confirm", "y", "screen.yes", "yes: stand by the label", "yes", 2),
    _k("confirm_no", "confirm", "d", "screen.no", "no: it cannot stand as it is; asks for the reason, and stays draft", "no", 3),
    _k("confirm_back", "confirm", "b", "screen.back", "decide it anew, where that is yours", "decide anew", 4),
    _k("confirm_next", "confirm", "n", "screen.go(1)", "next sample", "next", 5),
    _k("confirm_previous", "confirm", "p", "screen.go(-1)", "previous sample", "previous", 6),
    *_reading("confirm"),
    _k("desk_adjudicate", "desk", "a", "screen.go('adjudicate')", "adjudicate what is open", "adjudicate", 2),
    _k("desk_review", "desk", "r", "screen.go('review')", "gold review of what is settled", "gold review", 3),
    _k("desk_label", "desk", "l", "screen.go('label')", "label what waits for you", "label", 4),
    _k("desk_confirm", "desk", "c", "screen.go('confirm')", "confirm single labels that are enough", "confirm", 5),
    *_reading("desk"),
    _k("draw_anew", "always", "ctrl+l", "app.draw_anew", "draw the screen anew, where another program wrote over it"),
)  # fmt: skip

# What a Chinese input method sends in place of a sign, beside its full-width form.
_CHINESE = {"full_stop": "。", "comma": "，、", "left_square_bracket": "【", "right_square_bracket": "】", "left_curly_bracket": "「", "right_curly_bracket": "」", "slash": "、"}  # fmt: skip
_SIGNS = {
    "full_stop": ".", "comma": ",", "slash": "/", "question_mark": "?", "colon": ":", "vertical_line": "|", "left_parenthesis": "(",
    "right_parenthesis": ")", "left_square_bracket": "[", "right_square_bracket": "]", "left_curly_bracket": "{", "right_curly_bracket": "}",
}  # fmt: skip
_SPOKEN = {
    "pageup": "PgUp", "pagedown": "PgDn", "escape": "Esc", "left": "←", "right": "→", "up": "↑", "down": "↓",
    "backspace": "Backspace", "delete": "Del", "enter": "Enter", "space": "Space", "home": "Home", "end": "End", "tab": "Tab",
}  # fmt: skip


def spoken(key: str) -> str:
    """A key as people read it."""
    *modifiers, last = key.split("+")
    capital = "ctrl" in modifiers if len(last) == 1 else last.startswith("f")
    name = _SIGNS.get(last) or _SPOKEN.get(last) or (last.upper() if capital else last)
    return "+".join([*(modifier.capitalize() for modifier in modifiers), name])


def key_of(table: Iterable[Key], id_: str) -> str:
    """The first key of an entry, as people read it."""
    return next(spoken(entry.keys[0]) for entry in table if entry.id == id_)


def all_forms(key: str) -> list[str]:
    """The key and what an input method in full-width or Chinese mode sends for it."""
    character = _SIGNS.get(key, key)
    if len(character) != 1:
        return [key]
    wide = {chr(ord(character) + 0xFEE0), *(_CHINESE.get(key, "") if key != "comma" else "，")}
    return [key, *sorted(_character_to_key(form) for form in wide)]


def dispatch(table: Iterable[Key]) -> dict[str, dict[str, Key]]:
    """For each area, what each key means there, by itself and together with others."""
    entries = list(table)
    found: dict[str, dict[str, Key]] = {}
    for area in AREAS:
        areas = TOGETHER.get(area, (area,))
        found[area] = {form: entry for entry in entries if entry.area in areas for key in entry.keys for form in all_forms(key)}
    return found


def resolved(remapped: Mapping[str, str]) -> tuple[Key, ...]:
    """The table with the keys of a user's configuration ("f9 ctrl+r" by id).

    Raises UsageError, naming the file, for unknown ids and keys, for clashes, and for keys that could not be typed any more.
    """
    known = {entry.id: entry for entry in KEYS}
    changed: dict[str, Key] = {}
    for id_, written in remapped.items():
        if id_ not in known:
            raise UsageError(f"{settings_file()}: keys: there is no {id_!r}; docs/keys.md lists what can be remapped")
        changed[id_] = _remapped(known[id_], written)
    table = tuple(changed.get(entry.id, entry) for entry in KEYS)
    problem = clash(table)
    if problem is not None:
        raise UsageError(f"{settings_file()}: {problem}")
    return table


def _remapped(entry: Key, written: str) -> Key:
    names = written.replace(",", " ").split()
    where = f"{settings_file()}: keys.{entry.id}"
    if not names:
        raise UsageError(f"{where}: no key is given; {HOW}")
    keys = []
    for name in names:
        key = as_sent(name)
        if key is None:
            raise UsageError(f"{where}: no terminal sends a key {name!r}; {HOW}")
        # The digits of the tags are keys as we have it, and none of them can be typed.
        if entry.area in TYPED and writes(key) and not any(key in ours.keys for ours in KEYS if ours.area == entry.area):
            raise UsageError(f"{where}: {name!r} could not be typed any more {AREAS[entry.area].lower()}; take a key such as f9")
        keys.append(key)
    return entry._replace(keys=tuple(keys))


def clash(table: Iterable[Key]) -> str | None:
    """Two things on one key that hold at the same time, or a key that the terminal takes, in a sentence; None when all is well."""
    entries = list(table)
    for area, title in AREAS.items():
        together = [entry for entry in entries if entry.area in TOGETHER.get(area, (area,))]
        owner: dict[str, str] = {}
        for entry in together:
            for form in [form for key in entry.keys for form in all_forms(key)]:
                if form in TAKEN:
                    return f"keys: {entry.id} is on {spoken(form)}, which terminals, tmux or the shell take"
                if form in owner:
                    return f"keys: {owner[form]} and {entry.id} are both on {spoken(form)} ({title.lower()})"
                owner[form] = entry.id
    return None


def line_of(table: Iterable[Key], areas: Iterable[str]) -> list[tuple[str, str, str]]:
    """The bottom line for what has the focus, most needed first: key, words, action."""
    wanted = list(areas)
    entries = [entry for entry in table if entry.rank and entry.area in wanted]
    entries.sort(key=lambda entry: (entry.rank, wanted.index(entry.area)))
    return [(spoken(entry.keys[0]), entry.short, entry.action) for entry in entries]


def markdown(table: Iterable[Key] = KEYS) -> str:
    """docs/keys.md."""
    lines = [
        "# Keys",
        "",
        "Made from `annotator/tui/keymap.py` by `annotator label --keys`; a test keeps the two equal.",
        "",
        "Every key also works in the form that a Chinese input method sends (１ for 1, 。 for a full stop, 【 for a square bracket). Keys are",
        'changed in `$XDG_CONFIG_HOME/annotator/config.toml`, by name: `[keys]`, then for example `submit = "f9"` or `undo = "u f4"`. Two',
        "things on one key, a key that the terminal takes or never sends, and a letter where text is typed are refused at the start.",
    ]
    for area, title in AREAS.items():
        lines += ["", f"## {title}", "", "| key | does | name |", "|---|---|---|"]
        lines += [f"| {_cell(entry.keys)} | {entry.words} | `{entry.id}` |" for entry in table if entry.area == area]
    return "\n".join([*lines, ""])


def _cell(keys: Iterable[str]) -> str:
    return ", ".join(f"`{spoken(key)}`".replace("|", "\\|") for key in keys)
