"""Verify: the form of every file, and what a crash leaves."""

import os
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.mend import mend
from annotator.curate.verify import verify
from annotator.errors import UnreadableInput
from tests.builders import a_passage, a_sample, jsonl
from tests.curate.sound import below, found, seal_of, sealed_files, sessions


def test_a_conversion_to_cr_lf_is_called_a_conversion(sound: Path):
    for path in [path for path in sound.rglob("*") if path.is_file() and ".annotator" not in path.parts]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    named = found(sound)
    assert {kind for kind, _, _ in named} == {"converted"}
    assert {file for _, file, _ in named} == {
        "dataset.yaml",
        "dimensions.yaml",
        "corpus.jsonl",
        "samples.jsonl",
        *(below(sound, path) for path in sealed_files(sound)),
    }
    assert main(["verify", str(sound)]) == 1


def test_one_converted_session_is_a_conversion_too(sound: Path):
    path = sessions(sound, "alice")[1]
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert ("converted", below(sound, path), None) in found(sound)


def test_duplicate_ids_are_named_at_the_second(sound: Path):
    for name, line in (("samples", a_sample("q-1")), ("corpus", a_passage("p-1"))):
        with (sound / f"{name}.jsonl").open("ab") as file:
            file.write(jsonl([line]))
    messages = [str(finding) for finding in verify(sound).findings]
    assert messages == [
        "invalid: samples.jsonl:5: id 'q-1' stands at samples.jsonl:1 already",
        "invalid: corpus.jsonl:4: id 'p-1' stands at corpus.jsonl:1 already",
    ]


@pytest.mark.parametrize(
    "path",
    [
        "labels/alice/notes.txt",
        "labels/alice/20261130T050900Z-00000000.jsonl.bak",
        "labels/Alice/20261130T050900Z-00000000.jsonl",
        "labels/alice/20261330T050900Z-00000000.jsonl",
        "labels/20261130T050900Z-00000000.jsonl",
        "labels/alice/deep/20261130T050900Z-00000000.jsonl",
        "decisions/.DS_Store",
        "corpus/a.json",
        "samples/a/b.jsonl",
    ],
)
def test_an_alien_file_is_named(sound: Path, path: str):
    (sound / path).parent.mkdir(parents=True, exist_ok=True)
    (sound / path).write_text("")
    assert ("invalid", path, None) in found(sound)


def test_a_file_name_that_is_no_text_is_named_without_a_traceback(sound: Path, capsys: pytest.CaptureFixture[str]):
    Path(os.fsdecode(bytes(sound) + b"/labels/alice/\xff\x1b[2J")).write_text("")
    assert main(["verify", str(sound)]) == 1
    out, err = capsys.readouterr()
    assert "has a name that is not plain text" in out
    assert "\x1b" not in out
    assert err == ""


def test_a_link_among_the_sessions_is_named(sound: Path, tmp_path: Path):
    (sound / "labels" / "eve").symlink_to(tmp_path)
    assert ("invalid", "labels/eve", None) in found(sound)


def test_paths_are_relative_to_the_dataset_however_it_was_named(sound: Path, monkeypatch: pytest.MonkeyPatch):
    (sound / "labels" / "eve").symlink_to(sound)
    monkeypatch.chdir(sound.parent)
    (sound.parent / "link").symlink_to(sound)
    for name in (Path("small"), Path("small/"), Path("./small/../small"), sound.parent / "link", Path("link")):
        assert ("invalid", "labels/eve", None) in found(name)
    monkeypatch.chdir(sound)
    assert ("invalid", "labels/eve", None) in found(Path())


def test_lines_that_are_not_canonical_are_named_once_a_file(sound: Path):
    samples = sound / "samples.jsonl"
    samples.write_bytes(b"".join(line.replace(b":", b": ") for line in samples.read_bytes().splitlines(keepends=True)))
    assert found(sound) == [("invalid", "samples.jsonl", 1)]
    (sound / "samples.jsonl").write_bytes(samples.read_bytes().replace(b": ", b":")[:-1])
    assert found(sound) == [("invalid", "samples.jsonl", 4)]


@pytest.mark.parametrize(
    "text, line",
    [("facets: {}\n", None), ("a: &x 1\n", 1), ("a: 1\na: 2\n", 2), ("\xff", 1)],
)
def test_a_dataset_yaml_that_cannot_be_taken_in_is_a_finding(sound: Path, text: str, line: int | None):
    (sound / "dataset.yaml").write_bytes(text.encode("latin-1"))
    verdict = verify(sound)
    (finding,) = verdict.findings
    assert (finding.kind.value, finding.path, verdict.sha256) == ("invalid", "dataset.yaml", None)
    assert line is None or finding.line == line


def test_a_missing_registry_is_a_finding(sound: Path):
    (sound / "dimensions.yaml").unlink()
    assert found(sound) == [("invalid", "dimensions.yaml", None)]


def test_what_is_no_dataset_cannot_be_verified(tmp_path: Path):
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UnreadableInput):
            verify(path)
        assert main(["verify", str(path)]) == 2


def test_a_missing_seal_and_a_torn_tail_are_repairable(sound: Path):
    one, two = sessions(sound, "bob")[0], sessions(sound, "alice")[1]
    seal_of(one).unlink()
    seal_of(two).unlink()
    two.write_bytes(two.read_bytes() + b'{"at":"2026')
    assert found(sound) == [("repairable", below(sound, two), 4), ("repairable", below(sound, one), None)]
    assert main(["verify", str(sound)]) == 3
    assert len(mend(sound)) == 3
    assert found(sound) == []


def test_tampering_outweighs_what_repair_could_mend(sound: Path):
    seal_of(sessions(sound, "bob")[0]).unlink()
    path = sessions(sound, "alice")[0]
    path.write_bytes(path.read_bytes().replace(b"first line", b"last line!"))
    assert main(["verify", str(sound)]) == 1
