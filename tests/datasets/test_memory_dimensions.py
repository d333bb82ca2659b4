"""The bundled set of memories with dimensions: its counts, its shape, the difficulties it must hold, and answers that fit the cases."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.answers_given import answer_of
from annotator.curate.workspace import Workspace
from annotator.store.yaml import parse_yaml
from annotator.workflow.assignment import labels_needed

ROOT = Path(__file__).resolve().parents[2] / "datasets" / "memory-dimensions"
MODES = ("daily", "coding", "work", "full")
FACETS = [
    "dimensions",
    "memory-type",
    "priority",
    "time-velocity",
    "action",
    *(f"section-{mode}" for mode in MODES),
    "referenced",
    "relevance",
]
MESSAGE = re.compile(r"\[msg#(\d+)\] (\S+) (user|assistant): (\S.*)")
PLACEHOLDER = re.compile(r"\[(?!msg#)[^\]]+\]")
HAN = re.compile("[\u4e00-\u9fff]")


def records(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def messages(text: str) -> list[tuple[int, datetime, str, str]]:
    """Number, time, role and words of each line of a conversation; a line of another form fails."""
    found = [MESSAGE.fullmatch(line) for line in text.split("\n")]
    assert all(found), text
    return [(int(one[1]), datetime.fromisoformat(one[2]), one[3], one[4]) for one in found if one]


class Cases:
    """Raw lines of the files, and the answer that each case counts with."""

    def __init__(self) -> None:
        self.workspace = Workspace(ROOT)
        self.samples = {record["id"]: record for record in records(ROOT / "samples.jsonl")}
        self.memories = {record["id"]: record for record in records(ROOT / "corpus.jsonl")}

    @cached_property
    def answers(self) -> dict[str, Mapping[str, Any]]:
        given = {id_: answer_of(self.workspace, id_) for id_ in self.samples}
        return {id_: answer for id_, answer in given.items() if answer is not None}

    @cached_property
    def registry(self) -> list[dict[str, Any]]:
        plain, _ = parse_yaml((ROOT / "dimensions.yaml").read_bytes(), "dimensions.yaml")
        return list(plain["dimensions"])

    def of(self, key: str, value: str) -> list[str]:
        return [id_ for id_, sample in self.samples.items() if sample["groups"][key] == value]

    def said(self, facet: str) -> dict[str, Any]:
        """The facet's value of every memory."""
        return {memory: value for answer in self.answers.values() for memory, value in answer[facet].items()}


@pytest.fixture(scope="module")
def cases() -> Cases:
    return Cases()


@pytest.mark.parametrize(
    ("key", "counts"),
    [
        ("difficulty", {"easy": 24, "medium": 36, "hard": 20}),
        ("source", {"real": 32, "synthetic": 32, "edge": 16}),
        ("mode", {"daily": 22, "coding": 22, "work": 16, "full": 10, "cross": 10}),
        ("lang", {"zh": 46, "en": 34}),
    ],
)
def test_80_cases_are_spread_as_the_protocol_asks(cases: Cases, key: str, counts: dict[str, int]) -> None:
    assert sum(counts.values()) == 80
    assert Counter(sample["groups"][key] for sample in cases.samples.values()) == counts


def test_case_ids_are_numbered_and_memory_ids_follow_from_them(cases: Cases) -> None:
    assert list(cases.samples) == [f"eval-{n:03d}" for n in range(1, 81)]
    for id_, sample in cases.samples.items():
        assert sample["candidates"] == [f"{id_}#{index}" for index in range(len(sample["candidates"]))]
        assert 1 <= len(sample["candidates"]) <= 4
        assert sample["lang"] == sample["groups"]["lang"]
    assert list(cases.memories) == [memory for sample in cases.samples.values() for memory in sample["candidates"]]


def test_conversations_have_3_to_8_numbered_messages_in_the_order_of_their_times(cases: Cases) -> None:
    for sample in cases.samples.values():
        for text, least in ((sample["text"], 3), (sample["context"].get("follow_up"), 2)):
            if text is None:
                continue
            lines = messages(text)
            assert [number for number, *_ in lines] == list(range(1, len(lines) + 1))
            assert least <= len(lines) <= 8
            assert all(earlier < later for (_, earlier, *_), (_, later, *_) in pairwise(lines))
        assert bool(HAN.search(sample["text"])) is (sample["lang"] == "zh"), sample["id"]
    assert {len(messages(sample["text"])) for sample in cases.samples.values()} == set(range(3, 9))


