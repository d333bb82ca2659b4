"""What the generator makes up: exact sizes, every behaviour, and a key that no memory had a part in."""

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import annotator.evaluate.long_conversation as package
from annotator.errors import UsageError
from annotator.evaluate.long_conversation.fixtures import DEFAULT_SEED, PROFILES, fixtures

QUESTIONS = {"fact", "rule", "evidence", "pollution", "isolation"}
BEHAVIOURS = {
    *("early-rule", "number-condition", "correction", "side-quest", "repeated-compaction", "restart", "retry-duplicate"),
    *("isolation", "instruction-pollution", "chinese-retrieval", "long-haul-retention"),
}
DIGEST = """
import hashlib
from annotator.evaluate.long_conversation.fixtures import fixtures
made = fixtures((100, 200), "somewhere else")
print(hashlib.sha256(repr(made).encode()).hexdigest())
"""


@pytest.fixture(scope="module", params=[DEFAULT_SEED, "another"])
def smoke(request: pytest.FixtureRequest) -> Any:
    return fixtures(PROFILES["smoke"], request.param)


def candidates(sample) -> tuple[str, ...]:
    return sample.candidates or ()


@pytest.mark.parametrize(("profile", "turns"), [("seed", 90 + 2 * 20), ("smoke", 380), ("standard", 880), ("full", 1880)])
def test_a_profile_has_its_sizes_to_the_turn(profile: str, turns: int):
    made = fixtures(PROFILES[profile], DEFAULT_SEED)
    assert sum(map(len, made.sessions.values())) == turns
    assert {name: len(its) for name, its in made.sessions.items() if name.startswith("lh")} == {
        f"lh-{size}": size for size in PROFILES[profile]
    }


