"""Releases: written once, the same bytes for the same content, free of secrets, and checked ever after."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.provenance import Past
from annotator.curate.release import release
from annotator.curate.released import between
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, Refused, UsageError
from tests.builders import a_dataset, a_passage, a_sample, graded, jsonl, labelled, promoted
from tests.curate.sound import git, sessions

Say = pytest.CaptureFixture[str]
FILES = {
    "MANIFEST.sha256",
    "agreement.json",
    "corpus.jsonl",
    "croissant.json",
    "gold.jsonl",
    "judgements.jsonl",
    "qrels.trec",
    "queries.jsonl",
    "release.json",
}


def kinds(root: Path, **more: Any) -> list[tuple[str, str]]:
    return [(finding.kind.value, finding.path) for finding in verify(root, **more).findings]


def bytes_of(root: Path, version: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "releases" / version).iterdir()}


def changed(root: Path, **more: Any) -> None:
    """Change keys of dataset.yaml."""
    path = root / "dataset.yaml"
    path.write_text(json.dumps({**json.loads(path.read_text()), **more}))


def test_a_release_holds_what_is_gold_and_sha256sum_checks_it(sound: Path, capsys: Say):
    before = Workspace(sound).dataset.sha256()
    assert main(["release", str(sound), "1.0.0", "--as", "carol"]) == 0
    assert "1 samples in" in capsys.readouterr().out
    folder = sound / "releases" / "1.0.0"
    assert set(bytes_of(sound, "1.0.0")) == FILES
    done = subprocess.run(["sha256sum", "--strict", "-c", "MANIFEST.sha256"], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.count(": OK\n") == len(FILES) - 1
    record = json.loads((folder / "release.json").read_text("utf-8"))
    assert (record["dataset_sha256"], record["samples"], record["version"]) == (before, {"gold": 1}, "1.0.0")
    assert record["left_out"] == {"decided, but draft": 1, "decided, but gold-candidate": 1, "waiting for labels": 1}
    assert record["agreement"]["relevance"]["measure"] == "kappa-quadratic"
    (gold,) = [json.loads(line) for line in (folder / "gold.jsonl").read_text("utf-8").splitlines()]
    assert (gold["id"], gold["status"], gold["values"]["relevance"]) == ("q-1", "gold", {"p-1": 3, "p-2": 0})
    assert (folder / "qrels.trec").read_text() == "q-1 0 p-1 3\nq-1 0 p-2 0\n"
    judged = [json.loads(line) for line in (folder / "judgements.jsonl").read_text("utf-8").splitlines()]
    assert [(one["reviewer"], one["sample"]) for one in judged] == [("alice", "q-1"), ("bob", "q-1")]
    event = json.loads(sessions(sound, "carol")[-1].read_bytes().splitlines()[-1])
    assert (event["op"], event["version"], event["status"], event["samples"]) == ("release", "1.0.0", "gold", 1)
    assert event["manifest_sha256"] == hashlib.sha256((folder / "MANIFEST.sha256").read_bytes()).hexdigest()
    assert kinds(sound) == []


def test_candidates_come_along_when_asked_for_and_are_marked(sound: Path):
    release(Workspace(sound), "1.0.0-rc1", "carol", candidates=True)
    gold = [json.loads(line) for line in (sound / "releases" / "1.0.0-rc1" / "gold.jsonl").read_text("utf-8").splitlines()]
    assert [(one["id"], one["status"]) for one in gold] == [("q-1", "gold"), ("q-2", "gold-candidate")]


def test_the_same_content_gives_the_same_bytes(sound: Path, tmp_path: Path):
    other = Path(shutil.copytree(sound, tmp_path / "elsewhere" / "copy"))
    for root in (sound, other):
        release(Workspace(root), "1.0.0", "carol")
    assert bytes_of(sound, "1.0.0") == bytes_of(other, "1.0.0")
    release(Workspace(sound), "1.0.1", "carol")
    first, second = bytes_of(sound, "1.0.0"), bytes_of(sound, "1.0.1")
    assert {name for name in FILES if first[name] != second[name]} == {"MANIFEST.sha256", "release.json", "croissant.json"}


def test_a_version_is_released_once(sound: Path):
    release(Workspace(sound), "1.0.0", "carol")
    with pytest.raises(Refused, match=r"1\.0\.0 was released already"):
        release(Workspace(sound), "1.0.0", "carol")


def test_a_release_that_was_cut_short_is_finished_by_the_same_call(sound: Path, tmp_path: Path):
    before = Path(shutil.copytree(sound, tmp_path / "before"))
    release(Workspace(sound), "1.0.0", "carol")
    shutil.copytree(sound / "releases", before / "releases")
    assert kinds(before) == [("unattested", "releases/1.0.0/MANIFEST.sha256")]
    release(Workspace(before), "1.0.0", "carol")
    assert kinds(before) == []
    shutil.copytree(sound / "releases" / "1.0.0", sound / "releases" / "2.0.0")
    with pytest.raises(Refused, match="is there already and holds something else"):
        release(Workspace(sound), "2.0.0", "carol")


@pytest.mark.parametrize("version", ["", ".", "..", "a/b", "a\\b", "-rf", "1.0.0\n", "v 1", "x" * 64, ".git", "1..2", "1."])
def test_a_version_is_a_plain_name(sound: Path, version: str):
    with pytest.raises(UsageError, match="cannot be a version"):
        release(Workspace(sound), version, "carol")
    assert not (sound / "releases").exists()


def test_only_maintainers_release_and_only_what_is_gold(sound: Path, tmp_path: Path):
    for person in ("alice", "dave"):
        with pytest.raises(Refused, match="is not a maintainer"):
            release(Workspace(sound), "1.0.0", person)
    with pytest.raises(Refused, match="no sample is gold"):
        release(Workspace(a_dataset(tmp_path / "new")), "1.0.0", "carol")


@pytest.mark.parametrize("name", sorted(FILES))
@pytest.mark.parametrize("how", ["changed", "gone"])
def test_a_released_file_that_differs_is_tampered_with(sound: Path, name: str, how: str):
    release(Workspace(sound), "1.0.0", "carol")
    path = sound / "releases" / "1.0.0" / name
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-2] + b"x\n")
    found = set(kinds(sound))
    assert ("tampered", f"releases/1.0.0/{name}") in found
    assert name == "MANIFEST.sha256" or len(found) == 1


def test_a_release_that_was_made_to_fit_is_caught_by_its_decision(sound: Path):
    release(Workspace(sound), "1.0.0", "carol")
    folder = sound / "releases" / "1.0.0"
    (folder / "qrels.trec").write_text("q-1 0 p-1 0\n")
    manifest = subprocess.run("sha256sum -- [a-z]*", shell=True, cwd=folder, capture_output=True, text=True, check=True).stdout
    (folder / "MANIFEST.sha256").write_text(manifest)
    assert kinds(sound) == [("tampered", "releases/1.0.0/MANIFEST.sha256")]
    (folder / "extra.txt").write_text("")
    shutil.rmtree(folder)
    assert kinds(sound) == [("tampered", "releases/1.0.0/MANIFEST.sha256")]


def test_a_file_too_many_is_named(sound: Path):
    release(Workspace(sound), "1.0.0", "carol")
    (sound / "releases" / "1.0.0" / "extra.txt").write_text("")
    assert kinds(sound) == [("tampered", "releases/1.0.0/extra.txt")]


def test_a_release_by_nobody_who_may_is_invalid(sound: Path):
    release(Workspace(sound), "1.0.0", "carol")
    people = json.loads((sound / "dataset.yaml").read_text())["people"]
    changed(sound, people={**people, "carol": {"roles": ["adjudicator"]}})
    assert ("invalid", sessions(sound, "carol")[-1].relative_to(sound).as_posix()) in kinds(sound)


def test_pseudonyms_stand_for_every_name(sound: Path):
    release(Workspace(sound), "1.0.0", "carol", candidates=True, pseudonyms=True)
    content = b"".join(data for name, data in bytes_of(sound, "1.0.0").items())
    assert not any(name in content for name in (b"alice", b"bob", b"carol", b"dave"))
    judged = [json.loads(line) for line in bytes_of(sound, "1.0.0")["judgements.jsonl"].splitlines()]
    assert len({one["reviewer"] for one in judged}) == 2
    assert all(one["reviewer"].startswith("person-") for one in judged)


def two_gold(root: Path, *, text: str = "The text of p-1.", note: str | None = None) -> Path:
    """A dataset of two gold samples whose first passage says `text`."""
    a_dataset(root, passages=[a_passage("p-1", text), a_passage("p-2")])
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 0, "p-2": 1}})
    return promoted(root, "q-1", "q-2")


SECRETS = [
    ("password", "password=hunter2hunter2"),
    ("absolute path", "/home/alice/diary.txt"),
    ("e-mail address", "alice@some-company.com"),
    ("endpoint", "http://10.0.0.7:9200/notes"),
]


@pytest.mark.parametrize(("rule", "secret"), SECRETS)
def test_what_must_not_be_published_stops_a_release_until_it_is_allowed(tmp_path: Path, rule: str, secret: str):
    root = two_gold(tmp_path / "small", text=f"See {secret} there.")
    digest = hashlib.sha256(secret.encode()).hexdigest()
    with pytest.raises(CheckFailed) as stopped:
        release(Workspace(root), "1.0.0", "carol")
    assert f"passage p-1, text: {rule} {secret[:6] + '…'!r} (SHA-256 {digest})" in str(stopped.value)
    assert secret not in str(stopped.value)
    assert not (root / "releases").exists()
    changed(root, release={"allow": {digest: "made up for this test"}})
    release(Workspace(root), "1.0.0", "carol")
    assert kinds(root) == []


def test_a_note_that_names_a_person_stops_a_release_under_pseudonyms(tmp_path: Path):
    root = a_dataset(tmp_path / "small", samples=[a_sample("q-1")])
    graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}})
    labelled(root, "alice", {"q-1": {"relevance": {"p-1": 3, "p-2": 0}}}, note="as Bob says")
    promoted(root, "q-1")
    with pytest.raises(CheckFailed, match=r"note of person-\d: name of a person 'bob'"):
        release(Workspace(root), "1.0.0", "carol", pseudonyms=True)
    release(Workspace(root), "1.0.0", "carol")


def test_a_corpus_that_changed_after_a_release_asks_for_another_version(tmp_path: Path):
    root = two_gold(tmp_path / "repository" / "small")
    git(root.parent, "init", "-q")
    release(Workspace(root), "1.0.0", "carol")
    git(root.parent, "add", "-A")
    git(root.parent, "commit", "-q", "-m", "all", "--author", "c <carol@example.org>")
    past = Past(whole=True)
    assert {kind for kind, _ in kinds(root, past=past)} == {"unattested"}
    corpus = root / "corpus.jsonl"
    lines = corpus.read_bytes().splitlines(keepends=True)
    corpus.write_bytes(b"".join(reversed(lines)))
    assert ("invalid", "dataset.yaml") not in kinds(root, past=past)
    corpus.write_bytes(b"".join(lines) + jsonl([a_passage("p-3")]))
    assert ("invalid", "dataset.yaml") in kinds(root, past=past)
    changed(root, version="0.2.0")
    assert ("invalid", "dataset.yaml") not in kinds(root, past=past)


def test_two_releases_are_compared_by_meaning(tmp_path: Path, capsys: Say):
    root = two_gold(tmp_path / "small")
    release(Workspace(root), "1.0.0", "carol")
    main(["demote", str(root), "q-1", "q-2", "--to", "draft", "--as", "carol", "--reason", "again"])
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 2, "p-2": 0}})
    promoted(root, "q-1")
    corpus = root / "corpus.jsonl"
    corpus.write_bytes(corpus.read_bytes() + jsonl([a_passage("p-3")]))
    release(Workspace(root), "1.1.0", "carol")
    said = ["q-1 / p-1: relevance 3 → 2", "q-2: removed", "passage p-3: added"]
    assert [str(one) for one in between(root, "1.0.0", "1.1.0")] == said
    assert between(root, "1.0.0", "1.0.0") == []
    capsys.readouterr()
    assert main(["diff", str(root), "--releases", "1.0.0", "1.1.0"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == said
    assert main(["diff", str(root), "--releases", "1.0.0", "9"]) == 2
    assert "has no release 9; it has 1.0.0, 1.1.0" in capsys.readouterr().err
    assert main(["compare", str(root / "releases" / "1.0.0"), str(root / "releases" / "1.1.0")]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == said
    other = two_gold(tmp_path / "other")
    release(Workspace(other), "1.0.0", "carol")
    assert main(["compare", str(root / "releases" / "1.0.0"), str(other / "releases" / "1.0.0")]) == 2
    assert "releases of two datasets" in capsys.readouterr().err


def test_a_release_can_be_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = two_gold(tmp_path / "repository" / "small")
    git(root.parent, "init", "-q")
    git(root.parent, "add", "-A")
    git(root.parent, "commit", "-q", "-m", "all")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "carol@example.org")
    assert main(["release", str(root), "1.0.0", "--as", "carol", "--commit"]) == 0
    assert git(root, "status", "--porcelain") == ""
    assert len(git(root, "show", "--format=", "--name-only", "HEAD").splitlines()) == len(FILES) + 2


# mlcroissant's own use of rdflib is old, and Python 3.12 says more of it.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_metadata_is_sound_croissant(sound: Path):
    mlcroissant = pytest.importorskip("mlcroissant", reason="mlcroissant, which checks Croissant metadata, is not installed")
    release(Workspace(sound), "1.0.0", "carol")
    dataset = mlcroissant.Dataset(jsonld=str(sound / "releases" / "1.0.0" / "croissant.json"))
    assert dataset.metadata.name == "small"
    assert [record["corpus/id"].decode() for record in dataset.records("corpus")] == ["p-1", "p-2", "p-3"]


def test_the_metadata_names_every_file_with_its_digest(sound: Path):
    release(Workspace(sound), "1.0.0", "carol")
    files = bytes_of(sound, "1.0.0")
    metadata = json.loads(files["croissant.json"])
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    listed = {one["name"]: one["sha256"] for one in metadata["distribution"]}
    assert listed == {name: hashlib.sha256(files[name]).hexdigest() for name in FILES - {"croissant.json", "MANIFEST.sha256"}}
