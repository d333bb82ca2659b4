"""A whole evaluation by hand: who is averaged, who is left out, what is counted."""

import json
import threading
from collections.abc import Mapping, Sequence

import pytest

from annotator.errors import Refused, RetrieverFailed
from annotator.evaluate.experiment import DEFAULT_MEASURES, Answers, Material, Plan, evaluate
from annotator.evaluate.measures import parse
from annotator.evaluate.report import comparison_json, comparisons, definition_sha256, gate_figures, retrievers_json
from annotator.evaluate.retriever import CANDIDATE, FromRun, Hit, Passage, Query

PASSAGES = [Passage("a", "0123456789"), Passage("b", "abcdefghij"), Passage("c", "klmno"), Passage("secret", "xx")]
QUERIES = [
    Query("q1", "the first question", {"lang": "en"}),
    Query("q2", "the second question", {"lang": "zh"}),
    Query("q3", "the third question", {"lang": "en"}),
    Query("q4", "not labelled", {"lang": "en"}),
]
MATERIAL = Material(
    QUERIES,
    PASSAGES,
    {"q1": {"a": 3, "b": 1}, "q2": {"b": 2, "c": 0}, "q3": {"a": 0}},
    {"q1": {"a": [(0, 4), (2, 6)], "b": [(0, 2)]}, "q2": {"b": [(0, 10)]}},
    {"q1": frozenset({"secret"}), "q3": frozenset({"secret", "c"})},
)
RUN = {
    "q1": [("a", 3.0), ("c", 2.0), ("a", 1.0), ("gone", 0.5)],
    "q2": [("c", 2.0), ("b", 1.0)],
    "q3": [("secret", 1.0)],
    "q4": [("a", 1.0)],
}
MEASURES = [*DEFAULT_MEASURES, "ContextP(mean='macro')@5", "ContextR(mean='macro')@5", "NumRet"]
PLAN = Plan([parse(text) for text in MEASURES], k=10, clock=iter(range(10_000)).__next__)


def outcome(run=None, material=MATERIAL):
    return evaluate(material, [FromRun("r", RUN if run is None else run, {"kind": "run"})], PLAN)["r"].projections[CANDIDATE]


def test_ranking_measures_go_over_answerable_questions():
    figures = outcome().measures
    assert (figures["RR@10"].value, figures["RR@10"].n) == (0.75, 2)
    assert figures["R@5"].value == 0.75  # 1/2 of q1, all of q2
    assert figures["Success@3"].value == 1.0
    assert (figures["NumRet"].value, figures["NumRet"].n) == (5.0, 2)
    assert figures["Judged@10"].value == pytest.approx((1 / 3 + 1) / 2)


def test_a_no_answer_question_counts_in_its_own_measure_only():
    figure = outcome().measures["NoAnswerFPR"]
    assert (figure.value, figure.n) == (1.0, 1)
    assert outcome({**RUN, "q3": []}).measures["NoAnswerFPR"].value == 0.0


def test_context_pools_characters_and_unites_spans():
    # q1 returns a (10 characters) and c (5), of 8 wanted [0,6) of a are there; q2 returns c and b (15), all 10 wanted are there.
    figures = outcome().measures
    assert figures["ContextP@5"].value == (6 + 10) / (15 + 15)
    assert figures["ContextR@5"].value == (6 + 10) / (8 + 10)
    assert figures["ContextP(mean='macro')@5"].value == pytest.approx((6 / 15 + 10 / 15) / 2)
    assert figures["ContextR(mean='macro')@5"].value == pytest.approx((6 / 8 + 1) / 2)


def test_an_empty_retrieval_has_recall_zero():
    figures = outcome({}).measures
    assert figures["ContextR@5"].value == 0.0
    assert (figures["ContextP@5"].value, figures["ContextP@5"].undefined) == (None, "nothing was returned")
    assert figures["ContextP(mean='macro')@5"].value == 0.0
    assert figures["AP"].value == 0.0


def test_isolation_counts_violations_and_checks():
    figure = outcome().measures["Isolation@3"]
    assert (figure.value, figure.n) == (1.0, 3)


def test_figures_are_broken_down_by_group():
    groups = outcome().groups["lang"]
    assert (groups["en"]["RR@10"].value, groups["zh"]["RR@10"].value) == (1.0, 0.5)
    assert groups["zh"]["NoAnswerFPR"].undefined == "no question without an answer"
    assert groups["zh"]["Isolation@3"].undefined == "no passage is forbidden"


