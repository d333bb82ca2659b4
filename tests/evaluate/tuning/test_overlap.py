"""What the routes find, by hand."""

from statistics import mean

import pytest

from annotator.evaluate.tuning.overlap import overlap


def test_figures_by_hand() -> None:
    found = overlap([[1, 2], [], [5], []], [[2, 3, 4], [7], [5], []])
    # Hits of BM25: 2, 0, 1, 0. Both: {2}, none, {5}, none. Jaccard: 1/4, 0/1, 1/1, and nothing for the last.
    assert found.bm25_avg_recall.value == 0.75
    assert (found.bm25_median_recall, found.bm25_max_recall, found.queries_with_empty_bm25) == (0.5, 2, 2)
    assert (found.vector_available, found.vector_avg_recall.value, found.vector_coverage.value) == (True, 1.25, 0.75)
    assert (found.route_overlap_avg.value, found.dual_route_queries) == (0.5, 2)
    assert found.route_overlap_jaccard.value == pytest.approx((0.25 + 0 + 1) / 3)
    assert found.route_overlap_jaccard.n == 3


def test_a_short_list_beside_a_long_one_is_low_whatever_they_share() -> None:
    # The protocol's artefact: nearly everything BM25 finds is found by both, and yet the Jaccard overlap is below 0.1.
    lexical = [[0, 1] if at % 2 else [0] for at in range(50)]
    found = overlap(lexical, [list(range(20))] * 50)
    assert found.route_overlap_avg.value == mean([1, 2]) == found.bm25_avg_recall.value
    assert found.route_overlap_jaccard.value == pytest.approx((1 / 20 + 2 / 20) / 2)


def test_a_route_that_finds_nothing_is_not_available() -> None:
    found = overlap([[1], []], [[], []])
    assert (found.vector_available, found.vector_coverage.value, found.dual_route_queries) == (False, 0.0, 0)
    assert overlap([[]], [[]]).route_overlap_jaccard.undefined == "neither route found anything"


def test_without_questions_nothing_is_zero_that_is_not_known() -> None:
    found = overlap([], [])
    assert (found.bm25_avg_recall.value, found.bm25_median_recall, found.bm25_max_recall) == (None, None, None)
    assert found.route_overlap_jaccard.value is None
    assert found.as_json()["vector_coverage"]["undefined"] == "no judged query"
