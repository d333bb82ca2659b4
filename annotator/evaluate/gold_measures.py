"""Measures that only a gold set can give: no-answer questions, exact spans, forbidden passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from annotator.evaluate.average import Share, ratio, wilson, with_interval
from annotator.evaluate.context import Overlap, Places, overlap
from annotator.evaluate.measures import Measure
from annotator.model.figure import Figure


class Known(NamedTuple):
    """What is known of one question: whether any passage answers it, which words do, and which passages must not come.

    Where it has a `library`, no other passage may come either, at whatever rank.
    """

    answerable: bool
    spans: Places
    forbidden: frozenset[str]
    library: frozenset[str] | None = None

    def violations(self, ranked: Sequence[str], cut: Sequence[str]) -> int:
        """Forbidden passages among those within the cutoff, and passages from outside the library among all that came."""
        outside = 0 if self.library is None else sum(1 for one in ranked if one not in self.library)
        return outside + sum(1 for one in cut if one in self.forbidden)


def share_of(measure: Measure, known: Known, ranked: Sequence[str], lengths: Mapping[str, int]) -> Share | None:
    """What one question adds to a measure, None where it has no part in it.

    `ranked` are the passages returned, best first and each once; `lengths` the characters of every passage of the corpus.
    Context is measured on answerable questions whose answering words are marked; with nothing returned both figures are 0.
    """
    cut = ranked if measure.cutoff is None else ranked[: int(measure.cutoff)]
    if measure.name == "NoAnswerFPR":
        return None if known.answerable else Share(1.0 if cut else 0.0)
    if measure.name == "Isolation":
        violations = known.violations(ranked, cut)
        return Share(float(violations), float(len(known.forbidden))) if known.forbidden or violations else None
    if not known.answerable or not any(known.spans.values()):
        return None
    return _context(measure, overlap(known.spans, {passage: [(0, lengths.get(passage, 0))] for passage in cut}))


def _context(measure: Measure, found: Overlap) -> Share:
    precision = measure.name == "ContextP"
    if dict(measure.settings)["mean"] == "macro":
        return Share(found.precision if precision else found.recall)
    return Share(float(found.shared), float(found.returned if precision else found.wanted))


def figure_of(measure: Measure, shares: Sequence[Share], seed: int | None) -> Figure:
    """The figure over all questions that have a part in the measure.

    `Isolation` counts violations; its n are the checks made, one for each forbidden passage of each question. A passage from outside
    a library adds a violation and no check.
    """
    if measure.name == "NoAnswerFPR":
        return (
            wilson(int(sum(share.numerator for share in shares)), len(shares)) if shares else Figure.none("no question without an answer")
        )
    if measure.name == "Isolation":
        checks = int(sum(share.denominator for share in shares))
        violations = sum(share.numerator for share in shares)
        return Figure(violations, checks) if checks or violations else Figure.none("no passage is forbidden")
    if not shares:
        return Figure.none("no question with marked words")
    figure = ratio(shares, "nothing was returned")
    return figure if seed is None else with_interval(figure, shares, seed)
