"""Label: take labels of one person, each checked whole first and then made durable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter

from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UnreadableInput
from annotator.model.base import Value
from annotator.model.events import Label, Sealed, Skip
from annotator.model.names import Id, Words
from annotator.model.scheme import Unfit
from annotator.store import layout
from annotator.store.outside import outside_records
from annotator.store.sitting import Sitting
from annotator.workflow.case import Case
from annotator.workflow.promotion import against_label


class Draft(Value):
    """One line of a `--from` file: a label (`values`) or a skip (`skip`, the reason); `repeat` says that it is a second judgement of the same sample."""

    sample: Id
    values: dict[str, Any] | None = None
    note: str | None = None
    seconds: Annotated[int, Field(ge=0)] | None = None
    skip: Words | None = None
    repeat: bool = False


class Saved(NamedTuple):
    """What became of one draft; `digest` is that of its record, None where the same stood already."""

    sample: str
    digest: str | None


def read_drafts(path: Path) -> list[tuple[int, Draft]]:
    """The drafts of a `--from` file with their line numbers. Raises UnreadableInput at the first fault."""
    drafts = outside_records(path, TypeAdapter(Draft))
    for number, draft in drafts:
        if (draft.values is None) == (draft.skip is None):
            raise UnreadableInput(str(path), number, "a line has either values (a label) or skip (the reason)")
        if draft.skip is not None and (draft.note is not None or draft.seconds is not None):
            raise UnreadableInput(str(path), number, "a skip has its reason alone, neither note nor seconds")
    return drafts


def label_from(workspace: Workspace, person: str, path: Path) -> Iterator[Saved]:
    """Check every line of `path`, then save them one by one; yields after each is durable.

    Raises UnreadableInput (nothing saved) when a line does not fit its sample, NotSaved when the disk refuses.
    A line that says what the person's current label says already adds no record, so a run that was cut short can be repeated.
    """
    workspace.read_as(person)
    events = [(number, event_of(workspace, person, draft, f"{path}:{number}")) for number, draft in read_drafts(path)]
    _refuse_doubles(path, [(number, event.sample) for number, event in events])
    with workspace.sitting(layout.LABELS, person) as sitting:
        for _, event in events:
            yield save(workspace, sitting, event)
    if sitting.interrupted:
        workspace.recover()


def reseal(workspace: Workspace, person: str) -> Iterator[Saved]:
    """Write every current word of `person` that is still sealed anew, for the keys that stand in dataset.yaml today."""
    mine = (session for session in workspace.label_sessions if session.person == person)
    shut = {logged.digest for session in mine for logged in session.events if isinstance(logged.event, Sealed)}
    workspace.read_as(person)
    with workspace.sitting(layout.LABELS, person) as sitting:
        for id_, case in workspace.cases.items():
            own = case.words.get(person) or case.proposals.get(person)
            if own is not None and own.digest in shut and isinstance(own.event, (Label, Skip)):
                again = own.event.model_copy(update={"at": workspace.dataset.now(), "nonce": None})
                yield Saved(id_, sitting.append(again))


def save(workspace: Workspace, sitting: Sitting, event: Label | Skip) -> Saved:
    """Make one label or skip durable, unless the person's current one says the same."""
    return Saved(event.sample, None if stands_already(workspace, event) else sitting.append(event))


def stands_already(workspace: Workspace, event: Label | Skip) -> bool:
    """Whether the person's current label or skip of the sample says the same, but for when and how fast."""
    case = workspace.case(event.sample)
    current = case.repeats.get(event.by) if event.repeat else case.words.get(event.by) or case.proposals.get(event.by)
    return current is not None and _says(current.event) == _says(event)


def says_again(shown: Label | Skip | Sealed, event: Label | Skip) -> bool:
    """Whether `shown` is a repeat and `event`, as a label that counts, would say what it says."""
    return event.repeat is None and shown.repeat is not None and _says(shown) == _says(event) | {"repeat": shown.repeat}


def _says(event: Any) -> dict[str, Any]:
    said: dict[str, Any] = event.model_dump(exclude={"n", "at", "by", "seconds", "nonce"})
    return said


def event_of(workspace: Workspace, person: str, draft: Draft, where: str) -> Label | Skip:
    """The record that `draft` becomes. Raises Refused when it does not fit; `where` names it in the message."""
    case = workspace.case(draft.sample)
    reasons = against_label(workspace.config, case, person)
    if reasons:
        raise Refused(f"{where}: {draft.sample}: {'; '.join(reasons)}; nothing was saved")
    data = workspace.dataset
    about = {
        "n": 1,
        "at": data.now(),
        "by": person,
        "sample": draft.sample,
        "sample_sha256": case.sample_sha256,
        "scheme_sha256": data.scheme.sha256,
    }
    if draft.repeat:
        about["repeat"] = _repeated(case, person, where)
    if draft.skip is not None:
        return Skip.model_validate({**about, "op": "skip", "reason": draft.skip})
    try:
        values = data.scheme.parse(draft.values or {}, case.sample, case.passages)
    except Unfit as unfit:
        raise Refused(f"{where}: {draft.sample}: {unfit}; nothing was saved") from None
    plain = data.scheme.plain(values)
    return Label.model_validate({**about, "op": "label", "values": plain, "note": draft.note, "seconds": draft.seconds})


def _repeated(case: Case, person: str, where: str) -> str:
    """The digest of the label that a repeat names."""
    own = case.reviews.get(person)
    if own is None or not own.is_label or own.stale is not None:
        raise Refused(
            f"{where}: {case.sample.id}: there is no label of {person}, as a reviewer, that counts and could be repeated; nothing was saved"
        )
    return own.logged.digest


def _refuse_doubles(path: Path, lines: Sequence[tuple[int, str]]) -> None:
    first: dict[str, int] = {}
    for number, sample in lines:
        if sample in first:
            raise UnreadableInput(str(path), number, f"{sample} stands at line {first[sample]} already; one line a sample")
        first[sample] = number