def test_every_memory_names_its_case_and_messages_that_are_there(cases: Cases) -> None:
    for id_, memory in cases.memories.items():
        case, _, index = id_.partition("#")
        meta = memory["meta"]
        assert (meta["case"], meta["index"]) == (case, int(index))
        assert meta.keys() <= {"case", "index", "source_messages", "scene"}
        roles = {number: role for number, _, role, _ in messages(cases.samples[case]["text"])}
        assert "user" in [roles[number] for number in meta["source_messages"]]
        assert memory["lang"] == cases.samples[case]["lang"]


def test_no_two_cases_are_alike(cases: Cases) -> None:
    openings = [messages(sample["text"])[0][3] for sample in cases.samples.values()]
    queries = [sample["query"] for sample in cases.samples.values() if "query" in sample]
    for texts in (openings, queries, [memory["text"] for memory in cases.memories.values()]):
        assert len(set(texts)) == len(texts)


def test_fifteen_dimensions_with_names_aliases_and_boundaries_in_both_languages(cases: Cases) -> None:
    assert len(cases.registry) == 15
    words = [
        word.casefold() for one in cases.registry for word in {one["id"], *(n.casefold() for n in one["name"].values()), *one["aliases"]}
    ]
    assert len(set(words)) == len(words)
    for one in cases.registry:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", one["id"])
        assert set(one["name"]) == set(one["boundaries"]) == {"en", "zh"}
        assert {bool(HAN.search(alias)) for alias in one["aliases"]} == {True, False}


def test_every_dimension_is_in_the_answers_of_three_cases_and_a_memory_bears_one_to_three(cases: Cases) -> None:
    borne = Counter(tag for answer in cases.answers.values() for tag in frozenset().union(*answer["dimensions"].values()))
    assert borne.keys() == {one["id"] for one in cases.registry}
    assert min(borne.values()) >= 3
    assert {len(tags) for tags in cases.said("dimensions").values()} == {1, 2, 3}


def test_every_case_has_a_whole_answer_of_the_made_up_author_and_nothing_else(cases: Cases) -> None:
    assert list(cases.workspace.config.facets) == FACETS
    assert cases.answers.keys() == cases.samples.keys()
    assert all(answer[facet].keys() == set(cases.samples[id_]["candidates"]) for id_, answer in cases.answers.items() for facet in FACETS)
    assert [path.name for path in (ROOT / "labels").iterdir()] == ["drafter-example"]
    assert not (ROOT / "decisions").exists()


def test_types_velocities_and_priorities_are_all_there(cases: Cases) -> None:
    assert set(cases.said("memory-type").values()) == {"persona", "episodic", "instruction"}
    assert set(cases.said("time-velocity").values()) == {"static", "dynamic"}
    priorities = cases.said("priority").values()
    assert min(priorities) < 40
    assert max(priorities) > 95
    assert all(0 <= priority <= 100 for priority in priorities)


HARD = {
    "synthetic": {"plain", "boundary", "overlap", "velocity", "priority", "english-tech"},
    "edge": {"boundary", "alias", "similarity", "merge", "update", "skip", "store", "scene"},
}


@pytest.mark.parametrize(("source", "kinds"), HARD.items())
def test_every_kind_of_difficulty_is_there(cases: Cases, source: str, kinds: set[str]) -> None:
    found = {cases.samples[id_]["groups"]["kind"] for id_ in cases.of("source", source)}
    assert found == kinds
    assert all(cases.samples[id_].get("notes") for kind in kinds - {"plain", "english-tech"} for id_ in cases.of("kind", kind))


def test_the_difficulties_are_what_they_are_called(cases: Cases) -> None:
    said = {facet: cases.said(facet) for facet in FACETS}

    def memories(kind: str) -> list[str]:
        return [memory for id_ in cases.of("kind", kind) for memory in cases.samples[id_]["candidates"]]

    blurred = [said["dimensions"][memory] for memory in memories("boundary")]
    assert frozenset({"projects", "tech_stack"}) in blurred
    assert any("tech_stack" in tags and "projects" not in tags for tags in blurred)
    # Just started to learn: a status that passes.
    beginners = [m for m in memories("velocity") if re.search("started learning|刚学", cases.memories[m]["text"])]
    assert beginners
    assert all(said["dimensions"][m] == {"status"} and said["time-velocity"][m] == "dynamic" for m in beginners)
    assert all(any(45 <= said["priority"][m] <= 55 for m in cases.samples[id_]["candidates"]) for id_ in cases.of("kind", "priority"))
    assert {cases.samples[id_]["lang"] for id_ in cases.of("kind", "english-tech")} == {"en"}
    for kind in ("merge", "update", "skip"):
        assert all(kind in cases.answers[id_]["action"].values() for id_ in cases.of("kind", kind))
    assert {said["action"][memory] for memory in memories("store")} == {"store"}
    (alias,) = cases.of("kind", "alias")
    assert "三观" in cases.samples[alias]["text"]
    assert "三观" not in {word for one in cases.registry for word in (one["id"], *one["name"].values(), *one["aliases"])}


