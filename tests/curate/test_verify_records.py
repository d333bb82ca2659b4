"""Verify: what labels and decisions stand on, and what changed under them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.decide import decide_from
from annotator.curate.promote import demote, promote
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed
from annotator.model.events import Promote
from annotator.model.finding import FindingKind
from annotator.model.status import Status
from tests.builders import jsonl, labelled
from tests.curate.sound import a_value, below, found, reseal, rewritten, seal_of, sealed_files, sessions


def test_an_inexact_span_is_named_with_both_texts(sound: Path):
    path = sessions(sound, "alice")[1]
    rewritten(path, 3, lambda record: record["values"]["evidence"]["p-1"][0].update(start=5, end=9))
    (finding,) = verify(sound).findings
    assert (finding.kind.value, finding.path, finding.line) == ("invalid", below(sound, path), 3)
    assert finding.message == "q-4: evidence of p-1: span [5,9) quotes 'text', but the text there is 'ext '"


@pytest.mark.parametrize(
    "change, why",
    [
        (lambda record: record.update(sample="q-9"), "sample 'q-9' is not in the dataset"),
        (lambda record: record["values"]["relevance"].update({"p-9": 1}), "relevance of p-9: is no candidate of this sample"),
        (lambda record: record["values"]["relevance"].pop("p-2"), "relevance of p-2: is missing"),
        (lambda record: record["values"]["relevance"].update({"p-1": 9}), "9 is not on the scale"),
        (lambda record: record["values"].update(dimensions=["nowhere"]), "'nowhere' is not in dimensions.yaml"),
        (lambda record: record["values"].update(colour=1), "there is no such facet"),
        (lambda record: record.update(at="2026-02-30T00:00:00Z"), "at: "),
        (lambda record: record.update(extra=1), "there is no such field"),
        (lambda record: record.update(by="bob"), "is by bob, but stands among the files of alice"),
    ],
    ids=["sample", "candidate", "gap", "grade", "tag", "facet", "time", "field", "person"],
)
def test_a_label_that_was_never_allowed_is_named_by_line(sound: Path, change: Callable[[dict[str, Any]], None], why: str):
    path = sessions(sound, "alice")[1]
    rewritten(path, 3, change)
    matching = [finding for finding in verify(sound).findings if finding.path == below(sound, path) and finding.line == 3]
    assert any(why in finding.message and finding.kind is FindingKind.INVALID for finding in matching), matching


def test_a_session_among_another_person_s_files(sound: Path):
    path = sessions(sound, "alice")[0]
    moved = sound / "labels" / "dave" / path.name
    moved.parent.mkdir()
    shutil.copy(path, moved)
    shutil.copy(seal_of(path), seal_of(moved))
    named = found(sound)
    assert ("invalid", below(sound, moved), 1) in named
    assert ("invalid", below(sound, moved), None) in named  # dave is no reviewer


def test_a_decision_line_by_someone_unknown(sound: Path):
    path = sessions(sound, "carol")[0]
    rewritten(path, 2, lambda record: record.update(by="nobody"))
    assert ("invalid", below(sound, path), 2) in found(sound)


def test_a_person_who_is_not_in_the_dataset(sound: Path):
    config = sound / "dataset.yaml"
    config.write_text(config.read_text().replace('"dave"', '"david"'))
    assert ("invalid", below(sound, sessions(sound, "dave")[0]), None) in found(sound)


def test_a_dangling_candidate_is_named_where_the_sample_stands(sound: Path):
    corpus = (sound / "corpus.jsonl").read_bytes().split(b"\n")
    (sound / "corpus.jsonl").write_bytes(b"\n".join(corpus[:1] + corpus[2:]))
    messages = [str(finding) for finding in verify(sound).findings]
    assert "invalid: samples.jsonl:1: candidate 'p-2' is not in the corpus" in messages


def test_a_dangling_id_in_a_decision_s_basis(sound: Path):
    path = sessions(sound, "dave")[0]
    rewritten(path, 2, lambda record: record.update(basis=["0" * 64, record["basis"][1]]))
    assert ("invalid", below(sound, path), 2) in found(sound)


def test_a_basis_about_another_sample_is_dangling(sound: Path):
    path = sessions(sound, "carol")[0]
    second = json.loads(path.read_bytes().split(b"\n")[2])["basis"]
    rewritten(path, 2, lambda record: record.update(basis=second))
    assert ("invalid", below(sound, path), 2) in found(sound)


@pytest.mark.parametrize(
    "change, why",
    [
        (lambda record: record.update(basis=record["basis"][:1]), "promoted on 1 of 2 labels"),
        (lambda record: record.update(values_sha256="0" * 64), "its values_sha256 is not that of the values it rests on"),
        (lambda record: record.update(rule="confirmed"), "its rule is confirmed, but what it rests on was agreed"),
        (lambda record: record.update({"from": "gold", "to": "gold-candidate"}), "no promotion leads from gold to gold-candidate"),
        (lambda record: record.update({"from": "gold-candidate", "to": "gold"}), "without a promotion to gold-candidate under it"),
    ],
)
def test_a_forged_promotion_is_named_by_line(sound: Path, change: Callable[[dict[str, Any]], None], why: str):
    path = sessions(sound, "carol")[0]
    rewritten(path, 2, change)
    matching = [finding for finding in verify(sound).findings if finding.path == below(sound, path) and finding.line == 2]
    assert any(why in finding.message for finding in matching), matching


def test_a_promoted_sample_with_one_label_is_refused_by_the_rules_and_named_when_forged(sound: Path):
    with pytest.raises(CheckFailed, match="q-4: it has 1 of 2 labels"):
        list(promote(Workspace(sound), ["q-4"], Status.CANDIDATE, "carol"))
    workspace = Workspace(sound)
    label = workspace.case("q-4").fresh["alice"].logged
    forged = {
        "op": "promote",
        "n": 1,
        "at": "2026-11-30T05:09:00Z",
        "by": "carol",
        "sample": "q-4",
        "sample_sha256": workspace.case("q-4").sample_sha256,
        "dataset_sha256": "0" * 64,
        "basis": (label.digest,),
        "from": Status.DRAFT,
        "to": Status.CANDIDATE,
        "rule": "agreed",
        "values_sha256": "0" * 64,
    }
    with workspace.sitting("decisions", "carol") as sitting:
        sitting.append(Promote.model_validate(forged))
    path = sessions(sound, "carol")[-1]
    assert ("invalid", below(sound, path), 2) in found(sound)
    assert main(["verify", str(sound)]) == 1


def test_an_adjudicator_who_labelled_it(sound: Path):
    config = sound / "dataset.yaml"
    plain = json.loads(config.read_text())
    plain["people"]["bob"]["roles"] = ["reviewer", "adjudicator"]
    config.write_text(json.dumps(plain))
    path = sessions(sound, "dave")[0]
    moved = sound / "decisions" / "bob" / path.name
    moved.parent.mkdir()
    moved.write_bytes(path.read_bytes().replace(b'"by":"dave"', b'"by":"bob"'))
    reseal(moved)
    assert ("invalid", below(sound, moved), 2) in found(sound)


@pytest.mark.parametrize(
    "roles, person",
    [(["reviewer"], "dave"), (["adjudicator"], "carol"), (["reviewer"], "carol")],
    ids=["adjudicator no more", "maintainer no more", "neither"],
)
def test_a_decision_by_someone_without_the_role(sound: Path, roles: list[str], person: str):
    config = sound / "dataset.yaml"
    plain = json.loads(config.read_text())
    plain["people"][person]["roles"] = roles
    config.write_text(json.dumps(plain))
    assert "invalid" in {kind for kind, file, line in found(sound) if f"decisions/{person}/" in file and line is not None}


def test_a_changed_passage_under_gold_is_stale_until_it_is_demoted_by_record(sound: Path):
    corpus = sound / "corpus.jsonl"
    corpus.write_bytes(corpus.read_bytes().replace(b"The text of p-1.", b"The text of p-1!"))
    first, second = sessions(sound, "carol")
    assert set(found(sound)) == {("stale", below(sound, first), 2), ("stale", below(sound, first), 3), ("stale", below(sound, second), 2)}
    assert main(["verify", str(sound)]) == 1
    list(demote(Workspace(sound), ["q-1", "q-2"], Status.DRAFT, "carol", "the passage was corrected"))
    assert found(sound) == []


def test_a_changed_passage_under_gold_is_right_again_when_it_is_promoted_anew(sound: Path):
    corpus = sound / "corpus.jsonl"
    corpus.write_bytes(corpus.read_bytes().replace(b"The text of p-1.", b"The text of p-1!"))
    for person in ("alice", "bob"):
        labelled(sound, person, {"q-1": a_value(3), "q-2": a_value(1)})
    list(promote(Workspace(sound), ["q-1", "q-2"], Status.CANDIDATE, "carol"))
    assert found(sound) == []


def test_a_label_of_an_older_text_is_no_fault(sound: Path):
    samples = sound / "samples.jsonl"
    samples.write_bytes(samples.read_bytes().replace(b"What about q-4?", b"What else about q-4?"))
    assert found(sound) == []


def test_groups_and_notes_may_change_under_gold(sound: Path):
    samples = sound / "samples.jsonl"
    lines = [json.loads(line) | {"groups": {"difficulty": "hard"}, "notes": "x"} for line in samples.read_bytes().splitlines()]
    samples.write_bytes(jsonl(lines))
    assert found(sound) == []


def test_a_tag_dropped_from_the_registry_touches_no_log(sound: Path):
    registry = sound / "dimensions.yaml"
    plain = json.loads(registry.read_text())
    plain["dimensions"] = plain["dimensions"][1:]
    registry.write_text(json.dumps(plain))
    before = {path: path.read_bytes() for path in sealed_files(sound)}
    assert {kind for kind, _, _ in found(sound)} == {"stale"}
    assert {path: path.read_bytes() for path in sealed_files(sound)} == before


def test_two_adjudicators_apart_are_contested_at_both_lines(sound: Path):
    rulings = sound.parent / "other.jsonl"
    rulings.write_bytes(jsonl([{"sample": "q-2", "values": a_value(1), "reason": "otherwise"}]))
    # In parallel: carol has not seen dave's decision.
    path = sessions(sound, "dave")[0]
    aside = sound.parent / "aside"
    shutil.move(sound / "decisions", aside)
    list(decide_from(Workspace(sound), "carol", rulings))
    shutil.copytree(aside, sound / "decisions", dirs_exist_ok=True)
    named = [item for item in found(sound) if item[0] == "contested"]
    assert len(named) == 2
    assert ("contested", below(sound, path), 2) in named
    assert main(["verify", str(sound)]) == 1
