"""Laws that agreement keeps for any data: symmetry, order, names, ranges, monotony, intervals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from annotator.agreement.interval import Bootstrap
from annotator.agreement.ratings import Item, Marked, Rating, Ratings, Value
from annotator.agreement.scale import Scale
from annotator.agreement.summary import PairSummary, pair_summary
from annotator.model.figure import Figure

SCALE = Scale("grade", (0, 1, 2, 3))
CHOICE = Scale("choice", ("x", "y", "z"))
TAGS = Scale("tags", tags=("a", "b", "c", "d"))
FAST = Bootstrap(resamples=60)
LENGTH = 24
# By their formulas; e.g. AC2 of (1, 1), (0, 3), (0, 3), (0, 3) on four grades is −1.038.
UNBOUNDED_BELOW = {"icc", "alpha-u", "ac2"}

grades = st.sampled_from(SCALE.values)
choices = st.sampled_from(CHOICE.values)
tag_sets = st.frozensets(st.sampled_from(TAGS.tags))
span = st.tuples(st.integers(0, LENGTH - 1), st.integers(1, 6), st.sampled_from([None, "P", "N"])).map(
    lambda parts: (parts[0], min(LENGTH, parts[0] + parts[1]), parts[2])
)
marks = st.lists(span, max_size=4).map(lambda spans: Marked.of(spans, LENGTH))
numbers = st.integers(0, 20)


def pairs_of(values: st.SearchStrategy[Value]) -> st.SearchStrategy[list[tuple[Value, Value]]]:
    """Both reviewers' values of each item; often equal, as real ones are."""
    return st.lists(st.one_of(values.map(lambda value: (value, value)), st.tuples(values, values)), min_size=1, max_size=14)


CASES = [
    pytest.param(SCALE, pairs_of(grades), id="grade"),
    pytest.param(CHOICE, pairs_of(choices), id="choice"),
    pytest.param(Scale("flag"), pairs_of(st.booleans()), id="flag"),
    pytest.param(TAGS, pairs_of(tag_sets), id="tags"),
    pytest.param(Scale("spans"), pairs_of(marks), id="spans"),
    pytest.param(Scale("number", tolerance=2), pairs_of(numbers), id="number"),
]
every_kind = pytest.mark.parametrize("scale, pairs", CASES)


def summary_of(scale: Scale, pairs: Sequence[tuple[Value, Value]], plan: Bootstrap | None = None, per_sample: int = 2) -> PairSummary:
    rows = [
        Rating(name, place, pair[side], f"s{place // per_sample}") for place, pair in enumerate(pairs) for side, name in enumerate("AB")
    ]
    return pair_summary(Ratings.of(rows).pair("A", "B"), scale, plan)


def every_figure(summary: PairSummary) -> dict[str, Figure]:
    return {**summary.statistics, **{f"tag {tag}": figure for tag, figure in summary.tags.items()}}


def values_of(summary: PairSummary) -> dict[str, float | None]:
    return {name: figure.value for name, figure in every_figure(summary).items()}


def close(left: dict[str, float | None], right: dict[str, float | None]) -> bool:
    return left.keys() == right.keys() and all(
        right[name] is None if value is None else value == pytest.approx(right[name], abs=1e-9) for name, value in left.items()
    )


@every_kind
@given(data=st.data())
def test_the_two_reviewers_may_change_places(scale, pairs, data):
    drawn = data.draw(pairs)
    assert close(values_of(summary_of(scale, drawn)), values_of(summary_of(scale, [(right, left) for left, right in drawn])))


@every_kind
@given(data=st.data())
def test_the_order_of_rows_changes_nothing(scale, pairs, data):
    drawn = data.draw(pairs)
    rows = [Rating(name, place, pair[side], f"s{place // 2}") for place, pair in enumerate(drawn) for side, name in enumerate("AB")]
    ratings, shuffled = Ratings.of(rows), Ratings.of(data.draw(st.permutations(rows)))
    assert pair_summary(ratings.pair("A", "B"), scale, FAST).statistics == pair_summary(shuffled.pair("A", "B"), scale, FAST).statistics