def test_older_memories_are_older_and_stand_there_in_their_words(cases: Cases) -> None:
    concerned = {id_: sample for id_, sample in cases.samples.items() if "existing" in sample["context"]}
    assert len(concerned) == 13
    for id_, sample in concerned.items():
        older = sample["context"]["existing"]
        assert sample["context"]["existing_texts"] == {memory: cases.memories[memory]["text"] for memory in older}
        start = messages(sample["text"])[0][1]
        assert all(messages(cases.samples[memory.partition("#")[0]]["text"])[0][1] < start for memory in older), id_
    acted = {memory.partition("#")[0] for memory, action in cases.said("action").items() if action != "store"}
    assert acted <= concerned.keys()
    assert set(cases.said("action").values()) == {"store", "skip", "update", "merge"}


def test_20_cases_place_every_memory_in_all_four_modes_and_use_every_section(cases: Cases) -> None:
    placed = {id_ for id_, answer in cases.answers.items() if "not-asked" not in answer["section-full"].values()}
    assert len(placed) == 20
    assert {cases.samples[id_]["groups"]["mode"] for id_ in placed} == {*MODES, "cross"}
    for mode in MODES:
        facet = cases.workspace.config.facets[f"section-{mode}"]
        asked = {id_: set(answer[f"section-{mode}"].values()) for id_, answer in cases.answers.items()}
        assert all(("not-asked" in sections) is (id_ not in placed) for id_, sections in asked.items())
        assert set().union(*asked.values()) == set(facet.model_dump()["values"]) - ({"none"} if mode == "full" else set())


def test_20_follow_ups_in_four_modes_use_at_least_one_memory_and_only_of_their_case(cases: Cases) -> None:
    followed = {id_ for id_, sample in cases.samples.items() if "follow_up" in sample["context"]}
    assert len(followed) == 20
    assert {sample["context"]["mode"] for sample in cases.samples.values()} == set(MODES)
    assert {cases.samples[id_]["context"]["mode"] for id_ in followed} == set(MODES)
    assert {id_ for id_, answer in cases.answers.items() if any(answer["referenced"].values())} == followed
    for sample in (cases.samples[id_] for id_ in followed):
        assert messages(sample["text"])[-1][1] < messages(sample["context"]["follow_up"])[0][1]
    assert all(
        sample["context"]["mode"] == sample["groups"]["mode"] for sample in cases.samples.values() if sample["groups"]["mode"] != "cross"
    )


def test_30_queries_have_one_first_answer_and_an_order_without_ties(cases: Cases) -> None:
    assert sum("query" in sample for sample in cases.samples.values()) == 30
    for id_, sample in cases.samples.items():
        grades = sorted((grade for grade in cases.answers[id_]["relevance"].values() if grade), reverse=True)
        assert grades[:1] == ([3] if "query" in sample else [])
        assert len(set(grades)) == len(grades)


def test_all_is_synthetic_given_away_and_by_made_up_people(cases: Cases) -> None:
    config = cases.workspace.config
    assert (config.license, config.provenance) == ("CC0-1.0", "synthetic")
    head = " ".join((ROOT / "dataset.yaml").read_text("utf-8").partition("format:")[0].replace("#", " ").split())
    assert "Everything in this dataset is synthetic" in head
    assert "Invented as well" in head
    for name, member in config.people.items():
        assert name.endswith("-example")
        assert "made-up" in (member.name or "")
        assert (member.email or "").endswith("@example.org")


def test_cases_in_the_style_of_real_sessions_hold_placeholders(cases: Cases) -> None:
    assert [id_ for id_ in cases.of("source", "real") if not PLACEHOLDER.search(cases.samples[id_]["text"])] == []


def test_a_fifth_is_labelled_twice_and_kappa_must_reach_the_bar(cases: Cases) -> None:
    workflow = cases.workspace.config.workflow
    assert sum(labels_needed(cases.workspace.config, id_) == 2 for id_ in cases.samples) == 16
    assert (workflow.reviewers, workflow.overlap, workflow.same_person_after) == (2, 0.2, "24h")
    assert workflow.agreement is not None
    assert (workflow.agreement.facet, workflow.agreement.measure, workflow.agreement.at_least) == ("dimensions", "kappa-micro", 0.85)


def test_it_verifies_holds_its_quotas_and_is_all_drafts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(ROOT), "--quotas"]) == 0
    assert "memory-dimensions: ok" in capsys.readouterr().out
    assert main(["status", str(ROOT), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["counts"]
    assert {status: count for status, count in found.items() if count} == {"draft": 80}
