"""Our own lines: labels of named people to a bundle, and what was decided and judged back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from annotator.errors import UnreadableInput
from annotator.interchange.bundle import Bundle
from annotator.interchange.decided import Decided, Judgement
from annotator.interchange.jsonl import LabelLine, add_labels, gold_lines, judgement_lines, record_lines
from annotator.model.passage import Passage
from annotator.model.sample import Sample

VALUES = {"relevance": {"p": 1}}


def read(*lines: dict[str, Any], by: str | None = None, bundle: Bundle | None = None) -> Bundle:
    into = Bundle() if bundle is None else bundle
    add_labels(into, ((number, LabelLine.model_validate_json(json.dumps(line))) for number, line in enumerate(lines, 1)), "in.jsonl", by)
    return into


def test_a_label_is_of_whom_its_line_says_and_else_of_whom_the_caller_says():
    lines = [{"reviewer": "ann", "by": "x"}, {"by": "bob"}, {}]
    bundle = read(*({"sample": "q", "values": VALUES, **line} for line in lines), by="carol")
    assert [(label.by, label.where) for label in bundle.labels] == [("ann", "in.jsonl:1"), ("bob", "in.jsonl:2"), ("carol", "in.jsonl:3")]


def test_a_skip_is_a_label_without_values():
    (label,) = read({"sample": "q", "skip": "cannot read it", "note": "n", "seconds": 3}, by="ann").labels
    assert (label.values, label.skip, label.note, label.seconds) == (None, "cannot read it", "n", 3)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"sample": "q", "values": VALUES}, "in.jsonl:1: does not say whose label it is; add `by`, or give --as NAME"),
        ({"sample": "q", "by": "ann"}, "in.jsonl:1: has either values"),
        ({"sample": "q", "by": "ann", "values": VALUES, "skip": "no"}, "in.jsonl:1: has either values"),
    ],
)
def test_a_line_that_says_nothing_or_too_much_is_named(line: dict[str, Any], why: str):
    with pytest.raises(UnreadableInput, match=why):
        read(line)


def test_the_same_label_twice_is_one_and_another_one_is_refused():
    line = {"sample": "q", "by": "ann", "values": VALUES}
    bundle = read(line, line)
    assert len(bundle.labels) == 1
    with pytest.raises(UnreadableInput, match=r"in\.jsonl:1: the label of q by 'ann' differs from the one at in\.jsonl:1"):
        read({**line, "note": "now with one"}, bundle=bundle)


def test_gold_says_the_outcome_and_whose_it_is():
    sample = Sample(id="q", query="?", candidates=("p",), notes="left out")
    one = Decided(
        sample, VALUES, "gold", "agreed", ("ann", "bob"), "2026-11-30T05:09:00Z", "carol", "2026-11-30T05:10:00Z", None, ("a", "b")
    )
    assert gold_lines([one]).endswith(b"}\n")
    assert json.loads(gold_lines([one])) == {
        "id": "q",
        "query": "?",
        "candidates": ["p"],
        "values": VALUES,
        "status": "gold",
        "rule": "agreed",
        "decided_by": ["ann", "bob"],
        "decided_at": "2026-11-30T05:09:00Z",
        "promoted_by": "carol",
        "promoted_at": "2026-11-30T05:10:00Z",
        "override": None,
        "basis": ["a", "b"],
    }


def test_a_judgement_names_its_reviewer_and_leaves_out_what_is_not_there():
    label = Judgement("ann", "reviewer", "q", "2026-11-30T05:09:00Z", "a", "b", VALUES, None, None, 0)
    skip = label._replace(values=None, skip="no", seconds=None)
    common = {
        "reviewer": "ann",
        "role": "reviewer",
        "sample": "q",
        "at": "2026-11-30T05:09:00Z",
        "sample_sha256": "a",
        "scheme_sha256": "b",
    }
    assert [json.loads(line) for line in judgement_lines([label, skip]).splitlines()] == [
        {**common, "values": VALUES, "note": None, "seconds": 0},
        {**common, "skip": "no", "note": None},
    ]


def test_an_exported_judgement_is_read_back():
    label = Judgement("ann", "reviewer", "q", "2026-11-30T05:09:00Z", "a" * 64, "b" * 64, VALUES, None, "n", 7)
    (found,) = read(json.loads(judgement_lines([label]))).labels
    assert (found.by, found.sample, found.values, found.note, found.seconds) == ("ann", "q", VALUES, "n", 7)
    assert found.sample_sha256 == "a" * 64


def test_records_leave_out_what_is_not_there():
    assert record_lines([Passage(id="p", text=""), Sample(id="q", candidates=())]) == b'{"id":"p","text":""}\n{"candidates":[],"id":"q"}\n'
