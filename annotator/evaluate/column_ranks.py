"""Where a run puts judged passages, found for thousands of lines at once; the ranks are those of `ranking.rank_judged`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.errors import AnnotatorError
from annotator.evaluate.columns import Field, Ints, NotColumnar, Text, changes, field, greater
from annotator.evaluate.decimals import numbers
from annotator.evaluate.judged_table import JudgedTable, any_twice
from annotator.evaluate.lines import Interleaved, Options


class Found(NamedTuple):
    """Judged passages in a run: number of the query, rank, grade (0 or more), in rank order within a query.

    `seen` and `returned` run side by side: numbers of judged queries in the run, and how many passages each returned.
    `ignored` are the ids of queries without judgments; `tied` counts judged passages that share their score with another.
    """

    query: Ints
    rank: Ints
    grade: Ints
    seen: Ints
    returned: Ints
    ignored: list[bytes]
    tied: int


class _Block(NamedTuple):
    """The queries of a stretch of lines: first line, length, id and number (-1 without judgments) of each; the query of each line."""

    begins: Ints
    lengths: Ints
    ids: list[bytes]
    numbers: Ints
    of_line: Ints


def find_judged(text: Text, table: JudgedTable, options: Options, *, whole: bool) -> tuple[Found, int]:
    """Rank the judged passages in canonical run lines, and give the offset up to which lines were taken.

    Unless the text is `whole`, its last query may go on in the next lines, and is not taken. Interleaved where a query comes twice,
    NotColumnar where a passage is returned twice or a score is no number.
    """
    begins = changes(text, 0)
    if not whole:
        # What follows sees only the lines of finished queries.
        last = int(begins[-1])
        text, begins = text._replace(ends=text.ends[:last]), begins[:-1]
    taken = int(text.ends[-1, -1]) + 1 if len(text.ends) else 0
    return _found(text, _blocks(text, begins, table), table, options), taken


def _found(text: Text, blocks: _Block, table: JudgedTable, options: Options) -> Found:
    passages = field(text, 2)
    scores = _scores(text, options)
    if any_twice(passages, blocks.of_line):
        raise NotColumnar
    order = _order(scores, blocks)
    judged = blocks.numbers[blocks.of_line]
    line, row = table.find(np.maximum(judged, 0), passages)
    kept = (judged[line] >= 0) & (table.query[row] == judged[line]) & (table.grade[row] >= 0)
    line, row = line[kept], row[kept]
    position, scores = _positions(line, order, scores)
    rank, tied = _ranks(position, order, scores, blocks, passages, text)
    within = np.lexsort((rank, blocks.of_line[line]))
    known = blocks.numbers >= 0
    return Found(
        judged[line][within],
        rank[within],
        table.grade[row][within].astype(np.int64),
        blocks.numbers[known],
        blocks.lengths[known],
        [name for name, number in zip(blocks.ids, blocks.numbers.tolist(), strict=True) if number < 0],
        tied,
    )


def _scores(text: Text, options: Options) -> NDArray[np.float64]:
    try:
        scores = numbers(text, 4)
    except (ValueError, AnnotatorError):
        raise NotColumnar from None
    return scores.astype(np.float32).astype(np.float64) if options.float32 else scores


def _blocks(text: Text, begins: Ints, table: JudgedTable) -> _Block:
    starts, ends = text.starts(0)[begins].tolist(), text.ends[begins, 0].tolist()
    data = text.data
    ids = [data[start:end] for start, end in zip(starts, ends, strict=True)]
    if len(set(ids)) != len(ids):
        raise Interleaved
    lengths = np.diff(begins, append=len(text.ends))
    numbers_of = np.array([table.queries.get(name, -1) for name in ids], dtype=np.int64)
    return _Block(begins, lengths, ids, numbers_of, np.repeat(np.arange(len(ids)), lengths))


def _order(scores: NDArray[np.float64], blocks: _Block) -> Ints | None:
    """Lines by query and falling score; None where they stand so already, as in most runs."""
    rises = scores[1:] > scores[:-1]
    rises &= blocks.of_line[1:] == blocks.of_line[:-1]
    return np.lexsort((-scores, blocks.of_line)) if rises.any() else None


def _positions(line: Ints, order: Ints | None, scores: NDArray[np.float64]) -> tuple[Ints, NDArray[np.float64]]:
    """Places of the lines in score order, and the scores in that order."""
    if order is None:
        return line, scores
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return place[line], scores[order]


def _ranks(
    position: Ints, order: Ints | None, scores: NDArray[np.float64], blocks: _Block, passages: Field, text: Text
) -> tuple[Ints, int]:
    """Rank from 1 of the passages at `position`, and how many of them are tied."""
    ties = np.zeros(len(scores) + 1, dtype=bool)
    ties[1:-1] = (scores[1:] == scores[:-1]) & (blocks.of_line[1:] == blocks.of_line[:-1])
    rank = position - blocks.begins[blocks.of_line[position]] + 1
    tied = np.flatnonzero(ties[position] | ties[position + 1])
    if tied.size:
        rank[tied] += _shifts(position[tied], ties, order, passages, text)
    return rank, int(tied.size)


def _shifts(position: Ints, ties: NDArray[np.bool_], order: Ints | None, passages: Field, text: Text) -> Ints:
    """How far each tied passage moves when its group is put in falling byte order of ids."""
    begins = np.flatnonzero(~ties[:-1])
    group = np.searchsorted(begins, position, side="right") - 1
    begin = begins[group]
    end = np.append(begins, len(ties) - 1)[group + 1]
    shifts = np.zeros(len(position), dtype=np.int64)
    # Most ties are between two, and settled by one comparison.
    pair = np.flatnonzero(end - begin == 2)
    first, second = (at if order is None else order[at] for at in (begin[pair], begin[pair] + 1))
    swapped = greater(passages.take(second), passages.take(first))
    shifts[pair] = np.where(swapped, np.where(position[pair] == begin[pair], 1, -1), 0)
    larger = np.flatnonzero(end - begin > 2)
    if larger.size:
        shifts[larger] = _sorted_shifts(position[larger], begin[larger], end[larger], order, text)
    return shifts


def _sorted_shifts(position: Ints, begin: Ints, end: Ints, order: Ints | None, text: Text) -> list[int]:
    """The same by sorting each group from `begin` to `end` once."""
    starts, ends, data = text.starts(2), text.ends[:, 2], text.data
    falling: dict[int, list[bytes]] = {}

    def ids(first: int, last: int) -> list[bytes]:
        lines = range(first, last) if order is None else order[first:last].tolist()
        return [data[starts[line] : ends[line]] for line in lines]

    shifts = []
    for at, first, last in zip(position.tolist(), begin.tolist(), end.tolist(), strict=True):
        if first not in falling:
            falling[first] = sorted(ids(first, last), reverse=True)
        (own,) = ids(at, at + 1)
        shifts.append(first + _index(falling[first], own) - at)
    return shifts


def _index(falling: list[bytes], own: bytes) -> int:
    """Place of an id in a falling list."""
    low, high = 0, len(falling)
    while low < high:
        middle = (low + high) // 2
        if falling[middle] > own:
            low = middle + 1
        else:
            high = middle
    return low
