"""Private libraries: the published figures of a memory benchmark come out of its counts, and what leaks is counted."""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from annotator.evaluate.experiment import Answers, Material, Plan, evaluate
from annotator.evaluate.isolation import isolation
from annotator.evaluate.measures import parse
from annotator.evaluate.retriever import CANDIDATE, EXPLICIT, Hit, Passage, Query
from annotator.report.table import value_text
from tests.memory_benchmark import ANSWERED_AND_NOT

MEASURES = [parse(name) for name in ("Success@3", "RR@3", "NoAnswerFPR@3", "Isolation@3")]
SECOND = "conflict-1"  # the one question whose answer comes second


def an_id(subclass: str, number: int) -> str:
    return f"{subclass}-{number}"


IDS = [an_id(subclass, number) for subclass, counts in ANSWERED_AND_NOT.items() for number in range(1, sum(counts) + 1)]
ANSWERABLE = {an_id(subclass, number) for subclass, (answered, _) in ANSWERED_AND_NOT.items() for number in range(1, answered + 1)}
SECRET = [id_ for id_ in IDS if id_.startswith("secret-")]
# Twenty forbidden passages in all: one in each of twenty samples.
FORBIDDEN = {id_: frozenset({f"{id_}.x"}) for id_ in [*SECRET, *IDS[:15]]}


def a_library(id_: str) -> list[Passage]:
    return [Passage(f"{id_}.{letter}", "words") for letter in "abx"]


def the_material() -> Material:
    queries = [Query(id_, "?", {"subclass": id_.rpartition("-")[0]}, library=a_library(id_), explicit=id_ in SECRET) for id_ in IDS]
    grades = {id_: {f"{id_}.a": int(id_ in ANSWERABLE), f"{id_}.b": 0, f"{id_}.x": 0} for id_ in IDS}
    explicit = Answers({id_: {f"{id_}.a": 0, f"{id_}.b": 0, f"{id_}.x": 1} for id_ in SECRET})
    return Material(queries, [passage for id_ in IDS for passage in a_library(id_)], grades, {}, FORBIDDEN, explicit)


class Scripted:
    """Finds the answer first, but for one question; gives a secret away only when asked for it."""

    name = "scripted"
    definition: Mapping[str, object] = {"kind": "test"}
    notes: Sequence[str] = ()

    def __init__(self, extra: Mapping[str, Sequence[Hit]] | None = None) -> None:
        self.libraries: list[list[str]] = []
        self.extra = extra or {}

    def index(self, passages: Sequence[Passage]) -> None:
        self.libraries.append([passage.id for passage in passages])

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        found = [(f"{query.id}.a", 1.0)] if query.id in ANSWERABLE else []
        if query.id == SECOND:
            found = [(f"{query.id}.b", 2.0), *found]
        found += self.extra.get(query.id, ())
        return {CANDIDATE: found, "injected": found, EXPLICIT: [(f"{query.id}.x", 1.0)]}


def evaluated(retriever: Scripted):
    return evaluate(the_material(), [retriever], Plan(MEASURES))["scripted"]


@pytest.mark.parametrize("projection", [CANDIDATE, "injected"])
def test_the_published_figures_come_out_of_their_counts(projection):
    figures = evaluated(Scripted()).projections[projection].measures
    # 33 of 33 questions have a hit; 32 are answered first and one second: (32 + 1/2) / 33 = 32.5 / 33.
    assert {name: (value_text(figure, 6), figure.n) for name, figure in figures.items()} == {
        "Success@3": ("1.000000", 33),
        "RR@3": ("0.984848", 33),
        "NoAnswerFPR@3": ("0.000000", 9),
        "Isolation@3": ("0.000000", 20),
    }
    assert value_text(figures["RR@3"], 6) == f"{32.5 / 33:.6f}"


