"""`annotator score` as a person runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
QRELS = "q1 0 a 2\nq1 0 b 1\nq2 0 c 1\nq3 0 d 1\n"
FIRST = "q1 Q0 a 1 3 t\nq1 Q0 x 2 2 t\nq1 Q0 b 3 1 t\nq2 Q0 x 1 2 t\nq2 Q0 c 2 1 t\nq9 Q0 c 2 1 t\n"
SECOND = "q1 Q0 b 1 3 t\nq2 Q0 c 1 2 t\nq3 Q0 d 1 2 t\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("qrels", QRELS), ("first", FIRST), ("second", SECOND)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_several_runs_stand_side_by_side_with_what_was_left_out(files, capsys):
    assert main(["score", "qrels", "first", "second", "-m", "RR", "-m", "P(rel=2)@1 R@2"]) == 0
    assert capsys.readouterr().out == (
        "measure                first  second\n"
        "RR                    0.5000  1.0000\n"
        "P(rel=2)@1            0.3333  0.0000\n"
        "R@2                   0.5000  0.8333\n"
        "queries                    3       3\n"
        "missing, counted 0         1       0\n"
        "nothing relevant, 0        0       0\n"
        "not judged, ignored        1       0\n"
        "tied judged passages       0       0\n"
    )


def test_json_has_the_shape_of_the_design(files, capsys):
    assert main(["score", "qrels", "first", "-m", "RR", "--json", "-q"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "runs": [
            {
                "name": "first",
                "queries": 3,
                "missing": 1,
                "nothing_relevant": 0,
                "ignored": 1,
                "tied": 0,
                "measures": {"RR": {"value": 0.5, "n": 3, "low": None, "high": None, "undefined": None}},
                "per_query": {"q1": {"RR": 1.0}, "q2": {"RR": 0.5}, "q3": {"RR": 0.0}},
            }
        ]
    }


def test_an_interval_is_given_where_it_is_asked_for(files, capsys):
    assert main(["score", "qrels", "second", "-m", "RR", "--json", "--interval"]) == 0
    figure = json.loads(capsys.readouterr().out)["runs"][0]["measures"]["RR"]
    assert (figure["low"], figure["high"]) == (1.0, 1.0)
    assert main(["score", "qrels", "first", "-m", "RR", "--interval"]) == 0
    assert "RR                    0.5000 [0.0000, 1.0000]" in capsys.readouterr().out


def test_per_query_values_come_in_byte_order_of_the_ids(files, capsys):
    assert main(["score", "qrels", "first", "-m", "RR AP", "-q"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()[:4]] == [
        ["query", "run", "RR", "AP"],
        ["q1", "first", "1.0000", "0.8333"],
        ["q2", "first", "0.5000", "0.5000"],
        ["q3", "first", "0.0000", "0.0000"],
    ]


def test_the_intersection_is_asked_for_by_name(files, capsys):
    assert main(["score", "qrels", "first", "-m", "RR", "--intersection"]) == 0
    out = capsys.readouterr().out
    assert "RR                    0.7500" in out
    assert "missing, left out          1" in out


def test_the_level_goes_to_every_measure_that_has_one(files, capsys):
    assert main(["score", "qrels", "first", "-m", "RR nDCG@5", "--level", "2", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["runs"][0]["measures"]) == ["RR(rel=2)", "nDCG@5"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["qrels", "first", "-m", "map"], "annotator: there is no measure 'map'; did you mean AP?\n"),
        (["qrels", "first", "--level", "0"], "annotator: --level 0: a relevance level is a grade from 1\n"),
        (["qrels", "absent"], "annotator: absent: cannot be read (No such file or directory); give the path of a TREC file\n"),
        (
            ["qrels", "first", "-m", "NoAnswerFPR"],
            "annotator: NoAnswerFPR needs more than judgments; measure it on a dataset with `annotator evaluate`\n",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_2(files, capsys, words, sentence):
    assert main(["score", *words]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", sentence)


def test_a_repeated_passage_is_refused_and_can_be_told_to_count_once(files, capsys):
    (files / "twice").write_text(FIRST + "q2 Q0 y 9 0.5 t\n".replace("q2", "q9") + "q9 Q0 y 9 0.4 t\n")
    assert main(["score", "qrels", "twice"]) == 2
    assert capsys.readouterr().err.startswith("annotator: twice:8: passage 'y' of query 'q9' stands in line 7 already")
    assert main(["score", "qrels", "twice", "--dedupe", "first"]) == 0


def test_ids_cannot_steer_the_terminal(files, capsys):
    (files / "qrels").write_bytes(b"\x1b[31mq 0 a 1\n")
    (files / "first").write_bytes(b"\x1b[31mq 0 a 1 1 t\n")
    assert main(["score", "qrels", "first", "-q", "-m", "RR"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\\x1b[31mq" in out


def test_no_query_in_common_is_said_with_ids_of_both_sides(files, capsys):
    (files / "other").write_text("1 Q0 a 1 3 t\n02 Q0 a 1 3 t\n")
    assert main(["score", "qrels", "other", "-m", "RR"]) == 0
    captured = capsys.readouterr()
    assert (
        captured.err == "annotator: other: no query of this run is judged in qrels; it has '02', '1', the judgments have 'q1', 'q2', 'q3'\n"
    )
    assert ["missing,", "counted", "0", "3"] in [line.split() for line in captured.out.splitlines()]
    assert main(["score", "qrels", "first"]) == 0
    assert capsys.readouterr().err == ""


def test_two_runs_of_one_name_keep_their_folders(files, capsys):
    (files / "other").mkdir()
    (files / "other" / "first").write_text(SECOND)
    assert main(["score", "qrels", "first", "other/first", "-m", "RR"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["measure", "first", "other/first"]


def test_a_small_file_is_scored_without_heavy_libraries(files):
    program = (
        "import sys\n"
        "from annotator.cli.main import main\n"
        "code = main(['score', *sys.argv[1:]])\n"
        "heavy = {'numpy', 'polars', 'scipy', 'sklearn', 'pydantic', 'textual', 'ruamel', 'git'} & {name.split('.')[0] for name in sys.modules}\n"
        "sys.exit(code or repr(heavy) if heavy else code)\n"
    )
    argv = [sys.executable, "-c", program, *(str(files / name) for name in ("qrels", "first", "second"))]
    done = subprocess.run(argv, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nDCG@10" in done.stdout


def test_judged_queries_without_anything_relevant_are_counted_apart(tmp_path, capsys):
    """They are 0 whatever is returned, and pull every mean down in silence otherwise (scikit-learn#29521)."""
    (tmp_path / "q").write_text("q1 0 a 1\nq2 0 b 0\nq3 0 c 1\n")
    (tmp_path / "r").write_text("q1 Q0 a 1 1 t\nq2 Q0 b 1 1 t\nq3 Q0 c 1 1 t\n")
    assert main(["score", str(tmp_path / "q"), str(tmp_path / "r"), "-m", "RR", "--json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert run["nothing_relevant"] == 1
    assert run["measures"]["RR"]["value"] == pytest.approx(2 / 3)
    assert main(["score", str(tmp_path / "q"), str(tmp_path / "r"), "-m", "RR", "--level", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["nothing_relevant"] == 3
