"""The worklist's search: words of the question, groups by name and value, and nothing about the answer."""

from pathlib import Path

import pytest

from annotator.curate.worklist import Worklist
from annotator.curate.workspace import Workspace
from tests.builders import a_dataset, a_passage, a_sample, ticking


@pytest.fixture
def worklist(tmp_path: Path) -> Worklist:
    """Three samples, two of them in groups, one whose question holds an equals sign."""
    root = a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1")],
        samples=[
            a_sample("q-1", ["p-1"], query="How much tea?", groups={"kind": "no-answer"}),
            a_sample("q-2", ["p-1"], query="Where to?", groups={"kind": "easy", "Level": "2"}),
            a_sample("q-3", ["p-1"], query="What is x=1?"),
        ],
    )
    return Worklist(Workspace(root, ticking()), "alice")


def test_groups_are_known_by_name_only(worklist: Worklist):
    assert worklist.group_names == ["Level", "kind"]


@pytest.mark.parametrize(
    ("words", "found"),
    [("TEA", {"q-1"}), ("kind=EASY", {"q-2"}), ("Level＝２", {"q-2"}), ("x=1", {"q-3"}), ("", {"q-1", "q-2", "q-3"}), ("easy", set())],
)
def test_a_search_finds_words_of_questions_and_groups(worklist: Worklist, words: str, found: set[str]):
    assert {id_ for id_ in worklist.ids if worklist.says(id_, words)} == found
    assert worklist.unknown_group(words) == ""


def test_a_group_that_there_is_not_is_said(worklist: Worklist, tmp_path: Path):
    assert worklist.unknown_group("level=2") == "there is no group 'level'; groups here are Level, kind"
    bare = Worklist(
        Workspace(a_dataset(tmp_path / "bare", passages=[a_passage("p-1")], samples=[a_sample("q-1", ["p-1"])]), ticking()), "alice"
    )
    assert bare.unknown_group("kind=easy") == "there is no group 'kind'; samples here have no groups"
