"""Published and hand-made reference vectors V1 to V6 of chance-corrected agreement on a scale."""

from __future__ import annotations

import pytest

from annotator.agreement.alpha import alpha_of_pair
from annotator.agreement.confusion import Confusion
from annotator.agreement.gwet import gwet_ac
from annotator.agreement.interval import Bootstrap
from annotator.agreement.kappa import cohen_kappa, observed_agreement
from annotator.agreement.ratings import Rating, Ratings
from annotator.agreement.scale import Scale
from annotator.agreement.scaled import scaled_pair
from annotator.model.figure import Figure

GRADES = (0, 1, 2, 3)
V1 = ([0, 1, 2, 3, 3, 2, 1, 0, 2, 3], [0, 1, 2, 3, 2, 2, 0, 0, 3, 3])
V2 = ([0] * 98 + [1, 0], [0] * 98 + [0, 1])
V4 = ([0, 3, 0, 1], [0, 3, 1, 1])


def figures_of(a: list[int], b: list[int], scale: tuple[int, ...] = GRADES) -> dict[str, Figure]:
    rows = [Rating(name, f"i{place}", value) for name, values in (("a", a), ("b", b)) for place, value in enumerate(values)]
    return scaled_pair(Ratings.of(rows).pair("a", "b"), Scale("grade", scale), Bootstrap()).estimates.figures


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
    assert figures_of(*V1)[name].value == pytest.approx(value, abs=1e-10)


def test_v1_no_interval_leaves_the_range():
    for name, figure in figures_of(*V1).items():
        assert figure.low is not None and figure.high is not None, name
        assert -1 <= figure.low <= (figure.value or 0) <= figure.high <= 1, name


def test_v2_prevalence_high_agreement_and_kappa_below_zero():
    figures = figures_of(*V2, scale=(0, 1))
    assert figures["observed"].value == 0.98
    assert figures["kappa"].value == pytest.approx(-0.0101010, abs=1e-7)
    assert figures["ac1"].value == pytest.approx(0.9795960, abs=1e-7)


def test_v3_no_variation_is_a_word_and_never_nan():
    figures = figures_of([3] * 4, [3] * 4)
    for name in ("kappa", "kappa-linear", "kappa-quadratic", "pi", "alpha", "alpha-nominal", "alpha-interval"):
        assert figures[name] == Figure.none("no variation: all 4 pairs are 3/3", 4), name
    assert figures["ac1"].value == 1.0
    assert figures["observed"].value == 1.0


def test_v4_grades_that_nobody_used_count():
    seen, declared = (Confusion.of(*V4, scale) for scale in ((0, 1, 3), GRADES))
    assert cohen_kappa(seen, "quadratic").value == pytest.approx(0.8, abs=1e-12)
    assert cohen_kappa(declared, "quadratic").value == pytest.approx(0.9090909, abs=1e-7)
    assert cohen_kappa(seen, "linear").value == pytest.approx(0.7142857, abs=1e-7)
    assert cohen_kappa(declared, "linear").value == pytest.approx(0.8, abs=1e-12)


def test_v5_full_disagreement_is_minus_one():
    assert cohen_kappa(Confusion.of([0, 0, 1, 1], [1, 1, 0, 0], (0, 1))).value == -1.0


def test_v6_a_constant_rater_gives_exactly_zero():
    mixed = [0, 1, 2, 3, 1, 1, 0]
    for weights in ("none", "linear", "quadratic"):
        assert cohen_kappa(Confusion.of([2] * 7, mixed, GRADES), weights).value == 0.0


def test_grades_zero_one_three_are_weighted_by_place_as_scikit_learn_does():
    # Places 0, 1, 2. Cells (0,3) and (3,1): found 2² + 1² = 5 of 4 items; margins a 2/1/1, b 1/2/1.
    # Expected Σ (i−j)² r·c / n = (2·2·1 + 2·1·4 + 1·1·1 + 1·1·1 + 1·1·4 + 1·2·1) / 4 = 20 / 4 = 5, so kappa = 0.
    confusion = Confusion.of([0, 0, 1, 3], [0, 3, 1, 1], (0, 1, 3))
    assert cohen_kappa(confusion, "quadratic").value == pytest.approx(0.0, abs=1e-15)


def test_grades_written_as_words_keep_the_declared_order():
    words = ("not", "relevant", "highly")
    a, b = ["not", "relevant", "highly", "not"], ["relevant", "relevant", "highly", "highly"]
    numbers = {word: place for place, word in enumerate(words)}
    by_number = Confusion.of([numbers[word] for word in a], [numbers[word] for word in b], (0, 1, 2))
    assert cohen_kappa(Confusion.of(a, b, words), "quadratic") == cohen_kappa(by_number, "quadratic")
    assert cohen_kappa(Confusion.of(a, b, sorted(words)), "quadratic") != cohen_kappa(by_number, "quadratic")


def test_one_item_is_undefined_whether_or_not_it_agrees():
    same, other = Confusion.of([3], [3], GRADES), Confusion.of([0], [3], GRADES)
    assert cohen_kappa(same) == Figure.none("one shared item (n=1), 1/1 agree", 1)
    assert cohen_kappa(other) == Figure.none("one shared item (n=1), 0/1 agree", 1)
    assert alpha_of_pair(other).undefined == gwet_ac(other).undefined == "one shared item (n=1), 0/1 agree"
    assert observed_agreement(same) == Figure(1.0, 1)


def test_no_shared_item_is_undefined():
    empty = Confusion.of([], [], GRADES)
    for figure in (cohen_kappa(empty), observed_agreement(empty), gwet_ac(empty), alpha_of_pair(empty)):
        assert figure == Figure.none("no shared item", 0)
