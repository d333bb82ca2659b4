"""Token estimates and latency summaries by hand."""

import pytest

from annotator.evaluate.estimates import ESTIMATES, Latency, cjk_characters, estimate, latency, summed_up
from annotator.report.table import value_text


def test_both_estimates_of_a_mixed_text():
    text = "备份数据。abc 123"  # 5 CJK signs, 7 others
    assert cjk_characters(text) == 5
    assert estimate("ceil(cjk/1.6+other/4)", text) == 5  # 3.125 + 1.75 = 4.875, up
    assert estimate("cjk+other/3.4", text) == pytest.approx(5 + 7 / 3.4)


def test_nothing_costs_nothing_and_every_estimate_says_that_it_is_one():
    assert [estimate(name, "") for name in ESTIMATES] == [0.0, 0.0]
    assert all("estimate" in note for note in ESTIMATES.values())
    with pytest.raises(KeyError):
        estimate("exact", "text")


@pytest.mark.parametrize(("text", "count"), [("kana かな", 2), ("한글", 2), ("ｆｕｌｌ", 4), ("𠀀", 1), ("naïve é", 0)])
def test_what_counts_as_cjk(text, count):
    assert cjk_characters(text) == count


def test_mean_and_total_over_queries():
    # 42 samples that came to 4867 estimated tokens: 4867 / 42 = 115.88095...
    tokens = summed_up([100.0] * 41 + [767.0])
    assert (value_text(tokens.mean), tokens.mean.n) == ("115.881", 42)
    assert (tokens.total.value, tokens.total.n) == (4867.0, 42)
    assert summed_up([]).total.value is None


def test_latency_takes_the_nearest_rank():
    times = [float(number) for number in range(20, 0, -1)]
    assert latency(times) == Latency(20, 1.0, 10.0, 19.0, 20.0, 10.5)
    assert latency([7.0]) == Latency(1, 7.0, 7.0, 7.0, 7.0, 7.0)
    assert latency([1.0, 2.0, 3.0]).median == 2.0
    assert latency([]) == Latency(0)
