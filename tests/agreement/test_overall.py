"""Three reviewers and more, and gaps."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest

from annotator.agreement.fleiss import Mean, fleiss_kappa, mean_of
from annotator.agreement.interval import Bootstrap
from annotator.agreement.overall import overall
from annotator.agreement.ratings import Item, Rating, Ratings, Value
from annotator.agreement.scale import Scale
from annotator.model.figure import Figure

GRADE = Scale("grade", (0, 1, 2, 3))


def three(seed: int, gaps: float) -> Ratings:
    random = np.random.default_rng(seed)
    rows = []
    for item in range(40):
        true = int(random.integers(0, 4))
        present = [name for name in "abc" if random.random() >= gaps]
        rows += [Rating(name, item, true if random.random() < 0.7 else int(random.integers(0, 4)), f"s{item // 4}") for name in present]
    return Ratings.of(rows)


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_every_interval_holds_its_value(gaps):
    found = overall(three(4, gaps), GRADE, Bootstrap(resamples=100))
    for figure in found.values():
        if figure.value is not None:
            assert figure.low is not None and figure.low <= figure.value <= (figure.high or 0)
    if gaps:
        assert (found["fleiss"].undefined or "").startswith("items have between 2 and 3 ratings and Fleiss needs the same number")


def test_a_choice_has_nominal_alpha_only():
    rows = [
        Rating(name, item, value) for item, values in enumerate(("xxy", "yyy", "xxx")) for name, value in zip("abc", values, strict=True)
    ]
    found = overall(Ratings.of(rows), Scale("choice", ("x", "y")), None)
    assert set(found) == {"alpha", "ac1", "fleiss"}
    # By hand: P = (1/3 + 1 + 1) / 3 = 7/9, p = 5/9 and 4/9, Pe = 41/81, kappa = (63 − 41) / (81 − 41) = 0.55.
    assert found["fleiss"].value == pytest.approx(0.55)


def test_numbers_together():
    rows = [
        Rating(name, item, value)
        for item, values in enumerate(((1, 2, 1), (5, 5, 6), (9, 8, 9)))
        for name, value in zip("abc", values, strict=True)
    ]
    found = overall(Ratings.of(rows), Scale("number"), None)
    theirs = krippendorff.alpha(reliability_data=[[1, 5, 9], [2, 5, 8], [1, 6, 9]], level_of_measurement="interval")
    assert found["alpha-interval"].value == pytest.approx(theirs)
    assert found["icc"].n == 3
    few = Ratings.of([Rating("a", 1, 4), Rating("b", 1, 4), Rating("c", 2, 4)])
    assert overall(few, Scale("number"), None)["alpha-interval"].undefined == "fewer than two items have two ratings"
    same = Ratings.of([Rating(name, item, 4) for name in "abc" for item in "xy"])
    assert overall(same, Scale("number"), None)["alpha-interval"].undefined == "no variation: all ratings are the same"


def test_spans_have_nothing_together():
    assert overall(Ratings.of([]), Scale("spans"), None) == {}


def test_nothing_and_no_variation_say_so():
    empty = overall(Ratings.of([]), GRADE, Bootstrap())
    assert empty["alpha"] == Figure.none("fewer than two items have two ratings")
    same = Ratings.of([Rating(name, item, 3) for name in "abc" for item in range(5)])
    found = overall(same, GRADE, Bootstrap())
    assert found["alpha"] == Figure.none("no variation: all 15 ratings are the same", 5)
    assert found["fleiss"] == Figure.none("no variation: every rating is the same", 5)
    assert found["ac1"].value == 1.0


def test_a_single_rating_is_no_part_of_fleiss():
    both: dict[str, dict[Item, Value]] = {"a": {1: 0, 2: 1, 3: 1}, "b": {1: 0, 2: 1, 3: 0}}
    with_single = Ratings({**both, "c": {9: 1}})
    found, alone = (overall(ratings, GRADE, Bootstrap())["fleiss"] for ratings in (with_single, Ratings(both)))
    # By hand: P = 2/3, p = 1/2 and 1/2, so (2/3 − 1/2) / (1 − 1/2) = 1/3.
    assert found.value == alone.value == pytest.approx(1 / 3)
    assert found.n == 3


def test_fleiss_says_why_it_is_undefined():
    assert fleiss_kappa(np.zeros((0, 2))).undefined == "no item"
    assert fleiss_kappa(np.array([[1.0, 0.0], [0.0, 1.0]])).undefined == "no item has two ratings"
    assert fleiss_kappa(np.array([[2.0, 1.0]])).undefined == "one shared item (n=1)"


def test_a_mean_says_over_how_many():
    assert mean_of([Figure(0.5, 3), Figure.none("no variation"), Figure(1.0, 2)]) == Mean(0.75, 2, 1)
    assert mean_of([Figure.none("no variation")]) == Mean(None, 0, 1)
