"""What a report on a bundled benchmark says of itself (data, code, run, settings, limits), and that none of it needs a network."""

import json
import re
import socket
from typing import Any

import pytest

from annotator import __version__
from annotator.cli.main import main
from tests.docs.reading import ROOT

DRAFTS = ROOT / "datasets" / "recall-bench"
NOT_VERIFIED = [
    *("gold by people", "a real person's library", "semantic or vector quality", "a model's tokens", "latency of a service"),
    *("other platforms, concurrency, crash recovery", "how real questions are spread", "ranking in production", "larger libraries"),
]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["evaluate", str(DRAFTS), "--no-twice", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_it_names_its_data_by_digest_and_counts_its_files(report: dict[str, Any], capsys: pytest.CaptureFixture[str]):
    assert main(["hash", str(DRAFTS)]) == 0
    assert capsys.readouterr().out.split()[0] == report["dataset"]["sha256"]
    hashed = [path for top in ("corpus", "samples", "labels") for path in (DRAFTS / top).rglob("*.jsonl")]
    assert report["dataset"]["files"] == len(hashed) + len(["dataset.yaml"])
    assert (report["dataset"]["samples"], report["dataset"]["provenance"]) == (42, "synthetic")


def test_it_names_its_code_and_its_run(report: dict[str, Any]):
    assert report["code"].keys() == {"version", "commit", "dirty"}
    assert report["code"]["version"] == __version__
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", report["run"]["started_at"])
    assert isinstance(report["run"]["seed"], int)
    assert (report["run"]["sample_limit"], report["run"]["clock"]) == (None, "the time of each sample")


def test_it_says_how_the_reference_memory_is_set_and_that_no_outside_service_takes_part(report: dict[str, Any]):
    (note,) = [note for note in report["notes"] if note.startswith("recall is ")]
    assert "local lexical reference" in note
    assert "at most 20 candidates" in note
    assert "640 estimated tokens" in note
    assert "draws no random number" in note


def test_it_says_that_made_up_questions_prove_little(report: dict[str, Any]):
    (note,) = [note for note in report["notes"] if note.startswith("synthetic: ")]
    assert "not on what people ask" in note
    assert "word search is near perfect and proves little" in note


def test_it_says_what_it_covers_and_each_thing_that_nobody_verified(report: dict[str, Any]):
    (covered,) = [note for note in report["notes"] if note.startswith("covers: ")]
    (uncovered,) = [note for note in report["notes"] if note.startswith("not verified: ")]
    assert "who may recall what" in covered
    assert [words for words in NOT_VERIFIED if words not in uncovered] == []


def test_a_long_conversation_needs_no_network(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def refused(*_: object) -> None:
        raise AssertionError("the evaluation looked outside")

    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    assert main(["evaluate", str(ROOT / "datasets" / "long-conversation"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
