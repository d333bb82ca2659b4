"""annotator score-tags: the figures of a small set by hand, targets and exit codes, files, two taggers, and every refusal."""

import csv
import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from annotator.cli.main import main
from tests.builders import PEOPLE, REGISTRY, a_dataset, a_passage, a_sample, jsonl, labelled

Say = pytest.CaptureFixture[str]
WORD = "verdigris-9c1"


def _choice(*values: str) -> dict[str, Any]:
    return {"kind": "choice", "on": "candidate", "values": {value: value for value in values}}


FACETS = {
    "dimensions": {"kind": "tags", "on": "candidate", "registry": "dimensions.yaml", "min": 1, "max": 3},
    "memory-type": _choice("persona", "episodic"),
    "section-coding": _choice("none", "not-asked", "tech"),
    "section-daily": _choice("none", "not-asked", "home"),
}
TAGGING = {
    "dimensions": "dimensions",
    "type": "memory-type",
    "sections": {"coding": "section-coding", "daily": "section-daily"},
    "outside": ["none"],
    "not_asked": ["not-asked"],
}
TARGETS = [
    {"measure": "micro-f1", "at_least": 0.75, "yellow": 0.05, "required": True},
    {"measure": "strict-match", "at_least": 0.5},
    {"measure": "section-hit", "at_least": 0.7, "required": True},
]
GOLD: dict[str, dict[str, Any]] = {
    "q-1": {
        "dimensions": {"m-1": ["skills"], "m-2": ["habits"]},
        "memory-type": {"m-1": "persona", "m-2": "episodic"},
        "section-coding": {"m-1": "tech", "m-2": "none"},
        "section-daily": {"m-1": "none", "m-2": "home"},
    },
    "q-2": {
        "dimensions": {"m-3": ["habits", "skills"]},
        "memory-type": {"m-3": "persona"},
        "section-coding": {"m-3": "not-asked"},
        "section-daily": {"m-3": "not-asked"},
    },
}
# All right; and one that misses habits of m-3, gives m-2 a word of its own, and leaves m-1 out of its section.
GOOD = [
    {
        "sample": "q-1",
        "values": {"dimensions": {"m-1": ["Skills"], "m-2": ["HABITS"]}},
        "sections": {"coding": {"m-1": "tech"}, "daily": {"m-2": "home"}},
    },
    {"sample": "q-2", "values": {"dimensions": {"m-3": ["skills", "habits"]}}},
]
POOR = [
    {"sample": "q-1", "values": {"dimensions": {"m-1": ["skills"], "m-2": [WORD]}}, "sections": {"coding": {}, "daily": {"m-2": "home"}}},
    {"sample": "q-2", "values": {"dimensions": {"m-3": ["skills"]}}},
]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A draft set with its author's answers, and predictions beside it in the working folder."""
    root = a_dataset(
        tmp_path / "memories",
        passages=[a_passage(f"m-{number}") for number in range(1, 4)],
        samples=[a_sample("q-1", ["m-1", "m-2"], groups={"difficulty": "easy"}), a_sample("q-2", ["m-3"], groups={"difficulty": "hard"})],
        facets=FACETS,
        registry=REGISTRY,
        people={**PEOPLE, "drafter": {"roles": ["author"]}},
        evaluation={"tagging": TAGGING, "targets": TARGETS},
    )
    labelled(root, "drafter", GOLD)
    for name, lines in (("good", GOOD), ("poor", POOR)):
        (tmp_path / f"{name}.jsonl").write_bytes(jsonl(lines))
    monkeypatch.chdir(tmp_path)
    return root


