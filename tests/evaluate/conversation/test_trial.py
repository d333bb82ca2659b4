"""A trial delivers turns side by side, has things happen, and asks in time."""

import itertools

from annotator.evaluate.conversation.answer_key import Stored, Tasks
from annotator.evaluate.conversation.baselines import SkillOnly, WithMemory
from annotator.evaluate.conversation.invariants import IDS, SUPERSEDED, UNREPEATED, Watch, watch_items, watch_states
from annotator.evaluate.conversation.reference_store import ReferenceStore
from annotator.evaluate.conversation.trial import Trial
from annotator.evaluate.lexical import lexical
from annotator.model.passage import Passage
from tests.evaluate.conversation.talk import a_key, a_place, a_question, a_turn, an_item


class Diary(SkillOnly):
    """Writes down what happens to it."""

    def __init__(self):
        super().__init__()
        self.lines: list[str] = []

    def receive(self, turn):
        self.lines.append(turn.id)
        super().receive(turn)

    def cancel(self, turn):
        self.lines.append(f"cancel {turn.id}")
        super().cancel(turn)

    def compact(self, session):
        self.lines.append(f"compact {session}")

    def restart(self):
        self.lines.append("restart")

    def message(self, session, query):
        self.lines.append(f"asked in {session}")
        return super().message(session, query)


def lines(passages: list[Passage], *asked) -> list[str]:
    diary = Diary()
    Trial(diary, a_key(passages, *asked), Watch(), itertools.count().__next__).run()
    return diary.lines


def test_sessions_go_on_side_by_side():
    passages = [*(a_turn(number, "x", session="a") for number in (1, 2, 3)), a_turn(1, "x", session="b")]
    assert lines(passages, a_question("q", {"a#1": ()}, place=a_place("a", 1))) == ["a#1", "asked in a", "b#1", "a#2", "a#3"]


def test_what_happens_after_a_turn_comes_before_what_is_asked_after_it():
    question = a_question("q", {"s#1": ()}, place=a_place(after=1))
    assert lines([a_turn(1, "x", after=("retry",))], question) == ["s#1", "s#1", "asked in s"]
    assert lines([a_turn(1, "x", after=("cancel",))], question) == ["s#1", "cancel s#1", "asked in s"]
    assert lines([a_turn(1, "x", after=("compaction",))], question) == ["s#1", "compact s", "asked in s"]


def test_after_a_restart_the_last_turn_comes_once_more_and_a_replay_brings_six():
    assert lines([a_turn(1, "x", after=("restart",))]) == ["s#1", "restart", "s#1"]
    talk = [a_turn(number, "x", after=("replay",) if number == 8 else ()) for number in range(1, 9)]
    assert lines(talk)[8:] == [f"s#{number}" for number in range(3, 9)]


def test_every_operation_is_timed_and_nothing_else():
    seen = Trial(SkillOnly(), a_key([a_turn(1, "x")], a_question("q", {"s#1": ()})), Watch(), itertools.count().__next__).run()
    # One delivery, one search and one message, each a second long on this clock.
    assert seen.operations == [("s", 1000.0)] * 3
    assert seen.answers[0].milliseconds == 2000.0


def test_without_a_store_nothing_is_said_of_what_is_stored():
    stored, tasks = Stored("a", a_place(), {"s#1": "active"}, {}), Tasks("b", a_place(), {"s#1": "goal"})
    watch = Watch()
    seen = Trial(SkillOnly(), a_key([a_turn(1, "x")], stored, tasks), watch, itertools.count().__next__).run()
    assert (seen.stored, seen.tasks, seen.guards, seen.dump) == ([], [], [], None)
    assert {one.id for one in watch.results() if one.ok is None} >= {SUPERSEDED, UNREPEATED}


def test_with_a_store_assertions_are_counted():
    stored = Stored("a", a_place(), {"s#1": "active", "s#2": "never-stored"}, {"s#1": ("30 cm",)})
    tasks = Tasks("b", a_place(), {"s#1": "goal", "s#2": "none"})
    baseline = WithMemory(ReferenceStore(lexical))
    seen = Trial(baseline, a_key([a_turn(1, "The lamp distance is 30 cm.")], stored, tasks), Watch(), itertools.count().__next__).run()
    assert [(held.right, held.of) for held in (*seen.stored, *seen.tasks)] == [(2, 2), (1, 2)]


def test_a_watch_tells_sessions_apart_and_says_what_was_not_tested():
    watch = Watch()
    watch.check(UNREPEATED, "a", "here", ok=True)
    watch.check(UNREPEATED, "b", "there", ok=False)
    results = {one.id: one for one in watch.results()}
    assert list(results) == list(IDS)
    assert (results[UNREPEATED].ok, results[UNREPEATED].detail) == (False, "1 of 2 failed: there")
    assert {one.ok for one in watch.results(["a"]) if one.id == UNREPEATED} == {True}
    assert results[SUPERSEDED].ok is None


def test_the_new_value_has_to_be_alone_in_what_it_speaks_of():
    stored = Stored("a", a_place(), {"old": "superseded", "new": "active"}, {})

    def ok(*items) -> bool | None:
        watch = Watch()
        watch_states(watch, items, stored)
        return next(one.ok for one in watch.results() if one.id == SUPERSEDED)

    old, new = an_item("old", active=False), an_item("new")
    assert ok(old, new) is True
    assert ok(new) is False
    assert ok(old) is False
    assert ok(old, new, an_item("third")) is False
    assert ok(old, new, an_item("third", about="something else")) is True


def test_two_active_items_may_not_say_the_same():
    def ok(*items) -> bool | None:
        watch = Watch()
        watch_items(watch, "s", items, (), "here")
        return next(one.ok for one in watch.results() if one.id == UNREPEATED)

    assert ok(an_item("a", text="Same  words"), an_item("b", text="same words", about="other")) is False
    assert ok(an_item("a", text="same words"), an_item("b", text="same words", active=False)) is True
