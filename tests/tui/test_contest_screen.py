"""Two people who moved one sample apart in parallel: the desk says so, and leads back to adjudication and to gold, by keys."""

import shutil
from pathlib import Path

import pytest

from annotator.curate.promote import demote, promote
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.finding import FindingKind
from annotator.model.status import Standing, Status
from tests.builders import PEOPLE, promoted
from tests.tui.desks import at_desk
from tests.tui.disputes import decisions, make

MAINTAINERS = {**PEOPLE, "mia": {"roles": ["maintainer"]}, "nils": {"roles": ["maintainer"]}}


@pytest.fixture
def contested(tmp_path: Path) -> Path:
    """q-2, on which both reviewers agree: mia made it gold while nils, in another clone, took it back to draft."""
    root = promoted(make(tmp_path / "set", people=MAINTAINERS), "q-2", to=Status.CANDIDATE, by="mia")
    clone = tmp_path / "clone"
    shutil.copytree(root, clone)
    list(demote(Workspace(clone), ["q-2"], Status.DRAFT, "nils", "the question is asked twice"))
    list(promote(Workspace(root), ["q-2"], Status.GOLD, "mia"))
    shutil.copytree(clone / "decisions", root / "decisions", dirs_exist_ok=True)
    return root


async def test_the_contest_is_on_the_desk_and_leads_back_to_adjudication(contested: Path):
    assert [finding.kind for finding in verify(contested).findings] == [FindingKind.CONTESTED]
    async with at_desk(contested) as d:
        assert "1 contested" in d.text and "contested: q-2" in d.text
        await d.do("desk_adjudicate", "next_dispute")
        assert "q-2" in d.picture()
        assert "contested: it was made gold while someone else took back" in d.said("question")
        assert "mia" not in d.picture() and "nils" not in d.picture()
        await d.do("save")
        await d.type("it holds")
        await d.do("ask_done")
        assert d.said().startswith("saved: 1 was ")
        await d.do("dispute_leave")
        assert "to gold-candidate" in d.text
        assert Workspace(contested).accounts["q-2"].next == "promote"
    assert [(line["op"], line["sample"], line["reason"]) for line in decisions(contested)] == [("adjudicate", "q-2", "it holds")]


async def test_after_it_was_decided_anew_gold_is_two_keys_away(contested: Path):
    async with at_desk(contested) as d:
        await d.do("desk_adjudicate", "next_dispute", "save")
        await d.type("it holds")
        await d.do("ask_done", "dispute_leave")
        await d.do("desk_review")
        await d.do("review_yes", "review_yes")
        assert d.said() == "saved: gold-candidate → gold; n goes on"
        await d.do("review_leave")
        assert "0 contested" in d.text
    assert Workspace(contested).accounts["q-2"].status is Standing.GOLD
    assert verify(contested).findings == []
