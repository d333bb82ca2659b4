"""A tagger's predictions: one JSON line a sample, labels by id, name or alias."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import Field, StringConstraints

from annotator.errors import UnreadableInput
from annotator.evaluate.tagging.material import CHOICES, WHOLE, Guess
from annotator.evaluate.tagging.names import Labels, Names, folded
from annotator.model.base import Value
from annotator.model.facet import Facet
from annotator.model.facets.choice import Choice
from annotator.model.names import Id, OneLine, check_id
from annotator.model.tagging import Tagging

T = TypeVar("T")
# A number may miss its facet's range, and its distance counts; sums of these stay finite.
_MOST = 10**9


_Printable = Annotated[OneLine, StringConstraints(min_length=1, max_length=256)]


class RunLine(Value):
    """What a file of predictions may begin with: which run gave them, such as its `version`, `variant` and `provider`, in words."""

    run: Annotated[dict[_Printable, _Printable], Field(min_length=1, max_length=20)]


class PredictionLine(Value):
    """What was predicted for one sample; what is left out was not predicted.

    `values` holds facets as a label does. `sections` maps a mode to the section of each memory that its query returned. `injected` are
    the blocks that were present, each with its memories; `ranked` the memories returned for the sample's query, best first; `scenes`
    one map from memory to scene for each repeated run.
    """

    sample: Id
    values: dict[str, Any] | None = None
    sections: dict[str, dict[Id, str]] | None = None
    injected: tuple[tuple[Id, ...], ...] | None = None
    ranked: tuple[Id, ...] | None = None
    scenes: tuple[dict[Id, str], ...] | None = None


class Vocabulary(NamedTuple):
    """What words of a prediction may mean: the facets of the dataset, what they are for, and the names of its dimensions."""

    facets: Mapping[str, Facet]
    tagging: Tagging
    names: Names


class _Odd(ValueError):
    """A part of a line that cannot be taken in; the text says what and where."""


def guesses(lines: Iterable[tuple[int, PredictionLine]], shown: str, vocabulary: Vocabulary) -> dict[str, Guess]:
    """The predictions by sample. Raises UnreadableInput for a sample that stands twice, an unknown facet or mode, a value of the wrong type."""
    found: dict[str, Guess] = {}
    first: dict[str, int] = {}
    for number, line in lines:
        if line.sample in first:
            raise UnreadableInput(
                shown, number, f"predicts {line.sample} again, as line {first[line.sample]} did", "keep one line a sample"
            )
        first[line.sample] = number
        try:
            found[line.sample] = _guess(line, vocabulary)
        except _Odd as odd:
            raise UnreadableInput(shown, number, str(odd)) from None
    return found


def _guess(line: PredictionLine, vocabulary: Vocabulary) -> Guess:
    values, tagging = line.values or {}, vocabulary.tagging
    for name in values:
        if name not in vocabulary.facets:
            raise _Odd(f"values.{name}: there is no such facet; the dataset has {', '.join(vocabulary.facets)}")
    choices = {role: _choices(values, getattr(tagging, role), vocabulary) for role in CHOICES}
    return Guess(
        tags=_by_item(values, tagging.dimensions, vocabulary, lambda raw: _labels(raw, vocabulary.names)),
        choices={role: said for role, said in choices.items() if said is not None},
        priority=_by_item(values, tagging.priority, vocabulary, _number),
        sections=_sections(line, vocabulary),
        injected=None if line.injected is None else [frozenset(block) for block in line.injected],
        ranked=line.ranked,
        scenes=line.scenes,
    )


def _by_item(values: Mapping[str, Any], name: str | None, vocabulary: Vocabulary, read: Callable[[Any], T]) -> dict[str, T] | None:
    """One facet's values by item, None where the line does not have it."""
    if name is None or name not in values:
        return None
    raw = values[name]
    if vocabulary.facets[name].on == "sample":
        return {WHOLE: _read(raw, read, f"values.{name}")}
    if not isinstance(raw, dict):
        raise _Odd(f"values.{name}: is not a map from memory to value")
    return {_memory(item, name): _read(one, read, f"values.{name}.{item}") for item, one in raw.items()}


def _memory(item: str, name: str) -> str:
    try:
        return check_id(item)
    except ValueError as error:
        raise _Odd(f"values.{name}: {item[:80]!r} names no memory: {error}") from None


def _read(raw: Any, read: Callable[[Any], T], place: str) -> T:
    try:
        return read(raw)
    except _Odd as odd:
        raise _Odd(f"{place}: {odd}") from None


def _labels(raw: Any, names: Names) -> Labels:
    if not isinstance(raw, list) or not all(isinstance(word, str) for word in raw):
        raise _Odd("is not a list of labels")
    return names.labels(raw)


def _choices(values: Mapping[str, Any], name: str | None, vocabulary: Vocabulary) -> dict[str, str] | None:
    """The words of a choice facet by item: the value that a word stands for, or the word itself, which is then no right one."""
    facet = None if name is None else vocabulary.facets[name]
    known = {folded(value): value for value in facet.values} if isinstance(facet, Choice) else {}

    def read(raw: Any) -> str:
        if not isinstance(raw, str):
            raise _Odd("is not a word")
        return known.get(folded(raw), raw)

    return _by_item(values, name, vocabulary, read)


def _number(raw: Any) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise _Odd("is not a number")
    if abs(raw) > _MOST:
        raise _Odd(f"is beyond {_MOST:,}")
    return raw


def _sections(line: PredictionLine, vocabulary: Vocabulary) -> dict[str, dict[str, str]]:
    """The section of each memory by mode, from `sections` or from the mode's facet in `values`."""
    tagging, short = vocabulary.tagging, line.sections or {}
    for mode in short:
        if mode not in tagging.sections:
            raise _Odd(f"sections.{mode}: there is no such mode; the dataset has {', '.join(tagging.sections) or 'none'}")
    found = {}
    for mode, name in tagging.sections.items():
        whole = {name: short[mode]} if mode in short else line.values or {}
        if mode in short and name in (line.values or {}):
            raise _Odd(f"sections.{mode}: stands in values.{name} as well; keep one")
        said = _choices(whole, name, vocabulary)
        if said is not None:
            nowhere = {*tagging.outside, *tagging.not_asked}
            found[mode] = {memory: section for memory, section in said.items() if section not in nowhere}
    return found
