"""Config: the whole of dataset.yaml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from annotator.model.base import One, Share, Value
from annotator.model.conversation import Conversation
from annotator.model.facet import Facet
from annotator.model.facets.grade import Grade
from annotator.model.facets.spans import Spans
from annotator.model.library import Explicit, Library
from annotator.model.names import FacetName, OneLine, Person, Sha256, Words
from annotator.model.tagging import Tagging, Target

Roles = tuple["Role", ...]
# A word without a colon or a path, so that nothing from outside can be named; which words there are is not the model's to know.
RetrieverName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,62}$")]
PublicKey = Annotated[str, StringConstraints(pattern=r"^age1[02-9ac-hj-np-z]{58}$")]


_WAIT = r"^[1-9][0-9]{0,3}[hd]$"


def _hours_or_days(wait: str) -> str:
    if not re.fullmatch(_WAIT, wait):
        raise ValueError("is written as 24h or 3d: a number of hours or days")
    return wait


# The pattern is for editors; people get a sentence.
Wait = Annotated[str, AfterValidator(_hours_or_days), Field(json_schema_extra={"pattern": _WAIT})]


class Role(StrEnum):
    """What a person may do."""

    REVIEWER = "reviewer"
    ADJUDICATOR = "adjudicator"
    MAINTAINER = "maintainer"
    AUTHOR = "author"
    JUDGE = "judge"


class Member(Value):
    """One person of `people`, or a machine (`roles: [judge]`). `key` is the public half of what `annotator keygen` made."""

    roles: Roles
    email: str | None = None
    name: str | None = None
    key: PublicKey | None = None

    @model_validator(mode="after")
    def _one_voice(self) -> Self:
        # A label counts as a review by its writer's role alone, so nobody may write both kinds.
        if Role.REVIEWER in self.roles and {Role.AUTHOR, Role.JUDGE} & set(self.roles):
            raise ValueError("a reviewer is neither author nor judge; list that role under a second name")
        return self


_NOMINAL = ("observed", "kappa", "ac1", "alpha")
# Statistics of `annotator agreement` that rise with agreement, by the kind of facet.
RULE_MEASURES: dict[str, tuple[str, ...]] = {
    "grade": (*_NOMINAL, "kappa-linear", "kappa-quadratic"),
    "choice": _NOMINAL,
    "flag": _NOMINAL,
    "tags": ("kappa", "kappa-micro", "observed", "jaccard", "alpha-masi"),
    "number": ("icc", "within", "observed"),
}


class AgreementRule(Value):
    """The bar that reviewers' agreement must reach before anything becomes gold."""

    facet: FacetName
    measure: Literal[
        "observed", "kappa", "kappa-linear", "kappa-quadratic", "ac1", "alpha", "kappa-micro", "jaccard", "alpha-masi", "icc", "within"
    ]
    at_least: Annotated[float, Field(ge=-1, le=1)]

    def misfit(self, facets: Mapping[str, Facet]) -> str | None:
        """Why the rule cannot be held against the facet that it names; None where it can."""
        facet = facets.get(self.facet)
        measures = RULE_MEASURES.get(facet.kind, ()) if facet is not None else ()
        if facet is None or not measures:
            return f"workflow.agreement names {self.facet!r}, which is no grade, choice, flag, tags or number facet"
        if self.measure not in measures:
            return f"workflow.agreement.measure: {self.measure} is none of a {facet.kind} facet, which has {', '.join(measures)}"
        return None


class Workflow(Value):
    """How many labels a sample needs and when they may become gold."""

    reviewers: Annotated[int, Field(ge=1, le=100)] = 2
    overlap: Share = 1.0
    agreement: AgreementRule | None = None
    same_person_after: Wait | None = None
    independence: Literal["shown", "required"] = "shown"
    repeats: Share = 0.0
    sealed: bool = False

    @property
    def may_confirm_oneself_after(self) -> timedelta | None:
        """How long after a label its own writer may confirm it (`same_person_after`, such as 24h or 3d); None: never."""
        if self.same_person_after is None:
            return None
        count = int(self.same_person_after[:-1])
        return timedelta(days=count) if self.same_person_after.endswith("d") else timedelta(hours=count)


