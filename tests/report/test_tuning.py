"""A grid search as tables, curves and page: a value is marked where it is recommended, and nowhere else."""

import re
from typing import Any

import pytest

from annotator.report.svg import standalone
from annotator.report.tuning import combinations_csv, recommended_text, setting_text, signals_text, tuning_tables
from annotator.report.tuning_page import tuning_curves, tuning_html
from tests.report.reported import NASTY, figure

USUAL = {"rrf_k": 60, "bm25_weight": 0.5, "top_k": 20, "bm25_k1": 1.2, "bm25_b": 0.75}


def a_curve(values: list[float], best: list[float]) -> dict[str, Any]:
    return {"values": values, "mean": [one - 0.01 for one in best], "best": best, "spread": max(best) - min(best), "spread_of_mean": 0.02}


def a_report(**more: Any) -> dict[str, Any]:
    """A conclusive report in which rrf_k matters and weights tie."""
    return {
        "dataset": {"id": "small", "version": NASTY, "sha256": "a" * 64, "definition_sha256": "b" * 64},
        "run": {"started_at": "2026-11-30T05:09:00Z"},
        "provisional": True,
        "routes": ["bm25", "token-hash"],
        "corpus_count": 9,
        "query_count": 4,
        "combinations": 4,
        "usual": USUAL,
        "best_ndcg10": figure(0.75),
        "best_combinations": 2,
        "ndcg_spread": figure(0.25),
        "ndcg_ceiling": figure(0.9),
        "measures": {"nDCG@10": {"usual": figure(0.5, 4, 0.25, 0.75), "spread": figure(0.25)}},
        "param_sensitivity": {"rrf_k": a_curve([10, 60], [0.5, 0.75]), "bm25_weight": a_curve([0.3, 0.5], [0.75, 0.75])},
        "rank_sensitive_ratio": figure(0.5),
        "bm25_avg_recall": figure(1.74),
        "bm25_median_recall": 1,
        "bm25_max_recall": None,
        "queries_with_empty_bm25": 2,
        "vector_coverage": figure(1.0),
        "vector_avg_recall": figure(20.0),
        "route_overlap_avg": figure(1.52),
        "route_overlap_jaccard": figure(None, 0),
        "dual_route_queries": 2,
        "banner": f"conclusive: {NASTY}",
        "recommended": {"rrf_k": 60, "bm25_weight": None},
        "notes": [NASTY],
        **more,
    }


def test_the_first_tables_lead_with_scores_and_overlap() -> None:
    scores, routes, sensitivity, *curves = tuning_tables(a_report())
    assert scores.rows == (("nDCG@10", "0.5000", "0.2500 to 0.7500", "0.2500", 4),)
    assert routes.rows[0] == ("overlap of the routes (Jaccard)", "undefined")
    assert ("passages from BM25, most", "-") in routes.rows
    assert sensitivity.rows == (("rrf_k", "0.2500", "0.0200", "60"), ("bm25_weight", "0.0000", "0.0200", "none"))
    assert [table.rows for table in curves] == [
        (("10", "0.4900", "0.5000"), ("60", "0.7400", "0.7500")),
        (("0.3", "0.7400", "0.7500"), ("0.5", "0.7400", "0.7500")),
    ]


@pytest.mark.parametrize("recommended, marks", [({"rrf_k": 60, "bm25_weight": None}, 2), (None, 0)])
def test_a_value_is_marked_only_where_it_is_recommended(recommended: dict[str, float | None] | None, marks: int) -> None:
    # Two marks: the value, and what the mark means.
    report = a_report(recommended=recommended)
    assert tuning_curves(report).count('class="claimed"') == marks
    assert ("<title>recommended: 60</title>" in tuning_curves(report)) is bool(marks)
    if recommended is None:
        assert [row[-1] for row in list(tuning_tables(report))[2].rows] == ["none", "none"]


def test_a_flat_curve_stays_flat_on_a_scale_that_does_not_magnify_noise() -> None:
    flat = a_report(param_sensitivity={"rrf_k": a_curve([10, 60], [0.7, 0.7001])}, recommended=None)
    # Values from 0.69 to 0.7001 lie between 0.69 and 0.71; three hundredths more are put around them.
    assert re.findall(r'class="label"[^>]*>([0-9.]+)<', tuning_curves(flat)) == ["0.72", "0.67"]


def test_the_signals_lead() -> None:
    line = "spread of nDCG@10 0.2500, overlap of the routes (Jaccard) undefined, passages from BM25 1.7400 a question"
    assert signals_text(a_report()) == line
    assert tuning_html(a_report()).index(line) < tuning_html(a_report()).index("<h2>")


def test_words_stay_words_in_the_page() -> None:
    page = tuning_html(a_report())
    assert "<script" not in page
    assert "\x1b" not in page
    assert "provisional, not gold" in page


def test_a_report_without_questions_is_a_page_without_curves() -> None:
    page = tuning_html(a_report(param_sensitivity={}, recommended=None, measures={}))
    assert "<svg" not in page
    assert "recommended: none" in page


def test_a_picture_of_its_own_says_what_it_is() -> None:
    assert standalone(tuning_curves(a_report())).startswith('<svg xmlns="http://www.w3.org/2000/svg"')


def test_settings_in_a_line_and_as_rows() -> None:
    assert setting_text({"rrf_k": 60, "bm25_b": 0.75}) == "rrf_k 60, bm25_b 0.75"
    assert recommended_text(None) == "none"
    assert recommended_text({"rrf_k": 60, "top_k": 20}) == "rrf_k 60, top_k 20"
    assert recommended_text({"rrf_k": 60, "top_k": None}) == "rrf_k 60; top_k left open (equal, or different by less than 0.01)"
    assert recommended_text({"rrf_k": None, "top_k": None}) == "none; rrf_k, top_k left open (equal, or different by less than 0.01)"
    assert combinations_csv(iter([({"rrf_k": 60}, {"RR": 0.5})])) == '"rrf_k","RR"\n60,0.5\n'
    assert combinations_csv(iter([])) == "\n"
