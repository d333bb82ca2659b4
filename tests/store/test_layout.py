"""Which paths the format has, and which it has not."""

from __future__ import annotations

import pytest

from annotator.store.layout import expected, session_parts, session_path

NAME = "20261130T050900Z-1f2e3d4c"


@pytest.mark.parametrize("kind", ["labels", "decisions"])
def test_a_session_s_path_and_its_parts(kind: str):
    path = f"{kind}/alice/{NAME}.jsonl"
    assert session_path(kind, "alice", NAME) == path
    assert session_parts(path) == (kind, "alice", NAME)


@pytest.mark.parametrize(
    "path",
    [
        f"labels/Alice/{NAME}.jsonl",
        f"labels/alice/{NAME}.json",
        f"labels/alice/more/{NAME}.jsonl",
        f"opinions/alice/{NAME}.jsonl",
        f"../labels/alice/{NAME}.jsonl",
        "labels/alice/20261130T050900Z-1f2e3d4.jsonl",
        "labels/alice/20261399T050900Z-1f2e3d4c.jsonl",
        "labels/alice/20261130T250900Z-1f2e3d4c.jsonl",
    ],
)
def test_no_session_has_such_a_path(path: str):
    assert session_parts(path) is None
    assert not expected(path)


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("corpus/part-1.jsonl", True),
        ("samples/a.jsonl", True),
        ("corpus/.hidden.jsonl", False),
        ("corpus/a.json", False),
        ("corpus/sub/a.jsonl", False),
        ("corpus.jsonl", False),
        ("labels/a.jsonl", False),
    ],
)
def test_parts_of_a_collection_stand_in_its_folder(path: str, there: bool):
    assert expected(path) is there
