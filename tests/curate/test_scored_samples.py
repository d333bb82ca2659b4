"""A sample that nobody could settle is a hard one, wherever figures or counts are broken down by difficulty."""

from pathlib import Path

from annotator.curate.adjudication import Bench
from annotator.curate.scored_samples import groups_of
from annotator.curate.status import status
from annotator.curate.workspace import Workspace
from tests.builders import a_dataset, a_sample, graded


def test_what_cannot_be_settled_counts_as_hard(tmp_path: Path):
    samples = [a_sample(id_, groups={"difficulty": "easy"}) for id_ in ("q-1", "q-2")]
    root = a_dataset(tmp_path / "set", samples=samples)
    for person, grade in (("alice", 3), ("bob", 0)):
        graded(root, person, {id_: {"p-1": grade, "p-2": 0} for id_ in ("q-1", "q-2")})
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.unsettle("one reads it as an order, one as a wish")
    workspace = Workspace(root)
    assert [groups_of(workspace, id_)["difficulty"] for id_ in ("q-1", "q-2")] == ["hard", "easy"]
    assert {one.id: one.groups["difficulty"] for one in status(workspace).samples} == {"q-1": "hard", "q-2": "easy"}
