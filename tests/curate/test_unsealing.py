"""Sealed datasets in use: who writes, who reads, who opens, and when."""

import hashlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.adjudication import Bench
from annotator.curate.agreement import agreement, ratings_of
from annotator.curate.blame import blame
from annotator.curate.desk import overview
from annotator.curate.exchange import Options, import_bundle
from annotator.curate.export import judgements_of
from annotator.curate.keys import make_key
from annotator.curate.label import label_from
from annotator.curate.labelling import Desk
from annotator.curate.self_agreement import self_agreement
from annotator.curate.status import status
from annotator.curate.unsealing import unseal, unseal_for
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import MissingPrerequisite, Refused
from annotator.interchange.bundle import Bundle, ForeignLabel
from annotator.model.canonical import line_of
from annotator.model.events import Label, Opened, Sealed, Source
from annotator.model.finding import exit_code
from annotator.model.status import Standing
from annotator.store.age import box_for
from annotator.workflow.promotion import against_adjudication
from tests.builders import PEOPLE, a_dataset, graded, jsonl, promoted

WHISPER = "alice-whispers-7d1f"
Become = Callable[[str], None]


@pytest.fixture
def become(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Become:
    """Go over to the machine of someone, whose keys are there and nobody else's."""
    return lambda person: monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config" / person))


@pytest.fixture
def root(tmp_path: Path, become: Become) -> Path:
    """A sealed dataset whose people have keys."""
    people: dict[str, Any] = {}
    for name, member in PEOPLE.items():
        become(name)
        people[name] = {**member, "key": make_key()[0]}
    return a_dataset(tmp_path / "small", people=people, workflow={"sealed": True})


def says(root: Path, become: Become, person: str, sample: str, *grades: int, note: str | None = None) -> None:
    become(person)
    source = root.parent / f"{person}.jsonl"
    source.write_bytes(jsonl([{"sample": sample, "values": {"relevance": dict(zip(("p-1", "p-2"), grades, strict=True))}, "note": note}]))
    list(label_from(Workspace(root), person, source))


def both(root: Path, become: Become) -> Path:
    says(root, become, "alice", "q-1", 3, 0, note=WHISPER)
    says(root, become, "bob", "q-1", 2, 0)
    return root


def test_a_label_stands_sealed_in_its_session(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0, note=WHISPER)
    event = Workspace(root).label_sessions[0].events[0].event
    assert isinstance(event, Sealed)
    session = next((root / "labels" / "alice").glob("*.jsonl")).read_text()
    assert WHISPER not in session
    assert '"relevance"' not in session


def test_its_writer_reads_it_and_nobody_else_does(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0)
    workspace = Workspace(root)
    workspace.read_as("alice")
    assert isinstance(workspace.label_sessions[0].events[0].event, Label)
    become("bob")
    workspace = Workspace(root)
    workspace.read_as("bob")
    assert isinstance(workspace.label_sessions[0].events[0].event, Sealed)


def test_the_same_label_twice_is_one_record(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0)
    says(root, become, "alice", "q-1", 3, 0)
    assert sum(len(session.events) for session in Workspace(root).label_sessions) == 1


def test_a_sealed_label_counts_as_one_that_is_in(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0)
    found = status(Workspace(root))
    assert [(one.id, one.labels, one.next) for one in found.samples] == [("q-1", (("alice", False),), "label"), ("q-2", (), "label")]
    assert [(one.name, one.labelled, one.waiting) for one in found.people] == [("alice", 1, 1), ("bob", 0, 2)]


def test_nobody_opens_before_both_are_in(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0)
    become("carol")
    assert unseal(Workspace(root), "carol") == ({}, 1, [])
    assert Workspace(root).decision_sessions == []


def test_once_both_are_in_the_next_thing_is_to_open_them(root: Path, become: Become):
    workspace = Workspace(both(root, become))
    assert workspace.account("q-1").next == "unseal"
    assert judgements_of(workspace) == ([], 2)
    assert "1 samples have all their labels, which wait to be opened" in agreement(workspace)["relevance"].notes[-1]
    become("carol")
    assert unseal(workspace, "carol").opened == {"q-1": 2}
    assert workspace.account("q-1").next == "adjudicate"
    assert {one.reviewer: one.values for one in judgements_of(Workspace(root))[0]} == {
        "alice": {"relevance": {"p-1": 3, "p-2": 0}},
        "bob": {"relevance": {"p-1": 2, "p-2": 0}},
    }


def test_the_desk_says_whose_turn_it_is_to_open(root: Path, become: Become):
    turns = {turn.step: turn for turn in overview(Workspace(both(root, become)), "carol").turns}
    assert (turns["unseal"].samples, turns["unseal"].who) == (1, (("carol", 1),))


def test_what_was_opened_stands_in_the_openers_session_and_verifies(root: Path, become: Become):
    both(root, become)
    become("carol")
    unseal(Workspace(root), "carol")
    events = [logged.event for session in Workspace(root).decision_sessions for logged in session.events]
    assert [event.op for event in events] == ["opened", "opened"]
    assert isinstance(events[0], Opened)
    assert events[0].record["note"] == WHISPER
    assert verify(root).findings == []
    assert unseal(Workspace(root), "carol") == ({}, 0, [])


def test_a_plain_label_is_named_and_stops_nothing(root: Path, become: Become):
    both(root, become)
    about = json.loads(next((root / "labels" / "alice").glob("*.jsonl")).read_text().splitlines()[1])
    plain = {key: about[key] for key in ("at", "by", "n", "sample", "sample_sha256", "scheme_sha256")}
    path = root / "labels" / "alice" / "20991130T050900Z-00000000.jsonl"
    opening = {"by": "alice", "device": "d", "format": 1, "n": 0, "op": "open", "prev": None}
    path.write_bytes(line_of(opening) + b"\n" + line_of({**plain, "op": "skip", "reason": "unclear"}) + b"\n")
    seal = f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
    path.with_name(f"{path.name}.sha256").write_text(seal)
    found = verify(root)
    assert [(one.kind, one.path, one.line) for one in found.findings] == [("readable", path.relative_to(root).as_posix(), 2)]
    assert exit_code(found.findings) == 0


def test_opening_leads_on_to_gold(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0)
    says(root, become, "bob", "q-1", 3, 0)
    become("carol")
    unseal(Workspace(root), "carol")
    promoted(root, "q-1")
    assert Workspace(root).account("q-1").status is Standing.GOLD
    assert verify(root).findings == []


def test_the_bench_opens_what_is_in(root: Path, become: Become):
    both(root, become)
    become("carol")
    with Bench(Workspace(root), "carol") as bench:
        assert bench.ids == ["q-1"]


def test_a_changed_opening_is_found(root: Path, become: Become):
    both(root, become)
    become("carol")
    unseal(Workspace(root), "carol")
    session = next((root / "decisions" / "carol").glob("*.jsonl"))
    session.write_text(session.read_text().replace('"p-1":3', '"p-1":2'))
    session.with_name(session.name + ".sha256").unlink()
    assert "what alice sealed was opened as something else" in " ".join(finding.message for finding in verify(root).findings)
    assert Workspace(root).account("q-1").next == "unseal"


def test_a_reviewer_opens_nothing(root: Path, become: Become):
    both(root, become)
    with pytest.raises(Refused, match=r"bob may open no sealed label of small.*\(carol\)"):
        unseal(Workspace(root), "bob")


def test_a_maintainer_who_labels_too_cannot_open(root: Path, become: Become):
    text = (root / "dataset.yaml").read_text()
    config = json.loads(text)
    config["people"]["carol"]["roles"] = ["reviewer", "maintainer"]
    (root / "dataset.yaml").write_text(json.dumps(config))
    become("alice")
    with pytest.raises(Refused, match="nobody could open them"):
        graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}})


