"""What a grid search came to: one of six conclusions, with the reason for it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

# From this spread of nDCG@10 on, the settings differ.
NDCG_SIG = 0.01
# Below this spread, they are the same but for rounding.
NDCG_TIE = 1e-9
# Below this Jaccard overlap, the routes share too little for fusion to reorder much.
J_LOW = 0.20
# With fewer passages a question than this, BM25 hardly takes part.
FEW_HITS = 3


class Conclusion(StrEnum):
    """`NO_EFFECT` was tested and is certain; `BM25_ONLY` and `NO_QUERIES` were not tested at all."""

    CONCLUSIVE = "conclusive"
    NO_EFFECT = "inconclusive_no_effect"
    FLAT_HIGH_OVERLAP = "inconclusive_flat_high_overlap"
    BELOW_NOISE = "inconclusive_below_noise"
    BM25_ONLY = "inconclusive_bm25_only"
    NO_QUERIES = "no_queries"


class Seen(NamedTuple):
    """What the conclusion rests on.

    `queries` are the answerable questions, `sensitive` those of them whose nDCG@10 is not the same under all settings; `spread` is the
    highest less the lowest mean nDCG@10; `jaccard` the mean overlap of the routes, `bm25_hits` the mean number of passages from BM25;
    `headroom` what the best setting lacks to the ceiling.
    """

    queries: int
    sensitive: int
    vector_available: bool
    spread: float
    jaccard: float
    bm25_hits: float
    headroom: float


def conclude(seen: Seen) -> Conclusion:
    """The conclusion; without any spread it is looked at before noise, and a high overlap is told apart from a low one."""
    if not seen.queries:
        return Conclusion.NO_QUERIES
    if not seen.vector_available:
        return Conclusion.BM25_ONLY
    if seen.spread >= NDCG_SIG:
        return Conclusion.CONCLUSIVE
    if seen.spread >= NDCG_TIE:
        return Conclusion.BELOW_NOISE
    return Conclusion.NO_EFFECT if seen.jaccard < J_LOW else Conclusion.FLAT_HIGH_OVERLAP


def reason(conclusion: Conclusion, seen: Seen) -> tuple[str, str]:
    """Why, as one word for programs and as a sentence for people."""
    match conclusion:
        case Conclusion.NO_QUERIES:
            return "no_ground_truth", "no question has a passage that answers it, so nothing was tested"
        case Conclusion.BM25_ONLY:
            return "no_vector_route", "the vector route found nothing for any question, so fusion was not tested"
        case Conclusion.CONCLUSIVE:
            differs = f"nDCG@10 differs by {seen.spread:.4f} between the best and the worst setting, which is {NDCG_SIG} or more"
            return "spread", f"{differs}; {seen.sensitive} of {seen.queries} questions tell settings apart"
        case Conclusion.BELOW_NOISE:
            return "spread_below_noise", f"nDCG@10 differs by {seen.spread:.2g} over all settings, less than the {NDCG_SIG} that counts"
        case Conclusion.NO_EFFECT:
            low = f"no setting changed nDCG@10, and the routes share too little to reorder (Jaccard {seen.jaccard:.4f}, below {J_LOW:.2f})"
            if seen.bm25_hits >= FEW_HITS:
                return "low_overlap", low
            return "low_overlap_bm25_degenerate", f"{low}; BM25 finds {seen.bm25_hits:.2f} passages a question, fewer than {FEW_HITS}"
    flat = f"no setting changed nDCG@10, though the routes share enough to reorder (Jaccard {seen.jaccard:.4f}, {J_LOW:.2f} or more)"
    if seen.headroom < NDCG_TIE:
        return "at_ceiling", f"{flat}: every setting has the best order there is already"
    return "routes_agree", f"{flat}: no order that was tried puts the answers elsewhere, and why that is stays open"