def report(capsys: Say, code: int, *words: str) -> dict[str, Any]:
    """The JSON document of a call that ends with `code`."""
    assert main(["score-tags", "memories", *words, "--json"]) == code
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def refused(capsys: Say, *words: str) -> str:
    assert main(["score-tags", "memories", *words]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    return error


def figures(document: Mapping[str, Any], name: str) -> dict[str, float | None]:
    return {measure: figure["value"] for measure, figure in document["taggers"][name]["figures"].items()}


def test_all_right_meets_every_target(root: Path, capsys: Say):
    document = report(capsys, 0, "good.jsonl")
    found = figures(document, "good.jsonl")
    assert [found[name] for name in ("micro-f1", "strict-match", "section-hit", "profile-quality")] == [1.0, 1.0, 1.0, 1.0]
    assert found["type-accuracy"] is None
    assert [target["colour"] for target in document["taggers"]["good.jsonl"]["targets"]] == ["green", "green", "green"]
    assert (document["ok"], document["provisional"], document["format"]) == (True, True, "annotator-tag-report")


def test_figures_by_hand_and_a_missed_target_ends_with_1(root: Path, capsys: Say):
    document = report(capsys, 1, "poor=poor.jsonl")
    # TP 2 (skills twice), FP 1 (the unknown word), FN 2 (habits twice): P 2/3, R 2/4, F1 4/7. One of two expected sections is hit.
    found = figures(document, "poor")
    names = ("micro-precision", "micro-recall", "micro-f1", "strict-match", "section-hit", "section-missed", "profile-quality")
    assert [found[name] for name in names] == pytest.approx([2 / 3, 1 / 2, 4 / 7, 0.0, 1 / 2, 1 / 2, 2 / 7])
    tagger = document["taggers"]["poor"]
    assert {target["measure"]: (target["colour"], target["ok"]) for target in tagger["targets"]} == {
        "micro-f1": ("red", False),
        "strict-match": ("red", True),
        "section-hit": ("red", False),
    }
    assert {name: one["mark"] for name, one in tagger["dimensions"].items()} == {"skills": None, "habits": "problem"}
    assert tagger["faults"]["kinds"] == {"normalisation failure": 1, "boundary confusion": 0, "missed": 1, "over-labelled": 0}
    assert tagger["groups"]["difficulty"]["hard"]["micro-f1"]["value"] == pytest.approx(2 / 3)
    assert tagger["modes"]["daily"]["section-hit"]["value"] == 1.0


def test_one_mode_and_one_stage(root: Path, capsys: Say):
    assert figures(report(capsys, 1, "poor.jsonl", "--mode", "coding", "--stages", "l2"), "poor.jsonl")["section-hit"] == 0.0
    # The target of sections is of another stage, and that of F1 decides.
    l1 = report(capsys, 0, "good.jsonl", "--stages", "l1")
    assert "section-hit" not in figures(l1, "good.jsonl")
    assert [target["measure"] for target in l1["taggers"]["good.jsonl"]["targets"]] == ["micro-f1", "strict-match"]


def test_no_form_repeats_words_of_predictions_or_passages_unless_asked(root: Path, capsys: Say):
    for form in ([], ["--json"], ["--markdown"]):
        for text in (False, True):
            main(
                [
                    "score-tags",
                    "memories",
                    "poor.jsonl",
                    "--by",
                    "difficulty",
                    "--out-dir",
                    "out",
                    *form,
                    *(["--with-text"] if text else []),
                ]
            )
            written = "".join(path.read_text("utf-8") for path in Path("out").iterdir()) + capsys.readouterr().out
            assert (WORD in written) is text
            assert "The text of m-1" not in written
            assert str(root.parent) not in written


def test_the_files_of_a_report(root: Path, capsys: Say):
    assert main(["score-tags", "memories", "good.jsonl", "poor.jsonl", "--out-dir", "results/today"]) == 1
    folder = Path("results/today")
    assert sorted(path.name for path in folder.iterdir()) == ["heatmap.svg", "per_case.csv", "report.json", "report.md"]
    rows = list(csv.DictReader((folder / "per_case.csv").read_text("utf-8").splitlines()))
    assert [(row["tagger"], row["sample"], row["right"], row["missed"], row["unknown"]) for row in rows] == [
        ("good.jsonl", "q-1", "2", "0", "0"),
        ("good.jsonl", "q-2", "2", "0", "0"),
        ("poor.jsonl", "q-1", "1", "1", "1"),
        ("poor.jsonl", "q-2", "1", "1", "0"),
    ]
    assert rows[3]["micro-f1"] == "0.6666666666666666"
    assert (rows[3]["section-hit"], rows[3]["type-accuracy"]) == ("", "")
    document = json.loads((folder / "report.json").read_text("utf-8"))
    assert list(document["taggers"]) == ["good.jsonl", "poor.jsonl"]
    page = (folder / "report.md").read_text("utf-8")
    assert "**PROVISIONAL, not gold**" in page
    assert "| habits | ░░░░░░░░░░ | 0.000 |" in page
    picture = ET.fromstring((folder / "heatmap.svg").read_text("utf-8"))
    words = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words[:4] == ["F1 of good.jsonl", "F1 of poor.jsonl", "skills", "1.000"]
    assert "habits (problem)" in words


def test_two_taggers_side_by_side_without_a_verdict(root: Path, capsys: Say):
    document = report(capsys, 1, "v1=good.jsonl", "v2=poor.jsonl")
    found = {one["measure"]: one for one in document["differences"]}
    assert found["micro-f1"]["difference"]["value"] == pytest.approx(4 / 7 - 1)
    assert (found["micro-f1"]["up"], found["micro-f1"]["down"]) == ([], ["q-1", "q-2"])
    assert (found["section-hit"]["down"], found["section-hit"]["same"]) == (["q-1"], 0)
    assert main(["score-tags", "memories", "v1=good.jsonl", "v2=poor.jsonl"]) == 1
    shown = capsys.readouterr().out
    assert "for people to decide" in " ".join(shown.split())
    assert "better" not in shown


def test_two_runs_give_the_same_but_for_the_time(root: Path, capsys: Say):
    first, second = (report(capsys, 1, "poor.jsonl") for _ in range(2))
    for document in (first, second):
        del document["run"]["started_at"]
    assert first == second


def test_a_dataset_with_one_tags_facet_needs_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Say):
    facet = {"kind": "tags", "on": "sample", "registry": "dimensions.yaml"}
    root = a_dataset(tmp_path / "memories", facets={"topics": facet}, registry=REGISTRY)
    for person in ("alice", "bob"):
        labelled(root, person, {"q-1": {"topics": ["skills"]}, "q-2": {"topics": []}})
    (tmp_path / "theirs.jsonl").write_bytes(jsonl([{"sample": id_, "values": {"topics": ["skills"]}} for id_ in ("q-1", "q-2")]))
    monkeypatch.chdir(tmp_path)
    assert figures(report(capsys, 0, "theirs.jsonl"), "theirs.jsonl")["micro-precision"] == 1 / 2


