"""Exchange: take a bundle from another tool into a dataset, all of it checked before the first byte is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from annotator.curate.additions import additions_of, previewed
from annotator.curate.label import Draft, event_of, stands_already
from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UsageError
from annotator.interchange.bundle import Bundle, ForeignLabel, Offer, V, counted
from annotator.interchange.jsonl import record_line
from annotator.model.canonical import MAX_LINE, line_of
from annotator.model.config import Member, Role
from annotator.model.events import Import, Label, Sealed, Skip, Source, plain
from annotator.model.names import PERSON
from annotator.store import layout
from annotator.store.growth import Ground
from annotator.workflow.assignment import labels_needed

Progress = Callable[[int, int], None]
# Labels of an import that reach the disk together: a wait for the disk each would take minutes for thousands.
_BATCH = 500
# The line number in a session takes some digits more than the 1 that an event has before it is saved.
_ROOM = 16


class Options(NamedTuple):
    """Whose labels are taken: `people` maps the source's words to names (only those are taken; empty: all, named as they are).

    `add_people` writes those that dataset.yaml does not know into it, with `role`. `again` writes sealed labels anew that came from
    the same file before.
    """

    people: Mapping[str, str] = {}
    add_people: bool = False
    role: Role = Role.REVIEWER
    again: bool = False


class Incomplete(NamedTuple):
    """A label that was left out since grades of some candidates are missing."""

    by: str
    sample: str
    missing: tuple[str, ...]


@dataclass
class Report:
    """What an import did. `saved` and `unchanged` count labels and skips by person."""

    passages: int = 0
    passages_known: int = 0
    samples: int = 0
    samples_known: int = 0
    people: list[str] = field(default_factory=list)
    saved: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)
    incomplete: list[Incomplete] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sha256: str = ""


def import_bundle(
    workspace: Workspace,
    bundle: Bundle,
    sources: Mapping[str, Source],
    options: Options | None = None,
    progress: Progress | None = None,
) -> Report:
    """Add passages, samples and labels to the dataset of `workspace`.

    `sources` says for each person of the bundle (as the source writes them) which file their labels came from; it opens
    each session. What stands there already is not added again. Raises Refused, UsageError or UnreadableInput, and has
    written nothing, when anything does not fit; `workspace` is out of date afterwards.
    """
    options = options or Options()
    ground = Ground(workspace.dataset)
    names, passed_over = _names(bundle, options)
    additions = additions_of(workspace, bundle)
    newcomers = _newcomers(workspace, names.values(), options)
    preview = previewed(workspace, additions, newcomers)
    report = Report(
        len(additions.passages),
        additions.passages_known,
        len(additions.samples),
        additions.samples_known,
        list(newcomers),
        notes=[*bundle.notes, *passed_over],
    )
    events = _events(preview, bundle, names, report)
    _refuse_crowds(preview, events)
    corpus, samples = _lines(bundle.passages, additions.passages), _lines(bundle.samples, additions.samples)
    ground.refuse_changed()
    # Passages first: a crash between two steps leaves a valid dataset, and the import can be run again.
    ground.add_lines(layout.CORPUS, corpus)
    ground.add_lines(layout.SAMPLES, samples)
    ground.add_people({name: [str(role) for role in member.roles] for name, member in newcomers.items()})
    of_person = {names[by]: source for by, source in sources.items() if by in names}
    taken = {} if options.again else _taken_before(preview, of_person)
    _save(preview, events, of_person, taken, report, progress)
    report.sha256 = preview.dataset.sha256()
    return report


def _names(bundle: Bundle, options: Options) -> tuple[dict[str, str], list[str]]:
    """The name of everyone whose labels are taken, and a sentence about those whose are not."""
    there = [*bundle.people(), *bundle.passed_over]
    absent = next((value for value in options.people if value not in there), None)
    if absent is not None:
        raise UsageError(f"--person {absent}=…: no label is by {absent!r}; there are labels by {', '.join(map(repr, there)) or 'nobody'}")
    if len(set(options.people.values())) != len(options.people):
        raise UsageError("--person: two people of the source bear one name here, so one would answer for both")
    names = dict(options.people) or {value: value for value in bundle.people()}
    bad = next((value for value, name in names.items() if not PERSON.fullmatch(name)), None)
    if bad is not None:
        raise UsageError(
            f"{names[bad]!r} cannot be a person's name here (a-z, 0-9, '.', '_', '-'); say what to call them: --person {bad!r}=NAME"
        )
    others = [value for value in there if value not in names]
    return names, [f"labels by {', '.join(map(repr, others))} were left out, since --person names others"] if others else []


def _newcomers(workspace: Workspace, names: Any, options: Options) -> dict[str, Member]:
    unknown = [name for name in names if name not in workspace.config.people]
    if unknown and not options.add_people:
        lines = ", ".join(f"{name}: {{roles: [{options.role}]}}" for name in unknown)
        raise UsageError(
            f"{workspace.dataset.folder.show(layout.CONFIG)}: does not know {', '.join(unknown)}; "
            f"give --add-people, or write under people: {lines}"
        )
    return {name: Member(roles=(options.role,)) for name in unknown}


def _events(preview: Workspace, bundle: Bundle, names: Mapping[str, str], report: Report) -> dict[str, list[Label | Skip]]:
    """The checked records of every person; what is incomplete or about another text goes to the report."""
    events: dict[str, list[Label | Skip]] = {name: [] for name in names.values()}
    outdated = 0
    for label in bundle.labels:
        if label.by not in names:
            continue
        person, case = names[label.by], preview.cases.get(label.sample)
        if case is None:
            raise Refused(
                f"{label.where}: {label.sample}: there is no such sample, neither in the dataset nor in the source; nothing was imported"
            )
        if label.sample_sha256 not in {None, case.sample_sha256}:
            outdated += 1
            continue
        missing = _missing(label, case.sample.candidates or ())
        if missing:
            report.incomplete.append(Incomplete(person, label.sample, missing))
            continue
        draft = Draft(sample=label.sample, values=label.values, note=label.note, seconds=label.seconds, skip=label.skip)
        event = event_of(preview, person, draft, label.where)
        if len(line_of(plain(event))) + _ROOM > MAX_LINE:
            raise Refused(
                f"{label.where}: the label of {label.sample} is longer than {MAX_LINE:,} bytes; nothing was imported, shorten its note"
            )
        events[person].append(event)
    if outdated:
        report.notes.append(f"{counted(outdated, 'label was', 'labels were')} left out: made on another text of the sample")
    return events


def _missing(label: ForeignLabel, candidates: Sequence[str]) -> tuple[str, ...]:
    """The candidates that some facet of the label says nothing about."""
    maps = [value for value in (label.values or {}).values() if isinstance(value, dict)]
    return tuple(candidate for candidate in candidates if any(candidate not in value for value in maps))


def _refuse_crowds(preview: Workspace, events: Mapping[str, Sequence[Label | Skip]]) -> None:
    """The cap on labels holds for all that one import brings together, too."""
    config = preview.config
    coming: dict[str, list[str]] = {}
    for person, of_person in events.items():
        if person in config.with_role(Role.REVIEWER):
            for event in of_person:
                if isinstance(event, Label) and person not in preview.cases[event.sample].words:
                    coming.setdefault(event.sample, []).append(person)
    for sample, people in coming.items():
        there, needed = [*preview.cases[sample].fresh, *preview.cases[sample].sealed], labels_needed(config, sample)
        if len(there) + len(people) > needed:
            raise Refused(
                f"{sample}: labels of {', '.join([*there, *people])} for {needed} places (workflow.reviewers, workflow.overlap of "
                f"{layout.CONFIG}); nothing was imported, choose people with --person or change the workflow"
            )


def _lines(offers: Mapping[str, Offer[V]], values: Sequence[V]) -> list[bytes]:
    """The lines to add. Raises Refused for one that the format would not read back."""
    lines = [record_line(value) for value in values]
    for value, line in zip(values, lines, strict=True):
        if len(line) > MAX_LINE:
            raise Refused(
                f"{offers[value.id].where}: {value.id}: is longer than {MAX_LINE:,} bytes; nothing was imported, cut it into parts"
            )
    return lines


def _taken_before(preview: Workspace, sources: Mapping[str, Source]) -> dict[str, Sealed]:
    """The sealed labels, by their lines' digests, that came from the same files for the same people: only that stands in the clear of them."""
    taken: dict[str, Sealed] = {}
    for session in preview.label_sessions:
        source = None
        for logged in session.events:
            if isinstance(logged.event, Import):
                source = logged.event.source.sha256
            elif isinstance(logged.event, Sealed) and session.person in sources and source == sources[session.person].sha256:
                taken[logged.digest] = logged.event
    return taken


