"""The answer key: what is asked where, and what cannot be scored."""

from typing import Any

import pytest

from annotator.errors import CheckFailed
from annotator.evaluate.conversation.answer_key import Guard, Question, Stored, Tasks, answer_key
from annotator.evaluate.conversation.turns import sessions_of
from annotator.model.config import Evaluation
from annotator.model.conversation import Conversation
from annotator.model.sample import Sample
from annotator.model.span import Span
from tests.evaluate.conversation.talk import a_turn

FACETS = Evaluation(
    relevance="relevance", context="carries", conversation=Conversation(state="state", task="task", guard="guard", governs="governs")
)
SESSIONS = sessions_of([a_turn(1, "It is 5 cm."), a_turn(2, "Noted.", "assistant"), a_turn(3, "And more.")])


def a_sample(**more: Any) -> Sample:
    groups = {"scenario": "long-haul", "size": "3", "kind": "fact"}
    return Sample(
        **{"id": "q", "query": "how long?", "candidates": ("s#1", "s#3"), "groups": groups, "context": {"session": "s", "after": 3}, **more}
    )


def values(**more: Any) -> dict[str, Any]:
    both = ("s#1", "s#3")
    nothing = {
        "relevance": {"s#1": 1, "s#3": 0},
        "governs": dict.fromkeys(both, False),
        "carries": {"s#1": (Span(6, 10, "5 cm", None),), "s#3": ()},
        "state": dict.fromkeys(both, "not-asked"),
        "task": dict.fromkeys(both, "none"),
        "guard": "not-asked",
    }
    return {**nothing, **more}


def the_one(sample: Sample, of: dict[str, Any]) -> Any:
    (one,) = answer_key(SESSIONS, [sample], {"q": of}, FACETS).all()
    return one


def test_a_question_has_its_turns_with_their_words():
    one = the_one(a_sample(lang="en"), values(governs={"s#1": False, "s#3": True}))
    assert isinstance(one, Question)
    assert dict(one.relevant) == {"s#1": ("5 cm",)}
    assert one.governing == ("s#3",)
    assert (one.kind, one.lang, one.place.session, one.place.after) == ("fact", "en", "s", 3)


def test_without_a_query_it_is_an_assertion_about_what_is_stored_tasks_or_a_reply():
    stored = the_one(a_sample(query=None), values(state={"s#1": "active", "s#3": "not-asked"}))
    assert isinstance(stored, Stored)
    assert (dict(stored.states), stored.words["s#1"]) == ({"s#1": "active"}, ("5 cm",))
    tasks = the_one(a_sample(query=None), values(task={"s#1": "goal", "s#3": "none"}))
    assert isinstance(tasks, Tasks)
    assert dict(tasks.parts) == {"s#1": "goal", "s#3": "none"}
    guard = the_one(a_sample(query=None, text="A reply."), values(guard="refuse"))
    assert isinstance(guard, Guard)
    assert (guard.reply, guard.refuse) == ("A reply.", True)


@pytest.mark.parametrize(
    ("sample", "of", "words"),
    [
        (a_sample(), None, "q: has no answer"),
        (a_sample(), values(relevance={"s#1": 0, "s#3": 0}), "q: no candidate answers it"),
        (a_sample(query=None), values(), "q: asks nothing"),
        (a_sample(query=None, text="A reply."), values(), "q: asks nothing"),
        (a_sample(context={"session": "t", "after": 3}), values(), "q: context.session 't'"),
        (a_sample(context=None), values(), "q: context.session None"),
        (a_sample(context={"session": "s", "after": 4}), values(), "q: context.after 4"),
        (a_sample(context={"session": "s", "after": True}), values(), "q: context.after True"),
        (a_sample(groups={"scenario": "x", "size": "3"}), values(), "q: has no group 'kind'"),
        (a_sample(groups={"scenario": "x", "size": "3", "kind": "riddle"}), values(), "q: the kind of a question"),
    ],
)
def test_what_cannot_be_scored_fails_by_its_name(sample: Sample, of: dict[str, Any] | None, words: str):
    with pytest.raises(CheckFailed) as caught:
        answer_key(SESSIONS, [sample], {"q": of}, FACETS)
    assert str(caught.value).startswith(words)
    assert caught.value.exit_code == 1


def test_a_session_without_a_question_fails_by_its_name():
    more = {**SESSIONS, **sessions_of([a_turn(1, "Hello.", session="bare")])}
    with pytest.raises(CheckFailed, match="bare: no sample asks about this session"):
        answer_key(more, [a_sample()], {"q": values()}, FACETS)


def test_a_dataset_without_samples_fails():
    with pytest.raises(CheckFailed, match="no sample"):
        answer_key({}, [], {}, FACETS)


def test_a_dataset_that_does_not_name_its_facets_fails():
    with pytest.raises(CheckFailed, match="relevance, context and conversation"):
        answer_key(SESSIONS, [a_sample()], {"q": values()}, Evaluation())
