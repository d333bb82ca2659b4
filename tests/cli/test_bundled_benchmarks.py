"""The bundled benchmarks as a person runs them. No score is locked: structure, isolation, emptiness and silence are."""

import json
import shutil
import socket
from collections import Counter
from importlib.metadata import version

import pytest

from annotator.cli.main import main
from tests.docs.reading import ROOT
from tests.memory_benchmark import ANSWERED_AND_NOT

DRAFTS, CANDIDATES, NOTES = (ROOT / "datasets" / name for name in ("recall-bench", "recall-bench-candidates", "bilingual-notes"))


def evaluated(dataset, capsys, *words):
    capsys.readouterr()
    code = main(["evaluate", str(dataset), *words, "--json", "--per-query"])
    return code, json.loads(capsys.readouterr().out)


def counts(outcome):
    return {name: figure["n"] for name, figure in outcome["measures"].items()}


def test_the_drafts(capsys):
    code, report = evaluated(DRAFTS, capsys)
    assert (code, report["ok"], report["provisional"]) == (0, True, True)
    assert report["dataset"]["status"] == {"draft": 42}
    outcomes = report["retrievers"]["recall"]["projections"]
    (isolated,) = report["retrievers"]["recall"]["isolation"]
    for name in ("candidate", "injected"):
        checks = isolated["projections"][name]["checks"]
        assert counts(outcomes[name]) == {"Success@3": 33, "RR@3": 33, "NoAnswerFPR@3": 9, "Isolation@3": checks}
    assert counts(outcomes["explicit"])["RR@3"] == 5
    assert outcomes["explicit"]["measures"]["NoAnswerFPR@3"]["value"] is None
    assert (isolated["violations"], isolated["checks"]) == (0, sum(one["checks"] for one in isolated["projections"].values()))
    assert isolated["checks"] > 0
    by_subclass = outcomes["candidate"]["groups"]["subclass"]
    assert {name: (its["RR@3"]["n"], its["NoAnswerFPR@3"]["n"]) for name, its in by_subclass.items()} == ANSWERED_AND_NOT


def test_no_answer_stays_empty(capsys):
    for dataset in (DRAFTS, CANDIDATES):
        _, report = evaluated(dataset, capsys, "--no-twice")
        of_query = report["retrievers"]["recall"]["projections"]["injected"]["per_query"]
        unanswered = [its["ranked"] for its in of_query.values() if its["groups"]["subclass"] == "no-answer"]
        assert unanswered
        assert not any(unanswered)


def test_the_candidates(capsys):
    code, report = evaluated(CANDIDATES, capsys)
    assert (code, report["provisional"]) == (0, True)
    assert report["dataset"]["status"] == {"gold-candidate": 40}
    outcomes = report["retrievers"]["recall"]["projections"]
    subclasses = Counter(its["groups"]["subclass"] for its in outcomes["candidate"]["per_query"].values())
    assert set(subclasses.values()) == {5}
    assert len(subclasses) == 8
    assert [one["violations"] for one in report["retrievers"]["recall"]["isolation"]] == [0]


def test_five_ablations_of_the_notes_twice_and_each_language_apart(capsys):
    code, report = evaluated(NOTES, capsys)
    assert (code, report["ok"], report["provisional"]) == (0, True, False)
    assert list(report["retrievers"]) == ["lexical", "token-hash", "alias", "hybrid", "rerank"]
    assert report["invariants"] == [{"id": "same-twice", "ok": True, "detail": "two runs gave the same but for times"}]
    protocol = ["R@5", "R@10", "RR@10", "nDCG(dcg='exp-log2')@10", "ContextP@5", "ContextR@5", "NoAnswerFPR"]
    for one in report["retrievers"].values():
        outcome = one["projections"]["candidate"]
        assert [name for name in protocol if name not in outcome["measures"]] == []
        # Each language has questions with and without an answer.
        assert all(figures[name]["n"] for figures in outcome["groups"]["lang"].values() for name in protocol)
        assert set(outcome["groups"]["lang"]) == {"en", "zh"}
        assert set(one["latency_ms"]) == {"count", "min", "median", "p95", "max", "mean"}


@pytest.mark.parametrize("dataset", [DRAFTS, NOTES], ids=lambda path: path.name)
def test_built_in_retrievers_ask_no_network_and_no_key(dataset, monkeypatch, capsys):
    def refused(*_):
        raise AssertionError("a built-in retriever looked outside")

    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    monkeypatch.setenv("SEARCH_API_KEY", "key-for-test-4711")
    code, report = evaluated(dataset, capsys, "--no-twice")
    assert code == 0
    assert "key-for-test-4711" not in json.dumps(report)


def test_the_notes_are_held_to_the_bounds_of_their_protocol(capsys):
    _, report = evaluated(NOTES, capsys, "--no-twice")
    bounds = {(gate["retriever"], gate["measure"], gate["bound"]) for gate in report["gates"]}
    assert {
        ("rerank", "RR@10", "at least 0.78"),
        ("rerank", "nDCG(dcg='exp-log2')@10", "at least 0.75"),
        ("rerank", "nDCG(dcg='exp-log2')@10", "at most 0.05 below hybrid"),
        ("alias", "NoAnswerFPR", "at most 0.34"),
        ("hybrid", "RR@10", "at least 0.65 where lang is zh"),
    } <= bounds
    assert {gate["retriever"] for gate in report["gates"]} == set(report["retrievers"])


def test_gates_speak_only_of_retrievers_that_were_asked_for(capsys):
    code, report = evaluated(NOTES, capsys, "--no-twice", "--retriever", "rerank")
    # Without hybrid there is nothing to have dropped against.
    assert (code, [gate for gate in report["gates"] if "below hybrid" in gate["bound"]]) == (0, [])
    assert report["gates"] != []


def test_a_language_without_a_question_that_has_no_answer_misses_a_gate(tmp_path, capsys):
    folder = shutil.copytree(NOTES, tmp_path / "notes")
    config = folder / "dataset.yaml"
    config.write_text(config.read_text("utf-8").replace("group: {lang: en}", "group: {lang: fr}"), "utf-8")
    code, report = evaluated(folder, capsys, "--no-twice")
    missed = [gate["why"] for gate in report["gates"] if not gate["ok"]]
    assert (code, missed) == (
        1,
        ["retriever rerank where lang is fr was not evaluated", "retriever hybrid where lang is fr was not evaluated"],
    )


@pytest.mark.parametrize("dataset", [DRAFTS, CANDIDATES, NOTES], ids=lambda path: path.name)
def test_their_reports_hold_no_word_of_theirs(dataset, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    files = ["--out", "r.json", "--html", "r.html", "--csv", "r.csv", "--junit", "r.xml"]
    assert main(["evaluate", str(dataset), "--per-query", *files, "--no-twice"]) == 0
    texts = [capsys.readouterr().out, *(path.read_text("utf-8") for path in tmp_path.glob("r.*"))]
    assert len(texts) == 5
    paths = [path for name in ("corpus", "samples") for path in [*dataset.glob(f"{name}.jsonl"), *dataset.glob(f"{name}/*.jsonl")]]
    records = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    words = [record[key] for record in records for key in ("text", "title", "query") if record.get(key)]
    assert len(words) > 70
    # What retrievers are made of is in a digest only.
    words += [str(dataset), *(f"{library} {version(library)}" for library in ("bm25s", "scikit-learn")), "rjieba", "snowball"]
    # An exact question may be the id of a passage, and ids are what a report holds.
    ids = {record["id"] for record in records}
    assert [word for word in words if word not in ids and any(word in text for text in texts)] == []