def test_the_same_seed_gives_the_same_bytes_in_another_process():
    digests = {
        subprocess.run([sys.executable, "-c", DIGEST], capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_another_seed_says_something_else():
    one, other = fixtures((100,), "one"), fixtures((100,), "other")
    assert [turn.text for turn in one.sessions["lh-100"]] != [turn.text for turn in other.sessions["lh-100"]]


def test_a_session_of_one_size_is_the_same_in_every_profile():
    small, large = fixtures(PROFILES["smoke"], "s"), fixtures(PROFILES["standard"], "s")
    assert small.sessions["lh-200"] == large.sessions["lh-200"]
    assert {id_: values for id_, values in large.values.items() if id_ in small.values} == small.values


def test_the_same_matters_are_said_at_every_size():
    made: Any = fixtures((100, 500), "s")
    asked = {sample.id: sample.query for sample in made.samples}
    for name in ("number-en", "number-zh", "corrected-en-1", "resent", "pollution", "forbidden-rule"):
        assert asked[f"lh-100:{name}"] == asked[f"lh-500:{name}"]


def test_every_behaviour_is_asked_about_in_every_long_session(smoke: Any):
    found = {sample.groups["behaviour"] for sample in smoke.samples if sample.context["session"] == "lh-100"}
    assert found == BEHAVIOURS - {"isolation"}
    assert {sample.groups["scenario"] for sample in smoke.samples} == {"long-haul", "multi-session"}


def test_every_question_has_its_kind_its_language_and_an_answer(smoke: Any):
    questions = [sample for sample in smoke.samples if sample.query is not None]
    assert {sample.groups["kind"] for sample in questions} == QUESTIONS
    assert Counter(sample.lang for sample in questions).keys() == {"en", "zh"}
    assert all(any(smoke.values[sample.id]["relevance"].values()) for sample in questions)
    assert all(not all(smoke.values[sample.id]["relevance"].values()) for sample in questions), "no question without a trap"


def test_chinese_is_asked_for_over_chinese_evidence(smoke: Any):
    langs = {turn.id: turn.lang for turns in smoke.sessions.values() for turn in turns}
    asked = [sample for sample in smoke.samples if sample.groups["behaviour"] == "chinese-retrieval"]
    assert asked
    for sample in asked:
        answers = [turn for turn, grade in smoke.values[sample.id]["relevance"].items() if grade]
        assert {langs[turn] for turn in answers} == {"zh"} == {sample.lang}


def test_nothing_is_asked_before_it_was_said(smoke: Any):
    place = {turn.id: (turn.meta["session"], turn.meta["turn"]) for turns in smoke.sessions.values() for turn in turns}
    for sample in smoke.samples:
        own = [place[turn][1] for turn in candidates(sample) if place[turn][0] == sample.context["session"]]
        assert all(number <= sample.context["after"] for number in own), sample.id


def test_a_number_carries_its_unit_and_its_condition(smoke: Any):
    texts = {turn.id: turn.text for turns in smoke.sessions.values() for turn in turns}
    carried = [(turn, spans) for values in smoke.values.values() for turn, spans in values["carries"].items() if spans]
    assert carried
    for turn, spans in carried:
        assert len(spans) == 2
        assert any(character.isdigit() for character in spans[0]["text"])
        assert all(texts[turn][span["start"] : span["end"]] == span["text"] for span in spans)


def test_what_was_corrected_is_superseded_and_no_longer_answers(smoke: Any):
    for sample in (sample for sample in smoke.samples if sample.groups["behaviour"] == "correction"):
        values, numbers = smoke.values[sample.id], {turn: int(turn[-4:]) for turn in candidates(sample)}
        if sample.query is None:
            states = values["state"]
            newest = max(states, key=lambda turn: numbers[turn])
            assert states[newest] == "active"
            assert {state for turn, state in states.items() if turn != newest} == {"superseded"}
        else:
            assert list(values["relevance"].values()).count(1) == 1


def test_what_tools_say_is_never_to_be_stored(smoke: Any):
    roles = {turn.id: turn.meta["role"] for turns in smoke.sessions.values() for turn in turns}
    states = {state for values in smoke.values.values() for turn, state in values["state"].items() if roles[turn] == "tool"}
    assert states == {"not-asked", "never-stored"}
    grades = [grade for values in smoke.values.values() for turn, grade in values["relevance"].items() if roles[turn] == "tool"]
    assert set(grades) == {0}


def test_the_two_sides_say_different_things_of_the_same(smoke: Any):
    asked = {sample.id: sample for sample in smoke.samples if sample.groups["kind"] == "isolation"}
    texts = {turn.id: turn.text for turns in smoke.sessions.values() for turn in turns}
    alpha = [id_ for id_ in asked if id_.startswith("iso-alpha")]
    assert len(alpha) * 2 == len(asked)
    for id_ in alpha:
        other = id_.replace("alpha", "beta")
        assert asked[id_].query == asked[other].query
        words = [
            next(
                span["text"]
                for turn, spans in smoke.values[one]["carries"].items()
                if smoke.values[one]["relevance"][turn]
                for span in spans
            )
            for one in (id_, other)
        ]
        assert words[0] != words[1]
        traps = [turn for turn in candidates(asked[id_]) if turn.startswith("iso-beta")]
        assert any(words[1] in texts[turn] for turn in traps)
        assert all(smoke.values[id_]["relevance"][turn] == 0 for turn in traps)


def test_events_are_delivered_again_taken_back_and_lost_on_the_way(smoke: Any):
    happenings = Counter(what for turn in smoke.sessions["lh-200"] for what in (turn.meta.get("after") or ()))
    assert {name: happenings[name] for name in ("restart", "retry", "replay", "cancel")} == dict.fromkeys(
        ("restart", "retry", "replay", "cancel"), 1
    )
    assert happenings["compaction"] == 3


def test_the_evidence_question_is_asked_anew_after_each_compaction(smoke: Any):
    compactions = [turn.meta["turn"] for turn in smoke.sessions["lh-200"] if "compaction" in (turn.meta.get("after") or ())]
    asked = [sample for sample in smoke.samples if sample.id.startswith("lh-200:evidence-zh-compaction")]
    assert sorted(sample.context["after"] for sample in asked) == compactions
    assert len({sample.query for sample in asked}) == 1


def test_a_size_without_room_is_refused():
    with pytest.raises(UsageError, match="--turns 40"):
        fixtures((40,), "s")


def test_the_key_is_made_without_a_look_at_any_memory():
    folder = Path(package.__file__).parent
    imported: set[str] = {
        str(node.module)
        for module in folder.glob("*.py")
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("annotator")
    }
    own = "annotator.evaluate.long_conversation"
    assert {name for name in imported if not name.startswith(own)} == {
        "annotator.errors",
        "annotator.model.passage",
        "annotator.model.sample",
    }
