"""Gold review by keys, and what is on disk after yes, no and back."""

import json
import re
from pathlib import Path

import pytest

from annotator.curate.adjudication import Bench
from annotator.curate.promote import agreed
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.status import Status
from tests.builders import PEOPLE, promoted
from tests.tui.desks import at_desk
from tests.tui.disputes import make
from tests.tui.test_pictures import compare

RULE = {"reviewers": 2, "agreement": {"facet": "relevance", "measure": "kappa-quadratic", "at_least": 0.999}}


def settled(root: Path) -> Path:
    """q-1 adjudicated, q-2 gold-candidate, q-3 open."""
    with Bench(Workspace(root), "carol") as bench:
        for point in bench.take_up("q-1").open:
            bench.take(point.place, 1)
        bench.save("side 1 is exact")
    return promoted(root, "q-2", to=Status.CANDIDATE)


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return settled(make(tmp_path / "set"))


def records(root: Path) -> list[dict]:
    lines = [json.loads(line) for path in sorted(root.glob("decisions/carol/*.jsonl")) for line in path.read_bytes().splitlines()]
    return [line for line in lines if line["op"] in {"promote", "demote"}]


def moves(root: Path) -> list[tuple[str, str, str, str | None]]:
    """Every move after the one that the dataset begins with."""
    return [(line["sample"], line["from"], line["to"], line.get("reason")) for line in records(root)][1:]


async def test_everything_is_on_one_page(dataset):
    async with at_desk(dataset, first="review") as d:
        assert d.said("title").startswith("1/2 q-1  draft → gold-candidate?")
        wanted = (
            "How much tea?",
            "holds (adjudicated)",
            "alice",
            "bob",
            "≠ ",
            "note of alice: only the first words",
            "side 1 is exact",
            "Last line.",
        )
        assert [words for words in wanted if words not in d.text] == []


async def test_yes_goes_to_gold_candidate_and_then_to_gold(dataset):
    async with at_desk(dataset, first="review") as d:
        shas = [d.said("status").split()[-1]]
        for _ in range(2):
            await d.do("review_yes")
            shas.append(d.said("status").split()[-1])
        assert d.said() == "saved: gold-candidate → gold; n goes on"
        await d.do("review_yes")
        assert d.said() == "it is gold already"
        await d.do("review_next", "review_yes")
        shas.append(d.said("status").split()[-1])
        assert len(set(shas)) == 4
    assert moves(dataset) == [
        ("q-1", "draft", "gold-candidate", None),
        ("q-1", "gold-candidate", "gold", None),
        ("q-2", "gold-candidate", "gold", None),
    ]
    assert verify(dataset).findings == []


async def test_no_asks_for_a_reason_and_demotes(dataset):
    async with at_desk(dataset, first="review") as d:
        await d.do("review_next", "review_no", "ask_done")
        assert moves(dataset) == []
        await d.type("too vague")
        await d.do("ask_done")
        assert d.said().startswith("saved: gold-candidate → draft")
    assert moves(dataset) == [("q-2", "gold-candidate", "draft", "too vague")]


async def test_back_to_adjudication_demotes_and_opens_the_dispute(dataset):
    async with at_desk(dataset, first="review") as d:
        await d.do("review_next", "review_back")
        await d.type("look again")
        await d.do("ask_done")
        assert d.area == "adjudication"
        assert "q-2" in d.picture()
        await d.do("point_last", "own")
        await d.type("7")
        await d.do("ask_done", "save")
        await d.type("seven")
        await d.do("ask_done", "dispute_leave")
        assert d.area == "review"
        assert "adjudicate" in d.text and "look again" in d.text
    assert moves(dataset) == [("q-2", "gold-candidate", "draft", "look again")]
    assert Workspace(dataset).accounts["q-2"].resolution.rule == "adjudicated"
    assert verify(dataset).findings == []


async def test_a_disk_that_takes_nothing_is_said_and_nothing_moves(dataset, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    async with at_desk(dataset, first="review") as d:
        with monkeypatch.context() as patch:
            patch.setattr("annotator.store.dataset.Dataset.open_session", refuse)
            await d.do("review_yes")
            assert d.said().startswith("NOT saved: Read-only file system (")
            assert d.said("title").startswith("1/2 q-1  draft → gold-candidate?")
        await d.do("review_yes")
        assert d.said().startswith("saved: draft → gold-candidate")
    assert moves(dataset) == [("q-1", "draft", "gold-candidate", None)]


async def test_what_a_maintainer_alone_sends_back_waits_for_an_adjudicator(tmp_path):
    root = settled(make(tmp_path / "set", people={**PEOPLE, "mia": {"roles": ["maintainer"]}}))
    async with at_desk(root, "mia", first="review") as d:
        await d.do("review_next", "review_back")
        await d.type("look again")
        await d.do("ask_done")
        assert d.said() == "saved: gold-candidate → draft; it waits for an adjudicator now, and n goes on"
        await d.do("review_yes")
        assert d.said() == "it waits to be decided, so it cannot go up"
        await d.do("review_no")
        assert d.said() == "it is draft already; b leads to deciding it anew"
    assert agreed(Workspace(root)) == []
    with Bench(Workspace(root), "carol") as bench:
        assert bench.ids == ["q-2", "q-3"]
        assert bench.take_up("q-2").before == ("it was taken back to draft: look again",)
        bench.note("it holds as it is", None)
        bench.save(bench.reason)
    assert Workspace(root).accounts["q-2"].next == "promote"


async def test_a_rule_that_does_not_hold_asks_for_the_reason_of_the_override(tmp_path):
    root = settled(make(tmp_path / "set", workflow=RULE))
    async with at_desk(root, first="review") as d:
        await d.do("review_next")
        assert "the agreement rule does not hold: kappa-quadratic of relevance" in d.text
        await d.do("review_yes", "ask_drop")
        assert moves(root) == []
        await d.do("review_yes")
        await d.type("a pilot")
        await d.do("ask_done")
        assert "agreement rule set aside: a pilot" in d.text
    assert [record["override"] for record in records(root) if "override" in record] == ["a pilot"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_review_looks_as_it_is_kept(size, dataset):
    async with at_desk(dataset, size=size, first="review") as d:
        await d.do("review_next")
        compare(f"review-{size[0]}x{size[1]}", re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "····-··-·· ··:··", d.picture()))
