"""`annotator evaluate` as a person and a build server run it."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from annotator import __version__
from annotator.cli.main import main
from tests.builders import a_dataset, graded
from tests.cli.evaluated import PASSAGES, SAMPLES, WORDS, an_evaluated_dataset

# Two passages are right and stand first, the third is returned for a question that has no answer.
RUN = "q-1 Q0 p-1 1 2 t\nq-1 Q0 p-3 2 1 t\nq-2 Q0 p-3 1 2 t\nq-2 Q0 p-2 2 1 t\nq-3 Q0 p-1 1 1 t\n"
FICKLE = """
import itertools
count = itertools.count()


def search(query, k):
    return [("p-1", 1.0), ("p-2", 2.0 if next(count) % 2 else 0.5)]
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    an_evaluated_dataset(tmp_path / "small")
    (tmp_path / "recorded.run").write_text(RUN)
    (tmp_path / "fickle_for_test.py").write_text(FICKLE)
    yield tmp_path
    sys.modules.pop("fickle_for_test", None)


def evaluated(capsys, *words):
    capsys.readouterr()
    code = main(["evaluate", "small", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_the_report_has_the_shape_of_the_design_and_holds_figures_only(here, capsys):
    code, report = evaluated(capsys, "--retriever", "run:recorded.run", "-m", "RR@10", "-m", "NoAnswerFPR")
    assert code == 0
    assert list(report) == [
        *("format", "version", "dataset", "code", "run", "provisional", "retrievers", "comparisons", "gates", "invariants", "ok", "notes")
    ]
    outcome = report["retrievers"]["recorded.run"]["projections"]["candidate"]
    assert set(outcome) == {"measures", "groups", "unknown_ids", "returned_twice", "budget"}
    assert outcome["measures"]["RR@10"]["value"] == 0.75
    assert outcome["measures"]["NoAnswerFPR"]["value"] == 1.0
    assert (report["dataset"]["status"], report["provisional"], report["ok"]) == ({"gold": 3}, False, True)


def test_a_run_of_other_questions_is_refused_with_ids_of_both_sides(here, capsys):
    (here / "other.run").write_text("1 Q0 p-1 1 3 t\n02 Q0 p-1 1 3 t\n")
    assert main(["evaluate", "small", "--retriever", "run:other.run", "-m", "RR@10"]) == 2
    said = "other.run: answers no question of small; it has '02', '1', the dataset has 'q-1', 'q-2', 'q-3'; write the run with the dataset's ids"
    assert capsys.readouterr() == ("", f"annotator: {said}\n")


def test_questions_that_only_one_of_run_and_dataset_has_are_counted_in_sight(here, capsys):
    (here / "other.run").write_text("".join(f"{id_} Q0 p-1 1 3 t\n" for id_ in ("q-1", "x", "y")))
    _, report = evaluated(capsys, "--retriever", "run:other.run", "-m", "RR@10")
    assert report["notes"][-2:] == [
        "other.run: 2 of its 3 questions are no samples of small and were left out: 'x', 'y'",
        "other.run: has nothing for 2 of the 3 questions that are scored: 'q-2', 'q-3'",
    ]
    _, report = evaluated(capsys, "--retriever", "run:recorded.run", "-m", "RR@10")
    assert not [note for note in report["notes"] if note.startswith("recorded.run")]


def test_drafts_are_provisional(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    an_evaluated_dataset(tmp_path / "small", gold=False)
    code, report = evaluated(capsys, "--retriever", "lexical", "--gate", "RR@10 lexical at_least 0.1")
    assert (code, report["provisional"], report["ok"]) == (0, True, True)
    assert main(["evaluate", "small", "--retriever", "lexical"]) == 0
    assert "gates, provisional" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        ("RR@10 recorded.run at_least 0.75", 0),
        ("RR@10 recorded.run at_least 0.76", 1),
        ("NoAnswerFPR recorded.run at_most 0.5", 1),
        ("RR@10 recorded.run drop_at_most 0.25 against lexical", 0),
        ("RR@10 recorded.run drop_at_most 0.2 against lexical", 1),
        ("Isolation@3 recorded.run at_most 1", 1),
        ("RR@10 dense at_least 0", 1),
    ],
)
def test_a_gate_of_the_command_line_decides_the_exit_code(here, capsys, gate, code):
    found, report = evaluated(capsys, "--retriever", "run:recorded.run", "--retriever", "lexical", "--gate", gate)
    assert found == code
    # The gates of dataset.yaml that speak of a retriever here come first.
    assert report["gates"][0]["retriever"] == "lexical"
    assert report["gates"][-1]["ok"] is (code == 0)


def test_a_gate_against_a_stored_report(here, capsys):
    assert main(["evaluate", "small", "--retriever", "r=lexical", "--out", "base.json"]) == 0
    words = ("--retriever", "r=run:recorded.run", "--baseline", "base.json")
    code, report = evaluated(capsys, *words, "--gate", "RR@10 r drop_at_most 0.25 against baseline")
    assert code == 0
    code, report = evaluated(capsys, *words, "--gate", "RR@10 r drop_at_most 0.2 against baseline")
    assert code == 1
    assert report["gates"][-1]["why"] == "0.7500 over 2, baseline 1.0000: down by 0.2500"
    assert evaluated(capsys, *words[:2], "--gate", "RR@10 r drop_at_most 1 against baseline")[0] == 1


def test_a_baseline_of_other_data_is_refused_unless_told(here, capsys):
    main(["evaluate", "small", "--retriever", "r=lexical", "--out", "base.json"])
    with (here / "small" / "corpus.jsonl").open("a") as file:
        file.write('{"id":"p-4","text":"More."}\n')
    words = [
        "evaluate",
        "small",
        "--retriever",
        "r=lexical",
        "--baseline",
        "base.json",
        "--gate",
        "RR@10 r drop_at_most 0 against baseline",
    ]
    assert main(words) == 2
    assert "rest on different data: dataset SHA-256" in capsys.readouterr().err
    assert main([*words, "--different-data"]) == 0


def test_twice_the_same_but_for_times(here, capsys):
    code, report = evaluated(
        capsys, *(word for name in ("lexical", "hybrid", "run:recorded.run") for word in ("--retriever", name)), "--twice"
    )
    assert code == 0
    assert report["invariants"] == [{"id": "same-twice", "ok": True, "detail": "two runs gave the same but for times"}]


def test_twice_names_what_differs(here, capsys):
    code, report = evaluated(capsys, "--retriever", "python:fickle_for_test:search", "--twice", "-m", "RR@10")
    assert (code, report["ok"]) == (1, False)
    assert "two runs differ in retrievers.python.projections.candidate" in report["invariants"][0]["detail"]


def test_noise_is_part_of_the_report_and_of_the_tables(here, capsys):
    _, report = evaluated(capsys, "--retriever", "lexical", "--retriever", "run:recorded.run", "--noise", "-m", "RR@10")
    assert report["noise"]["questions"] == {"alice": 3, "bob": 3}
    assert report["noise"]["pairs"][0]["verdict"] == "separable"
    main(["evaluate", "small", "--retriever", "lexical", "--noise"])
    assert "label noise" in capsys.readouterr().out


def private(root: Path) -> list[str]:
    """Every word of the dataset that a report must not hold."""
    texts = [str(record[key]) for record in (*PASSAGES, *SAMPLES) for key in ("text", "title", "query") if key in record]
    return [*texts, *WORDS, str(root), "recorded_in_a_folder", "fickle_for_test", "service.example", "no-such-program"]


def test_no_report_holds_a_word_of_the_dataset_a_path_or_an_endpoint(here, capsys):
    (here / "recorded_in_a_folder").mkdir()
    (here / "recorded_in_a_folder" / "best.run").write_text(RUN)
    names = ("lexical", "alias", "rerank", "run:recorded_in_a_folder/best.run", "python:fickle_for_test:search")
    words = [word for name in names for word in ("--retriever", name)]
    files = ["--out", "r.json", "--csv", "r.csv", "--html", "r.html", "--junit", "r.xml"]
    assert main(["evaluate", "small", *words, *files, "--noise", "--per-query", "--markdown", "--by", "lang", "--github"]) == 0
    printed = capsys.readouterr()
    texts = {"stdout": printed.out, "stderr": printed.err} | {path.name: path.read_text("utf-8") for path in here.glob("r.*")}
    assert len(texts) == 6
    assert {name: word for name, text in texts.items() for word in private(here) if word in text} == {}
    # The test would notice: the same with their words.
    main(["evaluate", "small", *words, "--out", "r.json", "--csv", "r.csv", "--with-text"])
    assert all(word in (here / name).read_text("utf-8") for name in ("r.json", "r.csv") for word in ("cobalt lantern?", "莴苣何时成熟"))
    assert "All about" not in (here / "r.json").read_text("utf-8")


def test_files_are_written_with_the_line_ends_asked_for(here):
    main(["evaluate", "small", "--retriever", "lexical", "--out", "out/r.json", "--csv", "out/r.csv", "--crlf"])
    for name in ("r.json", "r.csv"):
        data = (here / "out" / name).read_bytes()
        assert data.count(b"\n") == data.count(b"\r\n") > 1
    main(["evaluate", "small", "--retriever", "lexical", "--out", "out/r.json"])
    assert b"\r" not in (here / "out" / "r.json").read_bytes()
    assert "per_query" not in (here / "out" / "r.json").read_text()


def test_the_csv_has_one_value_a_row(here):
    main(["evaluate", "small", "--retriever", "run:recorded.run", "-m", "RR@10", "-m", "NoAnswerFPR", "--csv", "r.csv"])
    assert (here / "r.csv").read_text() == (
        '"retriever","projection","query","measure","value","returned"\n'
        '"recorded.run","candidate","q-1","RR@10",1.0,2\n'
        '"recorded.run","candidate","q-2","RR@10",0.5,2\n'
        '"recorded.run","candidate","q-3","NoAnswerFPR",1.0,1\n'
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--out", "../r.json"], "leads out of the working folder"),
        (["--html", "/tmp/r.html"], "is absolute"),
        (["--out", "r.json", "--csv", "./r.json"], "--out and --csv name one file"),
        (["--out", "small/corpus.jsonl"], "is a file of the dataset"),
        (["--timeout", "0"], "--timeout 0: give seconds"),
        (["--timeout", "nan"], "--timeout nan: give seconds"),
        (["--retries", "-1"], "--retries -1"),
        (["--at-once", "0"], "--at-once 0"),
        (["--k", "0"], "--k 0"),
        (["--gate", "RR lexical > 1"], "write MEASURE RETRIEVER at_least X"),
        (["--baseline", "absent.json"], "absent.json: cannot be read"),
        (["--baseline", "recorded.run"], "recorded.run: is no JSON"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_before_anything_is_written(here, capsys, words, why):
    before = sorted(path for path in here.rglob("*") if ".annotator" not in path.parts)
    assert main(["evaluate", "small", "--retriever", "lexical", *words]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
    assert sorted(path for path in here.rglob("*") if ".annotator" not in path.parts) == before


def test_the_report_names_the_commit_and_says_what_is_not_in_it(here, capsys):
    assert evaluated(capsys, "--retriever", "lexical")[1]["code"]["commit"] is None
    for words in (["init", "-q"], ["add", "small"], ["commit", "-q", "-m", "all of it"]):
        subprocess.run(["git", *words], cwd=here, check=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=here, check=True, capture_output=True, text=True).stdout.strip()
    _, report = evaluated(capsys, "--retriever", "lexical")
    assert report["code"] == {"version": __version__, "commit": head, "dirty": False}
    with (here / "small" / "corpus.jsonl").open("a") as file:
        file.write('{"id":"p-4","text":"More."}\n')
    assert evaluated(capsys, "--retriever", "lexical")[1]["code"]["dirty"] is True


def test_a_dead_program_is_one_sentence_that_names_the_question(here, capsys):
    assert main(["evaluate", "small", "--retriever", f"command:{shlex.quote(sys.executable)} -c 'import sys; sys.exit(9)'"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("annotator: retriever command failed on question q-1: its program ended with code 9")
    assert error.count("\n") == 1


def test_annotations_for_github(here, capsys):
    assert main(["evaluate", "small", "--retriever", "lexical", "--gate", "RR@10 lexical at_most 0.5", "--github", "--json"]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["ok"] is False
    assert printed.err == "::error title=small%3A RR@10 of lexical at most 0.5::1.0000 over 2\n"


def test_gates_of_retrievers_that_were_not_asked_for_are_named(tmp_path, capsys):
    gates = [{"measure": "RR@10", "retriever": name, "at_least": 0.99} for name in ("lexical", "mine", "run:my.run")]
    root = a_dataset(tmp_path / "small", evaluation={"relevance": "relevance", "gates": gates})
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}})
    main(["evaluate", str(root), "--retriever", "lexical", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert [gate["retriever"] for gate in report["gates"]] == ["lexical"]
    assert "2 gates of dataset.yaml not checked, since no such retriever was asked for: mine, run" in report["notes"]
