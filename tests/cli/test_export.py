"""`annotator export` by its words: what is gold goes out, what waits stays in, and what comes back is the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.status import Status
from tests.builders import DIMENSIONS, EVIDENCE, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, graded, labelled, promoted

SECRET = "alice-note-7d1f"


def exported(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["export", *words, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def a_set(root: Path) -> Path:
    """q-1 gold, q-2 gold-candidate and without an answer, q-3 agreed, q-4 disputed, q-5 waiting for bob, q-6 skipped by bob."""
    samples = [a_sample(f"q-{n}") for n in range(1, 7)]
    a_dataset(root, samples=samples)
    same = {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 0, "p-2": 0}, "q-3": {"p-1": 1, "p-2": 1}}
    for person in ("alice", "bob"):
        graded(root, person, same)
    graded(root, "alice", {"q-4": {"p-1": 3, "p-2": 0}, "q-6": {"p-1": 2, "p-2": 2}})
    graded(root, "bob", {"q-4": {"p-1": 0, "p-2": 0}})
    labelled(root, "alice", {"q-5": {"relevance": {"p-1": 2, "p-2": 1}}}, note=SECRET)
    skips = root.parent / "skips.jsonl"
    skips.write_text('{"sample": "q-6", "skip": "I know the author"}\n')
    assert main(["label", str(root), "--as", "bob", "--from", str(skips)]) == 0
    promoted(root, "q-1")
    promoted(root, "q-2", to=Status.CANDIDATE)
    return root


def test_qrels_hold_gold_alone_unless_more_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = a_set(tmp_path / "set")
    done = exported(capsys, "trec", str(root), str(tmp_path / "gold"))
    assert (tmp_path / "gold" / "qrels.trec").read_text() == "q-1 0 p-1 3\nq-1 0 p-2 0\n"
    assert (tmp_path / "gold" / "queries.tsv").read_text() == "q-1\tWhat about q-1?\n"
    assert done["left_out"] == {
        "decided, but gold-candidate": 1,
        "decided, but draft": 1,
        "waiting for a decision": 1,
        "waiting for labels": 1,
        "skipped by a reviewer": 1,
    }


def test_a_question_without_an_answer_keeps_its_zeros(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = a_set(tmp_path / "set")
    exported(capsys, "trec", str(root), str(tmp_path / "out"), "--status", "gold-candidate")
    assert "q-2 0 p-1 0\nq-2 0 p-2 0\n" in (tmp_path / "out" / "qrels.trec").read_text()


def test_all_decided_takes_every_outcome_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = a_set(tmp_path / "set")
    exported(capsys, "trec", str(root), str(tmp_path / "out"), "--status", "all-decided")
    queries = {line.split()[0] for line in (tmp_path / "out" / "qrels.trec").read_text().splitlines()}
    assert queries == {"q-1", "q-2", "q-3"}


@pytest.mark.parametrize("format_", ["jsonl", "trec", "beir"])
@pytest.mark.parametrize("status", ["gold", "gold-candidate", "all-decided"])
def test_no_export_tells_a_label_that_another_reviewer_is_still_to_give(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], format_: str, status: str
) -> None:
    root = a_set(tmp_path / "set")
    done = exported(capsys, format_, str(root), str(tmp_path / "out"), "--status", status)
    written = "".join(path.read_text("utf-8") for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert SECRET not in written
    assert done["withheld"] == 3  # alice's of q-5, alice's and bob's (a skip) of q-6


def test_judgements_name_the_reviewer_and_gold_says_who_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = a_set(tmp_path / "set")
    exported(capsys, "jsonl", str(root), str(tmp_path / "out"))
    judgements = records(tmp_path / "out" / "judgements.jsonl")
    assert {(one["reviewer"], one["sample"]) for one in judgements} == {(by, f"q-{n}") for by in ("alice", "bob") for n in (1, 2, 3, 4)}
    (gold,) = records(tmp_path / "out" / "gold.jsonl")
    assert {name: gold[name] for name in ("id", "query", "candidates", "values", "status", "rule", "decided_by", "promoted_by")} == {
        "id": "q-1",
        "query": "What about q-1?",
        "candidates": ["p-1", "p-2"],
        "values": {"relevance": {"p-1": 3, "p-2": 0}},
        "status": "gold",
        "rule": "agreed",
        "decided_by": ["alice", "bob"],
        "promoted_by": "carol",
    }
    assert len(gold["basis"]) == 2


def test_an_adjudicated_outcome_bears_the_name_of_who_adjudicated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = a_set(tmp_path / "set")
    rulings = tmp_path / "rulings.jsonl"
    rulings.write_text('{"sample": "q-4", "values": {"relevance": {"p-1": 2, "p-2": 0}}, "reason": "In part."}\n')
    assert main(["adjudicate", str(root), "--as", "carol", "--from", str(rulings)]) == 0
    exported(capsys, "jsonl", str(root), str(tmp_path / "out"), "--status", "all-decided")
    (one,) = (one for one in records(tmp_path / "out" / "gold.jsonl") if one["id"] == "q-4")
    assert (one["rule"], one["decided_by"], one["promoted_by"]) == ("adjudicated", ["carol"], None)
    assert one["values"] == {"relevance": {"p-1": 2, "p-2": 0}}
    assert one["decided_at"] is not None


def test_twenty_five_items_are_twenty_five_rows_each_pair_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passages = [a_passage(f"p-{n:02}") for n in range(25)]
    ids = [passage["id"] for passage in passages]
    root = a_dataset(tmp_path / "set", passages=passages, samples=[a_sample("q-1", ids)])
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": dict.fromkeys(ids, 1)})
    promoted(root, "q-1")
    for format_, name, headings in (("trec", "qrels.trec", 0), ("beir", "qrels/test.tsv", 1)):
        done = exported(capsys, format_, str(root), str(tmp_path / format_))
        lines = (tmp_path / format_ / name).read_text().splitlines()[headings:]
        assert (len(lines), len(set(lines)), done["rows"]) == (25, 25, 25)


def test_nothing_is_overwritten_and_nothing_goes_into_the_dataset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, out = a_set(tmp_path / "set"), tmp_path / "out"
    (out / "qrels").mkdir(parents=True)
    (out / "qrels" / "test.tsv").write_text("mine")
    assert main(["export", "beir", str(root), str(out)]) == 2
    assert "test.tsv: is there already; nothing was written" in capsys.readouterr().err
    assert [path.name for path in out.iterdir()] == ["qrels"]
    assert main(["export", "trec", str(root), str(root / "labels")]) == 2
    assert "lies in the dataset's own folder" in capsys.readouterr().err
    assert verify(root).findings == []


def test_empty_qrels_are_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = a_dataset(tmp_path / "set")
    assert main(["export", "trec", str(root), str(tmp_path / "out")]) == 2
    assert "no sample is gold (2 waiting for labels), so there is nothing to write" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def a_rich_set(root: Path) -> Path:
    facets = {"relevance": RELEVANCE, "evidence": EVIDENCE, "dimensions": DIMENSIONS}
    passages = [a_passage("p-1", "💩ok — 第一行\n第二行\u2028end", title="T", lang="zh", meta={"url": None}), a_passage("p-2")]
    samples = [a_sample("q-1", lang="en", groups={"difficulty": "easy"}, context={"c": [1]}, time="2026-01-02T03:04:05Z", notes="n")]
    a_dataset(root, passages=passages, samples=samples, facets=facets, registry=REGISTRY)
    values = {
        "relevance": {"p-1": 3, "p-2": 0},
        "evidence": {"p-1": [{"start": 1, "end": 3, "text": "ok"}], "p-2": []},
        "dimensions": ["habits", "skills"],
    }
    for person, note in (("alice", "=cmd|' /C calc'!A0"), ("bob", None)):
        labelled(root, person, {"q-1": values}, note)
    return promoted(root, "q-1")


def said(root: Path) -> dict[tuple[str, str], tuple[Any, Any]]:
    """(person, sample) to what was said, less the time it was said."""
    return {
        (by, id_): (getattr(logged.event, "values", None), getattr(logged.event, "note", None))
        for id_, case in Workspace(root).cases.items()
        for by, logged in case.words.items()
    }


def test_jsonl_out_and_in_again_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, out = a_rich_set(tmp_path / "set"), tmp_path / "out"
    done = exported(capsys, "jsonl", str(root), str(out))
    assert done["cannot_hold"] == [
        "labels that were replaced or withdrawn, repeats, sessions, seals and chains, and the records of decisions (their outcome is in gold.jsonl)"
    ]
    again = a_dataset(tmp_path / "again", passages=[], samples=[])
    for name in ("dataset.yaml", "dimensions.yaml"):
        (again / name).write_bytes((root / name).read_bytes())
    assert main(["import", "jsonl", str(out), str(again)]) == 0
    for name in ("corpus.jsonl", "samples.jsonl"):
        assert (again / name).read_bytes() == (root / name).read_bytes() == (out / name).read_bytes()
    assert said(again) == said(root)
    assert verify(again).findings == []
    assert "gold.jsonl was left out" in capsys.readouterr().out
    twice = exported(capsys, "jsonl", str(again), str(tmp_path / "out-2"))
    assert twice["rows"] == done["rows"] == 2


@pytest.mark.parametrize(
    "format_, lost",
    [
        (
            "trec",
            [
                "the facet evidence",
                "the facet dimensions",
                "context, groups, lang, notes, time of samples",
                "lang, meta, text, title of passages",
            ],
        ),
        ("beir", ["the facet evidence", "the facet dimensions", "context, groups, lang, notes, time of samples", "lang of passages"]),
    ],
)
def test_what_a_format_cannot_hold_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], format_: str, lost: list[str]) -> None:
    root = a_rich_set(tmp_path / "set")
    done = exported(capsys, format_, str(root), str(tmp_path / "out"))
    assert done["cannot_hold"] == [*lost, "who judged, their notes, who decided and why, and the status"]
    capsys.readouterr()
    assert main(["export", format_, str(root), str(tmp_path / "out-2")]) == 0
    assert f"{format_} cannot hold: the facet evidence" in capsys.readouterr().out


@pytest.mark.parametrize("format_", ["trec", "beir"])
def test_grades_out_and_in_again_are_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str], format_: str) -> None:
    root, out, again = a_set(tmp_path / "set"), tmp_path / "out", tmp_path / "again"
    exported(capsys, format_, str(root), str(out), "--status", "all-decided")
    assert main(["new", str(again), "--template", "relevance"]) == 0
    source = [str(out / "qrels.trec"), str(again), "--queries", str(out / "queries.tsv")] if format_ == "trec" else [str(out), str(again)]
    assert main(["import", format_, *source, "--as", "gold", "--add-people", "--role", "author"]) == 0
    first, second = Workspace(root), Workspace(again)
    outcomes = {id_: first.accounts[id_].resolution.values for id_ in ("q-1", "q-2", "q-3")}
    assert {id_: case.entry("gold", case.proposals["gold"]).values for id_, case in second.cases.items()} == outcomes
    for id_, case in second.cases.items():
        assert case.sample == first.cases[id_].sample
        assert format_ == "trec" or case.passages["p-1"] == first.cases[id_].passages["p-1"]