@pytest.mark.parametrize("without", ["alice", "carol"])
def test_who_has_no_key_is_told_before_anything_is_written(root: Path, become: Become, without: str):
    config = json.loads((root / "dataset.yaml").read_text())
    del config["people"][without]["key"]
    (root / "dataset.yaml").write_text(json.dumps(config))
    become("alice")
    with pytest.raises(Refused, match="annotator keygen"):
        graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    assert not (root / "labels").exists()


def test_a_lost_key_is_explained_before_it_hurts(root: Path, become: Become):
    become("nobody")
    with pytest.raises(MissingPrerequisite, match="put back the copy that you kept"):
        Desk(Workspace(root), "alice")
    both(root, become)
    become("nobody")
    with pytest.raises(MissingPrerequisite, match="put back the copy that you kept"):
        unseal(Workspace(root), "carol")


def test_what_was_sealed_before_a_key_was_known_is_named(root: Path, become: Become):
    both(root, become)
    config = json.loads((root / "dataset.yaml").read_text())
    become("carol")
    config["people"]["carol"]["key"] = make_key(another=True)[0]
    (root / "dataset.yaml").write_text(json.dumps(config))
    done = unseal(Workspace(root), "carol")
    assert done.opened == {}
    assert len(done.shut) == 2
    assert all(where.startswith("labels/") for where in done.shut)


