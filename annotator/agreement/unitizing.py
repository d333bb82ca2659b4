"""Krippendorff's alpha for unitizing: agreement on where spans begin and end, over the whole text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from annotator.agreement.coverage import Stretches, covered, touches
from annotator.agreement.ratings import Marked
from annotator.agreement.reasons import NO_SHARED_ITEM
from annotator.model.figure import Figure


def alpha_u(texts: Sequence[Sequence[Marked]]) -> Figure:
    """Alpha for unitizing (Krippendorff 1995; 2004, section 12.4) of the same reviewers over texts, `texts[i][r]` what reviewer r marked in text i.

    1 − Σ Do / Σ De over the tags; spans without a tag count as of one more. The texts are laid end to end; no gap reaches over the end of a text, and spans of one
    reviewer that overlap under one tag count as one, touching ones as two. n is the number of texts. It may fall below −1.
    """
    if not texts:
        return Figure.none(NO_SHARED_ITEM)
    if len(texts[0]) < 2:
        return Figure.none("one rater", len(texts))
    tags = sorted({span[2] or "" for text in texts for marked in text for span in marked.spans})
    found = by_chance = 0.0
    for name in tags:
        units = [
            [covered([span for span in marked.spans if (span[2] or "") == name], join_touching=False) for marked in text] for text in texts
        ]
        found += sum(_observed(text) for text in units)
        by_chance += _expected(units, [text[0].length for text in texts])
    if by_chance <= 0:
        return Figure.none(f"no variation: nothing is marked in {len(texts)} texts, or all of them whole", len(texts))
    length, raters = sum(text[0].length for text in texts), len(texts[0])
    return Figure(1.0 - found / (raters * (raters - 1) * length**2) / by_chance, len(texts))


def _observed(text: Sequence[Stretches]) -> int:
    """Σ δ² over every ordered pair of reviewers of one text.

    Two units that share a character differ by the squares of the distances of their edges; one that meets nothing lies in a gap of the other reviewer and
    differs by the square of its length.
    """
    total = 0
    for number, ours in enumerate(text):
        for theirs in text[number + 1 :]:
            total += 2 * (_edges_apart(ours, theirs) + _alone(ours, theirs) + _alone(theirs, ours))
    return total


def _edges_apart(ours: Stretches, theirs: Stretches) -> int:
    total = first = 0
    for start, end in ours:
        while first < len(theirs) and theirs[first][1] <= start:
            first += 1
        for other_start, other_end in theirs[first:]:
            if other_start >= end:
                break
            total += (start - other_start) ** 2 + (end - other_end) ** 2
    return total


def _alone(ours: Stretches, theirs: Stretches) -> int:
    return sum((end - start) ** 2 for start, end in ours if not touches((start, end, None), theirs))


def _expected(texts: Sequence[Sequence[Stretches]], lengths: Sequence[int]) -> float:
    """De of one tag: what units of these lengths would differ by if they were laid anywhere in the text."""
    raters, length = len(texts[0]), sum(lengths)
    marked = np.array([end - start for text in texts for units in text for start, end in units], dtype=np.float64)
    whole = raters * length * (raters * length - 1) - (marked * (marked - 1)).sum()
    if len(marked) == 0 or whole <= 0:
        return 0.0
    gaps = np.sort(
        np.array([gap for text, end in zip(texts, lengths, strict=True) for units in text for gap in _gaps(units, end)], dtype=np.float64)
    )
    first = np.searchsorted(gaps, marked, side="left")
    tails = np.append(np.cumsum(gaps[::-1])[::-1], 0.0)
    # Σ (gap − l + 1) over the gaps that can hold a unit of length l.
    room = tails[first] - (len(gaps) - first) * (marked - 1)
    meeting = (len(marked) - 1) / 3 * (2 * marked**3 - 3 * marked**2 + marked)
    return float(2 / length * (meeting + marked**2 * room).sum() / whole)


def _gaps(units: Stretches, length: int) -> Iterator[int]:
    at = 0
    for start, end in units:
        if start > at:
            yield start - at
        at = end
    if length > at:
        yield length - at
