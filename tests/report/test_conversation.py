"""Tables of a conversation report."""

import pytest

from annotator.report.conversation import conversation_tables, metric_text

SHARE = {"value": 0.842, "n": 26, "low": None, "high": None, "undefined": None, "counts": {"right": 32, "of": 38}}
EMPTY = {"value": None, "n": 0, "low": None, "high": None, "undefined": "nothing was asked", "counts": {"right": 0, "of": 0}}
TOKENS = {"value": 1154.42, "n": 52, "low": None, "high": None, "undefined": None, "counts": None}
TIMES = {"p50": 8.1234, "p95": 20.3, "totalMs": 412.0, "n": 900}


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("retrievalRecall", SHARE, "84.2% (32/38)"),
        ("storageCorrectness", None, "n/a"),
        ("storageCorrectness", EMPTY, "n/a"),
        ("extraTokensEstimate", TOKENS, "1154.4 (n 52)"),
    ],
)
def test_a_cell_shows_value_and_counts(name: str, value: dict | None, text: str):
    assert metric_text(name, value) == text


def test_the_tables_keep_axes_apart_and_never_sum_them_up():
    metrics = {
        "retrievalRecall": {"a": SHARE, "memory": None},
        "assemblyCoverage": {"a": SHARE, "memory": SHARE},
        "extraTokensEstimate": {"a": TOKENS, "memory": TOKENS},
        "latencyMs": {"a": {**TIMES, "p50": None}, "memory": TIMES},
    }
    report = {
        "baselines": ["a", "memory"],
        "metricOrder": list(metrics),
        "axes": {"retrievalRecall": "retrieval", "assemblyCoverage": "assembly", "extraTokensEstimate": "cost", "latencyMs": "latency"},
        "metrics": metrics,
        "invariants": [{"id": "x", "ok": ok, "detail": "d"} for ok in (True, False, None)],
        "perScenario": [{"scenario": "long-haul", "size": "100", "sessionIds": ["lh-100"], "metrics": metrics}],
        "perSize": [{"size": "100", "metrics": metrics}],
    }
    invariants, whole, part, sizes = conversation_tables(report)
    assert [row[1] for row in invariants.rows] == ["yes", "NO", "n/a"]
    assert whole.rows[0] == ("retrieval", "retrievalRecall", "84.2% (32/38)", "n/a")
    assert [row[1:] for row in whole.rows[3:]] == [
        ("latencyMs p50", "n/a", "8.123"),
        ("latencyMs p95", "20.300", "20.300"),
        ("latencyMs totalMs", "412.000", "412.000"),
    ]
    assert part.title == "long-haul, size 100 (lh-100)"
    assert [row[:2] for row in sizes.rows] == [("100", "assemblyCoverage"), ("100", "extraTokensEstimate")]


@pytest.mark.parametrize(
    ("right", "of", "text"),
    [
        (270, 270, "100.0% (270/270)"),
        (32, 38, "84.2% (32/38)"),
        (20, 26, "76.9% (20/26)"),
        (338, 338, "100.0% (338/338)"),
        (42, 50, "84.0% (42/50)"),
        (26, 34, "76.5% (26/34)"),
    ],
)
def test_published_counts_print_as_they_were_published(right: int, of: int, text: str):
    # The counts of the two runs that the protocol's authors published (standard and full profile).
    value = {**SHARE, "value": right / of, "counts": {"right": right, "of": of}}
    assert metric_text("retrievalRecall", value) == text
