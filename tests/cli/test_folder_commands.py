"""Hash, verify and repair by their words, and what every command does with a folder that it cannot use."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.workspace import Workspace
from tests.builders import a_dataset
from tests.cli.words import GRADES, Say, a_file, refusal, said, three_drafts, three_labelled


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return three_drafts(tmp_path / "small")


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    return three_labelled(tmp_path / "small")


# --- hash, verify, repair ---


def test_hash_in_its_three_forms(ready: Path, capsys: Say):
    sha256 = Workspace(ready).dataset.sha256()
    assert said(capsys, "hash", str(ready)) == f"{sha256}  small\n"
    assert json.loads(said(capsys, "hash", str(ready), "--json")) == {"dataset": "small", "sha256": sha256}
    checked = subprocess.run(["sha256sum"], input=said(capsys, "hash", str(ready), "--manifest"), capture_output=True, text=True)
    assert checked.stdout.split()[0] == sha256


def test_verify_as_json_has_the_documented_shape(ready: Path, capsys: Say):
    found = json.loads(said(capsys, "verify", str(ready), "--json"))
    assert found == {"ok": True, "dataset": "small", "sha256": Workspace(ready).dataset.sha256(), "base": None, "findings": []}
    (ready / "labels" / "alien").write_text("")
    assert main(["verify", str(ready), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding == {
        "kind": "invalid",
        "path": "labels/alien",
        "line": None,
        "message": "is no session; only sessions and their seals stand here",
    }


def test_verify_of_several_is_the_worst_of_them(ready: Path, capsys: Say, tmp_path: Path):
    other = a_dataset(tmp_path / "other")
    (other / "labels" / "x").mkdir(parents=True)
    (other / "labels" / "x" / "y").write_text("")
    assert main(["verify", str(ready), str(other), "--json"]) == 1
    assert [document["ok"] for document in json.loads(capsys.readouterr().out)] == [True, False]


def test_verify_expects_one_hash_of_one_dataset(ready: Path, capsys: Say):
    sha256 = Workspace(ready).dataset.sha256()
    assert "ok" in said(capsys, "verify", str(ready), "--expect", sha256)
    assert main(["verify", str(ready), "--expect", "0" * 64]) == 1
    assert "--expect goes with one dataset" in refusal(capsys, ready, "verify", str(ready), str(ready), "--expect", sha256)


def test_repair_says_what_it_did(ready: Path, capsys: Say):
    assert said(capsys, "repair", str(ready)) == "nothing to mend\n"
    (seal,) = (ready / "labels" / "bob").glob("*.sha256")
    seal.unlink()
    assert main(["verify", str(ready)]) == 3
    assert said(capsys, "repair", str(ready)).endswith("sealed, with 2 records\n1 things mended\n")
    seal.unlink()
    assert len(json.loads(said(capsys, "repair", str(ready), "--json"))["done"]) == 1


def test_repair_refuses_what_no_crash_leaves(ready: Path, capsys: Say):
    (session,) = (ready / "labels" / "bob").glob("*.jsonl")
    session.with_name(f"{session.name}.sha256").unlink()
    session.write_bytes(session.read_bytes().replace(b'"n":2', b'"n":3'))
    assert "it was edited by hand" in refusal(capsys, ready, "repair", str(ready))


# --- every command ---

READING = (("status",), ("hash",), ("verify",), ("repair",), ("agreement",))


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_what_is_no_dataset(tmp_path: Path, capsys: Say, words: tuple[str, ...]):
    for path in (tmp_path, tmp_path / "nowhere"):
        assert str(path) in refusal(capsys, tmp_path, words[0], str(path), *words[1:])


@pytest.mark.parametrize("words", [("status",), ("hash",), ("agreement",)], ids=" ".join)
@pytest.mark.parametrize(
    "text, why",
    [
        ("a: [\n", "dataset.yaml:2: is not YAML"),
        ("format: 1\n", "dataset.yaml: id: is missing (and 6 more)"),
        ("format: 1\ncolour: red\n", "dataset.yaml"),
        ("a: !!python/name:os.system x\n", "dataset.yaml:1: uses the YAML tag"),
    ],
)
def test_a_dataset_yaml_that_cannot_be_taken_in(root: Path, capsys: Say, words: tuple[str, ...], text: str, why: str):
    (root / "dataset.yaml").write_text(text)
    assert why in refusal(capsys, root, words[0], str(root))


@pytest.mark.parametrize("words", [("status",), ("agreement",)], ids=" ".join)
def test_a_broken_line_is_named(ready: Path, capsys: Say, words: tuple[str, ...]):
    samples = ready / "samples.jsonl"
    samples.write_bytes(samples.read_bytes() + b'{"id":"q-1\\u001b[2J"}\n')
    why = refusal(capsys, ready, words[0], str(ready))
    assert "samples.jsonl:4: id: " in why
    assert "\x1b" not in why


ENTRY = [
    (["status", "{root}"], 0),
    (["hash", "{root}"], 0),
    (["verify", "{root}"], 0),
    (["repair", "{root}"], 0),
    (["schema"], 0),
    (["label", "{root}", "--as", "bob", "--from", "{source}"], 0),
    (["adjudicate", "{root}", "--as", "carol", "--from", "{source}"], 2),
    (["promote", "{root}", "q-1", "--to", "gold-candidate", "--as", "carol"], 0),
    (["demote", "{root}", "q-1", "--as", "carol", "--reason", "x"], 1),
    (["hash", "{root}/nowhere"], 2),
    (["nothing"], 2),
]


@pytest.mark.parametrize("words, code", ENTRY, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_through_the_real_entry_point(ready: Path, words: list[str], code: int):
    source = a_file(ready, {"sample": "q-3", "values": GRADES})
    spoken = [word.format(root=ready, source=source) for word in words]
    done = subprocess.run([sys.executable, "-m", "annotator", *spoken], capture_output=True, text=True)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)
    assert bool(done.stderr) is (code != 0)


def test_a_reader_that_goes_away_is_no_error_to_talk_about(ready: Path):
    command = f"{shlex.quote(sys.executable)} -m annotator schema | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ('{"dataset.'[:10], "")
