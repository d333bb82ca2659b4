"""The ten metrics, each against arithmetic done by hand."""

import pytest

from annotator.evaluate.conversation.metrics import AXES, Measured, Times, metrics, only, times
from annotator.evaluate.conversation.trial import Held, holds
from tests.evaluate.conversation.talk import a_place, a_question, an_item, answered, observed

# Two relevant turns, of which one is found (first) and one is in the message with all its words; its rule is not there.
ONE = answered(
    a_question("one", {"a": ("3 bar", "cold"), "b": ()}, governing=("r",)),
    [an_item("a"), an_item("x")],
    ("", "Read this."),
    ("a", "[evidence a user] 3 bar when cold"),
)
# One relevant turn, found second; the message has the number without its unit.
TWO = answered(a_question("two", {"c": ("5 cm",)}), [an_item("x"), an_item("c")], ("c", "[evidence c user] 高度是5"))
# One relevant turn that is found first with a turn that is not, and is in the message; so are both its rules.
THREE = answered(
    a_question("three", {"d": ()}, governing=("r", "s")),
    [an_item("x", "d")],
    ("d", "[evidence d user] yes"),
    ("r", "[evidence r user] rule"),
    ("s", "[evidence s user] rule"),
)


def figure(name: str, *answers, **more) -> Measured:
    found = metrics(observed(*answers, **more))[name]
    assert isinstance(found, Measured)
    return found


def test_the_order_and_the_axes_are_those_of_the_protocol():
    assert list(AXES) == list(metrics(observed()))
    assert list(AXES.items())[:6] == [
        ("storageCorrectness", "storage"),
        ("retrievalRecall", "retrieval"),
        ("retrievalRank1", "retrieval"),
        ("assemblyCoverage", "assembly"),
        ("extraTokensEstimate", "cost"),
        ("latencyMs", "latency"),
    ]


def test_recall_is_a_mean_of_ratios_with_the_pooled_counts_beside_it():
    # 1/2, 1/1 and 1/1: their mean is 5/6, the pooled share 3/4.
    recall = figure("retrievalRecall", ONE, TWO, THREE)
    assert recall.figure.value == pytest.approx(5 / 6)
    assert (recall.right, recall.of, recall.figure.n) == (3, 4, 3)


def test_rank1_is_the_share_of_questions_whose_first_item_is_relevant():
    rank1 = figure("retrievalRank1", ONE, TWO, THREE)
    assert rank1.figure.value == pytest.approx(2 / 3)
    assert (rank1.right, rank1.of) == (2, 3)
    assert figure("retrievalRank1", answered(TWO.question, [])).figure.value == 0.0


def test_coverage_asks_for_every_word_that_may_not_be_lost():
    # 1/2, 0/1 (the unit is gone) and 1/1: mean 1/2, pooled 2/4.
    coverage = figure("assemblyCoverage", ONE, TWO, THREE)
    assert coverage.figure.value == pytest.approx(0.5)
    assert (coverage.right, coverage.of) == (2, 4)
    whole = answered(TWO.question, [], ("c", "[evidence c user] 5 cm"))
    assert figure("assemblyCoverage", whole).figure.value == 1.0


def test_words_without_their_turn_are_no_evidence():
    assert figure("assemblyCoverage", answered(TWO.question, [], ("", "5 cm"))).figure.value == 0.0


def test_tokens_are_the_mean_estimate_of_whole_messages():
    # "Read this.\n[evidence a user] 3 bar when cold" has 10 + 1 + 33 = 44 characters: 44 / 4 = 11.
    # "[evidence c user] 高度是5" has 3 Chinese ones and 19 others: 3 / 1.6 + 19 / 4 = 6.625, rounded up to 7.
    assert figure("extraTokensEstimate", ONE).figure.value == 11.0
    assert figure("extraTokensEstimate", TWO).figure.value == 7.0
    assert figure("extraTokensEstimate", ONE, TWO).figure.value == 9.0


def test_latency_is_by_nearest_rank_over_all_operations():
    # ceil(20 * 0.5) = 10th and ceil(20 * 0.95) = 19th of 1 to 20; ceil(3 * 0.5) = 2nd of three.
    assert times([float(number) for number in range(20, 0, -1)]) == Times(10.0, 19.0, 210.0, 20)
    assert times([5.0, 1.0, 3.0]) == Times(3.0, 5.0, 9.0, 3)
    assert times([]) == Times(None, None, 0, 0)


