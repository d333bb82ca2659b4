"""Repair: what a crash leaves is mended, no whole record is lost, and a second run changes nothing."""

import subprocess
from pathlib import Path

import pytest

from annotator.curate.mend import mend
from annotator.curate.verify import verify
from annotator.errors import UnreadableInput
from annotator.model.finding import FindingKind, exit_code
from annotator.store.dataset import Dataset
from annotator.store.home import Mirror, state_folder
from annotator.store.repair import repair_all
from tests.builders import a_dataset, graded

ALICE = {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 0, "p-2": 1}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return graded(a_dataset(tmp_path / "small"), "alice", ALICE)


def the_session(root: Path) -> Path:
    (path,) = (root / "labels" / "alice").glob("*.jsonl")
    return path


def unsealed(root: Path, tail: bytes = b"") -> Path:
    path = the_session(root)
    path.with_name(f"{path.name}.sha256").unlink()
    with path.open("ab") as file:
        file.write(tail)
    return path


def snapshot(root: Path) -> dict[str, tuple[bytes, int]]:
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and ".git/" not in path.as_posix()]
    return {path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def kinds(root: Path) -> list[FindingKind]:
    return [finding.kind for finding in verify(root).findings]


def test_a_sound_folder_is_left_alone(root: Path):
    before = snapshot(root)
    assert mend(root) == []
    assert snapshot(root) == before


def test_a_missing_seal_is_written_as_it_was(root: Path):
    sealed = snapshot(root)
    path = unsealed(root)
    assert kinds(root) == [FindingKind.REPAIRABLE]
    assert mend(root) == [f"labels/alice/{path.name}: sealed, with 2 records"]
    assert {name: data for name, (data, _) in snapshot(root).items()} == {name: data for name, (data, _) in sealed.items()}
    assert kinds(root) == []


@pytest.mark.parametrize(
    "tail",
    [
        b"{",
        b'{"at":"2026-11-30T05:09:00Z","by":"alice"',
        '{"note":"树'.encode()[:-1],
        b"\xff\xfe\x00",
        b"\r",
        b"x" * 5000,
    ],
    ids=["one byte", "half", "cut inside a character", "garbage", "a carriage return", "long"],
)
def test_a_torn_tail_moves_to_quarantine_and_every_whole_record_stays(root: Path, tail: bytes):
    whole = the_session(root).read_bytes()
    path = unsealed(root, tail)
    (finding,) = verify(root).findings
    assert (finding.kind, finding.line) == (FindingKind.REPAIRABLE, 4)
    said = mend(root)
    assert [sentence.split(": ", 1)[1].split(" moved")[0] for sentence in said] == [
        f"its torn last line ({len(tail)} bytes, never acknowledged)",
        "sealed, with 2 records",
    ]
    assert path.read_bytes() == whole
    (kept,) = (root / ".annotator" / "quarantine").iterdir()
    assert kept.read_bytes() == tail
    assert kinds(root) == []


def test_a_torn_line_that_is_whole_but_for_its_end_was_not_acknowledged(root: Path):
    whole = the_session(root).read_bytes()
    cut = whole[:-1]
    path = unsealed(root)
    path.write_bytes(cut)
    mend(root)
    assert path.read_bytes() == whole[: whole[:-1].rfind(b"\n") + 1]
    (kept,) = (root / ".annotator" / "quarantine").iterdir()
    assert path.read_bytes() + kept.read_bytes() == cut


@pytest.mark.parametrize("data", [b"", b"{", b'{"by":"alice","device":"x","format":1,"n":0,"op":"open","prev":null}'])
def test_a_session_that_never_began_is_put_away_whole(root: Path, data: bytes):
    path = root / "labels" / "alice" / "20990101T000000Z-00000000.jsonl"
    path.write_bytes(data)
    assert kinds(root) == [FindingKind.REPAIRABLE]
    (said,) = mend(root)
    assert "held no whole line; moved to .annotator/quarantine/" in said
    assert not path.exists()
    assert kinds(root) == []


def test_leftover_temporaries_are_removed_and_named(root: Path):
    left = root / ".annotator" / "unfinished" / "123-abc"
    left.parent.mkdir(parents=True, exist_ok=True)
    left.write_bytes(b"half")
    assert mend(root) == [".annotator/unfinished/123-abc: a file that was never put in place; removed"]
    assert not left.exists()


@pytest.mark.parametrize("tail", [b"", b"{", b"\xff"])
def test_a_second_repair_changes_nothing(root: Path, tail: bytes):
    unsealed(root, tail)
    assert mend(root)
    before = snapshot(root)
    assert mend(root) == []
    assert snapshot(root) == before


def test_a_repair_that_was_itself_cut_short_is_finished_by_the_next(root: Path):
    path = unsealed(root, b"torn")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("annotator.store.repair.write_seal", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            mend(root)
    assert mend(root) == [f"labels/alice/{path.name}: sealed, with 2 records"]
    assert kinds(root) == []


@pytest.mark.parametrize(
    "spoil, why",
    [
        (lambda data: data.replace(b'"n":1', b'"n":7'), r":2: expected n 1 by alice, found n 7 by alice; it was edited by hand"),
        (lambda data: data.replace(b'"by":"alice","n":1', b'"by":"bob","n":1'), r":2: expected n 1 by alice, found n 1 by bob"),
        (lambda data: data + b"nonsense\n", r":4: the line is not JSON"),
        (lambda data: data.replace(b"\n", b"\r\n"), r":1: the line ends in CR LF"),
        (lambda data: data.split(b"\n", 1)[1], r":1: a session begins with its opening line"),
    ],
    ids=["numbers", "person", "nonsense", "CR LF", "no opening"],
)
def test_what_no_crash_leaves_is_refused_with_the_reason_and_left_as_it_is(root: Path, spoil, why: str):
    path = unsealed(root)
    path.write_bytes(spoil(path.read_bytes()))
    before = snapshot(root)
    with pytest.raises(UnreadableInput, match=why):
        mend(root)
    assert snapshot(root) == before


def test_an_open_session_is_left_alone(root: Path):
    dataset = Dataset(root)
    writer = dataset.open_session("labels", "alice")
    assert mend(root) == []
    assert kinds(root) == [FindingKind.OPEN]
    assert exit_code(verify(root).findings) == 0
    writer.abandon()
    assert mend(root) == [f"{writer.path}: sealed, with 0 records"]


def test_the_next_sitting_on_this_device_mends_what_the_last_one_left(root: Path):
    path = unsealed(root, b"torn")
    graded(root, "alice", {"q-1": {"p-1": 2, "p-2": 0}})
    assert path.with_name(f"{path.name}.sha256").exists()
    assert kinds(root) == []


def test_the_next_sitting_leaves_another_device_its_own(root: Path):
    path = unsealed(root)
    (state_folder() / "device").write_text("0" * 32 + "\n")
    graded(root, "alice", {"q-1": {"p-1": 2, "p-2": 0}})
    assert not path.with_name(f"{path.name}.sha256").exists()
    assert kinds(root) == [FindingKind.REPAIRABLE]


# --- under git: sessions that git took out of the folder ---


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", "-c", "init.defaultBranch=main", *words], cwd=root, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = a_dataset(tmp_path / "repository" / "small")
    git(root.parent, "init", "-q")
    git(root.parent, "add", "-A")
    git(root.parent, "commit", "-q", "-m", "drafts")
    return root


def labels_of(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "labels").rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "words", [("clean", "-qfdx"), ("stash", "-q", "-u"), ("rm", "-qrf", "labels")], ids=["clean", "stash", "add, then rm"]
)
def test_a_session_that_git_took_away_comes_back(repository: Path, words: tuple[str, ...]):
    graded(repository, "alice", ALICE)
    before = labels_of(repository)
    if words[0] == "rm":
        git(repository, "add", "labels")
    git(repository, *words)
    assert labels_of(repository) == {} if (repository / "labels").exists() else True
    said = mend(repository)
    assert "was gone from the folder; restored 2 records from this device's mirror" in said[0]
    assert labels_of(repository) == before
    assert kinds(repository) == []
    assert mend(repository) == []


def test_a_hard_reset_of_added_files_is_mended(repository: Path):
    graded(repository, "alice", ALICE)
    before = labels_of(repository)
    git(repository, "add", "-A")
    git(repository, "reset", "-q", "--hard")
    assert not (repository / "labels").exists()
    mend(repository)
    assert labels_of(repository) == before


def test_an_unsealed_session_that_lost_its_end_gets_it_back(repository: Path):
    graded(repository, "alice", ALICE)
    path = unsealed(repository)
    whole = path.read_bytes()
    path.write_bytes(whole[: whole[:-1].rfind(b"\n") + 1])
    assert "had lost its end; restored 1 records" in mend(repository)[0]
    assert path.read_bytes() == whole
    assert mend(repository) == []


def test_half_a_line_of_a_mirror_is_not_brought_back(repository: Path):
    graded(repository, "alice", ALICE)
    before = labels_of(repository)
    Mirror(Dataset(repository).folder).append(the_session(repository).relative_to(repository).as_posix(), b'{"at":"2026')
    git(repository, "clean", "-qfdx")
    assert "restored 2 records" in mend(repository)[0]
    assert labels_of(repository) == before


def test_what_is_in_a_commit_is_forgotten(repository: Path):
    graded(repository, "alice", ALICE)
    assert Mirror(Dataset(repository).folder).sessions()
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "labels")
    assert mend(repository) == []
    assert Mirror(Dataset(repository).folder).sessions() == {}