def test_by_subclass():
    groups = evaluated(Scripted()).projections[CANDIDATE].groups["subclass"]
    counts = {name: (figures["RR@3"].n, figures["NoAnswerFPR@3"].n) for name, figures in groups.items()}
    assert counts == ANSWERED_AND_NOT
    # Four of five answered first and one second: (4 + 1/2) / 5.
    assert value_text(groups["conflict"]["RR@3"], 6) == "0.900000"
    others = {value_text(figures["RR@3"], 6) for name, figures in groups.items() if name not in {"conflict", "no-answer"}}
    assert others == {"1.000000"}
    assert groups["no-answer"]["RR@3"].undefined == "no answerable question"
    assert (groups["no-answer"]["RR@3"].value, groups["exact"]["NoAnswerFPR@3"].value) == (None, None)


def test_the_explicit_probe_has_answers_and_samples_of_its_own():
    explicit = evaluated(Scripted()).projections[EXPLICIT]
    assert sorted(explicit.ranked) == SECRET
    assert {name: (figure.value, figure.n) for name, figure in explicit.measures.items()} == {
        "Success@3": (1.0, 5),
        "RR@3": (1.0, 5),
        "NoAnswerFPR@3": (None, 0),
        "Isolation@3": (None, 0),
    }
    assert explicit.measures["NoAnswerFPR@3"].undefined == "no question without an answer"
    assert set(explicit.groups["subclass"]) == {"secret"}


def test_checks_are_triples_of_sample_forbidden_passage_and_projection():
    found = isolation(evaluated(Scripted()), "Isolation@3")
    assert {name: one.checks for name, one in found.projections.items()} == {CANDIDATE: 20, "injected": 20, EXPLICIT: 0}
    assert (found.checks, found.violations, found.samples) == (40, 0, [])
    assert found.invariant() == {
        "id": "isolation",
        "ok": True,
        "detail": "scripted, Isolation@3: 0 violations in 40 checks (candidate 20, injected 20, explicit 0)",
    }


@pytest.mark.parametrize(
    ("extra", "violations", "no_answer"),
    [
        # A forbidden passage within the first three, in both automatic projections; its sample has no answer.
        ({"secret-3": [("secret-3.x", 0.5)]}, 2, 1 / 9),
        # Behind the third place it is none; the two from nowhere are, at whatever place.
        ({"paraphrase-1": [("paraphrase-1.b", 0.9), ("nowhere-1", 0.8), ("nowhere-2", 0.7), ("paraphrase-1.x", 0.6)]}, 4, 0.0),
        # Another sample's passage is one at any place, although no check looked for it.
        ({"exact-1": [("exact-1.b", 0.9), ("exact-1.x", 0.8), ("exact-2.a", 0.7)]}, 4, 0.0),
        ({"no-answer-1": [("exact-2.a", 0.7)]}, 2, 1 / 9),
    ],
)
def test_what_leaks_is_counted(extra, violations, no_answer):
    one = evaluated(Scripted(extra))
    found = isolation(one, "Isolation@3")
    assert (found.violations, found.checks) == (violations, 40)
    assert (found.invariant()["ok"], found.samples) == (False, list(extra))
    assert one.projections[CANDIDATE].measures["NoAnswerFPR@3"].value == pytest.approx(no_answer)


def test_every_sample_searches_its_own_library_and_nothing_else():
    retriever = Scripted()
    evaluated(retriever)
    assert retriever.libraries == [[passage.id for passage in a_library(id_)] for id_ in sorted(IDS)]


def test_a_library_is_asked_one_at_a_time():
    class Hasty(Scripted):
        at_once = 4

        def __init__(self) -> None:
            super().__init__()
            self.order: Iterator[str] = iter(sorted(IDS))

        def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
            assert self.libraries[-1] == [passage.id for passage in query.library or ()]
            assert query.id == next(self.order)
            return super().search(query, k)

    assert len(evaluated(Hasty()).milliseconds) == 42


def test_whoever_gives_nothing_when_asked_by_name_has_found_nothing():
    class Silent(Scripted):
        def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
            found = dict(super().search(query, k))
            if query.id != "secret-1":
                del found[EXPLICIT]
            return found

    figure = evaluated(Silent()).projections[EXPLICIT].measures["Success@3"]
    assert (figure.value, figure.n) == (1 / 5, 5)
