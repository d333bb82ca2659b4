import json
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.workspace import Workspace
from tests.builders import a_dataset, graded

EDITED = b'\xef\xbb\xbf{"text": "By hand.", "id": "p-1"}\r\n\n{"id":"p-2","text":"\\u00e9 stays"}'


def edited(root: Path) -> Path:
    a_dataset(root)
    (root / "corpus.jsonl").write_bytes(EDITED)
    return root


def test_hand_edited_lines_become_canonical_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = edited(tmp_path / "d")
    assert main(["fmt", str(root)]) == 0
    assert capsys.readouterr().out == (
        "corpus.jsonl: 2 line(s) rewritten, 1 blank line(s) dropped, byte order mark removed, line end added at the end of the file\n"
    )
    assert (root / "corpus.jsonl").read_bytes() == '{"id":"p-1","text":"By hand."}\n{"id":"p-2","text":"é stays"}\n'.encode()
    assert main(["fmt", str(root)]) == 0
    assert capsys.readouterr().out == "all files are in canonical form\n"


def test_check_changes_nothing_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = edited(tmp_path / "d")
    assert main(["fmt", str(root), "--check", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["ok"], report["changes"][0]["rewritten"]) == (False, 2)
    assert (root / "corpus.jsonl").read_bytes() == EDITED


def test_sessions_are_left_alone_and_no_label_becomes_stale(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    graded(root, "alice", {"q-1": {"p-1": 1, "p-2": 0}})
    (root / "samples.jsonl").write_text(
        "".join(json.dumps(json.loads(line)) + "\n" for line in (root / "samples.jsonl").read_text().splitlines())
    )
    before = {path: path.read_bytes() for path in (root / "labels").rglob("*.jsonl*")}
    assert main(["fmt", str(root)]) == 0
    assert {path: path.read_bytes() for path in (root / "labels").rglob("*.jsonl*")} == before
    assert list(Workspace(root).cases["q-1"].fresh) == ["alice"]


def test_a_line_that_is_no_record_is_named_and_nothing_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = edited(tmp_path / "d")
    (root / "samples.jsonl").write_bytes(b'{"id":"q-1"}\n{"id":"q-2","id":"q-2"}\n')
    assert main(["fmt", str(root)]) == 2
    assert "samples.jsonl:2: the line has the key 'id' twice" in capsys.readouterr().err
    assert (root / "corpus.jsonl").read_bytes() == EDITED
