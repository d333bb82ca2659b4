"""Whose single labels wait for whom, and what may not be confirmed."""

from pathlib import Path

import pytest

from annotator.curate.confirming import WRITER, Confirming
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from tests.builders import PEOPLE, a_dataset, a_sample, graded

EVERYONE = {**PEOPLE, "mia": {"roles": ["maintainer"]}, "ann": {"roles": ["author"]}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """q-1 by alice, q-2 by bob; one label each is enough; q-3 waits for a label."""
    root = a_dataset(tmp_path / "set", samples=[a_sample(f"q-{n}") for n in (1, 2, 3)], people=EVERYONE, workflow={"overlap": 0.0})
    graded(root, "alice", {"q-1": {"p-1": 2, "p-2": 0}})
    return graded(root, "bob", {"q-2": {"p-1": 1, "p-2": 0}})


@pytest.mark.parametrize(
    "person, ids, barred",
    [("alice", ["q-2"], 1), ("bob", ["q-1"], 1), ("carol", ["q-1", "q-2"], 0), ("mia", ["q-1", "q-2"], 0), ("ann", [], 2)],
)
def test_what_waits_for_whom(root: Path, person: str, ids: list[str], barred: int):
    found = Confirming(Workspace(root), person)
    assert (found.ids, found.barred) == (ids, barred)


def test_whose_label_it_is_is_not_in_the_dossier(root: Path):
    seen = Confirming(Workspace(root), "carol").dossier("q-1")
    assert [given.by for given in seen.labels] == [WRITER]
    assert "alice" not in repr(seen)


def test_a_reviewer_cannot_record_a_no(root: Path):
    with Confirming(Workspace(root), "bob") as found, pytest.raises(Refused, match="bob is not an adjudicator"):
        found.no(found.dossier("q-1"), "the title only")
    assert not (root / "decisions").exists()


def test_a_no_needs_words(root: Path):
    with Confirming(Workspace(root), "carol") as found, pytest.raises(Refused, match="say why"):
        found.no(found.dossier("q-1"), " ")


def test_after_a_no_an_adjudicator_decides_it(root: Path):
    with Confirming(Workspace(root), "carol") as found:
        found.no(found.dossier("q-1"), "the title only")
        assert not found.waits("q-1") and found.may_adjudicate("q-1")
        found.yes(found.dossier("q-2"))
        assert found.said == {"q-1": "unsettled", "q-2": "confirm"}
    assert verify(root).findings == []