def test_a_passage_returned_twice_counts_once_and_an_unknown_one_is_counted():
    one = outcome()
    assert one.ranked["q1"] == ["a", "c", "gone"]
    assert (one.unknown, one.twice) == (1, 1)


def test_a_set_without_an_answerable_question_has_no_value():
    figures = outcome(material=MATERIAL._replace(judgments={"q3": {}})).measures
    assert (figures["nDCG@10"].value, figures["nDCG@10"].undefined) == (None, "no answerable question")
    assert figures["ContextR@5"].undefined == "no question with marked words"


def test_an_empty_gold_list_is_no_recall_case():
    # Recall 1 and 1/2 over two answerable questions; the third has nothing to find.
    material = Material(QUERIES[:3], PASSAGES, {"q1": {"a": 1}, "q2": {"b": 1, "c": 1}, "q3": {}})
    figure = outcome({"q1": [("a", 1.0)], "q2": [("b", 1.0)], "q3": [("c", 1.0)]}, material).measures["R@5"]
    assert (figure.value, figure.n) == (0.75, 2)


def test_a_score_that_is_no_number_names_the_question():
    with pytest.raises(Refused, match="r gave a score that is not a number for query q1"):
        outcome({"q1": [("a", float("nan")), ("b", 1.0)]})


def test_times_come_from_the_clock_and_tokens_are_estimates_of_what_was_returned():
    one = evaluate(MATERIAL, [FromRun("r", RUN, {})], PLAN)["r"]
    assert (one.latency.count, one.latency.median) == (3, 1000.0)
    # q1 a and c, q2 c and b, q3 secret: 15, 15 and 2 characters.
    assert one.tokens["cjk+other/3.4"].value == pytest.approx(32 / 3.4 / 3)


class Probing:
    """A retriever with two projections, one of them for a single question."""

    name = "probing"
    definition: Mapping[str, object] = {"kind": "test"}
    notes: Sequence[str] = ()

    def index(self, passages: Sequence[Passage]) -> None:
        """Needs none."""

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        found: dict[str, Sequence[Hit]] = {CANDIDATE: [("c", 1.0)]}
        if query.id == "q1":
            found["explicit"] = [("a", 1.0)]
        return found


def test_projections_are_scored_apart():
    one = evaluate(MATERIAL, [Probing()], PLAN)["probing"]
    assert (one.projections["explicit"].measures["RR@10"].value, one.projections["explicit"].measures["RR@10"].n) == (1.0, 1)
    assert one.projections[CANDIDATE].measures["RR@10"].value == 0.0
    figures = gate_figures({"probing": one})
    assert figures["probing"]["RR@10"].value == 0.0
    assert figures["probing:explicit"]["RR@10"].value == 1.0


class Forgetful(Probing):
    """A retriever that leaves a projection out where it found nothing for it."""

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        return {"injected": [("a", 1.0)]} if query.id == "q1" else {CANDIDATE: [("c", 1.0)]}


def test_a_projection_left_out_for_a_question_counts_as_nothing_found():
    one = evaluate(MATERIAL, [Forgetful()], PLAN)["probing"]
    assert {name: list(outcome.ranked) for name, outcome in one.projections.items()} == {
        name: ["q1", "q2", "q3"] for name in one.projections
    }
    # Of the two answerable questions it found that of q1 alone: (1 + 0) / 2, not 1 / 1.
    assert (one.projections["injected"].measures["RR@10"].value, one.projections["injected"].measures["RR@10"].n) == (0.5, 2)
    # The forbidden passages of every question were looked for: one of q1, two of q3.
    assert one.projections["injected"].measures["Isolation@3"].n == one.projections[CANDIDATE].measures["Isolation@3"].n == 3


def test_two_retrievers_of_one_name_are_refused():
    with pytest.raises(Refused, match="one name"):
        evaluate(MATERIAL, [FromRun("r", RUN, {}), FromRun("r", {}, {})], PLAN)


def test_the_report_holds_no_text_and_is_the_same_twice():
    documents = []
    for _ in range(2):
        plan = PLAN._replace(clock=lambda: 0.0)
        documents.append(json.dumps(retrievers_json(evaluate(MATERIAL, [FromRun("r", RUN, {})], plan), QUERIES), allow_nan=False))
    assert documents[0] == documents[1]
    assert not [text for text in [*(query.text for query in QUERIES), *(passage.text for passage in PASSAGES[:3])] if text in documents[0]]
    document = json.loads(documents[0])
    assert document["r"]["projections"][CANDIDATE]["per_query"]["q3"] == {
        "groups": {"lang": "en"},
        "ranked": ["secret"],
        "measures": {name: {"NoAnswerFPR": 1.0, "Isolation@3": 0.5}.get(name) for name in MEASURES},
        # "xx": two characters that are not Chinese.
        "tokens": {"ceil(cjk/1.6+other/4)": 1.0, "cjk+other/3.4": pytest.approx(2 / 3.4)},
        "latency_ms": 0.0,
    }


