"""Published and hand-made reference vectors V1 to V6 of chance-corrected agreement on a scale."""

from __future__ import annotations

import pytest

from annotator.agreement.interval import Bootstrap
from annotator.agreement.scale import Scale
from annotator.model.figure import Figure
from tests.agreement.rated import figures_of

GRADES = Scale("grade", (0, 1, 2, 3))
TWO = Scale("grade", (0, 1))
THREE = Scale("grade", (0, 1, 3))
V1 = ([0, 1, 2, 3, 3, 2, 1, 0, 2, 3], [0, 1, 2, 3, 2, 2, 0, 0, 3, 3])
V2 = ([0] * 98 + [1, 0], [0] * 98 + [0, 1])
V4 = ([0, 3, 0, 1], [0, 3, 1, 1])


@pytest.mark.parametrize(
    "name, value",
    [
        ("kappa", 0.5945945946),
        ("kappa-linear", 0.765625),
        ("kappa-quadratic", 0.8872180451),
        ("ac1", 0.6026490066),
        ("alpha-nominal", 0.6122448980),
        ("alpha", 0.8647249191),
        ("alpha-interval", 0.8926553672),
        ("observed", 0.7),
    ],
)
def test_v1_ten_items_on_four_grades(name, value):
    assert figures_of(*V1, GRADES)[name].value == pytest.approx(value, abs=1e-10)


def test_v1_no_interval_leaves_the_range():
    for name, figure in figures_of(*V1, GRADES, Bootstrap()).items():
        assert figure.low is not None and figure.high is not None, name
        assert -1 <= figure.low <= (figure.value or 0) <= figure.high <= 1, name


def test_v2_prevalence_high_agreement_and_kappa_below_zero():
    figures = figures_of(*V2, TWO)
    assert figures["observed"].value == 0.98
    assert figures["kappa"].value == pytest.approx(-0.0101010, abs=1e-7)
    assert figures["ac1"].value == pytest.approx(0.9795960, abs=1e-7)


def test_v3_no_variation_is_a_word_and_never_nan():
    figures = figures_of([3] * 4, [3] * 4, GRADES)
    for name in ("kappa", "kappa-linear", "kappa-quadratic", "pi", "alpha", "alpha-nominal", "alpha-interval"):
        assert figures[name] == Figure.none("no variation: all 4 pairs are 3/3", 4), name
    assert figures["ac1"].value == 1.0
    assert figures["observed"].value == 1.0


def test_v4_grades_that_nobody_used_count():
    seen, declared = figures_of(*V4, THREE), figures_of(*V4, GRADES)
    assert seen["kappa-quadratic"].value == pytest.approx(0.8, abs=1e-12)
    assert declared["kappa-quadratic"].value == pytest.approx(0.9090909, abs=1e-7)
    assert seen["kappa-linear"].value == pytest.approx(0.7142857, abs=1e-7)
    assert declared["kappa-linear"].value == pytest.approx(0.8, abs=1e-12)


def test_v5_full_disagreement_is_minus_one():
    assert figures_of([0, 0, 1, 1], [1, 1, 0, 0], TWO)["kappa"].value == -1.0


def test_v6_a_constant_rater_gives_exactly_zero():
    found = figures_of([2] * 7, [0, 1, 2, 3, 1, 1, 0], GRADES)
    assert [found[name].value for name in ("kappa", "kappa-linear", "kappa-quadratic")] == [0.0, 0.0, 0.0]


def test_grades_zero_one_three_are_weighted_by_place_as_scikit_learn_does():
    # Places 0, 1, 2. Cells (0,3) and (3,1): found 2² + 1² = 5 of 4 items; margins a 2/1/1, b 1/2/1.
    # Expected Σ (i−j)² r·c / n = (2·2·1 + 2·1·4 + 1·1·1 + 1·1·1 + 1·1·4 + 1·2·1) / 4 = 20 / 4 = 5, so kappa = 0.
    assert figures_of([0, 0, 1, 3], [0, 3, 1, 1], THREE)["kappa-quadratic"].value == pytest.approx(0.0, abs=1e-15)


def test_grades_written_as_words_keep_the_declared_order():
    words = ("not", "relevant", "highly")
    a, b = ["not", "relevant", "highly", "not"], ["relevant", "relevant", "highly", "highly"]
    by_number = figures_of([words.index(word) for word in a], [words.index(word) for word in b], Scale("grade", (0, 1, 2)))
    declared, alphabetical = (figures_of(a, b, Scale("grade", scale)) for scale in (words, tuple(sorted(words))))
    assert declared["kappa-quadratic"] == by_number["kappa-quadratic"]
    assert alphabetical["kappa-quadratic"] != by_number["kappa-quadratic"]


def test_ac2_by_hand():
    # Weights 1 − (d / 3)²: V1 has 7 pairs at 0 and 3 at 1, so pa = (7 + 3·8/9) / 10; over the 16 cells they sum to 4 + 6·8/9 + 4·5/9 = 104/9.
    # Shares of both 5, 3, 6 and 6 of 20: Σ π(1 − π) = 1 − 106/400 = 0.735, so pe = 104/9 / 12 · 0.735.
    found, by_chance = (7 + 3 * 8 / 9) / 10, 104 / 9 / 12 * 0.735
    assert figures_of(*V1, GRADES)["ac2"].value == pytest.approx((found - by_chance) / (1 - by_chance))


def test_one_item_is_undefined_whether_or_not_it_agrees():
    same, other = figures_of([3], [3], GRADES), figures_of([0], [3], GRADES)
    assert same.pop("observed") == Figure(1.0, 1)
    assert other.pop("observed") == Figure(0.0, 1)
    assert set(same.values()) == {Figure.none("one shared item (n=1), 1/1 agree", 1)}
    assert set(other.values()) == {Figure.none("one shared item (n=1), 0/1 agree", 1)}


def test_two_items_are_enough():
    figures = figures_of([0, 3], [0, 3], GRADES)
    assert {name: figure.value for name, figure in figures.items()} == pytest.approx(dict.fromkeys(figures, 1.0))


def test_no_shared_item_is_undefined():
    assert set(figures_of([], [], GRADES).values()) == {Figure.none("no shared item", 0)}