class Gate(Value):
    """A bound on a measure of a retriever, within one group (`{lang: zh}`) or over all; exactly one of the three bounds is given."""

    measure: str
    retriever: str
    at_least: float | None = None
    at_most: float | None = None
    drop_at_most: Annotated[float, Field(ge=0)] | None = None
    against: str | None = None
    group: Annotated[dict[OneLine, OneLine], Field(min_length=1, max_length=1)] | None = None

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        bounds = [self.at_least, self.at_most, self.drop_at_most]
        if sum(bound is not None for bound in bounds) != 1:
            raise ValueError("a gate has exactly one of at_least, at_most, drop_at_most")
        if (self.drop_at_most is None) != (self.against is None):
            raise ValueError("drop_at_most and against (another retriever) go together")
        return self


class Evaluation(Value):
    """Which facets say what is relevant, which words answer and what a tagger predicts; the gates of CI and the targets of taggers.

    `retrievers` (built-in ones), `measures`, `by` and `twice` are what `annotator evaluate` does where its command line says nothing.
    """

    relevance: FacetName | None = None
    context: FacetName | None = None
    gates: tuple[Gate, ...] = ()
    retrievers: tuple[RetrieverName, ...] = ()
    measures: tuple[OneLine, ...] = ()
    by: OneLine | None = None
    twice: bool = False
    library: Library | None = None
    explicit: Explicit | None = None
    tagging: Tagging | None = None
    targets: tuple[Target, ...] = ()
    conversation: Conversation | None = None


class Publishing(Value):
    """What a release may hold although a rule names it: the SHA-256 of the text that was found, and why it may."""

    allow: dict[Sha256, Words] = Field(default_factory=dict)


class AtLeast(Value):
    """Every value of a group, or every tag of a tags facet, stands in at least so many samples."""

    at_least: Annotated[int, Field(ge=1)]


class Config(Value):
    """dataset.yaml. Fields without a default must be there."""

    format: One
    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,62}$")]
    title: OneLine
    version: OneLine
    languages: Annotated[tuple[OneLine, ...], Field(min_length=1)]
    license: OneLine
    provenance: Literal["synthetic", "real", "mixed"]
    people: dict[Person, Member] = Field(default_factory=dict)
    facets: Annotated[dict[FacetName, Facet], Field(min_length=1)]
    workflow: Workflow = Workflow.model_construct()
    evaluation: Evaluation = Evaluation.model_construct()
    quotas: dict[str, AtLeast | dict[str, Share]] = Field(default_factory=dict)
    release: Publishing = Publishing.model_construct()

    @model_validator(mode="after")
    def _references(self) -> Self:
        if shared := self._shared_key():
            raise ValueError(f"people: the reviewer {shared[0]} has the same key as {shared[1]}, and so could read sealed labels of others")
        for name, facet in self.facets.items():
            for other in facet.needs or () if isinstance(facet, Spans) else ():
                target = self.facets.get(other)
                if not isinstance(target, Grade) or target.on != facet.on:
                    raise ValueError(f"facets.{name}.needs names {other!r}, which is no grade facet on the same thing")
        for part in (self.workflow.agreement, self.evaluation.tagging, self.evaluation.explicit, self.evaluation.conversation):
            misfit = None if part is None else part.misfit(self.facets)
            if misfit is not None:
                raise ValueError(misfit)
        for role, kind in (("relevance", Grade), ("context", Spans)):
            named = getattr(self.evaluation, role)
            if named is not None and not isinstance(self.facets.get(named), kind):
                raise ValueError(f"evaluation.{role} names {named!r}, which is no {kind.__name__.lower()} facet")
        return self

    def _shared_key(self) -> tuple[str, str] | None:
        """A reviewer whose key is that of another reviewer, or of somebody who may open; and who that is."""
        reviewers: dict[str, str] = {}
        for name in (*self.with_role(Role.REVIEWER), *self.openers):
            key = self.people[name].key or ""
            if key in reviewers:
                return reviewers[key], name
            if key and Role.REVIEWER in self.people[name].roles:
                reviewers[key] = name
        return None

    @property
    def openers(self) -> tuple[str, ...]:
        """Those who may open sealed labels: who decides, has a key, and is no reviewer, since a reviewer must not be able to look."""
        return tuple(
            name
            for name, member in self.people.items()
            if member.key is not None and {Role.ADJUDICATOR, Role.MAINTAINER} & set(member.roles) and Role.REVIEWER not in member.roles
        )

    def with_role(self, role: Role) -> tuple[str, ...]:
        """The people who hold `role`, in the file's order."""
        return tuple(name for name, member in self.people.items() if role in member.roles)
