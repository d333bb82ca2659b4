"""Conversation: which facets hold the answer key of a long conversation, and what a generated one was made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from annotator.model.base import Value
from annotator.model.facets.choice import Choice
from annotator.model.facets.flag import Flag
from annotator.model.names import FacetName, OneLine

# What the protocol understands; a facet has exactly these values, in any order.
STATES = ("not-asked", "active", "superseded", "never-stored")
TASKS = ("none", "goal", "progress", "blocker", "open")
VERDICTS = ("not-asked", "pass", "refuse")


class Generated(Value):
    """What the generator was told, so that the same call gives the same bytes."""

    profile: Literal["seed", "smoke", "standard", "full", "own"]
    turns: Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)]
    seed: OneLine


class Conversation(Value):
    """The facets of the answer key; a dataset that names them is evaluated by the long-conversation protocol.

    `state`, `task` (on candidates) and `guard` (on the sample) are choices with the values of STATES, TASKS and VERDICTS;
    `governs` is a flag on candidates.
    """

    state: FacetName
    task: FacetName
    guard: FacetName
    governs: FacetName
    generated: Generated | None = None

    def misfit(self, facets: Mapping[str, object]) -> str | None:
        """The first name that leads to no facet of the kind it needs, in words; None where all do."""
        for place, on, values in (("state", "candidate", STATES), ("task", "candidate", TASKS), ("guard", "sample", VERDICTS)):
            name = getattr(self, place)
            facet = facets.get(name)
            if not isinstance(facet, Choice) or facet.on != on or set(facet.values) != set(values):
                return f"evaluation.conversation.{place} names {name!r}, which is no choice on the {on} of exactly {', '.join(values)}"
        governs = facets.get(self.governs)
        if not isinstance(governs, Flag) or governs.on != "candidate":
            return f"evaluation.conversation.governs names {self.governs!r}, which is no flag on candidates"
        return None
