"""Paired tests against scipy and against hand arithmetic."""

import random

import pytest
from scipy import stats

from annotator.errors import Refused
from annotator.evaluate.significance import adjusted, compare, effect_size, holm, paired_t, randomisation, wilcoxon

MOVES = [0.2, -0.1, 0.3, 0.1, 0.0]


def test_the_exact_randomisation_p_of_five_queries():
    # 12 of 2^5 sign patterns reach a sum of 0.5.
    assert randomisation(MOVES) == 12 / 32
    assert paired_t(MOVES) == pytest.approx(0.23020, abs=5e-6)


def test_scipys_permutation_test_gives_the_same_exact_p():
    values = [0.31, -0.22, 0.15, 0.4, -0.05, 0.27, 0.11]
    result = stats.permutation_test((values,), sum, permutation_type="samples", n_resamples=10_000)
    assert randomisation(values) == pytest.approx(float(result.pvalue))


def test_identical_runs_have_p_one_in_every_test():
    assert (paired_t([0.0] * 3), wilcoxon([0.0] * 3), randomisation([0.0] * 3)) == (1.0, 1.0, 1.0)


def test_a_constant_difference_is_not_certain_with_three_queries():
    values = [0.2 - 0.1, 0.4 - 0.3, 0.6 - 0.5]
    assert paired_t(values) == 2 / 8
    assert randomisation(values) == 2 / 8
    assert effect_size(values) is None


def test_many_queries_are_sampled_with_a_seed_and_never_give_zero():
    rng = random.Random(5)
    values = [rng.gauss(1, 0.1) for _ in range(40)]
    assert randomisation(values, seed=1) == randomisation(values, seed=1) == 1 / 10_001
    close = [rng.gauss(0.02, 0.2) for _ in range(60)]
    assert randomisation(close) == pytest.approx(float(stats.ttest_1samp(close, 0).pvalue), abs=0.02)


def test_t_and_wilcoxon_are_scipys():
    rng = random.Random(2)
    a, b = [rng.random() for _ in range(25)], [rng.random() for _ in range(25)]
    moves = [y - x for x, y in zip(a, b, strict=True)]
    assert paired_t(moves) == pytest.approx(float(stats.ttest_rel(b, a).pvalue))
    assert wilcoxon(moves) == pytest.approx(float(stats.wilcoxon(b, a).pvalue))


@pytest.mark.parametrize(
    ("raw", "corrected"),
    [([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]), ([0.5], [0.5]), ([], []), ([0.9, 0.8], [1.0, 1.0]), ([0.02, 0.02], [0.04, 0.04])],
)
def test_holm(raw, corrected):
    assert holm(raw) == pytest.approx(corrected)


def test_a_comparison_counts_and_says_in_words_what_may_be_claimed():
    a = {f"q{i}": 0.1 for i in range(12)}
    b = {f"q{i}": 0.1 + 0.05 * i for i in range(12)}
    better, same = adjusted([compare("AP", ("A", a), ("B", b)), compare("RR", ("A", a), ("B", {**a, "q3": 0.2}))])
    assert (better.wins, better.ties, better.losses) == (11, 1, 0)
    assert better.moved[0] == "q11"
    assert better.difference.value == pytest.approx(0.05 * 66 / 12)
    assert better.difference.low is not None and better.difference.low > 0
    # All 11 moves point one way: 2 of 2^11 patterns, doubled by Holm for two comparisons.
    assert better.randomisation == 2 / 2**11
    assert better.adjusted == pytest.approx(2 * 2 / 2**11)
    assert better.verdict == "B is better"
    assert same.verdict == "no difference can be claimed"


@pytest.mark.parametrize(
    ("measure", "verdict", "wins", "losses"),
    [
        ("Isolation@3", "A is better", 0, 12),
        ("NoAnswerFPR", "A is better", 0, 12),
        ("NumRet", "B is higher", 12, 0),
        ("P(rel=2)@5", "B is better", 12, 0),
        ("a measure of an old report", "B is better", 12, 0),
    ],
)
def test_who_errs_more_is_not_called_better(measure: str, verdict: str, wins: int, losses: int):
    none, all_ = ({f"q{i}": value for i in range(12)} for value in (0.0, 1.0))
    one = compare(measure, ("A", none), ("B", all_))
    assert (one.verdict, one.wins, one.losses) == (verdict, wins, losses)
    assert one.difference.value == 1.0


def test_only_shared_queries_are_compared():
    one = compare("AP", ("A", {"q1": 0.5, "q2": 1.0}), ("B", {"q2": 0.5, "q3": 1.0}))
    assert (one.difference.n, one.difference.value) == (1, -0.5)
    with pytest.raises(Refused, match="share no scored query"):
        compare("AP", ("A", {"q1": 0.5}), ("B", {"q3": 1.0}))
