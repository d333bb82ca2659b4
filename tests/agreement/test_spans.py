"""Spans: V8, the three states, tags, and what an interval of texts rests on."""

from __future__ import annotations

import pytest

from annotator.agreement.interval import Bootstrap
from annotator.agreement.ratings import Marked, Rating, Ratings, Span
from annotator.agreement.spans import span_pair
from annotator.model.figure import Figure


def figures_of(*texts: tuple[list[tuple[int, int] | Span], list[tuple[int, int] | Span]], length: int = 30) -> dict[str, Figure]:
    rows = [Rating(name, f"t{place}", Marked.of(text[side], length)) for side, name in enumerate("AB") for place, text in enumerate(texts)]
    return span_pair(Ratings.of(rows).pair("A", "B"), Bootstrap(resamples=200)).estimates.figures


def test_v8_exact_and_character_f1():
    figures = figures_of(([(0, 5), (10, 20)], [(0, 5), (12, 20)]))
    assert figures["f1-exact"].value == 0.5
    assert figures["character-f1"].value == pytest.approx(26 / 28)
    assert figures["f1-overlap"].value == 1.0
    # Of 30 characters both mark 13, A alone 2, neither 15: po = 28/30, pe = (15·13 + 15·17) / 900 = 0.5, kappa = (0.9333 − 0.5) / 0.5.
    assert figures["character-kappa"].value == pytest.approx(13 / 15)


def test_both_marked_nothing_is_agreement():
    figures = figures_of(([], []), ([], []))
    assert figures["observed"].value == 1.0
    reason = "no variation: neither marked anything in all 2 shared items, which is agreement on each"
    for name in ("f1-exact", "f1-overlap", "character-f1", "character-kappa"):
        assert figures[name] == Figure.none(reason, 2)


def test_one_marked_nothing_is_disagreement_and_zero():
    figures = figures_of(([(0, 5)], []))
    assert [figures[name].value for name in ("observed", "f1-exact", "f1-overlap", "character-f1", "character-kappa")] == [0.0] * 5


def test_not_done_is_neither():
    rows = [Rating("A", "t", Marked.of([(0, 5)], 9)), Rating("A", "u", Marked.of([(0, 5)], 9)), Rating("B", "t", Marked.of([(0, 5)], 9))]
    found = span_pair(Ratings.of(rows).pair("A", "B"), None)
    assert found.estimates.figures["f1-exact"] == Figure(1.0, 1)
    assert found.spans == (1, 1)


def test_a_span_with_another_tag_is_another_span():
    figures = figures_of(([(0, 5, "POS")], [(0, 5, "NEG")]))
    assert figures["f1-exact"].value == figures["f1-overlap"].value == figures["character-f1-by-tag"].value == 0.0
    assert figures["f1-exact-untagged"].value == figures["character-f1"].value == figures["character-kappa"].value == 1.0


def test_kappa_by_tag_takes_the_tags_of_a_character_as_its_category():
    figures = figures_of(([(0, 10, "P"), (10, 20, "N")], [(0, 10, "P"), (10, 20, "P")]))
    # 30 characters: P/P 10, N/P 10, none/none 10. po = 2/3; pe = (10·20 + 10·0 + 10·10) / 900 = 1/3; kappa = 0.5.
    assert figures["character-kappa-by-tag"].value == pytest.approx(0.5)


def test_statistics_by_tag_are_left_out_where_no_span_has_a_tag():
    assert set(figures_of(([(0, 5)], [(0, 5)]))) == {"observed", "f1-exact", "f1-overlap", "character-f1", "character-kappa"}


def test_touching_spans_do_not_overlap():
    assert figures_of(([(6, 9)], [(9, 12)]))["f1-overlap"].value == 0.0


def test_overlapping_spans_of_one_reviewer_cover_each_character_once():
    assert figures_of(([(0, 10), (5, 15)], [(0, 15)]))["character-f1"].value == 1.0


def test_no_shared_text_is_undefined():
    rows = [Rating("A", "t", Marked.of([], 9)), Rating("B", "u", Marked.of([], 9))]
    figures = span_pair(Ratings.of(rows).pair("A", "B"), Bootstrap()).estimates.figures
    assert set(figures.values()) == {Figure.none("no shared item")}


def test_everything_marked_by_both_has_a_reason_too():
    figures = figures_of(([(0, 30)], [(0, 30)]))
    assert figures["f1-exact"].value == 1.0
    assert figures["character-kappa"].undefined == "no variation: both marked every character of the one shared item alike"
