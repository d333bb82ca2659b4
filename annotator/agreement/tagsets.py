"""How far two reviewers give the same sets of tags: kappa per tag, macro and micro, Jaccard, alpha with MASI distance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np

from annotator.agreement.arrays import Floats, Ints, ratio
from annotator.agreement.fleiss import Mean, mean_of
from annotator.agreement.interval import CHANCE_CORRECTED, SHARE, Bootstrap, Estimates, estimate, units_of
from annotator.agreement.kappa import one_minus_ratio
from annotator.agreement.ratings import Pair
from annotator.agreement.reasons import NO_SHARED_ITEM, one_item
from annotator.agreement.setdistance import SetDistance, Sets, set_distances
from annotator.errors import Refused
from annotator.model.figure import Figure

# An interval of alpha draws the use of every distinct set anew; above this many numbers it is left out.
ALPHA_CELLS = 20_000_000
# Columns before those of single tags: items, same set, Jaccard, not both empty, MASI distance, a tag in common.
HEAD = 6
SET_STATISTICS = ("kappa", "kappa-micro", "observed", "one-in-common", "jaccard", "jaccard-nonempty", "alpha-masi")


class TagCounts(NamedTuple):
    """How many items got a tag from both, from the first reviewer only, from the second only, from neither."""

    both: int
    left_only: int
    right_only: int
    neither: int


class TagPair(NamedTuple):
    """Figures of two reviewers' tag sets: of the sets, of each tag, what the macro mean is over, and which tags are taken for each other."""

    estimates: Estimates
    tags: dict[str, Figure]
    counts: dict[str, TagCounts]
    macro: Mean
    confused: list[tuple[tuple[str, str], int]]


def tag_pair(pair: Pair, tags: Sequence[str], plan: Bootstrap | None) -> TagPair:
    """Every tag statistic of a pair; values must be frozensets of registry ids. Raises Refused for a tag that is not among `tags`.

    - `kappa`: macro, the plain mean of the defined kappas per tag; `kappa-micro`: kappa of all (item, tag) decisions together.
    - `observed`: share of items with the same set; `one-in-common`: with a tag that both gave. `jaccard`: mean of |A∩B| / |A∪B|, two empty sets counting 1; `jaccard-nonempty` leaves those items out.
    - `alpha-masi`: Krippendorff's alpha over sets with Passonneau's (2006) MASI distance.
    """
    left, right = (cast("Sequence[frozenset[str]]", side) for side in (pair.left, pair.right))
    _refuse_unknown(left, right, tags)
    kinds: dict[tuple[frozenset[str], frozenset[str]], int] = {}
    types = np.fromiter((kinds.setdefault(key, len(kinds)) for key in zip(left, right, strict=True)), dtype=np.int64, count=pair.n)
    sets: Sets = sorted({side for key in kinds for side in key}, key=sorted)
    table = _Table(list(kinds), tags, sets)
    units = units_of(table.features, pair.clusters, types)
    names = [f"tag {tag}" for tag in tags]
    bounds = {**dict.fromkeys(SET_STATISTICS, CHANCE_CORRECTED), **dict.fromkeys(names, CHANCE_CORRECTED)}
    bounds |= dict.fromkeys(("observed", "one-in-common", "jaccard", "jaccard-nonempty"), SHARE)
    if not table.with_alpha:
        del bounds["alpha-masi"]
    counts = table.counts(np.bincount(types, minlength=len(kinds)) @ table.features if pair.n else None)

    def reason(name: str) -> str:
        if pair.n == 0:
            return NO_SHARED_ITEM
        if pair.n == 1 and name != "jaccard-nonempty":
            return one_item(left[0] == right[0])
        return _why(name.removeprefix("tag "), counts.get(name.removeprefix("tag ")), pair.n)

    found = estimate(units, pair.n, table.every, bounds, reason, plan)
    if not table.with_alpha:
        found.figures["alpha-masi"] = alpha_of_sets(list(zip(left, right, strict=True)))
    per_tag = {tag: found.figures.pop(name) for tag, name in zip(tags, names, strict=True)}
    return TagPair(found, per_tag, counts, mean_of(per_tag.values()), confused_tags(left, right))


def confused_tags(left: Sequence[frozenset[str]], right: Sequence[frozenset[str]]) -> list[tuple[tuple[str, str], int]]:
    """How often one reviewer gave the first tag where the other gave the second instead; the most frequent first."""
    seen: Counter[tuple[str, str]] = Counter()
    for ours, theirs in zip(left, right, strict=True):
        seen.update((min(x, y), max(x, y)) for x in ours - theirs for y in theirs - ours)
    return sorted(seen.items(), key=lambda entry: (-entry[1], entry[0]))


def alpha_of_sets(values_by_item: Sequence[Sequence[frozenset[str]]], distance: SetDistance = "masi") -> Figure:
    """Krippendorff's alpha over sets, for any number of reviewers, some absent; two empty sets are the same set.

    n is the number of items with two ratings or more.
    """
    several = [values for values in values_by_item if len(values) >= 2]
    if len(several) < 2:
        return Figure.none("fewer than two items have two ratings", len(several))
    sets: Sets = sorted({value for values in several for value in values}, key=sorted)
    place = {value: number for number, value in enumerate(sets)}
    costs = set_distances(sets, distance)
    used = np.zeros(len(sets))
    found = 0.0
    for values in several:
        rows = [place[value] for value in values]
        np.add.at(used, rows, 1.0)
        found += costs[np.ix_(rows, rows)].sum() / (len(rows) - 1)
    value = one_minus_ratio((used.sum() - 1) * found, used @ costs @ used)
    if np.isnan(value):
        return Figure.none(f"no variation: all {int(used.sum())} ratings are the same set", len(several))
    return Figure(float(value), len(several))