@every_kind
@given(data=st.data())
def test_every_figure_is_in_its_range_or_has_a_reason_and_is_never_nan(scale, pairs, data):
    for name, figure in every_figure(summary_of(scale, data.draw(pairs))).items():
        assert (figure.value is None) == (figure.undefined is not None)
        if figure.value is None:
            continue
        top = float("inf") if name == "mae" else 1.0
        low = float("-inf") if name in UNBOUNDED_BELOW else -1.0
        assert low - 1e-12 <= figure.value <= top + 1e-12, name


@every_kind
@given(data=st.data())
def test_the_interval_holds_the_value_and_keeps_to_the_range(scale, pairs, data):
    for name, figure in every_figure(summary_of(scale, data.draw(pairs), FAST)).items():
        if figure.low is None or figure.high is None or figure.value is None:
            assert figure.low is None and figure.high is None
            continue
        assert figure.low <= figure.value <= figure.high
        if name != "mae":
            assert figure.high <= 1.0 + 1e-12
        if name not in UNBOUNDED_BELOW:
            assert figure.low >= -1.0 - 1e-12


@every_kind
@given(data=st.data())
def test_full_agreement_is_one_or_undefined(scale, pairs, data):
    same = [(left, left) for left, _ in data.draw(pairs)]
    for name, value in values_of(summary_of(scale, same)).items():
        # Two empty sets are the same and have no tag in common.
        if name == "one-in-common":
            continue
        assert value is None or value == pytest.approx(0.0 if name == "mae" else 1.0), name


@every_kind
@given(data=st.data())
def test_one_more_item_on_which_both_agree_never_lowers_observed_agreement(scale, pairs, data):
    drawn = data.draw(pairs)
    more = [*drawn, (drawn[0][0], drawn[0][0])]
    before, after = (summary_of(scale, some).statistics["observed"].value or 0.0 for some in (drawn, more))
    assert after >= before


@given(pairs_of(choices), st.permutations(CHOICE.values))
def test_renaming_nominal_labels_changes_nothing(pairs, names):
    rename = dict(zip(CHOICE.values, names, strict=True))
    renamed = [(rename[str(left)], rename[str(right)]) for left, right in pairs]
    assert close(values_of(summary_of(CHOICE, pairs)), values_of(summary_of(CHOICE, renamed)))


@given(pairs_of(grades))
def test_a_scale_read_backwards_weighs_the_same(pairs):
    backwards = [(3 - int(str(left)), 3 - int(str(right))) for left, right in pairs]
    assert close(values_of(summary_of(SCALE, pairs)), values_of(summary_of(SCALE, backwards)))


@given(pairs_of(marks))
def test_overlap_f1_is_never_below_exact_f1(pairs):
    figures = summary_of(Scale("spans"), pairs).statistics
    exact, overlap = figures["f1-exact"].value, figures["f1-overlap"].value
    assert (exact is None) == (overlap is None)
    assert exact is None or overlap is None or overlap >= exact


@given(pairs_of(st.lists(span, max_size=1).map(lambda spans: Marked.of(spans, LENGTH))))
def test_leaving_tags_out_never_lowers_agreement_on_places(pairs):
    figures = summary_of(Scale("spans"), pairs).statistics
    assume("character-f1-by-tag" in figures)
    by_tag, by_place = figures["character-f1-by-tag"].value, figures["character-f1"].value
    assert by_tag is not None and by_place is not None
    assert by_place >= by_tag - 1e-12


@given(pairs_of(grades), st.sets(st.integers(0, 13)))
def test_what_one_of_them_has_not_done_is_no_disagreement(pairs, missing):
    left: dict[Item, Value] = {place: pair[0] for place, pair in enumerate(pairs)}
    right: dict[Item, Value] = {place: pair[1] for place, pair in enumerate(pairs) if place not in missing}
    pair = Ratings({"A": left, "B": right}).pair("A", "B")
    both = [drawn for place, drawn in enumerate(pairs) if place not in missing]
    assert list(zip(pair.left, pair.right, strict=True)) == both


@given(pairs_of(grades))
def test_weighted_kappa_of_two_grades_is_plain_kappa(pairs):
    binary = [(int(str(left)) // 2, int(str(right)) // 2) for left, right in pairs]
    figures = summary_of(Scale("grade", (0, 1)), binary).statistics
    assert figures["kappa"] == figures["kappa-linear"] == figures["kappa-quadratic"]
