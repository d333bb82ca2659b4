"""Reading sessions and seals: a torn line is no record, and what is in another form is refused with file and line."""

from pathlib import Path

import pytest

from annotator.errors import UnreadableInput
from annotator.store.dataset import Dataset
from annotator.store.seal import read_seal
from annotator.store.session_reader import read_session
from tests.builders import a_dataset, graded, ticking


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    return Dataset(a_dataset(tmp_path / "small"), ticking())


@pytest.mark.parametrize(
    "data, why",
    [
        (b'{"op":"label"}\n', "1: "),
        (b"\n", "1: the line is not JSON"),
        (b"{}\n", "1: "),
    ],
)
def test_a_file_that_begins_otherwise_is_no_session(dataset: Dataset, data: bytes, why: str):
    path = "labels/alice/20261130T050900Z-00000000.jsonl"
    (dataset.folder.root / "labels" / "alice").mkdir(parents=True)
    (dataset.folder.root / path).write_bytes(data)
    with pytest.raises(UnreadableInput, match=rf"\.jsonl:{why}"):
        read_session(dataset.folder, path)


@pytest.mark.parametrize("data", [b"", b'{"by":"ali', b'{"by":"alice","device":"x"}'])
def test_a_session_whose_opening_was_torn_holds_nothing(dataset: Dataset, data: bytes):
    path = "labels/alice/20261130T050900Z-00000000.jsonl"
    (dataset.folder.root / "labels" / "alice").mkdir(parents=True)
    (dataset.folder.root / path).write_bytes(data)
    session = read_session(dataset.folder, path)
    assert (session.events, session.torn, session.opening) == ((), data, None)


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_torn_last_line_is_no_record(tmp_path: Path, cut: int):
    root = graded(a_dataset(tmp_path / "small"), "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    (path,) = (root / "labels" / "alice").glob("*.jsonl")
    tail = path.read_bytes().split(b"\n")[1][:cut]
    path.write_bytes(path.read_bytes() + tail)
    session = Dataset(root).label_sessions()[0]
    assert len(session.events) == 1
    assert session.torn == tail


SEAL = "0" * 64


@pytest.mark.parametrize(
    "seal, why",
    [
        ("", "is not one line of `sha256sum`"),
        ("d41d8cd98f00b204e9800998ecf8427e  x.jsonl\n", "64 hexadecimal digits"),
        (f"{SEAL} *x.jsonl\n", "two spaces"),
        (f"{SEAL}  x.jsonl", "is not one line"),
        (f"{SEAL}  x.jsonl\n\n", "is not one line"),
        (f"{SEAL.replace('0', 'A')}  x.jsonl\n", "is not one line"),
        (f"{SEAL}  ../x.jsonl\n", "is not one line"),
        (f"{SEAL}  y.jsonl\n", "the seal names another file, 'y.jsonl'"),
    ],
)
def test_a_seal_in_another_form_is_refused(dataset: Dataset, seal: str, why: str):
    (dataset.folder.root / "x.jsonl.sha256").write_text(seal)
    with pytest.raises(ValueError, match=why):
        read_seal(dataset.folder, "x.jsonl")


def test_no_seal_is_unknown_and_not_wrong(dataset: Dataset):
    assert read_seal(dataset.folder, "x.jsonl") is None
