"""Ratings as CSV: one row for each grade that one reviewer gave one passage of one sample."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from annotator.errors import UnreadableInput, UsageError
from annotator.evaluate.lines import grade_of
from annotator.interchange.bundle import Bundle, ForeignLabel, Offer, counted
from annotator.interchange.ids import Ids
from annotator.model.canonical import MAX_LINE
from annotator.model.passage import Passage
from annotator.model.sample import Sample

_BOM = b"\xef\xbb\xbf"


class Columns(NamedTuple):
    """Which column holds what; those that are None are not there."""

    sample: str
    passage: str
    reviewer: str
    grade: str
    note: str | None = None
    query: str | None = None
    title: str | None = None
    text: str | None = None


class Row(NamedTuple):
    """The cells of one row by the fields of Columns, and the line it begins on."""

    line: int
    cells: dict[str, str]


class _Given(NamedTuple):
    """A cell and the line it was first seen on."""

    text: str
    line: int


@dataclass
class _Gathered:
    """What the rows say so far."""

    shown: str
    columns: Columns
    queries: dict[str, _Given] = field(default_factory=dict)
    titles: dict[str, _Given] = field(default_factory=dict)
    texts: dict[str, _Given] = field(default_factory=dict)
    candidates: dict[str, dict[str, int]] = field(default_factory=dict)
    passages: dict[str, int] = field(default_factory=dict)
    grades: dict[tuple[str, str], dict[str, tuple[int | None, str, int]]] = field(default_factory=dict)
    repeated: int = 0
    uncommon: int = 0

    def fact(self, known: dict[str, _Given], key: str, row: Row, name: str) -> None:
        """Note a cell that must be the same in every row of one sample or passage."""
        if getattr(self.columns, name) is None:
            return
        first = known.setdefault(key, _Given(row.cells[name], row.line))
        if first.text != row.cells[name]:
            raise UnreadableInput(
                self.shown, row.line, f"the {name} of {key} differs from the one in line {first.line}", "make the two the same"
            )

    def rating(self, by: str, sample: str, passage: str, grade: int | None, row: Row) -> None:
        """Note one grade; None where the cell is blank or says that it could not be judged."""
        of_label = self.grades.setdefault((by, sample), {})
        note = row.cells.get("note", "").strip()
        first = of_label.setdefault(passage, (grade, note, row.line))
        if first[2] == row.line:
            return
        if first[:2] != (grade, note):
            what = f"{by!r} rated passage {passage} of {sample} in line {first[2]} already, and differently"
            raise UnreadableInput(self.shown, row.line, what, "keep one of the two")
        self.repeated += 1


class Reading(NamedTuple):
    """How a file is read.

    `facet` is what the grades fill; `words` maps grades written as words to the scale, None for "could not be judged"; labels are
    taken of `people` alone (None: all); `common` keeps only the pairs that everyone who judged the sample graded.
    """

    facet: str
    words: Mapping[str, int | None] = {}
    people: Collection[str] | None = None
    common: bool = False
    delimiter: str = ","


def read_ratings(data: bytes, shown: str, columns: Columns, how: Reading, ids: Ids) -> Bundle:
    """The samples, passages and labels in a CSV of ratings.

    A sample's candidates are the passages that anyone taken rated for it, in the order of the file; a label that lacks a
    candidate's grade stays as incomplete as it is. Raises UnreadableInput with file and line, UsageError for a column that is not there.
    """
    bundle = Bundle()
    text = _decoded(data, shown, bundle)
    gathered = _Gathered(shown, columns)
    for row in _rows(text, shown, columns, how.delimiter):
        by = row.cells["reviewer"].strip()
        if not by:
            raise UnreadableInput(shown, row.line, "does not say who graded", "fill in the reviewer")
        if how.people is not None and by not in how.people:
            bundle.passed_over += [by] * (by not in bundle.passed_over)
            continue
        sample = ids.take(row.cells["sample"].strip(), shown, row.line)
        passage = ids.take(row.cells["passage"].strip(), shown, row.line)
        gathered.fact(gathered.queries, sample, row, "query")
        gathered.fact(gathered.titles, passage, row, "title")
        gathered.fact(gathered.texts, passage, row, "text")
        gathered.candidates.setdefault(sample, {}).setdefault(passage, row.line)
        gathered.passages.setdefault(passage, row.line)
        gathered.rating(by, sample, passage, _grade(row, how.words, shown), row)
    if how.common:
        _keep_common(gathered)
    _fill(bundle, gathered, how.facet)
    return bundle


def _decoded(data: bytes, shown: str, bundle: Bundle) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableInput(shown, 1, "is UTF-16", "save it as UTF-8")
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
        bundle.notes.append(f"{shown} began with a byte order mark (BOM), which was left out")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableInput(shown, data[: error.start].count(b"\n") + 1, "is not UTF-8", "save it as UTF-8") from None


def _rows(text: str, shown: str, columns: Columns, delimiter: str) -> Iterator[Row]:
    csv.field_size_limit(MAX_LINE)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    places: dict[str, int] | None = None
    width = before = 0
    try:
        for cells in reader:
            line, before = before + 1, reader.line_num
            if not cells:
                continue
            if places is None:
                places, width = _places(cells, shown, columns), len(cells)
                continue
            if len(cells) != width:
                raise UnreadableInput(shown, line, f"has {len(cells)} cells under {width} headings", "correct it, or name the --delimiter")
            yield Row(line, {name: cells[place] for name, place in places.items()})
    except csv.Error as error:
        raise UnreadableInput(shown, reader.line_num, f"is not CSV: {error}", "correct it, or name the --delimiter") from None
    if places is None:
        raise UnreadableInput(shown, None, "holds no heading row", "give a CSV whose first row names its columns")


def _places(headings: list[str], shown: str, columns: Columns) -> dict[str, int]:
    found = [heading.strip() for heading in headings]
    places: dict[str, int] = {}
    for name, column in columns._asdict().items():
        if column is None:
            continue
        if found.count(column) != 1:
            problem = "twice" if column in found else "not there"
            raise UsageError(f"{shown}: column {column!r} (--{name}) is {problem}; it has {', '.join(map(repr, found))}")
        places[name] = found.index(column)
    return places


def _grade(row: Row, words: Mapping[str, int | None], shown: str) -> int | None:
    cell = row.cells["grade"].strip()
    if cell in words:
        return words[cell]
    if not cell:
        return None
    try:
        return grade_of(cell.encode())
    except (ValueError, OverflowError):
        known = f"--grade-words knows {', '.join(words)}" if words else "say what words mean with --grade-words"
        advice = f"{known}; e.g. --grade-words 'not relevant=0,relevant=1', and WORD= for what could not be judged"
        raise UnreadableInput(shown, row.line, f"grade {cell[:80]!r} is not a whole number", advice) from None


def _keep_common(gathered: _Gathered) -> None:
    """Drop the pairs of a sample that not everyone who judged it graded."""
    by_sample: dict[str, list[dict[str, tuple[int | None, str, int]]]] = {}
    for (_, sample), rated in gathered.grades.items():
        by_sample.setdefault(sample, []).append(rated)
    for sample, labels in by_sample.items():
        for passage in list(gathered.candidates[sample]):
            if any(rated.get(passage, (None,))[0] is None for rated in labels):
                del gathered.candidates[sample][passage]
                gathered.uncommon += 1
                for rated in labels:
                    rated.pop(passage, None)
    gathered.candidates = {sample: kept for sample, kept in gathered.candidates.items() if kept}
    gathered.grades = {key: rated for key, rated in gathered.grades.items() if rated}
    judged = {passage for kept in gathered.candidates.values() for passage in kept}
    gathered.passages = {passage: line for passage, line in gathered.passages.items() if passage in judged}


def _fill(bundle: Bundle, gathered: _Gathered, facet: str) -> None:
    shown, columns = gathered.shown, gathered.columns
    passage_said = frozenset(name for name in ("title", "text") if getattr(columns, name) is not None)
    untold = {"title": 0, "id": 0}
    for id_, line in gathered.passages.items():
        title = gathered.titles[id_].text if columns.title is not None else None
        text = gathered.texts[id_].text if columns.text is not None else ""
        if not text:
            untold["title" if title else "id"] += 1
        bundle.offer_passage(Offer(Passage(id=id_, text=text or title or id_, title=title or None), f"{shown}:{line}", passage_said))
    sample_said = frozenset({"candidates"} | ({"query"} if columns.query is not None else set()))
    for id_, candidates in gathered.candidates.items():
        query = gathered.queries[id_].text if columns.query is not None else None
        where = f"{shown}:{min(candidates.values())}"
        bundle.offer_sample(Offer(Sample(id=id_, query=query, candidates=tuple(candidates)), where, sample_said))
    for (by, sample), rated in gathered.grades.items():
        values = {facet: {passage: grade for passage, (grade, _, _) in rated.items() if grade is not None}}
        where = f"{shown}:{min(line for _, _, line in rated.values())}"
        bundle.labels.append(ForeignLabel(by, sample, where, values=values, note=_joined_notes(rated)))
    _explain(bundle, gathered, untold)


def _joined_notes(rated: Mapping[str, tuple[int | None, str, int]]) -> str | None:
    """The notes of a label's rows; each says its passage, unless all are the same."""
    notes = {note for _, note, _ in rated.values()}
    if len(notes) == 1:
        return notes.pop() or None
    return "\n".join(f"{passage}: {note}" for passage, (_, note, _) in rated.items() if note)


def _explain(bundle: Bundle, gathered: _Gathered, untold: Mapping[str, int]) -> None:
    bundle.notes += [
        f"{counted(number, 'passage has', 'passages have')} no text in the source; the {what} stands in its place"
        for what, number in untold.items()
        if number
    ]
    if gathered.repeated:
        bundle.notes.append(f"{counted(gathered.repeated, 'row')} repeated an earlier one word for word, taken once")
    if gathered.uncommon:
        bundle.notes.append(f"{counted(gathered.uncommon, 'pair')} left out, since not everyone who judged the sample graded the passage")
    ungraded = sum(grade is None for rated in gathered.grades.values() for grade, _, _ in rated.values())
    if ungraded:
        bundle.notes.append(f"{counted(ungraded, 'row bears', 'rows bear')} no grade")
