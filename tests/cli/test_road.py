"""The road by its words: label, status, adjudicate, promote, demote; what each prints and how each refuses."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.workspace import Workspace
from tests.builders import a_dataset, a_sample, graded, jsonl
from tests.cli.words import GRADES, Say, a_file, refusal, said, snapshot, three_drafts, three_labelled


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return three_drafts(tmp_path / "small")


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    return three_labelled(tmp_path / "small")


# --- label ---


def test_label_acknowledges_each_line_with_its_digest(root: Path, capsys: Say):
    source = a_file(root, {"sample": "q-1", "values": GRADES, "note": "n", "seconds": 4}, {"sample": "q-2", "skip": "unclear"})
    first, second, total = said(capsys, "label", str(root), "--as", "alice", "--from", source).splitlines()
    (session,) = Workspace(root).label_sessions
    assert first == f"saved q-1 {session.events[0].digest[:12]}"
    assert second == f"saved q-2 {session.events[1].digest[:12]}"
    assert total == f"2 saved, 0 unchanged; dataset SHA-256 {Workspace(root).dataset.sha256()}"


def test_label_again_adds_nothing(root: Path, capsys: Say):
    source = a_file(root, {"sample": "q-1", "values": GRADES})
    said(capsys, "label", str(root), "--as", "alice", "--from", source)
    before = snapshot(root)
    assert said(capsys, "label", str(root), "--as", "alice", "--from", source).startswith("unchanged q-1\n0 saved, 1 unchanged")
    assert snapshot(root) == before


def test_label_after_an_edit_adds_one_line(root: Path, capsys: Say):
    said(capsys, "label", str(root), "--as", "alice", "--from", a_file(root, {"sample": "q-1", "values": GRADES}))
    changed = {"relevance": {"p-1": 2, "p-2": 0}}
    said(capsys, "label", str(root), "--as", "alice", "--from", a_file(root, {"sample": "q-1", "values": changed}))
    assert [len(session.events) for session in Workspace(root).label_sessions] == [1, 1]


@pytest.mark.parametrize(
    "line, why",
    [
        (b"nonsense\n", "from.jsonl:2: the line is not JSON"),
        (b'{"sample":"q-2","sample":"q-3"}\n', "from.jsonl:2: the line has the key 'sample' twice"),
        ({"values": GRADES}, "from.jsonl:2: sample: is missing"),
        ({"sample": "q-2"}, "from.jsonl:2: a line has either values (a label) or skip (the reason)"),
        ({"sample": "q-2", "values": GRADES, "skip": "x"}, "from.jsonl:2: a line has either values (a label) or skip (the reason)"),
        ({"sample": "q-2", "values": GRADES, "colour": 1}, "from.jsonl:2: colour: there is no such field"),
        ({"sample": "q-9", "values": GRADES}, "q-9: there is no such sample in small"),
        ({"sample": "q-2", "values": {}}, "from.jsonl:2: q-2: relevance: is missing; nothing was saved"),
        ({"sample": "q-2", "values": {"relevance": {"p-1": 9, "p-2": 0}}}, "relevance of p-1: 9 is not on the scale 0, 1, 2, 3"),
        ({"sample": "q-2", "values": {"relevance": {"p-1": 1}}}, "relevance of p-2: is missing"),
        ({"sample": "q-1", "values": GRADES}, "from.jsonl:2: q-1 stands at line 1 already; one line a sample"),
        ({"sample": "q-2", "skip": ""}, "from.jsonl:2: skip: "),
        ({"sample": "q-2", "values": GRADES, "seconds": -1}, "from.jsonl:2: seconds: "),
    ],
)
def test_a_bad_line_is_named_and_not_one_is_saved(root: Path, capsys: Say, line: Any, why: str):
    source = a_file(root, {"sample": "q-1", "values": GRADES}, line)
    assert why in refusal(capsys, root, "label", str(root), "--as", "alice", "--from", source)


def test_labels_are_taken_from_those_who_may_and_while_they_are_wanted(ready: Path, capsys: Say):
    source = a_file(ready, {"sample": "q-1", "values": GRADES})
    assert "'zoe' is not among the people of small (alice, bob, carol)" in refusal(
        capsys, ready, "label", str(ready), "--as", "zoe", "--from", source
    )
    assert "q-1: carol is no reviewer, author or judge" in refusal(capsys, ready, "label", str(ready), "--as", "carol", "--from", source)
    plain = json.loads((ready / "dataset.yaml").read_text())
    plain["people"]["zoe"] = {"roles": ["reviewer"]}
    (ready / "dataset.yaml").write_text(json.dumps(plain))
    assert "q-1: it has its 2 labels already" in refusal(capsys, ready, "label", str(ready), "--as", "zoe", "--from", source)


def test_a_path_for_a_name_is_refused(root: Path, capsys: Say):
    source = a_file(root, {"sample": "q-1", "values": GRADES})
    for name in ("../bob", "..", "/etc", "Alice", ""):
        assert "is not among the people" in refusal(capsys, root, "label", str(root), "--as", name, "--from", source)


def test_git_tells_who_labels(root: Path, capsys: Say):
    source = a_file(root, {"sample": "q-1", "values": GRADES})
    assert "say who you are with --as NAME" in refusal(capsys, root, "label", str(root), "--from", source)
    subprocess.run(["git", "init", "-q", root.parent], check=True)
    subprocess.run(["git", "-C", root.parent, "config", "user.email", "bob@example.org"], check=True)
    said(capsys, "label", str(root), "--from", source)
    assert [session.person for session in Workspace(root).label_sessions] == ["bob"]


@pytest.mark.parametrize("source", ["nowhere.jsonl", "."])
def test_a_source_that_cannot_be_read(root: Path, capsys: Say, source: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(root)
    assert "cannot be read" in refusal(capsys, root, "label", str(root), "--as", "alice", "--from", source)


# --- status ---


def test_status_as_json_has_the_documented_shape(ready: Path, capsys: Say):
    found = json.loads(said(capsys, "status", str(ready), "--json"))
    assert found["dataset"] == "small"
    assert found["sha256"] == Workspace(ready).dataset.sha256()
    assert found["counts"] == {"draft": 3, "gold-candidate": 0, "gold": 0, "contested": 0}
    both = [{"by": "alice", "stale": False}, {"by": "bob", "stale": False}]
    assert found["samples"] == [
        {"id": "q-1", "status": "draft", "labels": both, "open": [], "next": "promote"},
        {"id": "q-2", "status": "draft", "labels": both, "open": ["relevance"], "next": "adjudicate"},
        {"id": "q-3", "status": "draft", "labels": both[:1], "open": [], "next": "label"},
    ]


def test_status_counts_add_up_for_everyone(ready: Path, capsys: Say):
    said(capsys, "label", str(ready), "--as", "bob", "--from", a_file(ready, {"sample": "q-3", "skip": "unclear"}))
    (ready / "corpus.jsonl").write_bytes((ready / "corpus.jsonl").read_bytes() + jsonl([{"id": "p-3", "text": "new"}]))
    found = json.loads(said(capsys, "status", str(ready), "--json"))
    for person in found["people"]:
        assert person["labelled"] + person["skipped"] + person["stale"] + person["waiting"] == person["samples"] == 3


def test_status_counts_the_labels_that_are_needed_where_more_people_may_give_one(tmp_path: Path, capsys: Say):
    # At overlap 0.5 q-1 (0.7788 of the way, docs/format.md section 10) needs one label of the two reviewers.
    root = a_dataset(tmp_path / "small", samples=[a_sample("q-1")], workflow={"reviewers": 2, "overlap": 0.5})
    assert "labels to come: 1; a sample that needs fewer labels" in said(capsys, "status", str(root))
    found = json.loads(said(capsys, "status", str(root), "--json"))
    assert ([person["waiting"] for person in found["people"]], found["labels_to_come"]) == ([1, 1], 1)
    graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}})
    assert "labels to come" not in said(capsys, "status", str(root))


def test_status_lists_ids_for_xargs(ready: Path, capsys: Say):
    assert said(capsys, "status", str(ready), "--ids", "--next", "adjudicate") == "q-2\n"
    assert said(capsys, "status", str(ready), "--ids", "--status", "gold") == ""
    plain = said(capsys, "status", str(ready))
    assert "3 draft · 0 gold-candidate · 0 gold · 0 contested" in plain


# --- adjudicate, promote, demote ---


def test_the_road_to_gold_and_back(ready: Path, capsys: Say):
    ruling = a_file(ready, {"sample": "q-2", "values": {"relevance": {"p-1": 2, "p-2": 0}}, "reason": "in between"})
    hashes = [Workspace(ready).dataset.sha256()]
    decided = said(capsys, "adjudicate", str(ready), "--as", "carol", "--from", ruling)
    assert decided.startswith("saved adjudicate q-2 ")
    hashes.append(decided.split()[-1])
    assert said(capsys, "adjudicate", str(ready), "--as", "carol", "--from", ruling).startswith("unchanged q-2; ")
    up = said(capsys, "promote", str(ready), "q-1", "q-2", "--to", "gold-candidate", "--as", "carol", "--reason", "fine").splitlines()
    assert [line.split(" (")[0] for line in up] == ["q-1: draft -> gold-candidate", "q-2: draft -> gold-candidate"]
    hashes += [line.split()[-1] for line in up]
    gold = said(capsys, "promote", str(ready), "q-2", "--to", "gold", "--as", "carol")
    assert gold.startswith("q-2: gold-candidate -> gold (")
    hashes.append(gold.split()[-1])
    down = said(capsys, "demote", str(ready), "q-2", "--as", "carol", "--reason", "looked again")
    assert down.startswith("q-2: gold -> draft (")
    hashes.append(down.split()[-1])
    assert len(set(hashes)) == len(hashes)
    assert hashes[-1] == Workspace(ready).dataset.sha256()
    assert main(["verify", str(ready)]) == 0


def test_a_decision_bears_the_hash_of_the_dataset_as_it_was_before_its_line(ready: Path, capsys: Say):
    said(capsys, "promote", str(ready), "q-1", "--to", "gold-candidate", "--as", "carol")
    said(capsys, "promote", str(ready), "q-1", "--to", "gold", "--as", "carol")
    for session in reversed(Workspace(ready).decision_sessions):
        path = ready / session.path
        lines = path.read_bytes().splitlines(keepends=True)
        for logged in reversed(session.events):
            path.write_bytes(b"".join(lines[: logged.line - 1]))
            assert getattr(logged.event, "dataset_sha256", None) == Workspace(ready).dataset.sha256()
        path.unlink()


@pytest.mark.parametrize(
    "line, why",
    [
        ({"sample": "q-2", "reason": "x"}, "a line has one of values, unsettled (the disagreement in words), confirm (true)"),
        ({"sample": "q-2", "values": GRADES}, "an adjudication says its reason"),
        ({"sample": "q-2", "values": GRADES, "reason": ""}, "reason: "),
        ({"sample": "q-2", "values": GRADES, "unsettled": "x", "reason": "y"}, "a line has one of values"),
        ({"sample": "q-2", "confirm": False}, "confirm is true, or the line is left out"),
        ({"sample": "q-3", "values": GRADES, "reason": "x"}, "q-3: it has 1 of 2 labels that count; adjudication begins when all are in"),
        ({"sample": "q-1", "confirm": True}, "only a single label that is enough is confirmed"),
        ({"sample": "q-2", "values": {"relevance": {"p-1": 9, "p-2": 0}}, "reason": "x"}, "9 is not on the scale"),
        ({"sample": "q-9", "values": GRADES, "reason": "x"}, "there is no such sample"),
        (b"[]\n", "the line is not a JSON object"),
    ],
)
def test_a_ruling_that_does_not_fit_decides_nothing(ready: Path, capsys: Say, line: Any, why: str):
    good = {"sample": "q-1", "values": GRADES, "reason": "as they say"}
    source = a_file(ready, *[] if "q-1" in str(line) else [good], line)
    assert why in refusal(capsys, ready, "adjudicate", str(ready), "--as", "carol", "--from", source)


def test_who_may_not_decide(ready: Path, capsys: Say):
    ruling = a_file(ready, {"sample": "q-2", "values": GRADES, "reason": "x"})
    assert "alice is not an adjudicator (roles stand under `people` in dataset.yaml); alice labelled it" in refusal(
        capsys, ready, "adjudicate", str(ready), "--as", "alice", "--from", ruling
    )


def test_unsettled_is_shown_as_hard(ready: Path, capsys: Say):
    said(capsys, "adjudicate", str(ready), "--as", "carol", "--from", a_file(ready, {"sample": "q-2", "unsettled": "either way"}))
    assert "relevance (cannot be settled)" in said(capsys, "status", str(ready))


def test_what_is_agreed_goes_to_gold_candidate_but_not_what_was_taken_back(ready: Path, capsys: Say):
    assert "how far: --to gold-candidate or --to gold" in refusal(capsys, ready, "promote", str(ready), "q-1", "--as", "carol")
    assert "q-1: draft -> gold-candidate" in said(capsys, "promote", str(ready), "--agreed", "--yes", "--as", "carol")
    said(capsys, "demote", str(ready), "q-1", "--as", "carol", "--reason", "asked twice")
    assert main(["promote", str(ready), "--agreed", "--yes", "--as", "carol"]) == 1
    assert "agreed in every facet, 0 samples" in capsys.readouterr().out
    assert "q-1" in said(capsys, "status", str(ready), "--next", "adjudicate", "--ids").split()
    assert "q-1: draft -> gold-candidate" in said(capsys, "promote", str(ready), "q-1", "--to", "gold-candidate", "--as", "carol")


@pytest.mark.parametrize(
    "words, why",
    [
        (["promote", "q-1", "--to", "gold", "--as", "carol"], "q-1: it is draft; promote it to gold-candidate first"),
        (["promote", "q-2", "--to", "gold-candidate", "--as", "carol"], "q-2: the reviewers differ in relevance; adjudicate it first"),
        (["promote", "q-1", "q-3", "--to", "gold-candidate", "--as", "carol"], "q-3: it has 1 of 2 labels"),
        (["promote", "q-1", "--to", "gold-candidate", "--as", "bob"], "q-1: bob is neither an adjudicator nor a maintainer"),
        (["demote", "q-1", "--as", "carol", "--reason", "x"], "q-1: it is draft, so it cannot be taken back to draft"),
    ],
)
def test_a_move_against_the_rules_fails_whole(ready: Path, capsys: Say, words: list[str], why: str):
    assert why in refusal(capsys, ready, words[0], str(ready), *words[1:], code=1)


@pytest.mark.parametrize(
    "words",
    [
        ["promote", "q-1", "--to", "platinum"],
        ["demote", "q-1", "--as", "carol"],
        ["demote", "q-1", "--to", "gold", "--reason", "x"],
        ["status", "--next", "coffee"],
        ["label"],
    ],
)
def test_words_that_make_no_sense_are_a_usage_error(ready: Path, capsys: Say, words: list[str]):
    before = snapshot(ready)
    with pytest.raises(SystemExit) as caught:
        main([words[0], str(ready), *words[1:]] if words != ["label"] else words)
    assert caught.value.code == 2
    assert "usage: annotator" in capsys.readouterr().err
    assert snapshot(ready) == before


def test_a_sample_named_twice_or_unknown(ready: Path, capsys: Say):
    assert "q-1 is named twice" in refusal(capsys, ready, "promote", str(ready), "q-1", "q-1", "--to", "gold-candidate", "--as", "carol")
    assert "there is no such sample" in refusal(capsys, ready, "promote", str(ready), "q-9", "--to", "gold-candidate", "--as", "carol")


def test_the_agreement_rule_holds_gold_back_until_it_is_overridden_with_a_reason(tmp_path: Path, capsys: Say):
    rule = {"agreement": {"facet": "relevance", "measure": "observed", "at_least": 0.9}}
    root = a_dataset(tmp_path / "small", workflow=rule)
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 3, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 1, "p-2": 1}})
    said(capsys, "promote", str(root), "q-1", "--to", "gold-candidate", "--as", "carol")
    words = ("promote", str(root), "q-1", "--to", "gold", "--as", "carol")
    # Observed agreement: two of the four graded passages.
    why = refusal(capsys, root, *words, code=1)
    assert "the agreement rule does not hold: observed of relevance between alice and bob is 0.5000 over 4 items, below 0.9" in why
    said(capsys, *words, "--override", "a pilot")
    assert "q-1: gold although the agreement rule did not hold: a pilot" in said(capsys, "status", str(root))
    assert json.loads(said(capsys, "status", str(root), "--json"))["overrides"] == [{"sample": "q-1", "reason": "a pilot"}]


def test_what_lapsed_cannot_be_taken_back_half_way(ready: Path, capsys: Say):
    said(capsys, "promote", str(ready), "q-1", "--to", "gold-candidate", "--as", "carol")
    graded(ready, "bob", {"q-1": {"p-1": 1, "p-2": 0}})
    words = ("demote", str(ready), "q-1", "--as", "carol", "--reason", "bob changed his mind")
    assert "demote it to draft" in refusal(capsys, ready, *words, "--to", "gold-candidate", code=1)
    assert said(capsys, *words).startswith("q-1: gold-candidate -> draft")