def test_retrievers_are_compared_in_pairs_and_one_that_never_ran_is_refused():
    evaluation = evaluate(MATERIAL, [FromRun("r", RUN, {}), FromRun("s", {**RUN, "q2": [("b", 1.0)]}, {})], PLAN)
    (one,) = comparisons(evaluation, ["RR@10"], PLAN)
    assert (one.a, one.b, one.wins, one.ties, one.losses) == ("r", "s", 1, 1, 0)
    assert comparison_json(one)["verdict"] == "no difference can be claimed"
    late = evaluate(MATERIAL, [FromRun("r", RUN, {}), FromRun("late", {}, {})], PLAN)
    with pytest.raises(Refused, match="late answered 0 of 3 queries"):
        comparisons(late, ["RR@10"], PLAN)


def test_the_definition_digest_changes_with_whatever_could_change_a_figure():
    retriever = FromRun("r", RUN, {"kind": "run", "sha256": "x"})
    base = definition_sha256(MATERIAL, [retriever], PLAN)
    others = [
        definition_sha256(MATERIAL._replace(queries=QUERIES[:3]), [retriever], PLAN),
        definition_sha256(MATERIAL._replace(passages=PASSAGES[:3]), [retriever], PLAN),
        definition_sha256(MATERIAL._replace(judgments={"q1": {"a": 2}}), [retriever], PLAN),
        definition_sha256(MATERIAL._replace(spans={}), [retriever], PLAN),
        definition_sha256(MATERIAL._replace(forbidden={}), [retriever], PLAN),
        definition_sha256(MATERIAL, [FromRun("r", RUN, {"kind": "run", "sha256": "y"})], PLAN),
        definition_sha256(MATERIAL, [retriever], PLAN._replace(k=11)),
        definition_sha256(MATERIAL, [retriever], PLAN._replace(measures=PLAN.measures[1:])),
        definition_sha256(MATERIAL._replace(explicit=Answers({"q1": {"b": 1}})), [retriever], PLAN),
        definition_sha256(MATERIAL._replace(explicit=Answers({"q1": {"b": 1}}, {"q1": frozenset("a")})), [retriever], PLAN),
        definition_sha256(MATERIAL._replace(passages=[PASSAGES[0]._replace(meta={"secret": True}), *PASSAGES[1:]]), [retriever], PLAN),
        *(
            definition_sha256(MATERIAL._replace(queries=[QUERIES[0]._replace(**more), *QUERIES[1:]]), [retriever], PLAN)
            for more in ({"context": {"channelId": "c1"}}, {"time": "2026-10-29T09:39:30Z"}, {"library": PASSAGES[:1]}, {"explicit": True})
        ),
    ]
    assert definition_sha256(MATERIAL, [retriever], PLAN) == base
    assert len({base, *others}) == 1 + len(others) == 16


class Together:
    """A retriever that waits until as many searches are open as it takes at a time."""

    name = "together"
    definition: Mapping[str, object] = {}
    notes: Sequence[str] = ()

    def __init__(self, at_once, fails=False):
        self.at_once = at_once
        self.fails = fails
        self.open = 0
        self.most = 0
        self.lock = threading.Lock()
        self.met = threading.Barrier(at_once)

    def index(self, passages: Sequence[Passage]) -> None:
        """Needs none."""

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        with self.lock:
            self.open += 1
            self.most = max(self.most, self.open)
        self.met.wait(timeout=20)
        with self.lock:
            self.open -= 1
        if self.fails:
            raise RetrieverFailed(f"no answer to {query.id}")
        return {CANDIDATE: RUN[query.id]}


def test_as_many_searches_are_open_as_a_retriever_takes_and_answers_stay_with_their_questions():
    retriever = Together(3)
    one = evaluate(MATERIAL, [retriever], PLAN._replace(clock=lambda: 0.0))["together"]
    assert retriever.most == 3
    assert one.projections[CANDIDATE].ranked == outcome().ranked
    assert one.latency.count == 3


def test_a_failure_among_several_searches_is_the_first_question_s():
    with pytest.raises(RetrieverFailed, match="no answer to q1"):
        evaluate(MATERIAL, [Together(3, fails=True)], PLAN._replace(clock=lambda: 0.0))
