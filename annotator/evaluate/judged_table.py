"""All judgments of a qrels file as one hash table of numpy arrays, in which millions of run lines are looked up at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.evaluate.columns import Field, Ints, NotColumnar, Text, changes, field, same
from annotator.evaluate.lines import grade_of

_DIGITS = range(48, 58)
_APART = np.uint64(0xBF58476D1CE4E5B9)


class JudgedTable(NamedTuple):
    """Judgments sorted by slot; a query owns `1 << bits` slots from `base` on, and `first[slot]` is 1 + the first row there.

    `queries` gives a query's number; `query` and `grade` run along the rows, as do the passages' `field` and `slot`.
    """

    queries: dict[bytes, int]
    base: Ints
    shift: NDArray[np.uint64]
    first: NDArray[np.int32]
    slot: Ints
    field: Field
    query: NDArray[np.int32]
    grade: NDArray[np.int32]

    def find(self, query: Ints, passages: Field) -> tuple[Ints, Ints]:
        """Which lines hold a judged passage, and the row of its judgment; `query` holds the number of each line's query."""
        slot = self.base[query] + (passages.hashes >> self.shift[query]).astype(np.int64)
        row = self.first[slot].astype(np.int64) - 1
        line = np.flatnonzero(row >= 0)
        row, slot, hashes = row[line], slot[line], passages.hashes[line]
        lines, rows = [], []
        while line.size:
            hit = self.field.hashes[row] == hashes
            lines.append(line[hit])
            rows.append(row[hit])
            # A slot's rows stand together, so what was not met goes on to the next row while that is of the same slot.
            onward = np.flatnonzero(~hit & (row + 1 < len(self.slot)))
            onward = onward[self.slot[row[onward] + 1] == slot[onward]]
            line, row, slot, hashes = line[onward], row[onward] + 1, slot[onward], hashes[onward]
        line, row = np.concatenate([*lines, line]), np.concatenate([*rows, row])
        # Equal hashes are not yet equal ids.
        equal = same(passages.take(line), self.field.take(row))
        return line[equal], row[equal]


def build(text: Text) -> JudgedTable:
    """The table of canonical qrels lines; NotColumnar where a grade is no whole number or a passage is judged twice."""
    queries, number = _numbered(text)
    passages = field(text, 2)
    grade = _grades(text)
    counts = np.bincount(number, minlength=len(queries))
    # Four to eight slots a judgment: most lines of a run meet an empty slot and are done with.
    bits = np.maximum(3, np.ceil(np.log2(4 * counts)).astype(np.int64))
    base = np.zeros(len(queries), dtype=np.int64)
    np.cumsum((1 << bits)[:-1], out=base[1:])
    shift = (64 - bits).astype(np.uint64)
    slot = base[number] + (passages.hashes >> shift[number]).astype(np.int64)
    if any_twice(passages, number):
        raise NotColumnar
    # Stable sorting is by far the quickest here, since a qrels file mostly has its queries together.
    order = np.argsort(slot, kind="stable")
    slot, passages = slot[order], passages.take(order)
    first = np.zeros(int(base[-1] + (1 << bits[-1])), dtype=np.int32)
    first[slot[::-1]] = np.arange(len(slot), 0, -1, dtype=np.int32)
    return JudgedTable(queries, base, shift, first, slot, passages, number[order].astype(np.int32), grade[order])


def any_twice(passages: Field, query: Ints) -> bool:
    """Whether a passage seems to stand twice in a query: by hash, so that a chance in 2^64 is taken for one as well."""
    keys = passages.hashes ^ (query.astype(np.uint64) * _APART)
    bits = max(4, len(keys).bit_length() + 2)
    slots = (keys >> np.uint64(64 - bits)).astype(np.int64)
    rows = np.arange(len(keys), dtype=np.int32)
    last = np.empty(1 << bits, dtype=np.int32)
    # Every round one row of each slot stays and the others meet it; that is quicker than sorting, as few slots have two.
    while rows.size:
        last[slots] = rows
        stayed = last[slots]
        others = np.flatnonzero(stayed != rows)
        rows, slots = rows[others], slots[others]
        if (keys[rows] == keys[stayed[others]]).any():
            return True
    return False


def _numbered(text: Text) -> tuple[dict[bytes, int], Ints]:
    """A number for every query id in order of appearance, and that number for every line."""
    begins = changes(text, 0)
    starts, ends = text.starts(0)[begins].tolist(), text.ends[begins, 0].tolist()
    queries: dict[bytes, int] = {}
    data = text.data
    numbers = [queries.setdefault(data[start:end], len(queries)) for start, end in zip(starts, ends, strict=True)]
    lengths = np.diff(begins, append=len(text.ends))
    return queries, np.repeat(np.array(numbers, dtype=np.int64), lengths)


def _grades(text: Text) -> NDArray[np.int32]:
    starts, ends = text.starts(3), text.ends[:, 3]
    first = np.frombuffer(text.data, dtype=np.uint8)[starts].astype(np.int32) - _DIGITS.start
    rest = np.flatnonzero((ends - starts > 1) | (first < 0) | (first >= len(_DIGITS)))
    try:
        first[rest] = [grade_of(text.data[start:end]) for start, end in zip(starts[rest].tolist(), ends[rest].tolist(), strict=True)]
    except (ValueError, OverflowError):
        raise NotColumnar from None
    return first
