"""The adjudicator's place: sides without names, every way of deciding, and what is on disk after each."""

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from annotator.curate.adjudication import Bench
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, Refused
from annotator.model.events import Cause
from tests.builders import DIMENSIONS, EVIDENCE, PEOPLE, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, graded, labelled

TEXT = "Alpha beta gamma delta."


def mark(start: int, end: int) -> dict:
    return {"start": start, "end": end, "text": TEXT[start:end]}


ALICE = {"relevance": {"p-1": 3, "p-2": 0}, "evidence": {"p-1": [mark(0, 10)], "p-2": []}, "dimensions": ["habits"]}
BOB = {"relevance": {"p-1": 2, "p-2": 0}, "evidence": {"p-1": [mark(6, 16)], "p-2": []}, "dimensions": ["habits", "skills"]}
DISPUTED = [("relevance", "p-1"), ("evidence", "p-1"), ("dimensions", None)]


def make(root: Path, samples: int = 2, **config) -> Path:
    return a_dataset(
        root,
        passages=[a_passage("p-1", TEXT), a_passage("p-2", "Short.")],
        samples=[a_sample(f"q-{n}", groups={"kind": "secret"}) for n in range(1, samples + 1)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE, "dimensions": DIMENSIONS},
        registry=REGISTRY,
        **config,
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two samples on which alice and bob differ in three points."""
    root = make(tmp_path / "set")
    labelled(root, "alice", {"q-1": ALICE, "q-2": ALICE}, note="the first words")
    labelled(root, "bob", {"q-1": BOB, "q-2": BOB})
    return root


def decisions(root: Path, person: str = "carol") -> list[dict]:
    lines = [json.loads(line) for path in sorted(root.glob(f"decisions/{person}/*.jsonl")) for line in path.read_bytes().splitlines()]
    return [line for line in lines if line["op"] != "open"]


def side_of(bench: Bench, grade: int) -> int:
    """The side that gave p-1 this grade: only a test knows who did."""
    dispute = bench.dispute
    assert dispute is not None
    return next(side.number for side in dispute.sides if side.values["relevance"]["p-1"] == grade)


def test_agreed_points_are_apart_and_no_name_is_in_sight(root):
    with Bench(Workspace(root), "carol") as bench:
        dispute = bench.take_up("q-1")
        assert bench.ids == ["q-1", "q-2"]
        assert [point.place for point in dispute.open] == DISPUTED
        assert len(dispute.points) == 5
        assert not [word for word in ("alice", "bob", "secret") if word in repr(dispute)]
        assert {side.note for side in dispute.sides} == {"the first words", None}


def test_taking_one_side_is_recorded_with_its_number_and_the_names_come_after(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        side = side_of(bench, 3)
        for place in DISPUTED:
            assert bench.take(place, side) == ""
        saved = bench.save()
        assert saved.names == (("alice", "bob") if side == 1 else ("bob", "alice"))
        assert bench.waiting() == ["q-2"]
    (record,) = decisions(root)
    assert (record["op"], record["values"], record["reason"], "cause" in record) == ("adjudicate", ALICE, f"took {side}", False)
    assert verify(root).findings == []


def test_union_and_intersection(root):
    with Bench(Workspace(root), "carol") as bench:
        for sample, how, marked, tags in (
            ("q-1", "union", "Alpha beta gamma", ["habits", "skills"]),
            ("q-2", "intersection", "beta", ["habits"]),
        ):
            bench.take_up(sample)
            bench.take(("relevance", "p-1"), 1)
            bench.combine(("evidence", "p-1"), how)
            bench.combine(("dimensions", None), how)
            assert "no union" in bench.combine(("relevance", "p-1"), "union")
            assert bench.default_reason() is None
            with pytest.raises(Refused, match="needs a reason"):
                bench.save()
            bench.save("the words both mean", Cause.GUIDELINE)
            record = decisions(root)[-1]
            assert [span["text"] for span in record["values"]["evidence"]["p-1"]] == [marked]
            assert record["values"]["dimensions"] == tags
            assert (record["reason"], record["cause"]) == ("the words both mean", "guideline")
    assert verify(root).findings == []


def test_sides_taken_point_by_point_are_named_in_the_reason(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.take(DISPUTED[0], 1)
        bench.take(DISPUTED[1], 2)
        bench.take(DISPUTED[2], 2)
        bench.save()
    assert decisions(root)[0]["reason"] == "took 1 in relevance of p-1; took 2 in evidence of p-1, dimensions"


def test_a_grade_too_low_for_marks_leaves_none_and_taking_it_back_asks_again(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.put(("relevance", "p-1"), 0)
        assert bench.picks[("evidence", "p-1")].how == "follows"
        bench.take(("relevance", "p-1"), 1)
        assert ("evidence", "p-1") not in bench.picks
        bench.put(("relevance", "p-1"), 0)
        bench.take(("dimensions", None), 1)
        bench.save("neither passage answers")
    assert decisions(root)[0]["values"]["evidence"] == {"p-1": [], "p-2": []}


@pytest.mark.parametrize("picked", [0, 1, 2])
def test_an_undecided_point_is_named(picked, root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        for place in DISPUTED[:picked]:
            bench.take(place, 1)
        name = ["relevance of passage 1", "evidence of passage 1", "dimensions"][picked]
        with pytest.raises(Refused, match=f"NOT saved: {name} is not decided yet"):
            bench.save("a reason")
    assert decisions(root) == []


def test_what_the_scheme_does_not_allow_is_said(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.take(DISPUTED[0], 1)
        bench.put(DISPUTED[1], [])
        bench.take(DISPUTED[2], 1)
        with pytest.raises(Refused, match="NOT saved: evidence of passage 1: at least one mark"):
            bench.save("no words")


def test_what_was_picked_is_kept_while_another_sample_is_looked_at(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.take(DISPUTED[0], 1)
        bench.take_up("q-2")
        assert (bench.picks, bench.unsaved()) == ({}, ["q-1"])
        bench.take_up("q-1")
        assert list(bench.picks) == DISPUTED[:1]
        bench.unsettle("it is too late")
        assert bench.unsaved() == []


def test_what_cannot_be_settled(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        with pytest.raises(Refused, match="say in words"):
            bench.unsettle("  ")
        assert bench.unsettle("whether beta belongs to it").op == "unsettled"
    assert decisions(root)[0]["reason"] == "whether beta belongs to it"
    assert Workspace(root).accounts["q-1"].resolution.unsettled


def test_deciding_anew_replaces_ones_own_decision_and_the_same_adds_none(root):
    with Bench(Workspace(root), "carol") as bench:
        for number, digests in ((1, 1), (1, 1), (2, 2)):
            bench.take_up("q-1")
            for place in DISPUTED:
                bench.take(place, number)
            bench.save()
            assert len(decisions(root)) == digests
    first, second = decisions(root)
    assert len(second["basis"]) == len(first["basis"]) + 1
    assert Workspace(root).accounts["q-1"].resolution.rule == "adjudicated"


def test_a_contested_sample_shows_both_decisions_and_a_third_person_settles_it(tmp_path):
    more = {name: {"roles": ["adjudicator"]} for name in ("dan", "eve")}
    root = make(tmp_path / "set", people={**PEOPLE, **more})
    labelled(root, "alice", {"q-1": ALICE})
    labelled(root, "bob", {"q-1": BOB})
    benches = [Bench(Workspace(root), name) for name in ("carol", "dan")]
    for bench in benches:
        bench.take_up("q-1")
    for bench, grade in zip(benches, (3, 2), strict=True):
        for place in DISPUTED:
            bench.take(place, side_of(bench, grade))
    benches[0].save("because of alpha")
    with pytest.raises(Refused, match="changed while it was open"):
        benches[1].save()
    for bench in benches:
        bench.leave()
    # Two machines cannot know of each other: dan's decision, made on the labels alone, is put beside carol's.
    other = make(tmp_path / "other", people={**PEOPLE, **more})
    for path in root.glob("labels/*/*"):
        (other / path.relative_to(root)).parent.mkdir(parents=True, exist_ok=True)
        (other / path.relative_to(root)).write_bytes(path.read_bytes())
    with Bench(Workspace(other), "dan") as bench:
        bench.take_up("q-1")
        for place in DISPUTED:
            bench.take(place, side_of(bench, 2))
        bench.save("because of gamma")
    for path in other.glob("decisions/dan/*"):
        (root / path.relative_to(other)).parent.mkdir(parents=True, exist_ok=True)
        (root / path.relative_to(other)).write_bytes(path.read_bytes())
    with Bench(Workspace(root), "eve") as bench:
        dispute = bench.take_up("q-1")
        assert (bench.ids, dispute.reviewers, len(dispute.sides)) == (["q-1"], 2, 4)
        assert "carol" not in repr(dispute) and "dan" not in repr(dispute)
        assert {side.decided for side in dispute.sides[2:]} == {"because of alpha", "because of gamma"}
        for place in DISPUTED:
            bench.take(place, 3)
        recorded = bench.save()
        assert set(recorded.names[2:]) == {"carol", "dan"}
        assert (bench.save().digest, bench.save().names) == (None, recorded.names)
    assert Workspace(root).accounts["q-1"].status.value == "draft"
    assert verify(root).findings == []


def test_who_labelled_it_or_is_no_adjudicator_does_not_decide(tmp_path):
    root = a_dataset(tmp_path / "set", people={**PEOPLE, "bob": {"roles": ["reviewer", "adjudicator"]}})
    graded(root, "alice", {"q-1": {"p-1": 0, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 1, "p-2": 0}})
    with pytest.raises(Refused, match="alice is not an adjudicator"):
        Bench(Workspace(root), "alice")
    with Bench(Workspace(root), "bob") as bench:
        assert (bench.ids, bench.barred) == ([], 1)
        with pytest.raises(Refused, match="none of its reviewers"):
            bench.take_up("q-1")


def test_a_scale_that_changes_while_the_sample_is_open_is_noticed(root):
    config = root / "dataset.yaml"
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        for place in DISPUTED:
            bench.take(place, 1)
        config.write_text(config.read_text("utf-8").replace("answers in part", "answers nearly"), "utf-8")
        with pytest.raises(Refused, match="changed while it was open"):
            bench.save()
        for place in DISPUTED:
            bench.take(place, 1)
        bench.save()


def test_a_label_that_changes_while_the_sample_is_open_is_noticed(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        for place in DISPUTED:
            bench.take(place, 1)
        labelled(root, "alice", {"q-1": BOB})
        with pytest.raises(Refused, match="changed while it was open"):
            bench.save()
        assert bench.dispute is not None and bench.dispute.open == ()
    assert decisions(root) == []


def test_a_dataset_that_is_not_sound_is_not_decided_about(root):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        for place in DISPUTED:
            bench.take(place, 1)
        seal = next(root.glob("labels/alice/*.sha256"))
        seal.write_text("0" * 64 + seal.read_text("utf-8")[64:], "utf-8")
        path = next(root.glob("labels/alice/*.jsonl"))
        path.write_bytes(path.read_bytes() + b"\n")
        with pytest.raises(Refused) as caught:
            bench.save()
    # The name of the file would tell who labelled it.
    assert str(caught.value).startswith("NOT saved: ") and "alice" not in str(caught.value) and "annotator verify" in str(caught.value)
    with pytest.raises(CheckFailed):
        Bench(Workspace(root), "carol")


def test_over_200_samples_each_reviewer_is_on_the_left_40_to_60_percent_of_the_time(tmp_path):
    ids = [f"q-{n:03}" for n in range(200)]
    root = a_dataset(tmp_path / "set", samples=[a_sample(id_) for id_ in ids])
    graded(root, "alice", {id_: {"p-1": 1, "p-2": 0} for id_ in ids})
    graded(root, "bob", {id_: {"p-1": 2, "p-2": 0} for id_ in ids})
    with Bench(Workspace(root), "carol") as bench:
        left = Counter(bench.take_up(id_).sides[0].values["relevance"]["p-1"] for id_ in bench.ids)
    assert sum(left.values()) == 200 and all(80 <= count <= 120 for count in left.values())


def test_each_decision_is_one_more_line_and_another_sha256(root):
    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "labels")
    shas = [Workspace(root).dataset.sha256()]
    with Bench(Workspace(root), "carol") as bench:
        for count, sample in enumerate(("q-1", "q-2"), start=1):
            bench.take_up(sample)
            for place in DISPUTED:
                bench.take(place, 1)
            shas.append(bench.save().sha256)
            git("add", "-A", "-N")
            lines = [line for line in git("diff").splitlines() if line[:1] in "+-" and line[:3] not in {"+++", "---"}]
            assert [line for line in lines if '"op":"adjudicate"' in line and line.startswith("+{")] and len(lines) == 1 + count
    assert len(set(shas)) == 3 and shas[-1] == Workspace(root).dataset.sha256()


def test_a_decision_says_of_each_facet_whether_it_was_agreed_on(tmp_path: Path):
    root = make(tmp_path / "set")
    labelled(root, "alice", {"q-1": ALICE, "q-2": ALICE})
    labelled(root, "bob", {"q-1": {**ALICE, "dimensions": ["skills"]}, "q-2": {**ALICE, "dimensions": ["skills"]}})
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.take(("dimensions", None), 1)
        bench.save()
        bench.take_up("q-2")
        bench.take(("dimensions", None), 1)
        bench.put(("relevance", "p-2"), 1)
        bench.put(("evidence", "p-2"), [{"start": 0, "end": 5, "text": "Short"}])
        bench.save("both passages help")
    first, second = [record["rules"] for record in decisions(root)]
    assert first == {"relevance": "agreed", "evidence": "agreed", "dimensions": "adjudicated"}
    assert second == dict.fromkeys(("relevance", "evidence", "dimensions"), "adjudicated")
    assert verify(root).findings == []
    (path,) = root.glob("decisions/carol/*.jsonl")
    path.write_text(path.read_text("utf-8").replace('"dimensions":"adjudicated"', '"dimensions":"agreed"', 1), "utf-8")
    Path(f"{path}.sha256").unlink()
    messages = [finding.message for finding in verify(root).findings if finding.kind.value == "invalid"]
    assert messages == ["q-1: its rules say otherwise of dimensions than the labels that it rests on"]