def test_rules_count_where_a_rule_governs_and_whole():
    rules = figure("ruleCoverage", ONE, TWO, THREE)
    assert (rules.right, rules.of) == (1, 2)
    assert rules.figure.value == 0.5
    half = answered(THREE.question, [], ("r", "[evidence r user] rule"))
    assert figure("ruleCoverage", half).figure.value == 0.0


@pytest.mark.parametrize(("name", "part"), [("storageCorrectness", "stored"), ("taskStateAccuracy", "tasks"), ("guardPassRate", "guards")])
def test_assertions_are_pooled(name: str, part: str):
    # 2 of 3 and 1 of 1: 3/4, where the mean of the ratios would be 5/6.
    held = [Held("one", a_place(), 2, 3), Held("two", a_place(), 1, 1)]
    pooled = figure(name, **{part: held})
    assert pooled.figure.value == 0.75
    assert (pooled.right, pooled.of, pooled.figure.n) == (3, 4, 4)


@pytest.mark.parametrize("name", ["storageCorrectness", "retrievalRecall", "retrievalRank1", "taskStateAccuracy", "guardPassRate"])
def test_without_a_store_there_is_null_and_no_zero(name: str):
    without = answered(ONE.question, None, ("a", "[evidence a user] 3 bar when cold"))
    found = metrics(observed(without, dump=None))
    assert found[name] is None
    assert found["assemblyCoverage"] is not None
    assert found["ruleCoverage"] is not None


def test_nothing_asked_is_said_and_is_neither_zero_nor_one():
    empty = figure("retrievalRecall")
    assert (empty.figure.value, empty.figure.n, empty.figure.undefined) == (None, 0, "nothing was asked")
    assert figure("storageCorrectness").figure.undefined == "nothing was asked"


def test_without_an_answerer_no_answer_is_judged():
    assert metrics(observed(ONE))["llmAnswerAccuracy"] is None


def test_answers_are_judged_where_the_key_has_words():
    # Of four answers one has every word of its key, one a part of them, one the wrong number; the last one's key has none.
    right = answered(ONE.question, [], answer="3 bar, when cold")
    part = answered(ONE.question, [], answer="3 bar")
    wrong = answered(TWO.question, [], answer="15 cm")
    accuracy = figure("llmAnswerAccuracy", right, part, wrong, answered(THREE.question, [], answer="yes"))
    assert accuracy.figure.value == pytest.approx(1 / 3)
    assert (accuracy.right, accuracy.of, accuracy.figure.n) == (1, 3, 3)
    assert figure("llmAnswerAccuracy", answered(THREE.question, [], answer="yes")).figure.value is None


def test_intervals_hold_the_value_and_come_only_where_asked_for():
    found = metrics(observed(ONE, TWO, THREE), intervals=True)["retrievalRecall"]
    assert isinstance(found, Measured)
    low, high = found.figure.low, found.figure.high
    assert low is not None
    assert high is not None
    assert low <= 5 / 6 <= high
    assert figure("retrievalRecall", ONE, TWO, THREE).figure.low is None


def test_a_part_holds_its_own_sessions_alone():
    here, there = a_place("a", size="100"), a_place("b", size="200")
    seen = observed(
        answered(a_question("one", {"t": ()}, place=here), []),
        answered(a_question("two", {"t": ()}, place=there), [an_item("t")]),
        stored=[Held("three", here, 1, 1), Held("four", there, 0, 1)],
        operations=[("a", 1.0), ("b", 5.0), ("a", 2.0)],
    )
    part = only(seen, size="100", scenario="long-haul")
    assert [answer.question.id for answer in part.answers] == ["one"]
    assert [held.id for held in part.stored] == ["three"]
    assert part.operations == [("a", 1.0), ("a", 2.0)]
    assert only(seen, size="100", scenario="multi-session").answers == []


@pytest.mark.parametrize(
    ("state", "items", "right"),
    [
        ("active", [an_item("t", text="5 cm, cold")], True),
        ("active", [an_item("t", text="5, cold")], False),
        ("active", [an_item("t", text="5 cm")], False),
        ("active", [an_item("t", text="5 cm, cold", active=False)], False),
        ("active", [an_item("other", text="5 cm, cold")], False),
        ("superseded", [an_item("t", active=False)], True),
        ("superseded", [an_item("t")], False),
        ("superseded", [an_item("t", active=False), an_item("t")], False),
        ("superseded", [], False),
        ("never-stored", [an_item("other")], True),
        ("never-stored", [an_item("t", active=False)], False),
    ],
)
def test_a_state_holds_with_every_word_or_not_at_all(state: str, items: list, right: bool):
    words = ("5 cm", "cold") if state == "active" else ()
    assert holds(items, "t", state, words) is right