def test_what_is_in_a_commit_of_another_branch_is_not_brought_here(repository: Path):
    git(repository, "checkout", "-q", "-b", "alice")
    graded(repository, "alice", ALICE)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "labels")
    git(repository, "checkout", "-q", "main")
    assert mend(repository) == []
    assert not (repository / "labels").exists()
    git(repository, "checkout", "-q", "alice")
    assert kinds(repository) == []


def test_what_a_revert_took_out_stays_out(repository: Path):
    graded(repository, "alice", ALICE)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "labels")
    git(repository, "revert", "--no-edit", "HEAD")
    assert mend(repository) == []
    assert not (repository / "labels").exists()


def test_outside_git_nothing_is_mirrored(root: Path):
    assert not (state_folder() / "mirror").exists()
    folder = Dataset(root).folder
    assert Mirror(folder).sessions() == {}
    assert repair_all(folder, Mirror(folder)) == []


def test_a_mirror_that_cannot_be_written_never_stops_a_label(repository: Path):
    (state_folder() / "mirror").write_text("in the way")
    graded(repository, "alice", ALICE)
    assert kinds(repository) == []
    assert Mirror(Dataset(repository).folder).sessions() == {}


def test_no_state_folder_at_all_stops_no_label(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file" / "below"))
    graded(repository, "alice", ALICE)
    assert mend(repository) == []
    assert kinds(repository) == []