def test_samples_that_are_missing_or_unknown_are_counted_in_sight(root: Path, capsys: Say):
    Path("half.jsonl").write_bytes(jsonl([*GOOD[:1], {"sample": "q-9", "values": {"dimensions": {}}}]))
    tagger = report(capsys, 1, "half.jsonl")["taggers"]["half.jsonl"]
    assert (tagger["missing"], tagger["ignored"]) == (["q-2"], ["q-9"])
    assert tagger["notes"] == [
        "relaxed-match: at least 0.5 of a sample's right tags",
        "samples without a prediction: 1 of 2; all they hold counts as missed",
        "predictions of samples that are not scored: 1, ignored",
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"nonsense", "bad.jsonl:1: the line is not JSON"),
        (b'{"id":"q-1"}', "bad.jsonl:1: sample: is missing"),
        (b'{"sample":"q-1","values":{"dimensions":[]}}', "bad.jsonl:1: values.dimensions: is not a map"),
        (b"", "bad.jsonl: holds no prediction; write one line a sample"),
        (b'{"sample":"q-9"}', "bad.jsonl: predicts no sample that is scored; it has 'q-9', the dataset has 'q-1'"),
    ],
)
def test_a_bad_file_is_one_sentence(root: Path, capsys: Say, line: bytes, why: str):
    Path("bad.jsonl").write_bytes(line)
    assert why in refused(capsys, "bad.jsonl", "--out-dir", "out")
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["absent.jsonl"], "absent.jsonl: cannot be read"),
        (["good.jsonl", "poor.jsonl", "more.jsonl"], "3 files of predictions: give one, or two to compare"),
        (["good.jsonl", "./good.jsonl"], "two files of predictions are called good.jsonl"),
        (["good.jsonl", "--mode", "work"], "--mode work: small has sections for coding, daily"),
        (["good.jsonl", "--out-dir", "../out"], "leads out of the working folder"),
        (["good.jsonl", "--out-dir", "link"], "links are not followed"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(root: Path, capsys: Say, words: list[str], why: str):
    Path("link").symlink_to("memories")
    assert why in refused(capsys, *words)


def test_a_word_for_no_section_that_no_section_knows_is_refused(root: Path, capsys: Say):
    # Left unseen, all that is in no section would count as in a section called "none".
    about = root / "dataset.yaml"
    config = json.loads(about.read_text("utf-8"))
    config["evaluation"]["tagging"]["outside"] = ["nowhere"]
    about.write_text(json.dumps(config), "utf-8")
    found = refused(capsys, "good.jsonl")
    where, what = "annotator: memories/dataset.yaml", "which is a value of no facet under evaluation.tagging.sections"
    assert found == f"{where}: evaluation.tagging.outside names 'nowhere', {what}\n"


def test_every_line_fits_a_terminal_of_80_columns(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["score-tags", "memories", "good.jsonl"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("SHA-256 ")]
    assert any(line.startswith("note: provisional") for line in lines)
    assert max(map(len, lines)) <= 80


def test_the_dataset_is_left_as_it_is(root: Path, capsys: Say):
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    main(["score-tags", "memories", "poor.jsonl", "--out-dir", "out"])
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_evaluate_scores_predictions_too(root: Path, capsys: Say):
    mine = report(capsys, 1, "poor.jsonl", "good.jsonl")
    assert main(["evaluate", "memories", "--predictions", "poor.jsonl", "--predictions", "good.jsonl", "--json"]) == 1
    theirs = json.loads(capsys.readouterr().out)
    assert theirs["taggers"] == mine["taggers"]
    assert theirs["differences"] == mine["differences"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--predictions", "good.jsonl", "--retriever", "lexical"], "--retriever: is about retrievers"),
        (["--predictions", "good.jsonl", "--out", "report.json"], "--out: is about retrievers"),
        (["--retriever", "lexical", "--mode", "coding"], "--mode: goes with --predictions"),
        (["--retriever", "lexical", "--out-dir", "out"], "--out-dir: goes with --predictions"),
    ],
)
def test_evaluate_takes_predictions_or_retrievers_and_no_option_in_vain(root: Path, capsys: Say, words: list[str], why: str):
    assert main(["evaluate", "memories", *words]) == 2
    assert why in capsys.readouterr().err


def test_compare_says_where_two_taggers_are_compared(root: Path, capsys: Say):
    main(["score-tags", "memories", "good.jsonl", "--out-dir", "out"])
    assert main(["compare", "out/report.json", "out/report.json"]) == 2
    assert "out/report.json: is about a tagger; compare two with `annotator score-tags" in capsys.readouterr().err


RUN = {"version": "2026-11", "variant": "few-shot", "provider": f"house {WORD}", "note": "三次"}


def test_a_run_is_named_by_the_digest_of_its_line_and_by_its_words_only_where_asked_for(root: Path, capsys: Say):
    line = json.dumps({"run": RUN}, ensure_ascii=False)
    (root.parent / "named.jsonl").write_bytes(line.encode() + b"\n" + jsonl(GOOD))
    digest = sha256(line.encode()).hexdigest()
    document = report(capsys, 0, "named.jsonl", "good.jsonl", "--out-dir", "out")
    assert [one["run"] for one in document["taggers"].values()] == [{"sha256": digest}, None]
    assert figures(document, "named.jsonl") == figures(document, "good.jsonl")
    for path in (root.parent / "out").iterdir():
        assert WORD not in path.read_text("utf-8")
    assert digest in (root.parent / "out" / "report.md").read_text("utf-8")
    said = report(capsys, 0, "named.jsonl", "--with-text")["taggers"]["named.jsonl"]["run"]
    assert said == {"sha256": digest, "words": RUN}
    for words, there in (([], False), (["--with-text"], True)):
        assert main(["score-tags", "memories", "named.jsonl", *words]) == 0
        assert ("few-shot" in capsys.readouterr().out) is there


@pytest.mark.parametrize(
    ("run", "why"),
    [
        ({}, "run: "),
        ({"version": 7}, "run.version: "),
        ({"a": "x" * 257}, "run.a: "),
        ({"a": "x\u202e"}, "run.a: is shown in one line"),
        ({str(number): "x" for number in range(21)}, "run: "),
        ("v1", "run: "),
    ],
)
def test_a_run_is_at_most_20_lines_of_words(root: Path, capsys: Say, run: object, why: str):
    (root.parent / "named.jsonl").write_bytes(jsonl([{"run": run}, *GOOD]))
    assert refused(capsys, "named.jsonl").startswith(f"annotator: named.jsonl:1: {why}")


def test_a_run_stands_in_the_first_line_alone_and_is_no_prediction(root: Path, capsys: Say):
    (root.parent / "named.jsonl").write_bytes(jsonl([*GOOD, {"run": RUN}]))
    assert "named.jsonl:3: sample: is missing" in refused(capsys, "named.jsonl")
    (root.parent / "named.jsonl").write_bytes(jsonl([{"run": RUN, "sample": "q-1"}]))
    assert "named.jsonl:1: sample: there is no such field" in refused(capsys, "named.jsonl")
    (root.parent / "named.jsonl").write_bytes(jsonl([{"run": RUN}]))
    assert "holds no prediction" in refused(capsys, "named.jsonl")
