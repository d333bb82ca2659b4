"""More tags than the screen has rows are read by keys, on all sides together."""

from pathlib import Path

from tests.builders import a_dataset, a_passage, a_sample, labelled
from tests.tui.disputes import adjudicating

MANY = [f"tag-{number:02}" for number in range(30)]


def make(root: Path) -> Path:
    """One side has every tag, the other the last one only."""
    a_dataset(
        root,
        passages=[a_passage("p-1", "Short.")],
        samples=[a_sample("q-1", ["p-1"])],
        facets={"dimensions": {"kind": "tags", "on": "sample", "registry": "dimensions.yaml", "min": 1, "max": 30}},
        registry={"dimensions": [{"id": tag, "name": {"en": tag.upper()}, "boundaries": {"en": tag}} for tag in MANY]},
    )
    labelled(root, "alice", {"q-1": {"dimensions": MANY}})
    labelled(root, "bob", {"q-1": {"dimensions": MANY[-1:]}})
    return root


async def test_the_columns_of_tags_are_read_on_by_keys(tmp_path: Path):
    async with adjudicating(make(tmp_path / "set")) as d:
        assert "TAG-00" in d.picture() and "TAG-28" not in d.picture()
        await d.do(*["sides_down"] * 3)
        assert "TAG-28" in d.picture()
        await d.do(*["sides_up"] * 3)
        assert "TAG-00" in d.picture()