class _Table:
    """What one item of each kind (a pair of sets) adds to the sums, and the statistics of those sums."""

    def __init__(self, kinds: Sequence[tuple[frozenset[str], frozenset[str]]], tags: Sequence[str], sets: Sets) -> None:
        self._tags = tags
        ours = _indicator([key[0] for key in kinds], tags)
        theirs = _indicator([key[1] for key in kinds], tags)
        both = ours * theirs
        met, either = both.sum(axis=1), (ours + theirs - both).sum(axis=1)
        same = (met == either).astype(np.float64)
        jaccard = np.where(either > 0, ratio(met, either), 0.0)
        self.with_alpha = len(kinds) * len(sets) <= ALPHA_CELLS
        self._costs = set_distances(sets, "masi") if self.with_alpha else np.zeros((0, 0))
        apart, used = self._alpha_columns(kinds, sets)
        head = np.column_stack([np.ones(len(kinds)), same, jaccard, either > 0, apart, met > 0])
        self.features = np.hstack([head, both, ours, theirs, used])

    def _alpha_columns(self, kinds: Sequence[tuple[frozenset[str], frozenset[str]]], sets: Sets) -> tuple[Floats, Floats]:
        """Per kind the distance of its two sets and how often it uses each set; no sets where they are too many to draw anew."""
        if not kinds or not self.with_alpha:
            return np.zeros(len(kinds)), np.zeros((len(kinds), 0))
        place = {value: number for number, value in enumerate(sets)}
        rows: Ints = np.array([place[key[0]] for key in kinds])
        columns: Ints = np.array([place[key[1]] for key in kinds])
        used = np.zeros((len(kinds), len(sets)))
        np.add.at(used, (np.arange(len(kinds)), rows), 1.0)
        np.add.at(used, (np.arange(len(kinds)), columns), 1.0)
        return self._costs[rows, columns], used

    def every(self, sums: Floats) -> Mapping[str, Floats]:
        """Every statistic of a stack of sums."""
        count = len(self._tags)
        n, same, jaccard, nonempty, apart, common = sums[:, :HEAD].T
        both, ours, theirs = (sums[:, HEAD + part * count : HEAD + (part + 1) * count] for part in range(3))
        used = sums[:, HEAD + 3 * count :]
        per_tag = _binary_kappa(both, ours, theirs, n[:, None])
        values = {
            "kappa": _mean_of_defined(per_tag),
            "kappa-micro": _binary_kappa(both.sum(axis=1), ours.sum(axis=1), theirs.sum(axis=1), n * count),
            "observed": same / n,
            "one-in-common": common / n,
            "jaccard": (jaccard + n - nonempty) / n,
            "jaccard-nonempty": ratio(jaccard, nonempty),
            "alpha-masi": one_minus_ratio((2 * n - 1) * 2 * apart, ((used @ self._costs) * used).sum(axis=1)),
        }
        return values | {f"tag {tag}": per_tag[:, number] for number, tag in enumerate(self._tags)}

    def counts(self, total: Floats | None) -> dict[str, TagCounts]:
        """How often each tag was given by whom."""
        if total is None:
            return dict.fromkeys(self._tags, TagCounts(0, 0, 0, 0))
        count, n = len(self._tags), int(total[0])
        out = {}
        for number, tag in enumerate(self._tags):
            both, ours, theirs = (int(total[HEAD + part * count + number]) for part in range(3))
            out[tag] = TagCounts(both, ours - both, theirs - both, n - ours - theirs + both)
        return out


def _refuse_unknown(left: Sequence[frozenset[str]], right: Sequence[frozenset[str]], tags: Sequence[str]) -> None:
    known = frozenset(tags)
    for value in {*left, *right}:
        if unknown := sorted(value - known):
            raise Refused(f"the tag {unknown[0]!r} is not in the registry")


def _indicator(sets: Sequence[frozenset[str]], tags: Sequence[str]) -> Floats:
    return np.array([[tag in value for tag in tags] for value in sets], dtype=np.float64).reshape(len(sets), len(tags))


def _binary_kappa(both: Floats, ours: Floats, theirs: Floats, n: Floats) -> Floats:
    """Cohen's kappa of yes/no decisions from how often both, the one and the other said yes."""
    return one_minus_ratio(n * (ours + theirs - 2 * both), ours * (n - theirs) + theirs * (n - ours))


def _mean_of_defined(values: Floats) -> Floats:
    defined = ~np.isnan(values)
    return ratio(np.where(defined, values, 0.0).sum(axis=1), defined.sum(axis=1))


def _why(name: str, counts: TagCounts | None, n: int) -> str:
    if counts is not None:
        if counts.neither == n:
            return f"no variation: nobody gave this tag in {n} items"
        return f"no variation: both gave this tag in all {n} items"
    if name == "kappa":
        return "no tag has a kappa: each was given always or never"
    if name == "jaccard-nonempty":
        return f"both sets are empty in all {n} items"
    return f"no variation: the same decision in all {n} items"
