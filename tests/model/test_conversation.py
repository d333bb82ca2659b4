"""Which facets a dataset may name as the answer key of a conversation."""

from typing import Any

import pytest

from annotator.model.conversation import STATES, TASKS, VERDICTS, Conversation
from annotator.model.facets.choice import Choice
from annotator.model.facets.flag import Flag

NAMES: dict[str, Any] = {"state": "s", "task": "t", "guard": "g", "governs": "r"}


def choice(on: Any, values: tuple[str, ...]) -> Choice:
    return Choice(kind="choice", on=on, values=dict.fromkeys(values, "words"))


FACETS = {
    "s": choice("candidate", STATES),
    "t": choice("candidate", TASKS),
    "g": choice("sample", VERDICTS),
    "r": Flag(kind="flag", on="candidate"),
}


def test_the_facets_of_the_protocol_fit():
    assert Conversation(**NAMES).misfit(FACETS) is None
    assert Conversation(**NAMES).misfit({**FACETS, "s": choice("candidate", STATES[::-1])}) is None


@pytest.mark.parametrize(
    ("place", "facets"),
    [
        ("state", {"s": choice("sample", STATES)}),
        ("state", {"s": choice("candidate", STATES[:-1])}),
        ("state", {"s": Flag(kind="flag", on="candidate")}),
        ("task", {"t": choice("candidate", (*TASKS, "more"))}),
        ("guard", {"g": choice("candidate", VERDICTS)}),
        ("governs", {"r": Flag(kind="flag", on="sample")}),
        ("governs", {"r": choice("candidate", STATES)}),
    ],
)
def test_another_facet_is_refused_by_name(place: str, facets: dict[str, object]):
    misfit = Conversation(**NAMES).misfit({**FACETS, **facets})
    assert misfit is not None
    assert misfit.startswith(f"evaluation.conversation.{place} names")


@pytest.mark.parametrize("name", NAMES)
def test_a_facet_that_is_not_there_is_refused(name: str):
    assert Conversation(**NAMES).misfit({key: facet for key, facet in FACETS.items() if key != NAMES[name]}) is not None
