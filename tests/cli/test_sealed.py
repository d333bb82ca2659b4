"""keygen and unseal through the real entry point, and the road of a sealed dataset from keys to gold."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import PEOPLE, a_dataset, jsonl

Ran = subprocess.CompletedProcess[str]


def run(tmp_path: Path, person: str, *words: object) -> Ran:
    """`annotator` on the machine of `person`."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config" / person), "XDG_STATE_HOME": str(tmp_path / "state" / person)}
    command = [sys.executable, "-m", "annotator", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    people = {name: {**member, "key": run(tmp_path, name, "keygen").stdout.splitlines()[0]} for name, member in PEOPLE.items()}
    return a_dataset(tmp_path / "small", people=people, workflow={"sealed": True})


def labels(tmp_path: Path, person: str, grade: int) -> Path:
    source = tmp_path / f"{person}.jsonl"
    source.write_bytes(jsonl([{"sample": "q-1", "values": {"relevance": {"p-1": grade, "p-2": 0}}}]))
    return source


def test_keygen_says_what_to_do_and_what_losing_it_costs(tmp_path: Path):
    ran = run(tmp_path, "alice", "keygen")
    public = ran.stdout.splitlines()[0]
    assert ran.returncode == 0
    assert public.startswith("age1")
    assert f"key: {public}" in ran.stdout
    assert "It cannot be made again" in ran.stdout
    assert "AGE-SECRET-KEY" not in ran.stdout
    assert (tmp_path / "config" / "alice" / "annotator" / "keys" / f"{public}.txt").exists()


def test_keygen_does_not_heap_up_keys(tmp_path: Path):
    first = run(tmp_path, "alice", "keygen").stdout.splitlines()[0]
    again = run(tmp_path, "alice", "keygen")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert first in again.stderr
    assert run(tmp_path, "alice", "keygen", "--another").returncode == 0


def test_from_keys_to_gold(tmp_path: Path, root: Path):
    assert run(tmp_path, "alice", "label", root, "--as", "alice", "--from", labels(tmp_path, "alice", 3)).returncode == 0
    early = run(tmp_path, "carol", "unseal", root, "--as", "carol")
    assert early.stdout.startswith("0 opened, 1 wait")
    assert run(tmp_path, "bob", "label", root, "--as", "bob", "--from", labels(tmp_path, "bob", 3)).returncode == 0
    assert "unseal" in run(tmp_path, "bob", "status", root).stdout
    assert run(tmp_path, "bob", "unseal", root, "--as", "bob").returncode == 2
    opened = run(tmp_path, "carol", "unseal", root, "--as", "carol")
    assert opened.stdout.startswith("opened q-1: 2 labels\n2 opened, 0 wait")
    for to in ("gold-candidate", "gold"):
        assert run(tmp_path, "carol", "promote", root, "q-1", "--to", to, "--as", "carol").returncode == 0
    assert run(tmp_path, "bob", "verify", root).returncode == 0
    assert json.loads(run(tmp_path, "bob", "status", root, "--json").stdout)["counts"]["gold"] == 1


def test_adjudicate_and_promote_open_by_themselves(tmp_path: Path, root: Path):
    for person, grade in (("alice", 3), ("bob", 2)):
        run(tmp_path, person, "label", root, "--as", person, "--from", labels(tmp_path, person, grade))
    ruling = tmp_path / "carol.jsonl"
    ruling.write_bytes(jsonl([{"sample": "q-1", "values": {"relevance": {"p-1": 3, "p-2": 0}}, "reason": "it says so"}]))
    assert run(tmp_path, "carol", "adjudicate", root, "--as", "carol", "--from", ruling).stdout.startswith("saved adjudicate q-1")


def test_promote_agreed_opens_by_itself(tmp_path: Path, root: Path):
    for person in ("alice", "bob"):
        run(tmp_path, person, "label", root, "--as", person, "--from", labels(tmp_path, person, 3))
    ran = run(tmp_path, "carol", "promote", root, "--agreed", "--yes", "--to", "gold-candidate", "--as", "carol")
    assert "q-1: draft -> gold-candidate" in ran.stdout


def test_a_key_that_is_not_here_is_one_sentence(tmp_path: Path, root: Path):
    ran = run(tmp_path, "bob", "label", root, "--as", "alice", "--from", labels(tmp_path, "alice", 3))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "is not on this machine" in ran.stderr
    assert not (root / "labels").exists()


def test_nothing_is_served_without_the_key(tmp_path: Path, root: Path):
    ran = run(tmp_path, "bob", "serve", root, "--as", "alice")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "is not on this machine" in ran.stderr


def test_what_a_key_does_not_fit_is_named_and_fails(tmp_path: Path, root: Path):
    for person in ("alice", "bob"):
        run(tmp_path, person, "label", root, "--as", person, "--from", labels(tmp_path, person, 3))
    config = json.loads((root / "dataset.yaml").read_text())
    config["people"]["carol"]["key"] = run(tmp_path, "carol", "keygen", "--another").stdout.splitlines()[0]
    (root / "dataset.yaml").write_text(json.dumps(config))
    ran = run(tmp_path, "carol", "unseal", root, "--as", "carol")
    assert ran.returncode == 1
    assert ran.stdout.count("was not sealed for your key") == 2


def test_what_a_lost_key_shut_is_sealed_anew_by_its_writers(tmp_path: Path, root: Path):
    for person in ("alice", "bob"):
        run(tmp_path, person, "label", root, "--as", person, "--from", labels(tmp_path, person, 3))
    config = json.loads((root / "dataset.yaml").read_text())
    config["people"]["carol"]["key"] = run(tmp_path, "carol", "keygen", "--another").stdout.splitlines()[0]
    (root / "dataset.yaml").write_text(json.dumps(config))
    for person in ("alice", "bob"):
        ran = run(tmp_path, person, "label", root, "--as", person, "--reseal")
        assert ran.stdout.startswith("saved q-1 ")
        assert "1 saved" in ran.stdout
    opened = run(tmp_path, "carol", "unseal", root, "--as", "carol")
    assert (opened.returncode, opened.stdout.startswith("opened q-1: 2 labels\n2 opened, 0 wait")) == (0, True)
    assert "0 saved" in run(tmp_path, "alice", "label", root, "--as", "alice", "--reseal").stdout
    assert run(tmp_path, "bob", "verify", root).returncode == 0


@pytest.mark.parametrize("more", [["--move-spans"], ["--from", "labels.jsonl"]])
def test_reseal_goes_alone(tmp_path: Path, root: Path, more: list[str]):
    ran = run(tmp_path, "alice", "label", root, "--as", "alice", "--reseal", *more)
    assert (ran.returncode, ran.stderr) == (2, "annotator: give one of --from, --reseal and --move-spans\n")


def test_outside_a_sealed_dataset_there_is_nothing_to_open(tmp_path: Path):
    root = a_dataset(tmp_path / "open")
    ran = run(tmp_path, "carol", "unseal", root, "--as", "carol")
    assert ran.returncode == 2
    assert "carol may open no sealed label of small" in ran.stderr
