"""The bundled sets for recall by a memory: their counts, their private libraries, and answers that fit what the memories say of themselves."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.answers_given import answer_of
from annotator.curate.workspace import Workspace
from tests.memory_benchmark import ANSWERED_AND_NOT

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
COUNTS = {
    "recall-bench": {subclass: sum(counts) for subclass, counts in ANSWERED_AND_NOT.items()},
    "recall-bench-candidates": dict.fromkeys(ANSWERED_AND_NOT, 5),
}
BOUNDARIES = {"channelId", "characterId", "worldId", "branchId"}


class Bench:
    """One of the sets: raw lines of its files, and the answer that each sample counts with today."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root = DATASETS / name
        self.workspace = Workspace(self.root)

    def files(self, kind: str) -> dict[str, list[Any]]:
        """The records of each file of the folder `kind`, by the file's stem."""
        return {path.stem: [json.loads(line) for line in path.read_bytes().splitlines()] for path in sorted((self.root / kind).iterdir())}

    @cached_property
    def memories(self) -> dict[str, Any]:
        return {record["id"]: record for records in self.files("corpus").values() for record in records}

    @cached_property
    def samples(self) -> dict[str, Any]:
        return {record["id"]: record for records in self.files("samples").values() for record in records}

    def answer(self, sample: str) -> Mapping[str, Any]:
        values = answer_of(self.workspace, sample)
        assert values is not None, sample
        return values

    def said(self, facet: str) -> dict[str, list[str]]:
        """For each sample, the memories of which the facet says 1 or true."""
        return {sample: [memory for memory, value in self.answer(sample)[facet].items() if value] for sample in self.samples}


@pytest.fixture(params=sorted(COUNTS))
def bench(request: pytest.FixtureRequest) -> Bench:
    return Bench(request.param)


@pytest.fixture
def drafts() -> Bench:
    return Bench("recall-bench")


@pytest.fixture
def candidates() -> Bench:
    return Bench("recall-bench-candidates")


def may_come(memory: Any, context: Mapping[str, str], *, explicit: bool) -> bool:
    """The rules at the head of dataset.yaml, written once more."""
    meta = memory["meta"]
    fits = all(context.get(key) == value for key, value in meta.get("scope", {}).items())
    known = "knownBy" not in meta or context.get("characterId") in meta["knownBy"]
    return meta.get("review", "confirmed") == "confirmed" and fits and known and (explicit or not meta.get("secret", False))


def test_each_subclass_has_its_count_and_a_file_of_its_own(bench: Bench) -> None:
    files = bench.files("samples")
    assert {subclass: len(records) for subclass, records in files.items()} == COUNTS[bench.name]
    assert bench.files("corpus").keys() == files.keys()
    for subclass, records in files.items():
        assert {record["groups"]["subclass"] for record in records} == {subclass}


def test_42_drafts_of_which_33_have_an_answer_9_have_none_and_5_have_a_probe(drafts: Bench) -> None:
    expected, probed = drafts.said("expected"), drafts.said("explicit")
    answerable = [sample for sample, memories in expected.items() if memories]
    assert (len(drafts.samples), len(answerable), len(drafts.samples) - len(answerable)) == (42, 33, 9)
    assert {sample for sample, memories in probed.items() if memories} == {f"secret-{n:02d}" for n in range(1, 6)}


def test_40_candidates_with_64_memories(candidates: Bench) -> None:
    assert (len(candidates.samples), len(candidates.memories)) == (40, 64)


def test_no_answer_means_that_nothing_is_expected(bench: Bench) -> None:
    unanswered = {sample for sample, memories in bench.said("expected").items() if not memories}
    by_subclass = Counter(bench.samples[sample]["groups"]["subclass"] for sample in unanswered)
    assert by_subclass == {"no-answer": COUNTS[bench.name]["no-answer"], "secret": 3}
    for record in bench.files("samples")["no-answer"]:
        assert record["query"].isascii()
        assert all(re.search("[\u4e00-\u9fff]", bench.memories[memory]["text"]) for memory in record["candidates"])


def test_every_library_is_private_and_has_1_to_10_memories(bench: Bench) -> None:
    libraries = [sample["candidates"] for sample in bench.samples.values()]
    every = [memory for library in libraries for memory in library]
    assert sorted(every) == sorted(bench.memories)
    assert len(set(every)) == len(every)
    assert all(1 <= len(library) <= 10 for library in libraries)
    assert all(memory.startswith(f"{sample}.") for sample, record in bench.samples.items() for memory in record["candidates"])


def test_the_drafts_have_libraries_of_every_size(drafts: Bench) -> None:
    assert {len(sample["candidates"]) for sample in drafts.samples.values()} == set(range(1, 11))


def test_no_two_memories_and_no_two_questions_say_the_same() -> None:
    both = [Bench(name) for name in COUNTS]
    texts = [memory["text"] for bench in both for memory in bench.memories.values()]
    queries = [sample["query"] for bench in both for sample in bench.samples.values()]
    assert len(set(texts)) == len(texts)
    assert len(set(queries)) == len(queries)


