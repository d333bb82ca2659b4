"""Events: the lines of label and decision sessions."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter

from annotator.model.base import One, Value, Zero
from annotator.model.names import FacetName, Id, Person, Sha256, Time, Version, Words
from annotator.model.status import Status

Nonce = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Basis = Annotated[tuple[Sha256, ...], Field(min_length=1)]


class Previous(Value):
    """The person's session before this one: its path in the dataset folder and the SHA-256 of its bytes."""

    path: str
    sha256: Sha256


class Open(Value):
    """Line 0 of every session."""

    op: Literal["open"]
    n: Zero
    by: Person
    format: One
    device: Annotated[str, Field(min_length=1, max_length=256)]
    prev: Previous | None


class _Event(Value):
    n: Annotated[int, Field(ge=1)]
    at: Time
    by: Person


class _About(_Event):
    sample: Id
    sample_sha256: Sha256


class _Judged(_About):
    scheme_sha256: Sha256


class _Said(_Judged):
    """With `repeat`, the digest of this person's label line that it repeats, it counts for nothing but agreement with oneself."""

    repeat: Sha256 | None = None


class Label(_Said):
    """One reviewer's complete label of one sample; the last one counts. `seconds` is active time."""

    op: Literal["label"]
    values: dict[str, Any]
    note: str | None = None
    seconds: Annotated[int, Field(ge=0)] | None = None
    nonce: Nonce | None = None


class Skip(_Said):
    """Cannot judge: neither a grade nor a gap."""

    op: Literal["skip"]
    reason: Words
    nonce: Nonce | None = None


class Sealed(_Said):
    """A label or skip that its writer can open and those who decide, and nobody else.

    `box` is the canonical line of the record (with a `nonce`, so that nobody can guess it) and some LF, encrypted in the age format;
    `plain_sha256` is the digest of the line without any LF.
    """

    op: Literal["sealed"]
    what: Literal["label", "skip"]
    plain_sha256: Sha256
    box: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]+={0,2}$")]


class Withdraw(_Event):
    """Takes this person's label or skip of the sample back; with `repeat`, the digest of a repeat's line, that repeat and nothing else."""

    op: Literal["withdraw"]
    sample: Id
    reason: Words
    repeat: Sha256 | None = None


# Every record by which a person says something about a sample.
SAID: Final = (Label, Skip, Sealed, Withdraw)


class Source(Value):
    """The file that labels came from."""

    name: str
    sha256: Sha256


class Import(_Event):
    """The labels after this line, in this session, came from a file."""

    op: Literal["import"]
    source: Source


class _Decision(_About):
    basis: Basis
    dataset_sha256: Sha256


class Opened(_Decision):
    """What a sealed record held, once every label of its sample was in. `basis` is the sealed record, `record` what its box had."""

    op: Literal["opened"]
    basis: tuple[Sha256]
    record: dict[str, Any]


class Cause(StrEnum):
    """Why reviewers differed, as the adjudicator sees it."""

    GUIDELINE = "guideline"
    SLIP = "slip"
    AMBIGUITY = "ambiguity"
    TEXT = "text"


class Adjudicate(_Decision):
    """What holds where reviewers differ. `basis`: the labels, and any earlier adjudications that this one replaces.

    `cause` says why they differed: an unclear guideline, a slip, a real ambiguity or a faulty text. `rules` says of each facet whether its
    value is what all labels agreed on, or was decided here.
    """

    op: Literal["adjudicate"]
    scheme_sha256: Sha256
    values: dict[str, Any]
    reason: Words
    cause: Cause | None = None
    rules: dict[FacetName, Literal["agreed", "adjudicated"]] | None = None


class Unsettled(_Decision):
    """What cannot be settled, with the disagreement in words."""

    op: Literal["unsettled"]
    scheme_sha256: Sha256
    reason: Words


class Confirm(_Decision):
    """A second person stands by a single label."""

    op: Literal["confirm"]
    reason: str | None = None


class Promote(_Decision):
    """One step towards gold. `rule`: agreed, adjudicated or confirmed; `override` says why a failing agreement rule was set aside."""

    op: Literal["promote"]
    from_: Annotated[Status, Field(alias="from")]
    to: Status
    rule: Literal["agreed", "adjudicated", "confirmed"]
    values_sha256: Sha256
    reason: str | None = None
    override: Words | None = None


class Demote(_Decision):
    """Back towards draft; `basis` names the promotions that no longer hold."""

    op: Literal["demote"]
    from_: Annotated[Status, Field(alias="from")]
    to: Status
    reason: Words


class Release(_Event):
    """A version was published: `manifest_sha256` is that of its MANIFEST.sha256, `status` the lowest that a sample in it has."""

    op: Literal["release"]
    version: Version
    status: Literal[Status.GOLD, Status.CANDIDATE]
    samples: Annotated[int, Field(ge=1)]
    manifest_sha256: Sha256
    dataset_sha256: Sha256


LabelEvent = Annotated[Open | Label | Skip | Sealed | Withdraw | Import, Field(discriminator="op")]
DecisionEvent = Annotated[Open | Opened | Adjudicate | Unsettled | Confirm | Promote | Demote | Release, Field(discriminator="op")]
Event = Open | Label | Skip | Sealed | Withdraw | Import | Opened | Adjudicate | Unsettled | Confirm | Promote | Demote | Release
Decision = Adjudicate | Unsettled | Confirm | Promote | Demote

_WHEN_USED = ConfigDict(defer_build=True)
label_event: TypeAdapter[Open | Label | Skip | Sealed | Withdraw | Import] = TypeAdapter(LabelEvent, config=_WHEN_USED)
decision_event: TypeAdapter[Open | Opened | Decision | Release] = TypeAdapter(DecisionEvent, config=_WHEN_USED)


# Optional fields that stand in a record only when they say something.
_LEFT_OUT = ("override", "cause", "nonce", "repeat", "rules")


def plain(event: Event) -> dict[str, Any]:
    """The record that is stored for `event`."""
    record: dict[str, Any] = event.model_dump(mode="json", by_alias=True)
    for field in _LEFT_OUT:
        if record.get(field, "") is None:
            del record[field]
    return record
