"""Scores large TREC files through numpy: a stretch of lines at a time, so that memory stays small."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from annotator.evaluate.batch import Batch
from annotator.evaluate.column_ranks import Found, find_judged
from annotator.evaluate.columns import NotColumnar, Text, cut
from annotator.evaluate.judged_table import JudgedTable, build
from annotator.evaluate.lines import Interleaved, Options, RunValues
from annotator.evaluate.measures import Measure
from annotator.store.trec import QRELS_FIELDS, RUN_FIELDS, OddLines, canonical, lines_by_query, stretches

STRETCH = 1 << 20


def read_table(path: str) -> JudgedTable:
    """All judgments of a qrels file; NotColumnar where the other engine has to name a fault."""
    text = _text(b"".join(stretches(path)), QRELS_FIELDS, more=False)
    if not len(text.ends):
        raise NotColumnar
    return build(text)


def _text(data: bytes, width: int, *, more: bool) -> Text:
    text = cut(data, width)
    if text is None:
        try:
            text = cut(canonical(data, width, more=more), width, exact=True)
        except OddLines:
            raise NotColumnar from None
    if text is None:
        raise NotColumnar
    return text


def find_in(path: str, start: int, end: int | None, table: JudgedTable, options: Options) -> tuple[Any, ...]:
    """The judged passages in the lines from `start` to `end` as built-in values, which can travel between processes.

    NotColumnar where the other engine has to look, Interleaved where a query's lines do not stand together.
    """
    return _travelling(_together(list(_searched(stretches(path, start, end, STRETCH), table, options))))


def find_regrouped(path: str, table: JudgedTable, options: Options) -> tuple[Any, ...]:
    """The same for a whole file whose queries are interleaved."""
    return _travelling(_together(list(_searched(_gathered(lines_by_query(path)), table, options))))


def _gathered(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Small pieces joined to stretches, since each costs the same few dozen calls whatever its size."""
    waiting: list[bytes] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= STRETCH:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)


def _travelling(found: Found) -> tuple[Any, ...]:
    return (*(column.tobytes() for column in found[:5]), found.ignored, found.tied)


def _arrived(part: tuple[Any, ...]) -> Found:
    query, rank, grade, seen, returned = (np.frombuffer(column, dtype=np.int64) for column in part[:5])
    return Found(query, rank, grade, seen, returned, part[5], part[6])


def _searched(pieces: Iterator[bytes], table: JudgedTable, options: Options) -> Iterator[Found]:
    rest, waiting = b"", b""
    for piece in pieces:
        waiting += piece
        # A query longer than a stretch is tried again only when twice as much is there.
        if len(waiting) < len(rest):
            continue
        text = _text(rest + waiting, RUN_FIELDS, more=True)
        waiting = b""
        found, taken = find_judged(text, table, options, whole=False) if len(text.ends) else (None, 0)
        rest = text.data[taken:]
        if found is not None and taken:
            yield found
    text = _text(rest + waiting, RUN_FIELDS, more=True)
    if len(text.ends):
        yield find_judged(text, table, options, whole=True)[0]


def _together(parts: list[Found]) -> Found:
    """One of many; Interleaved where a query comes twice."""
    none = np.empty(0, dtype=np.int64)
    query, rank, grade, seen, returned = (np.concatenate([none, *(part[at] for part in parts)]) for at in range(5))
    ignored = [name for part in parts for name in part.ignored]
    if len(np.unique(seen)) != len(seen) or len(set(ignored)) != len(ignored):
        raise Interleaved
    return Found(query, rank, grade, seen, returned, ignored, sum(part.tied for part in parts))


def values_of(parts: list[tuple[Any, ...]], table: JudgedTable, measures: list[Measure]) -> RunValues:
    """The values of every judged query from what `find_in` gave for the parts of a run."""
    found = _together([_arrived(part) for part in parts])
    batch = Batch(len(table.queries), table.query, table.grade, found)
    columns = [batch.values(measure).tolist() for measure in measures]
    seen = np.zeros(batch.size, dtype=bool)
    seen[found.seen] = True
    values = dict(zip(table.queries, zip(*columns, strict=True), strict=True))
    missing = {query for query, its in zip(table.queries, seen.tolist(), strict=True) if not its}
    return RunValues(values, missing, set(found.ignored), [found.tied])
