"""Tags right and wrong: what each sample adds to precision, recall and F1, and which dimension is taken for which.

The unit is one decision, a dimension of an item: right where both have it (TP), too much where only the prediction does (FP; a label
that the registry does not know always is), missed where only the truth does (FN).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from annotator.evaluate.average import Share
from annotator.evaluate.tagging.material import Guess, Truth
from annotator.evaluate.tagging.names import Labels

_NO_TAGS: frozenset[str] = frozenset()


class Kind(StrEnum):
    """How an item's tags are wrong; the first that applies, so that every faulty item has one."""

    NORMALISATION = "normalisation failure"
    CONFUSION = "boundary confusion"
    MISSED = "missed"
    OVER_LABELLED = "over-labelled"


class Item(NamedTuple):
    """The tags of one item, compared."""

    sample: str
    item: str
    right: frozenset[str]
    missed: frozenset[str]
    extra: frozenset[str]
    unknown: tuple[str, ...]

    @property
    def kind(self) -> Kind | None:
        """What is wrong with it, None where nothing is."""
        if self.unknown:
            return Kind.NORMALISATION
        if self.missed and self.extra:
            return Kind.CONFUSION
        return Kind.MISSED if self.missed else Kind.OVER_LABELLED if self.extra else None


def items(truth: Truth, guess: Guess) -> list[Item]:
    """Every item of the sample, and behind them those that only the prediction has."""
    predicted = guess.tags or {}
    places = [*truth.tags, *sorted(predicted.keys() - truth.tags.keys())]
    return [_item(truth.sample, place, truth.tags.get(place, _NO_TAGS), predicted.get(place, Labels())) for place in places]


def _item(sample: str, place: str, right: frozenset[str], said: Labels) -> Item:
    return Item(sample, place, right & said.known, right - said.known, said.known - right, said.unknown)


def tag_shares(found: Iterable[Item], relaxed_at_least: float, *, said: bool) -> dict[str, Share]:
    """What one sample adds to each figure of its tags.

    precision = TP/(TP+FP), recall = TP/(TP+FN), F1 = 2TP/(2TP+FP+FN), all pooled over samples. Strict match: nothing missed and
    nothing too much in the whole sample, and something was `said` about it. Relaxed match: the sample's own recall is at least
    `relaxed_at_least`.
    """
    found = list(found)
    tp = sum(len(one.right) for one in found)
    fn = sum(len(one.missed) for one in found)
    fp = sum(len(one.extra) + len(one.unknown) for one in found)
    return {
        **_ratios("micro-", tp, fp, fn),
        "strict-match": Share(float(said and fp + fn == 0)),
        "relaxed-match": Share(float(tp / (tp + fn) >= relaxed_at_least)) if tp + fn else Share(0.0, 0.0),
    }


def dimension_shares(found: Iterable[Item], dimension: str) -> dict[str, Share]:
    """What one sample adds to precision, recall and F1 of one dimension."""
    found = list(found)
    tp = sum(dimension in one.right for one in found)
    fp = sum(dimension in one.extra for one in found)
    fn = sum(dimension in one.missed for one in found)
    return _ratios("", tp, fp, fn)


def _ratios(prefix: str, tp: int, fp: int, fn: int) -> dict[str, Share]:
    return {
        f"{prefix}precision": Share(tp, tp + fp),
        f"{prefix}recall": Share(tp, tp + fn),
        f"{prefix}f1": Share(2.0 * tp, 2 * tp + fp + fn),
    }


def confused(found: Iterable[Item]) -> list[tuple[str, str, int]]:
    """How often a dimension was missed where another was predicted instead: (right, predicted, how often), the most frequent first."""
    seen = Counter((right, wrong) for one in found for right in one.missed for wrong in one.extra)
    return [(right, wrong, count) for (right, wrong), count in sorted(seen.items(), key=lambda entry: (-entry[1], entry[0]))]


def unknown_labels(found: Iterable[Item]) -> dict[str, list[Item]]:
    """The labels that the registry does not know, each with the items that it was given to; the most frequent first."""
    places: dict[str, list[Item]] = {}
    for one in found:
        for label in one.unknown:
            places.setdefault(label, []).append(one)
    return dict(sorted(places.items(), key=lambda entry: (-len(entry[1]), entry[0])))
