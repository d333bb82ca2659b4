"""What each format has no place for is said, and nothing else."""

from __future__ import annotations

from annotator.interchange.decided import cannot_hold
from annotator.model.passage import Passage
from annotator.model.sample import Sample

BARE = ([Sample(id="q", query="?", candidates=("p",))], [Passage(id="p", text="t")])
FULL = (
    [*BARE[0], Sample(id="r", lang="en", groups={"a": "b"})],
    [*BARE[1], Passage(id="s", text="t", title="T", lang="en", meta={"x": 1})],
)
PEOPLE = "who judged, their notes, who decided and why, and the status"


def test_trec_holds_ids_and_grades_alone():
    assert cannot_hold("trec", *BARE, []) == ["text of passages", PEOPLE]
    assert cannot_hold("trec", *FULL, ["evidence"]) == [
        "the facet evidence",
        "groups, lang of samples",
        "lang, meta, text, title of passages",
        PEOPLE,
    ]


def test_beir_holds_texts_too():
    assert cannot_hold("beir", *BARE, []) == [PEOPLE]
    assert cannot_hold("beir", *FULL, []) == ["groups, lang of samples", "lang of passages", PEOPLE]


def test_our_own_lines_hold_all_but_history():
    (lost,) = cannot_hold("jsonl", *FULL, ["evidence"])
    assert lost.startswith("labels that were replaced or withdrawn")
