"""What each baseline puts before whoever answers."""

from annotator.evaluate.conversation.baselines import RECENT, SKILL, RollingSummary, SkillOnly, WithMemory, first_sentence
from annotator.evaluate.conversation.reference_store import ReferenceStore
from annotator.evaluate.lexical import lexical
from tests.evaluate.conversation.talk import a_turn, turns

TALK = turns(*(a_turn(number, f"Number {number} is said. And more of it.") for number in range(1, 41)))


def after(baseline: SkillOnly, count: int) -> SkillOnly:
    for turn in TALK[:count]:
        baseline.receive(turn)
    return baseline


def evidence(baseline: SkillOnly) -> list[str]:
    return [turn for block in baseline.message("s", "what?").blocks for turn in block.evidence]


def test_the_fixed_text_comes_first_and_then_the_last_turns():
    baseline = after(SkillOnly(), 20)
    assert baseline.message("s", "what?").blocks[0].text == SKILL
    assert evidence(baseline) == [f"s#{number}" for number in range(21 - RECENT, 21)]
    assert baseline.retrieve("s", "what?") is None
    assert baseline.memory is None


def test_a_compaction_and_a_restart_empty_the_window():
    baseline = after(SkillOnly(), 20)
    baseline.compact("s")
    assert evidence(baseline) == []
    baseline.receive(TALK[20])
    assert evidence(baseline) == ["s#21"]
    baseline.restart()
    assert evidence(baseline) == []


def test_a_turn_that_comes_again_stands_once_and_one_taken_back_is_gone():
    baseline = after(SkillOnly(), 3)
    baseline.receive(TALK[2])
    assert evidence(baseline) == ["s#1", "s#2", "s#3"]
    baseline.cancel(TALK[2])
    assert evidence(baseline) == ["s#1", "s#2"]


def test_the_summary_holds_the_first_sentences_of_the_turns_before_the_window():
    baseline = after(RollingSummary(), 40)
    blocks = baseline.message("s", "what?").blocks
    assert evidence(baseline) == [f"s#{number}" for number in range(9, 41)]
    assert blocks[1].text == "[evidence s#9 user] Number 9 is said."
    assert blocks[-1].text == "[evidence s#40 user] Number 40 is said. And more of it."
    baseline.compact("s")
    assert evidence(baseline) == [f"s#{number}" for number in range(17, 41)]


def test_the_memory_comes_between_the_fixed_text_and_the_last_turns():
    baseline = after(WithMemory(ReferenceStore(lexical)), 3)
    baseline.compact("s")
    blocks = baseline.message("s", "Which number is 2?").blocks
    assert (blocks[0].text, blocks[2].evidence) == (SKILL, ("s#2",))
    found = baseline.retrieve("s", "Which number is 2?")
    assert found is not None
    assert found[0].evidence == ("s#2",)


def test_a_session_that_nobody_spoke_in_has_no_turns():
    assert evidence(SkillOnly()) == []
    assert evidence(RollingSummary()) == []


def test_a_first_sentence_ends_where_it_ends():
    assert first_sentence("It is 4.2 bar. Really.") == "It is 4.2 bar."
    assert first_sentence("是四巴。真的。") == "是四巴。"
    assert first_sentence("no end") == "no end"
    assert len(first_sentence("x" * 300)) == 100
