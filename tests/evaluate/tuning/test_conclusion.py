"""The conclusion at every threshold, and the one case that the protocol's table leaves open."""

import pytest

from annotator.evaluate.tuning.conclusion import Conclusion, Seen, conclude, reason


def seen(**other: float | bool) -> Seen:
    """A vector route that works, low overlap, no spread."""
    usual = Seen(50, 10, vector_available=True, spread=0.0, jaccard=0.0746, bm25_hits=1.74, headroom=0.0224)
    return usual._replace(**other)  # type: ignore[arg-type]  # names and values of Seen


@pytest.mark.parametrize(
    "what, expected",
    [
        # S2-85, at the bound and above it.
        (seen(spread=0.01), Conclusion.CONCLUSIVE),
        (seen(spread=0.5, jaccard=0.9), Conclusion.CONCLUSIVE),
        # S2-86, up to the bounds; a spread below 1e-9 is none, and is looked at before noise.
        (seen(), Conclusion.NO_EFFECT),
        (seen(spread=9.9e-10), Conclusion.NO_EFFECT),
        (seen(jaccard=0.1999), Conclusion.NO_EFFECT),
        # S2-87, both bounds; the overlap plays no part.
        (seen(spread=1e-9), Conclusion.BELOW_NOISE),
        (seen(spread=0.00999), Conclusion.BELOW_NOISE),
        (seen(spread=0.005, jaccard=0.9), Conclusion.BELOW_NOISE),
        # S2-88: whatever else was seen.
        (seen(vector_available=False), Conclusion.BM25_ONLY),
        (seen(vector_available=False, spread=0.3), Conclusion.BM25_ONLY),
        # S2-89 comes before all.
        (seen(queries=0, vector_available=False), Conclusion.NO_QUERIES),
        (seen(queries=0, spread=0.3), Conclusion.NO_QUERIES),
        # The protocol's table has no row for these.
        (seen(jaccard=0.20), Conclusion.FLAT_HIGH_OVERLAP),
        (seen(spread=9.9e-10, jaccard=1.0), Conclusion.FLAT_HIGH_OVERLAP),
    ],
)
def test_every_threshold(what: Seen, expected: Conclusion) -> None:
    assert conclude(what) is expected


def test_the_protocol_s_own_run_is_tested_without_effect() -> None:
    # p0-runA: 50 questions, no spread, Jaccard 0.0746, BM25 1.74 passages a question.
    word, sentence = reason(conclude(seen()), seen())
    assert (str(conclude(seen())), word) == ("inconclusive_no_effect", "low_overlap_bm25_degenerate")
    assert "Jaccard 0.0746, below 0.20" in sentence and "1.74 passages a question, fewer than 3" in sentence


@pytest.mark.parametrize(
    "what, word",
    [
        (seen(bm25_hits=3.0), "low_overlap"),
        (seen(jaccard=0.5), "routes_agree"),
        (seen(jaccard=0.5, headroom=0.0), "at_ceiling"),
        (seen(spread=0.02), "spread"),
        (seen(spread=0.002), "spread_below_noise"),
        (seen(vector_available=False), "no_vector_route"),
        (seen(queries=0), "no_ground_truth"),
    ],
)
def test_every_conclusion_has_its_reason(what: Seen, word: str) -> None:
    found, sentence = reason(conclude(what), what)
    assert found == word
    assert sentence


def test_tested_and_not_tested_are_never_one_word() -> None:
    tested = {Conclusion.NO_EFFECT, Conclusion.FLAT_HIGH_OVERLAP, Conclusion.BELOW_NOISE, Conclusion.CONCLUSIVE}
    assert set(Conclusion) - tested == {Conclusion.BM25_ONLY, Conclusion.NO_QUERIES}
    assert not {"inconclusive", "discriminative"} & set(map(str, Conclusion))