def with_box(root: Path, person: str, held: bytes, to: tuple[str, ...] = ("alice", "bob", "carol")) -> None:
    """The first label of `person` with a box of its own making, as a program that is not this one might write it."""
    (path,) = (root / "labels" / person).glob("*.jsonl")
    opening, first, *rest = path.read_text().splitlines()
    keys = [Workspace(root).config.people[name].key or "" for name in to]
    changed = {**json.loads(first), "plain_sha256": hashlib.sha256(held).hexdigest(), "box": box_for(keys, held)}
    path.write_bytes(b"".join(line.encode() + b"\n" for line in (opening, line_of(changed).decode(), *rest)))
    path.with_name(path.name + ".sha256").unlink()


def a_record(root: Path, person: str, **other: Any) -> bytes:
    """What the first label of `person` says in the clear, as a plain label with `other` fields."""
    (path,) = (root / "labels" / person).glob("*.jsonl")
    clear = json.loads(path.read_text().splitlines()[1])
    about = {field: clear[field] for field in ("n", "at", "by", "sample", "sample_sha256", "scheme_sha256")}
    return line_of({**about, "op": "label", "values": {}, "note": None, "seconds": None, "nonce": "0" * 32, **other})


@pytest.mark.parametrize("held", [b"", b"\xff\xfe", b"[" * 100_000, b'{"a":NaN}', b'{"a":1e400}', b'{"a":"\\ud800"}', b"[1]", b"null"])
def test_a_box_that_holds_no_label_lets_nobody_read_the_other_label(root: Path, become: Become, held: bytes):
    with_box(both(root, become), "bob", held)
    become("carol")
    done = unseal(Workspace(root), "carol")
    assert (done.opened, done.waiting, len(done.shut)) == ({}, 1, 1)
    assert "ask bob to label q-1 anew" in done.shut[0]
    assert WHISPER not in "".join(path.read_text() for path in root.rglob("*.jsonl"))
    says(root, become, "bob", "q-1", 2, 0)
    become("carol")
    assert unseal(Workspace(root), "carol") == ({"q-1": 2}, 0, [])
    assert verify(root).findings == []


def test_a_box_for_its_writer_alone_lets_nobody_read_the_other_label(root: Path, become: Become):
    both(root, become)
    with_box(root, "bob", a_record(root, "bob", values={"relevance": {"p-1": 1, "p-2": 0}}), to=("bob",))
    become("carol")
    done = unseal(Workspace(root), "carol")
    assert (done.opened, done.waiting) == ({}, 1)
    assert "was not sealed for your key" in done.shut[0]


