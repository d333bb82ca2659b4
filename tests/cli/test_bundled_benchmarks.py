"""The bundled benchmark of memories as a person runs it. No score is locked: structure, isolation and emptiness are."""

import json
from collections import Counter

import pytest

from annotator.cli.main import main
from tests.docs.reading import ROOT

DRAFTS, CANDIDATES = (ROOT / "datasets" / name for name in ("recall-bench", "recall-bench-candidates"))


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
    assert {name: (its["RR@3"]["n"], its["NoAnswerFPR@3"]["n"]) for name, its in by_subclass.items()} == {
        "paraphrase": (6, 0),
        "exact": (5, 0),
        "negation": (4, 0),
        "no-answer": (0, 6),
        "conflict": (5, 0),
        "boundary": (6, 0),
        "secret": (2, 3),
        "coding": (5, 0),
    }


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


@pytest.mark.parametrize("dataset", [DRAFTS, CANDIDATES], ids=lambda path: path.name)
def test_their_reports_hold_no_word_of_theirs(dataset, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["evaluate", str(dataset), "--per-query", "--out", "r.json", "--html", "r.html", "--csv", "r.csv", "--no-twice"]) == 0
    texts = [capsys.readouterr().out, *((tmp_path / name).read_text("utf-8") for name in ("r.json", "r.html", "r.csv"))]
    records = [json.loads(line) for path in dataset.glob("*/*.jsonl") for line in path.read_text("utf-8").splitlines()]
    words = [record[key] for record in records for key in ("text", "title", "query") if record.get(key)]
    assert len(words) > 80
    # An exact question may be the id of a passage, and ids are what a report holds.
    ids = {record["id"] for record in records}
    assert [word for word in words if word not in ids and any(word in text for text in texts)] == []
