"""The sentences: why kappa is low, who uses the scale otherwise, and what custom calls a value."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from annotator.agreement.explain import explained, landis_koch, warnings
from annotator.agreement.ratings import Marked, Ratings, Value
from annotator.agreement.scale import Scale
from annotator.agreement.summary import PairSummary, summarise

GRADE = Scale("grade", (0, 1, 2, 3))


def pair_of(scale: Scale, left: Sequence[Value], right: Sequence[Value]) -> PairSummary:
    ratings = Ratings({"ann": dict(enumerate(left)), "bo": dict(enumerate(right))})
    return summarise(ratings, scale).pairs[0]


def test_prevalence_is_named_with_figures():
    pair = pair_of(GRADE, [3] * 48 + [0, 3], [3] * 48 + [3, 0])
    assert warnings(pair, GRADE) == ["kappa is low because 98% are grade 3; observed 0.96, AC1 0.96"]


def test_one_dissent_among_many_equal_labels_is_explained():
    pair = pair_of(GRADE, [3] * 50, [3] * 49 + [2])
    assert pair.statistics["alpha-nominal"].value == 0.0
    assert warnings(pair, GRADE) == ["kappa is low because 99% are grade 3; observed 0.98, AC1 0.98"]


def test_no_variation_is_explained_too():
    scale = Scale("flag")
    said = warnings(pair_of(scale, [True] * 30, [True] * 30), scale)
    assert said[0] == "kappa is undefined because 100% are yes; observed 1.00, AC1 1.00"
    assert said[1] == "no disagreement in 30 items: the true rate may still be as high as 10% (rule of three)"


def test_bias_names_the_value_that_differs_most():
    pair = pair_of(GRADE, [3] * 6 + [0] * 4, [3] * 2 + [0] * 8)
    assert warnings(pair, GRADE) == ["ann and bo use the scale differently: grade 0 is 40% of ann's and 80% of bo's"]


def test_prevalence_alone_is_no_cause_where_kappa_is_as_high_as_ac1():
    pair = pair_of(GRADE, [3] * 8 + [0] * 2, [3] * 8 + [0] * 2)
    assert warnings(pair, GRADE) == ["no disagreement in 10 items: the true rate may still be as high as 30% (rule of three)"]


def test_two_items_without_a_disagreement_say_little_and_one_says_nothing():
    assert warnings(pair_of(GRADE, [0, 1], [0, 1]), GRADE) == [
        "no disagreement in 2 items: the true rate may still be as high as 100% (rule of three)"
    ]
    assert not any("no disagreement" in sentence for sentence in warnings(pair_of(GRADE, [0], [0]), GRADE))


def test_a_bias_is_named_from_four_labels_that_make_up_fifteen_in_a_hundred():
    # 4 of 20 and 4 of 26 labels would have to move; 3 of 20 are too few, 4 of 27 too small a share.
    for moved, n, named in ((4, 20, True), (4, 26, True), (3, 20, False), (4, 27, False)):
        rest = [0, 1, 2] * n
        said = warnings(pair_of(GRADE, [3] * moved + rest[: n - moved], [0] * moved + rest[: n - moved]), GRADE)
        assert any("use the scale differently" in sentence for sentence in said) is named, (moved, n)


def test_nothing_is_said_where_nothing_is_wrong():
    assert warnings(pair_of(GRADE, [0, 1, 2, 3, 0, 1], [0, 1, 2, 3, 1, 1]), GRADE) == []
    assert warnings(pair_of(GRADE, [], []), GRADE) == []


@pytest.mark.parametrize(
    "kappa, word",
    [
        (-0.1, "poor"),
        (0.0, "slight"),
        (0.2, "slight"),
        (0.21, "fair"),
        (0.5, "moderate"),
        (0.8, "substantial"),
        (0.81, "almost perfect"),
        (1.0, "almost perfect"),
    ],
)
def test_landis_and_koch(kappa, word):
    assert landis_koch(kappa) == word


def test_three_sentences_with_n_interval_and_custom():
    sentences = explained(pair_of(GRADE, [0, 1, 2, 3, 0, 1], [0, 1, 2, 3, 1, 1]), GRADE)
    assert len(sentences) == 3
    # Found 1; expected 74/6 (margins 2/2/1/1 and 1/3/1/1), so 1 − 6/74 = 0.919.
    assert sentences[0].startswith("kappa-quadratic of ann and bo is 0.92 on 6 shared items, and lies between ")
    # By chance (2·1 + 2·3 + 1·1 + 1·1) / 6² = 10/36.
    assert sentences[1].startswith("They say exactly the same on 83% of the items, and would on 28% by chance; kappa is 0 where")
    assert sentences[2] == (
        'Landis and Koch (1977) call this "almost perfect", which is custom and no law: what is enough depends on what the labels are for.'
    )


def test_undefined_is_explained_as_undefined():
    first, second, third = explained(pair_of(GRADE, [3], [3]), GRADE)
    assert first == "kappa-quadratic of ann and bo is undefined on 1 shared item: one shared item (n=1), 1/1 agree."
    assert second == "They say exactly the same on 100% of the items, but without variation chance would say the same."
    assert third == "An undefined figure is neither good nor bad: it enters no mean and passes no gate."
    assert explained(pair_of(GRADE, [], []), GRADE)[1] == "There is nothing that chance could be told from."


def test_numbers_and_spans_have_their_own_words():
    number = Scale("number")
    assert "ICC sets how far" in explained(pair_of(number, [1, 5, 9], [2, 5, 9]), number)[1]
    assert "Koo and Li" in explained(pair_of(number, [1, 5, 9], [2, 5, 9]), number)[2]
    spans = Scale("spans")
    one, other = Marked.of([(0, 4)], 10), Marked.of([(0, 5)], 10)
    assert "on 1 shared item (10 characters)" in explained(pair_of(spans, [one], [other]), spans)[0]
