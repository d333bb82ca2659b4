"""Controls: for each kind of facet, its words on screen, what the digits do to it, and its guideline."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len

from annotator.curate.unfinished import Sheet
from annotator.model.dimension import Dimension, Text
from annotator.model.facet import Facet
from annotator.model.facets.choice import Choice
from annotator.model.facets.flag import Flag
from annotator.model.facets.grade import Grade
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.model.scheme import Scheme

Parts = list[tuple[str, str]]
HOT = 9


def spoken_language() -> str:
    """The language of the user's locale, "" where it names none."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    code = locale.split(".")[0].split("_")[0]
    return "" if code in {"C", "POSIX"} else code


def in_language(text: Text | None) -> str:
    """A text in the user's language where it has that, else in its first."""
    if text is None or isinstance(text, str):
        return text or ""
    return text.get(spoken_language()) or next(iter(text.values()), "")


def named(dimension: Dimension) -> str:
    """A tag's name, with its id where the two differ by more than case."""
    name = in_language(dimension.name)
    return name if name.casefold() == dimension.id.casefold() else f"{name} ({dimension.id})"


def every_name(dimension: Dimension) -> list[str]:
    """What a tag can be found by: its id, its names in every language, and its aliases."""
    names = [dimension.name] if isinstance(dimension.name, str) else list(dimension.name.values())
    return [dimension.id, *names, *dimension.aliases]


def digit_values(facet: Facet, scheme: Scheme) -> list[tuple[int, Any, str]]:
    """What each digit stands for: (digit, value, words). A number is typed instead, and has none."""
    if isinstance(facet, Grade):
        plain = all(0 <= grade <= 9 for grade in facet.scale)
        places = enumerate(facet.scale, start=1)
        return [(grade if plain else place, grade, words_of_grade(facet, grade)) for place, grade in places if plain or place <= HOT]
    if isinstance(facet, Choice):
        return [(place, value, value) for place, value in enumerate(list(facet.values)[:HOT], start=1)]
    if isinstance(facet, Flag):
        return [(1, True, "yes"), (0, False, "no")]
    if isinstance(facet, Tags) and scheme.registry is not None:
        return [(place, tag.id, in_language(tag.name)) for place, tag in enumerate(scheme.registry.dimensions[:HOT], start=1)]
    return []


def words_of_grade(facet: Grade, grade: int) -> str:
    """A grade with its words: a digit never stands alone."""
    return f"{grade} {facet.scale[grade]}"


def words_of(facet: Facet, value: Any, scheme: Scheme) -> str:
    """A plain value as it is shown; a dash where there is none."""
    if value is None:
        return "–"
    if isinstance(facet, Grade) and value in facet.scale:
        return words_of_grade(facet, value)
    if isinstance(facet, Flag):
        return "yes" if value else "no"
    if isinstance(facet, Spans):
        return f"{len(value)} mark{'' if len(value) == 1 else 's'}" if value else "no marks"
    if isinstance(facet, Tags):
        known = {tag.id: in_language(tag.name) for tag in scheme.registry.dimensions} if scheme.registry else {}
        return ", ".join(known.get(tag, tag) for tag in value) or "none"
    return str(value)


def first_waiting(facets: Mapping[str, Facet], sheet: Sheet, candidates: Sequence[str]) -> str:
    """The first facet of the digits of which not everything is said that must be; the first of all where nothing waits, "" where there is none."""
    names = [name for name, facet in facets.items() if not isinstance(facet, Spans)]
    for name in names:
        facet = facets[name]
        implied = isinstance(facet, Tags) and not facet.min
        if not implied and any(sheet.value(name, candidate) is None for candidate in (candidates if facet.on == "candidate" else (None,))):
            return name
    return names[0] if names else ""


def widest(facet: Facet, scheme: Scheme) -> int:
    """Columns that the longest value of a facet takes, within reason."""
    if isinstance(facet, Grade):
        values: list[Any] = list(facet.scale)
    elif isinstance(facet, Choice):
        values = list(facet.values)
    else:
        return {Flag: 4, Number: 6}.get(type(facet), 24)
    return min(32, max(cell_len(words_of(facet, value, scheme)) for value in values))


def legend(name: str, facet: Facet, scheme: Scheme) -> Parts:
    """One line that says what the digits do now."""
    parts: Parts = [(f"{name} ", "strong")]
    if isinstance(facet, Number):
        return [*parts, ("type", "key"), (f" a number from {facet.lo} to {facet.hi}", "")]
    for digit, value, words in digit_values(facet, scheme):
        shown = words.removeprefix(f"{value} ") if isinstance(facet, Grade) and value == digit else words
        parts += [(str(digit), "key"), (f" {shown}  ", "")]
    return parts


def without_use(scheme: Scheme) -> frozenset[str]:
    """The entries of the table of keys that do nothing in a dataset, since no facet is of their kind."""
    kinds = {type(facet) for facet in scheme.facets.values()}
    found = set() if Spans in kinds else {"passages_enter", "mark", "delete", "start_out", "next_mark"}
    if Tags not in kinds:
        found.add("tags")
    if not any(isinstance(facet, Grade) and facet.on == "candidate" for facet in scheme.facets.values()):
        found.add("rest")
    return frozenset(found)


def guideline(name: str, facet: Facet, scheme: Scheme, tag: str | None = None) -> Parts:
    """What a reviewer is to go by: scale texts, values, boundaries and aliases, and what must be there."""
    on = "each passage" if facet.on == "candidate" else "the whole sample"
    parts: Parts = [(f"{name}", "strong"), (f" on {on}\n", "dim")]
    if isinstance(facet, Grade):
        parts += [(f"{words_of_grade(facet, grade)}\n", "") for grade in facet.scale]
    elif isinstance(facet, Choice):
        parts += [part for value, meaning in facet.values.items() for part in ((value, "strong"), (f" {meaning}\n", ""))]
    elif isinstance(facet, Number):
        near = f"; {facet.tolerance} apart still counts as agreement" if facet.tolerance else ""
        parts.append((f"a whole number from {facet.lo} to {facet.hi}{near}\n", ""))
    elif isinstance(facet, Flag):
        parts.append(("yes where no retriever may return it\n" if facet.role else "yes or no\n", ""))
    elif isinstance(facet, Spans):
        parts += _spans(facet)
    elif isinstance(facet, Tags):
        parts += _tags(facet, scheme, tag)
    return parts


def _spans(facet: Spans) -> Parts:
    parts: Parts = [(f"at least one where {grade} is {least} or more, none below\n", "") for grade, least in (facet.needs or {}).items()]
    return (
        [*parts, (f"each bears one of: {', '.join(facet.tags)}\n", "")]
        if facet.tags
        else parts or [("the exact words, none too many\n", "")]
    )


def _tags(facet: Tags, scheme: Scheme, only: str | None) -> Parts:
    most = f" to {facet.max}" if facet.max is not None else " or more"
    parts: Parts = [(f"{facet.min}{most} of these\n", "")] if only is None else []
    for tag in scheme.registry.dimensions if scheme.registry else ():
        if only in {None, tag.id}:
            parts.append((named(tag), "strong"))
            parts.append((f" also: {', '.join(tag.aliases)}\n" if tag.aliases else "\n", "dim"))
            parts.append((f"  {in_language(tag.boundaries)}\n" if tag.boundaries else "", ""))
    return parts
