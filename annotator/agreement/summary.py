"""All statistics of one facet: every pair of reviewers, all reviewers together, machines against people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from annotator.agreement.confusion import Confusion
from annotator.agreement.fleiss import Mean, mean_of
from annotator.agreement.interval import METHOD, Bootstrap
from annotator.agreement.numbers import number_pair
from annotator.agreement.overall import overall
from annotator.agreement.ratings import Marked, Pair, Ratings
from annotator.agreement.scale import Scale
from annotator.agreement.scaled import scaled_pair
from annotator.agreement.spans import span_pair
from annotator.agreement.tagsets import TagCounts, tag_pair
from annotator.agreement.unitizing import alpha_u
from annotator.model.figure import Figure


@dataclass(frozen=True)
class PairSummary:
    """Everything about two reviewers on one facet.

    `statistics` maps a name to its figure, `tags` a tag to its kappa. `confusion` is there for grade, choice and flag; `tag_counts`, `macro` and `confused` for
    tags; `spans` (how many each marked) and `characters` (the length of the texts) for spans. `dropped` counts for a statistic the draws in which it was undefined.
    """

    reviewers: tuple[str, str]
    n: int
    statistics: Mapping[str, Figure]
    tags: Mapping[str, Figure] = field(default_factory=dict)
    confusion: Confusion | None = None
    tag_counts: Mapping[str, TagCounts] = field(default_factory=dict)
    macro: Mean | None = None
    confused: Sequence[tuple[tuple[str, str], int]] = ()
    spans: tuple[int, int] | None = None
    characters: int | None = None
    dropped: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The shape of one pair in `annotator agreement --json`."""
        statistics: dict[str, Any] = {name: figure.as_json() for name, figure in self.statistics.items()}
        if self.tag_counts:
            statistics["tags"] = {tag: {"kappa": figure.as_json(), **self.tag_counts[tag]._asdict()} for tag, figure in self.tags.items()}
        out: dict[str, Any] = {"reviewers": list(self.reviewers), "n": self.n, "statistics": statistics}
        if self.confusion is not None:
            out["confusion"] = {"categories": list(self.confusion.categories), "counts": self.confusion.counts.tolist()}
        if self.macro is not None:
            out["macro"] = {"over": self.macro.over, "undefined": self.macro.undefined}
            out["confused"] = [{"tags": list(tags), "n": count} for tags, count in self.confused]
        if self.spans is not None:
            out |= {"spans": list(self.spans), "characters": self.characters}
        return {**out, "dropped": dict(self.dropped)}


@dataclass(frozen=True)
class FacetSummary:
    """Everything about one facet. `pairs` holds people only; `machine_pairs` holds (machine, person) and enters no mean and no overall figure."""

    scale: Scale
    waiting: int
    skipped: int
    stale: int
    pairs: Sequence[PairSummary]
    machine_pairs: Sequence[PairSummary]
    overall: Mapping[str, Figure]
    means: Mapping[str, Mean]
    notes: Sequence[str]
    plan: Bootstrap | None

    def as_json(self) -> dict[str, Any]:
        """The shape of one facet in `annotator agreement --json`."""
        return {
            "kind": self.scale.kind,
            "waiting": self.waiting,
            "skipped": self.skipped,
            "stale": self.stale,
            "pairs": [pair.as_json() for pair in self.pairs],
            "machines": [pair.as_json() for pair in self.machine_pairs],
            "overall": {name: figure.as_json() for name, figure in self.overall.items()},
            "means": {name: mean._asdict() for name, mean in self.means.items()},
            "notes": list(self.notes),
            "interval": None
            if self.plan is None
            else {"method": METHOD, "resamples": self.plan.resamples, "seed": self.plan.seed, "confidence": self.plan.confidence},
        }


def summarise(ratings: Ratings, scale: Scale, plan: Bootstrap | None = Bootstrap()) -> FacetSummary:  # noqa: B008  # frozen, so shared safely
    """Every statistic of a facet; without a plan no interval is made.

    Raises Refused for a value off the scale or a tag outside the registry.
    """
    notes = []
    people = ratings.people
    if len(people) < 2:
        notes.append("one rater: agreement needs two" if people else "no sample has all the labels that it needs yet")
    if len(ratings.schemes) > 1:
        parts = ", ".join(f"{count} under {scheme[:8]}" for scheme, count in sorted(ratings.schemes.items()))
        notes.append(f"the labels were made under {len(ratings.schemes)} guidelines ({parts}); a changed meaning shows as disagreement")
    pairs = [pair_summary(ratings.pair(*names), scale, plan) for names in ratings.people_pairs]
    machines = [pair_summary(ratings.pair(*names), scale, plan) for names in ratings.machine_pairs]
    together = overall(ratings, scale, plan) if len(people) > 2 else {}
    names = list(dict.fromkeys(name for pair in pairs for name in pair.statistics))
    means = {name: mean_of(pair.statistics[name] for pair in pairs) for name in names} if len(pairs) > 1 else {}
    return FacetSummary(scale, ratings.waiting, ratings.skipped, ratings.stale, pairs, machines, together, means, notes, plan)


def pair_summary(pair: Pair, scale: Scale, plan: Bootstrap | None) -> PairSummary:
    """Every statistic of two reviewers."""
    if scale.kind == "tags":
        tags = tag_pair(pair, scale.tags, plan)
        return PairSummary(
            pair.reviewers,
            pair.n,
            tags.estimates.figures,
            tags=tags.tags,
            tag_counts=tags.counts,
            macro=tags.macro,
            confused=tags.confused,
            dropped=tags.estimates.dropped,
        )
    if scale.kind == "spans":
        spans = span_pair(pair, plan)
        texts = cast("list[tuple[Marked, Marked]]", list(zip(pair.left, pair.right, strict=True)))
        figures = {**spans.estimates.figures, "alpha-u": alpha_u(texts)}
        return PairSummary(pair.reviewers, pair.n, figures, spans=spans.spans, characters=spans.characters, dropped=spans.estimates.dropped)
    if scale.kind == "number":
        estimates = number_pair(pair, scale.tolerance, plan)
        return PairSummary(pair.reviewers, pair.n, estimates.figures, dropped=estimates.dropped)
    scaled = scaled_pair(pair, scale, plan)
    return PairSummary(pair.reviewers, pair.n, scaled.estimates.figures, confusion=scaled.confusion, dropped=scaled.estimates.dropped)
