"""Verify: whatever is wrong with a folder is named by kind, file and line, and nothing that is right is called wrong."""

import hashlib
import os
import random
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.finding import exit_code
from tests.curate.sound import below, found, reseal, rewritten, seal_of, sealed_files, sessions


def test_the_pattern_is_sound(sound: Path):
    verdict = verify(sound)
    assert (verdict.dataset, verdict.base, verdict.findings) == ("small", None, [])
    assert main(["verify", str(sound)]) == 0
    accounts = Workspace(sound).accounts
    assert [accounts[f"q-{number}"].status.value for number in range(1, 5)] == ["gold", "gold-candidate", "draft", "draft"]


def test_one_changed_byte_in_any_sealed_file_is_tampering(sound: Path):
    files = sealed_files(sound)
    assert len(files) == 6
    for path in files:
        data = path.read_bytes()
        for position in (0, 7, len(data) // 3, len(data) // 2, len(data) - 40, len(data) - 2, len(data) - 1):
            path.write_bytes(data[:position] + bytes([data[position] ^ 0x01]) + data[position + 1 :])
            named = [(kind, file) for kind, file, _ in found(sound)]
            assert ("tampered", below(sound, path)) in named, (path, position)
            assert main(["verify", str(sound)]) == 1
        path.write_bytes(data)


def test_300_random_tamperings_are_all_found(sound: Path):
    dice = random.Random(20261130)
    files = sealed_files(sound) + [seal_of(path) for path in sealed_files(sound)]
    for _ in range(300):
        path = dice.choice(files)
        data = path.read_bytes()
        position = dice.randrange(len(data))
        kind = dice.choice(["change", "insert", "remove"])
        other = bytes([dice.choice([byte for byte in range(256) if byte != data[position]])])
        head, tail = data[:position], data[position + 1 :]
        spoilt = {"change": head + other + tail, "insert": head + other + data[position:], "remove": head + tail}[kind]
        path.write_bytes(spoilt)
        findings = verify(sound).findings
        session = below(sound, path).removesuffix(".sha256")
        assert exit_code(findings) == 1, (path, position, kind)
        assert any(finding.path.removesuffix(".sha256") == session for finding in findings), (path, position, kind)
        path.write_bytes(data)
    assert found(sound) == []


def test_a_line_whose_number_was_changed_is_named(sound: Path):
    path = sessions(sound, "bob")[0]
    path.write_bytes(path.read_bytes().replace(b'"n":2', b'"n":4'))
    assert ("tampered", below(sound, path), 3) in found(sound)


def test_a_reordered_line_is_named(sound: Path):
    path = sessions(sound, "bob")[0]
    opening, one, two, three, end = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([opening, two, one, three, end]))
    assert ("tampered", below(sound, path), 2) in found(sound)
    # Sealing it again does not hide it.
    reseal(path)
    assert ("tampered", below(sound, path), 2) in found(sound)


def test_a_line_taken_out_is_named(sound: Path):
    path = sessions(sound, "bob")[0]
    opening, _, two, three, end = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([opening, two, three, end]))
    reseal(path)
    assert ("tampered", below(sound, path), 2) in found(sound)


def test_a_line_cut_off_the_end_and_sealed_again_leaves_decisions_without_their_basis(sound: Path):
    path = sessions(sound, "bob")[0]
    path.write_bytes(b"".join(line + b"\n" for line in path.read_bytes().split(b"\n")[:2]))
    reseal(path)
    decisions = {file for kind, file, line in found(sound) if kind == "invalid" and line is not None}
    assert below(sound, sessions(sound, "dave")[0]) in decisions


def test_same_size_and_same_time_do_not_fool_it(sound: Path):
    path = sessions(sound, "bob")[0]
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"p-1":3', b'"p-1":2', 1))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert ("tampered", below(sound, path)) in [(kind, file) for kind, file, _ in found(sound)]


@pytest.mark.parametrize(
    "seal", ["", "0" * 64 + "\n", "d41d8cd98f00b204e9800998ecf8427e  {name}\n", "{sha256}  other.jsonl\n", "{sha256} *{name}\n"]
)
def test_a_seal_in_another_form_is_tampering(sound: Path, seal: str):
    path = sessions(sound, "alice")[0]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    seal_of(path).write_text(seal.format(name=path.name, sha256=digest))
    assert found(sound) == [("tampered", f"{below(sound, path)}.sha256", 1)]


def test_a_sealed_torn_tail_is_tampering(sound: Path):
    path = sessions(sound, "alice")[1]
    path.write_bytes(path.read_bytes() + b'{"at":')
    reseal(path)
    assert ("tampered", below(sound, path), 4) in found(sound)


def test_a_session_removed_from_under_a_decision(sound: Path):
    gone = sessions(sound, "bob")[0]
    gone.unlink()
    named = found(sound)
    assert ("tampered", f"{below(sound, gone)}.sha256", None) in named
    seal_of(gone).unlink()
    named = found(sound)
    promotions = below(sound, sessions(sound, "carol")[0])
    assert {("invalid", promotions, 2), ("invalid", promotions, 3), ("invalid", below(sound, sessions(sound, "dave")[0]), 2)} <= set(named)


def test_an_earlier_session_that_is_gone_breaks_the_chain(sound: Path):
    first, second = sessions(sound, "alice")
    first.unlink()
    seal_of(first).unlink()
    assert ("tampered", below(sound, second), 1) in found(sound)


def test_an_earlier_session_that_was_edited_and_sealed_again_breaks_the_chain(sound: Path):
    first, _ = sessions(sound, "alice")
    rewritten(first, 2, lambda record: record.update(note="another note"))
    assert ("tampered", below(sound, first)) in [(kind, file) for kind, file, _ in found(sound)]


@pytest.mark.parametrize(
    "previous",
    [
        "../../../etc/passwd",
        "labels/bob/20261130T050900Z-00000000.jsonl",
        "labels/alice/../bob/x.jsonl",
        "decisions/alice/20261130T050900Z-00000000.jsonl",
    ],
)
def test_a_chain_that_leads_elsewhere_is_tampering(sound: Path, previous: str):
    path = sessions(sound, "alice")[1]
    rewritten(path, 1, lambda record: record["prev"].update(path=previous))
    assert ("tampered", below(sound, path), 1) in found(sound)
