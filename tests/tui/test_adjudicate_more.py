"""Adjudicating what is rarer: three reviewers, a text without passages, marks with tags, decisions that contradict each other."""

from pathlib import Path

import pytest

from annotator.curate.adjudication import Bench
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from tests.builders import DIMENSIONS, EVIDENCE, PEOPLE, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, labelled
from tests.tui.disputes import adjudicating, decisions
from tests.tui.test_pictures import compare

TEXT = "Ann met Bob in Paris."


def mark(words: str, tag: str | None = None) -> dict:
    start = TEXT.index(words)
    return {"start": start, "end": start + len(words), "text": words, **({"tag": tag} if tag else {})}


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Three reviewers who all differ."""
    root = a_dataset(
        tmp_path / "three",
        people={**PEOPLE, "mia": {"roles": ["reviewer"]}},
        passages=[a_passage("p-1", TEXT)],
        samples=[a_sample("q-1", ["p-1"])],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE, "dimensions": DIMENSIONS},
        registry=REGISTRY,
        workflow={"reviewers": 3},
    )
    for person, grade, words, tags in (
        ("alice", 1, "Ann met Bob", ["habits"]),
        ("bob", 2, "met Bob in", ["habits", "skills"]),
        ("mia", 3, "met", ["skills"]),
    ):
        labelled(root, person, {"q-1": {"relevance": {"p-1": grade}, "evidence": {"p-1": [mark(words)]}, "dimensions": tags}})
    return root


@pytest.fixture
def tagged(tmp_path: Path) -> Path:
    """One text of its own, marked with tags."""
    root = a_dataset(
        tmp_path / "tagged",
        passages=[a_passage("p-1", "Short.")],
        samples=[{"id": "q-1", "text": TEXT}],
        facets={"names": {"kind": "spans", "on": "sample", "tags": ["person", "place"]}},
    )
    labelled(root, "alice", {"q-1": {"names": [mark("Ann", "person"), mark("Paris", "person")]}})
    labelled(root, "bob", {"q-1": {"names": [mark("Ann", "person"), mark("Paris", "place")]}})
    return root


async def test_three_sides_are_taken_merged_and_shown(three):
    async with adjudicating(three) as d:
        compare("adjudicate-three-80x24", d.picture())
        await d.do("take_3", "intersection", "union", "save")
        assert all(name in d.said() for name in ("alice", "bob", "mia"))
    (record,) = decisions(three)
    # What all three marked is what mia marked, and all tags are those of bob, so no reason was asked for.
    assert record["reason"] == "took 2 in dimensions; took 3 in relevance of p-1, evidence of p-1"
    assert record["values"]["evidence"] == {"p-1": [mark("met")]}
    assert record["values"]["dimensions"] == ["habits", "skills"]
    assert verify(three).findings == []


async def test_tags_of_three_say_who_else_has_them(three):
    async with adjudicating(three, size=(120, 40)) as d:
        await d.do("point_last")
        columns = [d.said(f"tags-{place}") for place in range(4)]
        assert columns[0] == "all –"
        assert sorted(column.split("not all ")[1].replace("1", "n").replace("2", "n").replace("3", "n") for column in columns[1:]) == [
            "Habits (and n)",
            "Skills (and n)",
            "Skills (and n) Habits (and n)",
        ]


async def test_a_mark_with_the_wrong_tag_is_given_another(tagged):
    async with adjudicating(tagged) as d:
        assert TEXT in d.picture() and "only" in d.picture()
        await d.do("own")
        assert [span.text for span in d.screen.own.spans] == ["Ann"]
        await d.do("move_end", "move_word_left", "take_word", "mark", "tag_2", "retag", "tag_1", "retag", "tag_2", "own_marks_done", "save")
    (record,) = decisions(tagged)
    assert record["values"] == {"names": [mark("Ann", "person"), mark("Paris", "place")]}
    assert record["reason"].startswith("took ")
    assert verify(tagged).findings == []


async def test_a_decision_that_stands_is_a_side_of_its_own(tagged):
    with Bench(Workspace(tagged), "carol") as bench:
        bench.take_up("q-1")
        bench.take(("names", None), 1)
        bench.save("side 1 knows Paris")
        bench.take_up("q-1")
        assert bench.dispute is not None and len(bench.dispute.sides) == 3
    with Bench(Workspace(tagged), "carol") as bench:
        assert bench.ids == []
        dispute = bench.take_up("q-1")
        assert dispute.before == ("side 3 was decided before: side 1 knows Paris",)
        bench.take(("names", None), 3)
        assert bench.save("as before").digest is not None
    assert [record["reason"] for record in decisions(tagged)] == ["side 1 knows Paris", "as before"]
