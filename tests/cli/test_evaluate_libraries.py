"""`annotator evaluate` on a dataset of memories: what dataset.yaml says is done, nothing leaks, and nothing is left behind."""

import json
import os
import shlex
import sys
import tempfile
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.evaluate import run_evaluation
from annotator.curate.evaluation_request import Request
from annotator.curate.workspace import Workspace
from annotator.evaluate.sameness import differing
from tests.cli.remembered import a_memory_dataset, with_line

# Answers with all that it is told, and leaves what it saw in what it takes for the user's home.
PROGRAM = """
import json, os, pathlib, sys
seen = []
for line in sys.stdin:
    asked = json.loads(line)
    seen.append(asked)
    home = pathlib.Path(os.environ["HOME"])
    (home / f"{len(list(home.iterdir()))}.json").write_text(json.dumps([os.environ["ANNOTATOR_SEED"], os.environ["XDG_STATE_HOME"], seen]))
    print(json.dumps({"results": [[passage["id"], 1.0] for passage in asked["library"]]}), flush=True)
"""
PYTHON = """
made = []


class Memory:
    def __init__(self):
        made.append(self)
        self.passages = []

    def index(self, passages):
        self.passages += passages

    def search(self, query, k, sample):
        assert [one.id for one in self.passages] == [one["id"] for one in sample["library"]]
        return [(one.id, 1.0) for one in self.passages if not one.meta.get("secret")]


one = Memory()


def elsewhere(query, k):
    return [("exact-1.m0", 1.0)]
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    a_memory_dataset(folder / "memories")
    (folder / "program.py").write_text(PROGRAM)
    (folder / "memory_for_test.py").write_text(PYTHON)
    yield folder
    sys.modules.pop("memory_for_test", None)


def evaluated(capsys, *words):
    capsys.readouterr()
    code = main(["evaluate", "memories", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_dataset_yaml_says_what_is_done(here, capsys):
    code, report = evaluated(capsys)
    assert code == 0
    outcomes = report["retrievers"]["recall"]["projections"]
    assert list(outcomes) == ["candidate", "injected", "explicit"]
    assert {name: (its["value"], its["n"]) for name, its in outcomes["injected"]["measures"].items()} == {
        "Success@3": (1.0, 2),
        "RR@3": (1.0, 2),
        "NoAnswerFPR@3": (0.0, 2),
        "Isolation@3": (0.0, 3),
    }
    # One forbidden memory of conflict-1 and two of secret-1 in both automatic projections, and one of secret-1 in the explicit one.
    (isolated,) = report["retrievers"]["recall"]["isolation"]
    assert {name: one["checks"] for name, one in isolated["projections"].items()} == {"candidate": 3, "injected": 3, "explicit": 1}
    assert (isolated["violations"], isolated["checks"]) == (0, 7)
    assert [(one["id"], one["ok"]) for one in report["invariants"]] == [("isolation", True), ("same-twice", True)]
    assert report["run"]["clock"] == "the time of each sample"


def test_a_program_gets_from_the_library_what_the_command_prints(here, capsys):
    _, printed = evaluated(capsys)
    called = json.loads(json.dumps(run_evaluation(Workspace(here / "memories"), Request()).summary))
    assert list(differing(printed, called)) == []


def test_only_who_is_asked_by_name_tells_the_secret(here, capsys):
    _, report = evaluated(capsys, "--per-query")
    outcomes = report["retrievers"]["recall"]["projections"]
    assert outcomes["explicit"]["per_query"].keys() == {"secret-1"}
    assert outcomes["explicit"]["per_query"]["secret-1"]["ranked"] == ["secret-1.m0"]
    assert outcomes["candidate"]["per_query"]["secret-1"]["ranked"] == []
    assert outcomes["candidate"]["per_query"]["conflict-1"]["status"] == "draft"
    assert outcomes["explicit"]["measures"]["NoAnswerFPR@3"]["undefined"] == "no question without an answer"


def test_the_command_line_wins(here, capsys):
    _, report = evaluated(capsys, "--retriever", "recall", "-m", "Success@1", "--no-twice")
    # Isolation is counted whatever is asked for.
    assert list(report["retrievers"]["recall"]["projections"]["candidate"]["measures"]) == ["Success@1", "Isolation@3"]
    assert [one["id"] for one in report["invariants"]] == ["isolation"]
    assert main(["evaluate", "memories", "--by", "absent"]) == 0
    assert "no sample has a group 'absent'" in capsys.readouterr().out


def test_samples_that_were_left_out_are_told_with_the_reason(here, capsys):
    assert main(["evaluate", "memories"]) == 0
    assert "left out" not in capsys.readouterr().out
    # A changed passage makes the proposal about it stale, so the sample has no answer any more.
    corpus = here / "memories" / "corpus.jsonl"
    lines = [json.loads(line) for line in corpus.read_text("utf-8").splitlines()]
    lines[0]["text"] += " And more."
    corpus.write_text(
        "".join(json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for line in lines), "utf-8"
    )
    assert main(["evaluate", "memories", "--samples", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[2] == "left out: 1 no answer yet, 2 not among the first 1"


def test_the_report_says_first_what_it_is_worth(here, capsys):
    assert main(["evaluate", "memories", "--digits", "6"]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[0] == "small 0.1.0 (synthetic) · PROVISIONAL, not gold · 4 draft"
    begin = printed.index("recall: candidate")
    for words in ("not gold: 4 of 4 scored samples", "none is a gate for a release", "made-up samples", "not verified: gold by people"):
        assert 0 < printed.index(words) < begin
    assert "no tokeniser was run" in printed
    assert "1.000000 (1)" in printed


def test_a_leak_is_exit_code_1(here, capsys):
    code, report = evaluated(capsys, "--retriever", "lexical", "--no-twice")
    assert (code, report["ok"]) == (1, False)
    # Word search knows no rules: conflict-1 once, secret-1 twice.
    assert report["invariants"] == [
        {
            "id": "isolation",
            "ok": False,
            "detail": "lexical, Isolation@3: 3 violations in 3 checks (candidate 3), in conflict-1, secret-1",
        }
    ]


def test_a_passage_from_another_library_is_a_leak_although_nothing_forbids_it(here, capsys):
    code, report = evaluated(capsys, "--retriever", "python:memory_for_test:elsewhere", "--no-twice")
    (isolated,) = report["retrievers"]["python"]["isolation"]
    assert (code, isolated["violations"], isolated["checks"]) == (1, 3, 3)
    assert isolated["samples"] == ["conflict-1", "no-answer-1", "secret-1"]


def test_a_recorded_run_is_held_to_the_libraries_too(here, capsys):
    (here / "r.run").write_text("exact-1 Q0 exact-1.m0 1 2 t\nexact-1 Q0 conflict-1.m0 2 1 t\n")
    code, report = evaluated(capsys, "--retriever", "run:r.run", "--no-twice")
    assert code == 1
    assert report["retrievers"]["r.run"]["isolation"][0]["samples"] == ["exact-1"]
    assert any(note.startswith("r.run was recorded elsewhere") for note in report["notes"])


def test_a_class_is_made_anew_for_each_library_and_an_object_says_that_it_is_not(here, capsys):
    words = ("--retriever", "class=python:memory_for_test:Memory", "--no-twice")
    _, report = evaluated(capsys, *words)
    # One object when the module is imported, then one a sample.
    assert len(sys.modules["memory_for_test"].made) == 1 + 4
    assert not any("is one object for all samples" in note for note in report["notes"])
    assert main(["evaluate", "memories", "--retriever", "one=python:memory_for_test:one", "--no-twice"]) == 2
    assert "retriever one failed on question exact-1" in capsys.readouterr().err


def test_what_foreign_code_prints_is_no_part_of_the_report(here, capsys):
    (here / "memory_for_test.py").write_text("def search(query, k):\n    print('found nothing')\n    return []\n")
    assert main(["evaluate", "memories", "--retriever", "python:memory_for_test:search", "--no-twice", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["format"] == "annotator-report"
    assert err == "found nothing\n" * 4


def test_a_program_starts_anew_for_each_library_and_keeps_to_the_scratch_root(here, tmp_path, capsys):
    program = f"command:{shlex.quote(sys.executable)} program.py"
    root = tmp_path / "temporary" / "mine"
    root.mkdir()
    code, report = evaluated(capsys, "--retriever", program, "--no-twice", "--work-root", str(root), "--seed", "7")
    assert code == 1
    seen = [json.loads(path.read_text()) for path in sorted((root / "run-1" / "home").glob("*.json"))]
    assert [(seed, len(asked)) for seed, _, asked in seen] == [("7", 1)] * 4
    assert all(Path(state).is_relative_to(root) for _, state, _ in seen)
    asked = {one["query"]: one for _, _, (one,) in seen}
    secret = asked["the juniper password"]
    assert (secret["explicit"], secret["time"], secret["context"]) == (True, "2026-10-29T09:39:30Z", {"channelId": "c1"})
    assert secret["library"][0] == {
        "id": "secret-1.m0",
        "text": "The juniper password is heron.",
        "meta": {"ageDays": 9, "secret": True},
    }
    assert "explicit" not in asked["how many oars"]
    assert report["run"]["seed"] == 7


def test_the_state_of_each_sample_and_purpose_stays_where_asked(here, tmp_path, capsys):
    code, report = evaluated(capsys, "--keep")
    root = Path(report["run"]["root"])
    assert (code, root.parent) == (0, tmp_path / "temporary")
    states = {path.relative_to(root).as_posix(): json.loads(path.read_text()) for path in root.rglob("state.json")}
    folders = ["conflict-1/automatic", "exact-1/automatic", "no-answer-1/automatic", "secret-1/automatic", "secret-1/explicit"]
    assert sorted(states) == [f"{run}/recall/{folder}/state.json" for run in ("run-1", "run-2") for folder in folders]
    assert states["run-1/recall/secret-1/automatic/state.json"]["secret-1.m0"]["accessCount"] == 0
    assert states["run-1/recall/secret-1/explicit/state.json"]["secret-1.m0"] == {
        "accessCount": 1,
        "injectCount": 0,
        "lastAccessedAt": "2026-10-29T09:39:30Z",
    }
    library = (root / "run-1/recall/exact-1/automatic/library.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in library] == ["exact-1.m0", "exact-1.m1"]


def test_no_file_and_no_page_names_the_root(here, capsys):
    files = ["--out", "r.json", "--csv", "r.csv", "--html", "r.html", "--junit", "r.xml", "--per-query"]
    assert main(["evaluate", "memories", "--keep", *files]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("state of the run: ")]
    root = line.removeprefix("state of the run: ")
    assert Path(root).is_dir()
    assert not [path.name for path in here.glob("r.*") if root in path.read_text("utf-8")]


def test_a_home_with_a_sentinel_is_never_touched(here, tmp_path, monkeypatch, capsys):
    home = tmp_path / "home"
    for name in ("", ".local/state", ".local/share", ".config", ".cache"):
        (home / name).mkdir(parents=True, exist_ok=True)
    (home / "sentinel").write_text("untouched")
    monkeypatch.setenv("HOME", str(home))
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    before = {path: path.stat().st_mtime_ns for path in [home, *home.rglob("*")]}
    environment = dict(os.environ)
    program = f"command:{shlex.quote(sys.executable)} program.py"
    reports = []
    for run in ("first", "second"):
        root = tmp_path / "temporary" / run
        root.mkdir()
        _, report = evaluated(
            capsys, "--retriever", "recall", "--retriever", program, "--no-twice", "--work-root", str(root), "--per-query"
        )
        reports.append(report)
        assert list(root.rglob("state.json"))
        assert report["retrievers"]["recall"]["isolation"][0]["violations"] == 0
    assert dict(os.environ) == environment
    assert (home / "sentinel").read_text() == "untouched"
    assert {path: path.stat().st_mtime_ns for path in [home, *home.rglob("*")]} == before
    assert not list(home.rglob("state.json"))
    # The same but for times and the root.
    for report in reports:
        report["run"] = {**report["run"], "started_at": None, "root": None}
        for one in report["retrievers"].values():
            one["latency_ms"] = None
            for outcome in one["projections"].values():
                for its in outcome["per_query"].values():
                    its["latency_ms"] = None
    assert reports[0] == reports[1]


def test_nothing_is_left_where_no_file_was_asked_for(here, tmp_path):
    before = {path: path.stat().st_mtime_ns for path in here.rglob("*")}
    assert main(["evaluate", "memories"]) == 0
    assert list((tmp_path / "temporary").iterdir()) == []
    assert {path: path.stat().st_mtime_ns for path in here.rglob("*")} == before


def test_the_first_samples_by_the_bytes_of_their_ids(here, capsys):
    _, report = evaluated(capsys, "--samples", "2", "--per-query")
    assert list(report["retrievers"]["recall"]["projections"]["candidate"]["per_query"]) == ["conflict-1", "exact-1"]
    assert (report["run"]["sample_limit"], report["dataset"]["samples"]) == (2, 2)
    assert report["dataset"]["left_out"] == {"not among the first 2": 2}
    assert evaluated(capsys, "--samples", "4")[1]["dataset"]["left_out"] == {}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--samples", "0"], "--samples 0: give a number from 1 to 4"),
        (["--samples", "5"], "--samples 5: give a number from 1 to 4"),
        (["--seed", "-1"], "--seed -1: is 0 at least"),
        (["--digits", "0"], "--digits 0: is 1 at least"),
        (["--digits", "99"], "--digits 99: is 17 at most"),
        (["--work-root", "."], "--work-root .: is no empty folder"),
        (["--work-root", "absent"], "--work-root absent: is no empty folder"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(here, capsys, words, why):
    assert main(["evaluate", "memories", *words]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1


def test_without_a_library_there_is_no_scratch_root(here, capsys):
    a_memory_dataset(here / "open", {"library": None})
    assert main(["evaluate", "open", "--keep"]) == 2
    assert "leave --keep and --work-root away" in capsys.readouterr().err
    assert main(["evaluate", "open", "--no-twice"]) == 0


def test_nobody_names_a_retriever(here, capsys):
    a_memory_dataset(here / "silent", {"retrievers": []})
    assert main(["evaluate", "silent"]) == 2
    assert "names no retriever under evaluation.retrievers; give --retriever NAME" in capsys.readouterr().err


def test_a_dataset_names_built_in_retrievers_alone(here, capsys):
    a_memory_dataset(here / "odd", {"retrievers": ["memory"]})
    assert main(["evaluate", "odd"]) == 2
    assert "evaluation.retrievers names 'memory', which is no built-in retriever; there are lexical," in capsys.readouterr().err
    config = here / "odd" / "dataset.yaml"
    config.write_text(config.read_text().replace('"memory"', '"python:memory_for_test:one"'))
    assert main(["evaluate", "odd"]) == 2
    assert "evaluation.retrievers.0: string should match pattern" in capsys.readouterr().err
    assert "memory_for_test" not in sys.modules


def test_libraries_that_break_the_rule_are_not_evaluated(here, capsys):
    with_line(here / "memories", "samples", 1, candidates=["conflict-1.m0", "exact-1.m0"])
    assert main(["evaluate", "memories"]) == 1
    assert "passage 'exact-1.m0' is in the libraries of exact-1 and of conflict-1" in capsys.readouterr().err


def test_an_author_alone_gives_no_noise_floor(here, capsys):
    assert main(["evaluate", "memories", "--noise"]) == 1
    assert "no scored question has a reviewer's label" in capsys.readouterr().err