def _stands(preview: Workspace, event: Label | Skip, taken: Mapping[str, Sealed]) -> bool:
    """Whether the person's current word says the same, or is sealed and came from the same file, for the same text and scheme."""
    case = preview.cases[event.sample]
    word = case.words.get(event.by) or case.proposals.get(event.by)
    before = None if word is None else taken.get(word.digest)
    if before is None:
        return stands_already(preview, event)
    return (before.what, before.sample_sha256, before.scheme_sha256) == (event.op, event.sample_sha256, event.scheme_sha256)


def _save(
    preview: Workspace,
    events: Mapping[str, Sequence[Label | Skip]],
    sources: Mapping[str, Source],
    taken: Mapping[str, Sealed],
    report: Report,
    progress: Progress | None,
) -> None:
    fresh = {person: [event for event in of_person if not _stands(preview, event, taken)] for person, of_person in events.items()}
    total, done = sum(map(len, fresh.values())), 0
    for person, of_person in fresh.items():
        report.saved[person] = len(of_person)
        report.unchanged[person] = len(events[person]) - len(of_person)
        if not of_person:
            continue
        with preview.sitting(layout.LABELS, person) as sitting:
            sitting.append(Import(op="import", n=1, at=preview.dataset.now(), by=person, source=sources[person]))
            for start in range(0, len(of_person), _BATCH):
                batch = of_person[start : start + _BATCH]
                sitting.append_together(batch)
                done += len(batch)
                if progress is not None:
                    progress(done, total)
    if taken and any(report.unchanged.values()):
        report.notes.append(
            "sealed labels cannot be compared; those that came from the same file before were left as they are (see --again)"
        )
    report.notes += preview.dataset.notices
