"""What verify says of private libraries and of the names under `evaluation`."""

import pytest

from annotator.curate.verify import verify
from tests.cli.remembered import a_memory_dataset, with_line


def said(root):
    return [str(finding) for finding in verify(root).findings]


def test_a_sound_dataset_of_memories(tmp_path):
    assert said(a_memory_dataset(tmp_path / "memories")) == []


def test_a_library_of_a_wrong_size(tmp_path):
    root = a_memory_dataset(tmp_path / "memories", {"library": {"at_least": 2, "at_most": 10}})
    assert "invalid: samples.jsonl:3: the library of no-answer-1 holds 1 passages, and dataset.yaml wants 2 to 10" in said(root)
    root = a_memory_dataset(tmp_path / "more", {"library": {"at_most": 1}})
    assert [one for one in said(root) if "holds 2 passages, and dataset.yaml wants 1 to 1" in one] != []


def test_a_sample_without_a_library(tmp_path):
    root = with_line(a_memory_dataset(tmp_path / "memories"), "samples", 2, candidates=[])
    assert "invalid: samples.jsonl:3: the library of no-answer-1 holds 0 passages, and dataset.yaml wants 1 to 10" in said(root)


def test_a_passage_that_two_samples_share(tmp_path):
    root = with_line(a_memory_dataset(tmp_path / "memories"), "samples", 2, candidates=["no-answer-1.m0", "exact-1.m1"])
    shared = "invalid: samples.jsonl:3: passage 'exact-1.m1' is in the libraries of exact-1 and of no-answer-1, and a library is private"
    assert shared in said(root)


def test_without_libraries_passages_may_be_shared(tmp_path):
    root = with_line(a_memory_dataset(tmp_path / "memories", {"library": None}), "samples", 2, candidates=["exact-1.m1"])
    assert not any("library" in one for one in said(root))


@pytest.mark.parametrize(
    ("evaluation", "why"),
    [
        ({"retrievers": ["recall", "dense"]}, "evaluation.retrievers names 'dense', which is no built-in retriever"),
        ({"measures": ["Hits@3"]}, "evaluation.measures: there is no measure 'Hits@3'"),
    ],
)
def test_names_that_stand_for_nothing(tmp_path, evaluation, why):
    assert any(
        one.startswith("invalid: dataset.yaml: ") and why in one for one in said(a_memory_dataset(tmp_path / "memories", evaluation))
    )