def test_values_that_were_never_allowed_are_not_opened_into_the_log(root: Path, become: Become):
    both(root, become)
    with_box(root, "bob", a_record(root, "bob", values={"relevance": {"p-1": 9}}))
    become("carol")
    (shut,) = unseal(Workspace(root), "carol").shut
    assert shut.endswith("does not fit today's scheme; ask bob to label q-1 anew")
    assert Workspace(root).decision_sessions == []


def skips(root: Path, become: Become, person: str, sample: str, reason: str) -> None:
    become(person)
    source = root.parent / f"{person}.jsonl"
    source.write_bytes(jsonl([{"sample": sample, "skip": reason}]))
    list(label_from(Workspace(root), person, source))


def test_the_reasons_of_all_who_skipped_are_opened_and_nothing_else(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0, note=WHISPER)
    skips(root, become, "alice", "q-1", "the text is cut off")
    become("carol")
    assert (unseal(Workspace(root), "carol").opened, Workspace(root).account("q-1").next) == ({}, "label")
    skips(root, become, "bob", "q-1", "no idea")
    assert Workspace(root).account("q-1").next == "unseal"
    become("carol")
    # The label that alice took back by skipping stays shut: bob may change his mind.
    assert unseal(Workspace(root), "carol") == ({"q-1": 2}, 1, [])
    opened = [
        logged.event.record
        for session in Workspace(root).decision_sessions
        for logged in session.events
        if isinstance(logged.event, Opened)
    ]
    assert [record["reason"] for record in opened] == ["the text is cut off", "no idea"]
    assert Workspace(root).account("q-1").next == "label"
    assert verify(root).findings == []
    says(root, become, "bob", "q-1", 2, 0)
    become("carol")
    assert unseal(Workspace(root), "carol").opened == {}


def test_one_label_among_skips_stays_shut_and_so_do_they(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0, note=WHISPER)
    skips(root, become, "bob", "q-1", "no idea")
    become("carol")
    assert unseal(Workspace(root), "carol") == ({}, 2, [])
    assert Workspace(root).account("q-1").next == "label"


def test_a_skip_that_cannot_be_opened_keeps_the_other_shut(root: Path, become: Become):
    skips(root, become, "alice", "q-1", WHISPER)
    skips(root, become, "bob", "q-1", "no idea")
    with_box(root, "bob", b"[1]")
    become("carol")
    done = unseal(Workspace(root), "carol")
    assert (done.opened, done.waiting, len(done.shut)) == ({}, 1, 1)
    assert WHISPER not in "".join(path.read_text() for path in root.rglob("*.jsonl"))


def test_one_shut_sample_keeps_no_other_shut(root: Path, become: Become):
    with_box(both(root, become), "bob", b"[1]")
    for person in ("alice", "bob"):
        says(root, become, person, "q-2", 1, 1)
    become("carol")
    assert unseal(Workspace(root), "carol").opened == {"q-2": 2}


def test_samples_are_opened_one_after_the_other(root: Path, become: Become):
    for sample in ("q-2", "q-1"):
        for person in ("alice", "bob"):
            says(root, become, person, sample, 1, 1)
    become("carol")
    unseal(Workspace(root), "carol")
    opened = [logged.event for session in Workspace(root).decision_sessions for logged in session.events]
    assert [(event.sample, event.record["by"]) for event in opened if isinstance(event, Opened)] == [
        ("q-1", "alice"),
        ("q-1", "bob"),
        ("q-2", "alice"),
        ("q-2", "bob"),
    ]


