"""A report of an evaluation with something of everything in it, and words that try to be markup."""

from typing import Any

NASTY = "<script>alert(1)</script>\"'&\x1b[31m"


def figure(value: float | None, n: int = 4, low: float | None = None, high: float | None = None) -> dict[str, Any]:
    return {"value": value, "n": n, "low": low, "high": high, "undefined": None if value is not None else "no question"}


def an_outcome(value: float) -> dict[str, Any]:
    return {
        "measures": {"nDCG@10": figure(value, 4, value / 2, value), "Isolation@3": figure(2.0, 5), "AP": figure(None, 0)},
        "groups": {"lang": {"en": {"nDCG@10": figure(value)}, "zh": {"nDCG@10": figure(None), "AP": figure(0.25)}}},
        "unknown_ids": 0,
        "per_query": {
            f"q-{number}": {"groups": {}, "ranked": ["p"], "measures": {"nDCG@10": number / 4, "AP": None}} for number in range(4)
        },
        "precision_recall": [value] * 11,
    }


def a_report(**more: Any) -> dict[str, Any]:
    times = {"count": 4, "min": 1.0, "median": 1.5, "p95": 2.0, "max": 2.0, "mean": 1.6}
    return {
        "format": "annotator-report",
        "version": 1,
        "dataset": {
            "id": "small",
            "version": NASTY,
            "sha256": "d" * 64,
            "definition_sha256": "e" * 64,
            "provenance": "synthetic",
            "status": {"gold": 3, "draft": 1},
        },
        "code": {"version": "1.2.3", "commit": None, "dirty": None},
        "run": {"started_at": "2026-11-30T05:09:00Z", "seed": 1, "k": 100},
        "provisional": True,
        "retrievers": {
            "lexical": {"projections": {"candidate": an_outcome(0.5)}, "latency_ms": times, "tokens": {}},
            NASTY: {"projections": {"candidate": an_outcome(0.75), "injected": an_outcome(0.0)}, "latency_ms": times, "tokens": {}},
        },
        "comparisons": [
            {"measure": "nDCG@10", "a": "lexical", "b": NASTY, "difference": figure(0.25, 4, 0.1, 0.4), "verdict": f"{NASTY} is better"},
            {"measure": "AP", "a": "lexical", "b": NASTY, "difference": figure(0.0), "verdict": "no difference can be claimed"},
        ],
        "noise": {
            "pairs": [{"measure": "AP", "a": "x", "b": "y", "difference": 0.1, "floor": 0.2, "verdict": "not separable with these labels"}]
        },
        "gates": [
            {"measure": "nDCG@10", "retriever": "lexical", "bound": "at least 0.4", "value": 0.5, "ok": True, "why": "0.5000 over 4"},
            {
                "measure": "AP",
                "retriever": NASTY,
                "bound": "at least 0.4",
                "value": None,
                "ok": False,
                "why": f"50% of {NASTY},\r\nno value",
            },
        ],
        "invariants": [{"id": "same-twice", "ok": True, "detail": "two runs gave the same"}],
        "ok": False,
        "notes": [f"a note with {NASTY}"],
        **more,
    }