def test_every_answer_is_about_the_samples_own_library(bench: Bench) -> None:
    facets = {"expected", "forbidden", "explicit", "explicit-forbidden"}
    for sample, record in bench.samples.items():
        answer = bench.answer(sample)
        assert answer.keys() == facets
        assert all(answer[facet].keys() == set(record["candidates"]) for facet in facets)


def test_forbidden_is_what_the_memories_rule_out_themselves(bench: Bench) -> None:
    forbidden, barred, probed = bench.said("forbidden"), bench.said("explicit-forbidden"), bench.said("explicit")
    for sample, record in bench.samples.items():
        context, library = record.get("context", {}), record["candidates"]
        hidden, hidden_always = (
            [memory for memory in library if not may_come(bench.memories[memory], context, explicit=explicit)] for explicit in (False, True)
        )
        assert sorted(forbidden[sample]) == hidden, sample
        assert sorted(barred[sample]) == (hidden_always if probed[sample] else []), sample
        assert not set(bench.said("expected")[sample]) & set(forbidden[sample])


def test_a_probe_asks_for_a_secret_that_automatic_recall_hides(bench: Bench) -> None:
    probed, forbidden = bench.said("explicit"), bench.said("forbidden")
    for sample, memories in probed.items():
        assert all(bench.memories[memory]["meta"]["secret"] for memory in memories)
        assert set(memories) <= set(forbidden[sample])
    assert [sample for sample, memories in sorted(probed.items()) if memories] == [f"secret-{n:02d}" for n in range(1, 6)]


def test_each_subclass_shows_what_it_is_for(bench: Bench) -> None:
    of = {
        subclass: [bench.memories[m]["meta"] for r in records for m in r["candidates"]]
        for subclass, records in bench.files("samples").items()
    }
    assert {"superseded", "pending"} <= {meta.get("review") for meta in of["conflict"]}
    assert "superseded" in {meta.get("review") for meta in of["negation"]}
    assert {key for meta in of["boundary"] for key in meta.get("scope", {})} == BOUNDARIES
    assert any("knownBy" in meta for meta in of["boundary"])
    for record in bench.files("samples")["boundary"]:
        assert record["context"].keys() <= BOUNDARIES
    for record in bench.files("samples")["exact"]:
        (wanted,) = bench.said("expected")[record["id"]]
        assert wanted in record["query"] or bench.memories[wanted]["title"] in record["query"]


def test_every_memory_has_its_age_before_the_samples_clock(bench: Bench) -> None:
    for memory in bench.memories.values():
        meta = memory["meta"]
        assert 0 <= meta["updatedDaysAgo"] <= meta["ageDays"]
        assert meta.keys() <= {"ageDays", "updatedDaysAgo", "review", "scope", "knownBy", "secret"}
    assert all(datetime.fromisoformat(sample["time"]).utcoffset() is not None for sample in bench.samples.values())


def test_ids_sorted_by_bytes_are_in_the_order_of_their_numbers(bench: Bench) -> None:
    def numbered(id_: str) -> tuple[Any, ...]:
        return tuple(int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", id_))

    for ids in (list(bench.samples), list(bench.memories)):
        assert sorted(ids, key=str.encode) == sorted(ids, key=numbered)
    assert all(sample["candidates"] == sorted(sample["candidates"], key=str.encode) for sample in bench.samples.values())


def test_all_is_synthetic_given_away_and_by_made_up_people(bench: Bench) -> None:
    config = bench.workspace.config
    assert (config.license, config.provenance) == ("CC0-1.0", "synthetic")
    head = " ".join((bench.root / "dataset.yaml").read_text("utf-8").partition("format:")[0].replace("#", " ").split())
    assert "Everything in this dataset is synthetic" in head
    assert "no gold set" in head
    for name, member in config.people.items():
        assert name.endswith("-example")
        assert "made-up" in (member.name or "")
        assert (member.email or "").endswith("@example.org")


def test_they_verify_and_hold_their_quotas(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(bench.root), "--quotas"]) == 0
    assert f"{bench.name}: ok" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "counts"),
    [("recall-bench", {"draft": 42}), ("recall-bench-candidates", {"gold-candidate": 40})],
)
def test_what_they_are_called_is_what_decisions_made_of_them(name: str, counts: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", str(DATASETS / name), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["counts"]
    assert {status: count for status, count in found.items() if count} == counts


def test_the_candidates_rest_on_two_labels_and_a_few_rulings(candidates: Bench) -> None:
    rulings = [
        record
        for path in sorted((candidates.root / "decisions" / "kaya-example").glob("*.jsonl"))
        for record in map(json.loads, path.read_bytes().splitlines())
        if record["op"] == "adjudicate"
    ]
    assert {len(case.fresh) for case in candidates.workspace.cases.values()} == {2}
    ruled = {ruling["sample"] for ruling in rulings}
    assert ruled == {"boundary-04", "coding-03", "conflict-03", "negation-04", "paraphrase-02", "secret-04"}
    assert all(ruling["reason"] and ruling["cause"] for ruling in rulings)