def test_an_import_brings_no_more_labels_than_are_needed_beside_a_sealed_one(root: Path, become: Become):
    config = json.loads((root / "dataset.yaml").read_text())
    config["people"]["dora"] = {"roles": ["reviewer"], "key": config["people"]["bob"]["key"][:-6] + "qqqqqq"}
    (root / "dataset.yaml").write_text(json.dumps(config))
    says(root, become, "alice", "q-1", 3, 0)
    bundle = Bundle(labels=[ForeignLabel(by, "q-1", "r.csv:2", values={"relevance": {"p-1": 1, "p-2": 0}}) for by in ("bob", "dora")])
    with pytest.raises(Refused, match="labels of alice, bob, dora for 2 places"):
        import_bundle(Workspace(root), bundle, dict.fromkeys(bundle.people(), Source(name="r.csv", sha256="a" * 64)))


def test_the_same_file_twice_is_imported_once_although_nobody_can_compare(root: Path, become: Become):
    become("nobody")
    grades = {"relevance": {"p-1": 1, "p-2": 0}}
    bundle = Bundle(labels=[ForeignLabel("bob", "q-1", "r.csv:2", values=grades), ForeignLabel("bob", "q-2", "r.csv:3", skip="unclear")])
    first, other = ({"bob": Source(name="r.csv", sha256=digit * 64)} for digit in "ab")

    def imported(source: dict[str, Source], *, again: bool = False) -> tuple[int, int]:
        report = import_bundle(Workspace(root), bundle, source, Options(again=again))
        assert any("sealed labels cannot be compared" in note for note in report.notes) == (report.unchanged["bob"] > 0)
        return report.saved["bob"], report.unchanged["bob"]

    assert [imported(first), imported(first), imported(other), imported(other)] == [(2, 0), (0, 2), (2, 0), (0, 2)]
    # What counts now came from the other file.
    assert [imported(first), imported(first, again=True)] == [(2, 0), (2, 0)]
    (root / "corpus.jsonl").write_text((root / "corpus.jsonl").read_text().replace('"text":"', '"text":"Now '))
    assert imported(first) == (2, 0)


def test_what_is_open_is_decided_without_a_key(root: Path, become: Become):
    for person in ("alice", "bob"):
        says(root, become, person, "q-1", 3, 0)
    become("carol")
    unseal(Workspace(root), "carol")
    for person in ("alice", "bob"):
        says(root, become, person, "q-2", 1, 1)
    become("nobody")
    workspace = Workspace(root)
    unseal_for(workspace, "carol")
    assert (workspace.account("q-1").next, workspace.account("q-2").next) == ("promote", "unseal")


def test_what_was_sealed_is_still_opened_where_labels_are_sealed_no_more(root: Path, become: Become):
    text = both(root, become).joinpath("dataset.yaml").read_text()
    (root / "dataset.yaml").write_text(json.dumps({**json.loads(text), "workflow": {"sealed": False}}))
    become("carol")
    workspace = Workspace(root)
    unseal_for(workspace, "carol")
    assert workspace.account("q-1").next == "adjudicate"


def test_the_screen_keeps_unfinished_work_shut_too(root: Path, become: Become):
    become("alice")
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up("q-1")
        desk.put([("relevance", "p-1", 3)])
        desk.write_note(WHISPER, more=False)
    drafts = b"".join(path.read_bytes() for path in (root / ".annotator").rglob("*.jsonl"))
    assert b'"box"' in drafts
    assert WHISPER.encode() not in drafts
    assert b"relevance" not in drafts
    with Desk(Workspace(root), "alice") as desk:
        assert desk.first() == "q-1"
        desk.take_up("q-1")
        assert (desk.sheet.values, desk.sheet.note) == ({"relevance": {"p-1": 3}}, WHISPER)
        desk.put([("relevance", "p-2", 0)])
        desk.submit()
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up("q-1")
        assert desk.sheet.values == {"relevance": {"p-1": 3, "p-2": 0}}
        desk.undo()
        assert desk.sheet.note == WHISPER


def test_undo_takes_nothing_back_that_a_new_key_cannot_put_back(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0)
    config = json.loads((root / "dataset.yaml").read_text())
    config["people"]["alice"]["key"] = make_key(another=True)[0]
    (root / "dataset.yaml").write_text(json.dumps(config))
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up("q-1")
        desk.put([("relevance", "p-1", 1), ("relevance", "p-2", 1)])
        desk.submit()
        with pytest.raises(Refused, match="cannot be put back"):
            desk.undo()
    assert status(Workspace(root)).people[0].labelled == 1


