"""The memories that were returned for a sample's question, scored as any ranking is."""

from __future__ import annotations

from annotator.evaluate.average import Share
from annotator.evaluate.measures import parse
from annotator.evaluate.ranking import Judged, rank_judged
from annotator.evaluate.tagging.material import Guess, Truth

SEARCH_MEASURES = ("nDCG@10", "RR@10", "R@10")


def search_shares(truth: Truth, guess: Guess) -> dict[str, Share]:
    """The measures of one question that something answers; nothing where the sample asks none. What is returned twice counts once."""
    if not any(grade >= 1 for grade in truth.grades.values()):
        return dict.fromkeys(SEARCH_MEASURES, Share(0.0, 0.0))
    judged = Judged({memory.encode(): grade for memory, grade in truth.grades.items()})
    ranked = guess.ranked or ()
    ranking = rank_judged([memory.encode() for memory in ranked], [-float(place) for place in range(len(ranked))], judged, dedupe=True)
    return {name: Share(parse(name).formula()(ranking, judged)) for name in SEARCH_MEASURES}