def test_another_window_of_the_same_person_is_heard(root: Path, become: Become):
    become("alice")
    with Desk(Workspace(root), "alice") as desk:
        says(root, become, "alice", "q-2", 1, 1)
        desk.take_up("q-1")
        own = desk.workspace.case("q-2").words["alice"].event
        assert isinstance(own, Label)
        assert own.values == {"relevance": {"p-1": 1, "p-2": 1}}


def test_blame_tells_who_and_not_what_before_it_was_opened(root: Path, become: Become):
    both(root, become)
    story = blame(root, "q-1")
    assert [(step.by, step.op, step.values) for step in story.steps] == [("alice", "sealed", None), ("bob", "sealed", None)]


def test_for_the_second_reviewer_there_is_nothing_of_the_first_to_be_found(root: Path, become: Become):
    """Every file of the working tree and every object of git, compressed ones unpacked."""
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "drafts"]):
        subprocess.run(["git", *words], cwd=root, check=True)
    become("alice")
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up("q-1")
        desk.put([("relevance", "p-1", 3), ("relevance", "p-2", 0)])
        desk.write_note(WHISPER, more=False)
        desk.submit()
        desk.take_up("q-2")
        desk.skip(f"{WHISPER} about q-2")
    for words in (["add", "-A", "-f"], ["commit", "-q", "-m", "labels by alice"], ["gc", "-q"]):
        subprocess.run(["git", *words], cwd=root, check=True)
    objects = subprocess.run(["git", "cat-file", "--batch-all-objects", "--batch"], cwd=root, check=True, capture_output=True).stdout
    files = b"".join(path.read_bytes() for path in root.rglob("*") if path.is_file() and ".git/" not in str(path))
    for place in (objects, files):
        assert b'"op":"sealed"' in place
        assert WHISPER.encode() not in place
        assert b'"values"' not in place
        assert b'"reason"' not in place
        assert b'"p-1":3' not in place


def test_a_sealed_repeat_counts_for_nothing_but_agreement_with_oneself(root: Path, become: Become):
    both(root, become)
    become("alice")
    source = root.parent / "again.jsonl"
    source.write_bytes(jsonl([{"sample": "q-1", "values": {"relevance": {"p-1": 1, "p-2": 0}}, "repeat": True}]))
    list(label_from(Workspace(root), "alice", source))
    (path,) = [path for path in (root / "labels" / "alice").glob("*.jsonl") if '"repeat"' in path.read_text()]
    assert '"relevance"' not in path.read_text()
    assert self_agreement(Workspace(root)) == {"relevance": {}}
    become("carol")
    unseal(Workspace(root), "carol")
    workspace = Workspace(root)
    assert workspace.case("q-1").fresh["alice"].values == {"relevance": {"p-1": 3, "p-2": 0}}
    (pair,) = self_agreement(workspace)["relevance"]["alice"].pairs
    # Of two grades, one is the same both times.
    assert (pair.n, pair.statistics["observed"].value) == (2, 0.5)
    assert verify(root).findings == []


def test_a_sealed_label_is_counted_and_is_no_skip(root: Path, become: Become):
    says(root, become, "alice", "q-1", 3, 0)
    workspace = Workspace(root)
    assert against_adjudication(workspace.config, workspace.case("q-1"), "carol") == [
        "it has 1 of 2 labels that count; adjudication begins when all are in"
    ]
    assert ratings_of(workspace, "relevance").skipped == 0
    become("bob")
    source = root.parent / "skip.jsonl"
    source.write_bytes(jsonl([{"sample": "q-1", "skip": "no idea"}]))
    list(label_from(workspace, "bob", source))
    assert ratings_of(Workspace(root), "relevance").skipped == 1
