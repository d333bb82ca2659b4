"""Adjudication: one person deciding, sample by sample, what reviewers left open; who they are is told only afterwards."""

from __future__ import annotations

from types import TracebackType
from typing import Any, NamedTuple, Self

from annotator.curate.answers import Missing, filled, missing
from annotator.curate.decide import Ruling, event_of, stands_already
from annotator.curate.kept_picks import Begun, KeptPicks, Pick, ground
from annotator.curate.unsealing import unseal_for
from annotator.curate.verify import require_sound
from annotator.curate.workspace import Workspace
from annotator.errors import AnnotatorError, Refused
from annotator.model.config import Role
from annotator.model.events import Cause
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.model.scheme import Scheme
from annotator.model.session import Logged
from annotator.store import layout
from annotator.workflow.authority import has_role
from annotator.workflow.dispute import Dispute, Place, Point, Side, dispute, names_of
from annotator.workflow.merging import Part, parted, spans_intersection, spans_union, tags_intersection, tags_union
from annotator.workflow.promotion import against_adjudication
from annotator.workflow.standing import account, refusals

# A face knows what a dispute is made of through here alone.
__all__ = ["FOLLOWS", "OWN", "Bench", "Dispute", "Pick", "Place", "Point", "Recorded", "Side"]

FOLLOWS = "follows"
OWN = "own"
# A reason made of places and sides is for reading; beyond this a person writes a better one.
_LONGEST = 2_000


class Recorded(NamedTuple):
    """A decision that is durable: its op, its digest (None where the same stood already), who stood on which side, the dataset SHA-256."""

    op: str
    digest: str | None
    names: tuple[str, ...]
    sha256: str


class Bench:
    """The adjudicator's place. A face shows `dispute` and `picks`, and changes them through the methods here only."""

    def __init__(self, workspace: Workspace, person: str) -> None:
        """Raises Refused when `person` is no adjudicator, CheckFailed when the dataset is not sound."""
        if not has_role(workspace.config, person, Role.ADJUDICATOR):
            raise Refused(f"{person} is not an adjudicator of {workspace.config.id} (roles stand under `people` in dataset.yaml)")
        unseal_for(workspace, person)
        require_sound(workspace)
        self.workspace = workspace
        self.person = person
        self.dispute: Dispute | None = None
        self.picks: dict[Place, Pick] = {}
        self.reason = ""
        self.cause: Cause | None = None
        self.recorded: dict[str, Recorded] = {}
        self._kept = KeptPicks(workspace.dataset.folder, person)
        self._ground = ""
        self._names: tuple[str, ...] = ()
        self._sitting = workspace.sitting(layout.DECISIONS, person)
        self._sound_at = workspace.dataset.sha256()
        wanted = [id_ for id_, found in workspace.accounts.items() if found.next == "adjudicate"]
        self.ids = [id_ for id_ in wanted if self.may(id_)]
        self.barred = len(wanted) - len(self.ids)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.leave()

    @property
    def scheme(self) -> Scheme:
        """What may be said."""
        return self.workspace.dataset.scheme

    def may(self, sample: str) -> bool:
        """Whether this person may decide about a sample."""
        return not against_adjudication(self.workspace.config, self.workspace.case(sample), self.person)

    @property
    def trouble(self) -> str | None:
        """Why picks are on the screen only; None while they are kept."""
        return self._kept.trouble

    def leave(self) -> None:
        """Seal the session; picks that were not saved stay for the next time."""
        self._kept.close()
        self._sitting.__exit__(None, None, None)

    def waiting(self) -> list[str]:
        """The samples that are still open."""
        return [id_ for id_ in self.ids if id_ not in self.recorded]

    def unsaved(self) -> list[str]:
        """The samples on which something was picked and not saved, the last one at the end."""
        return self._kept.samples()

    def first(self) -> str | None:
        """Where to begin: where something was picked last and not saved, else the first open sample."""
        cases = self.workspace.cases
        begun = [id_ for id_ in reversed(self.unsaved()) if id_ in cases and self.may(id_)]
        return next(iter([*begun, *self.ids]), None)

    def following(self, after: str | None) -> str | None:
        """The next open sample behind `after`, round the end."""
        start = self.ids.index(after) + 1 if after in self.ids else 0
        order = [*self.ids[start:], *self.ids[:start]]
        return next((id_ for id_ in order if id_ != after and id_ not in self.recorded), None)

    def take_up(self, sample: str) -> Dispute:
        """Lay a complete sample on the bench. Raises Refused when this person may not decide about it."""
        case = self.workspace.case(sample)
        reasons = against_adjudication(self.workspace.config, case, self.person)
        if reasons:
            raise Refused(f"{sample}: {'; '.join(reasons)}")
        standing = self.workspace.account(sample)
        refused = refusals(case, standing.resolution)
        self.dispute = dispute(case, self.person, crossed=bool(standing.clash), refused=refused)
        self._ground = ground(self.dispute, self.scheme)
        # Seated now: a decision that is saved takes earlier ones, each a side here, out of the case.
        self._names = names_of(case, self.person)
        self.picks, self.reason, self.cause = self._kept.of(sample, self._ground)
        if sample not in self.ids:
            self.ids.append(sample)
        self.recorded.pop(sample, None)
        return self.dispute

    @property
    def sha256(self) -> str:
        """The dataset SHA-256 when it was last looked at."""
        return self._sound_at

    # Picking.

    def take(self, place: Place, number: int) -> str:
        """A side's value; returns why not, "" when it was taken."""
        sides = self._open.sides
        if not 1 <= number <= len(sides):
            return f"there is no side {number}"
        self._pick(place, Pick(self.plain(place, self._open.point(place).values[number - 1]), f"took {number}"))
        return ""

    def combine(self, place: Place, how: str) -> str:
        """The "union" or "intersection" of the reviewers' spans or tags; returns why not, "" when it was picked."""
        facet = self.scheme.facets[place[0]]
        sides = self._open.point(place).values[: self._open.reviewers]
        if isinstance(facet, Tags):
            self._pick(place, Pick((tags_union if how == "union" else tags_intersection)(sides), how))
        elif isinstance(facet, Spans):
            merge = spans_union if how == "union" else spans_intersection
            self._pick(place, Pick([span.plain() for span in merge(sides, self._open.text_of(place[1]) or "")], how))
        else:
            return f"{place[0]} is one value, of which there is no {how}; take a side, or press o for another"
        return ""

    def put(self, place: Place, value: Any) -> None:
        """A value of one's own."""
        self._pick(place, Pick(value, OWN))

    def clear(self, place: Place) -> None:
        """Take what was picked away."""
        self.picks.pop(place, None)
        self._settle(place)

    def note(self, reason: str, cause: Cause | None) -> None:
        """The reason and the cause as they stand so far, kept with the picks."""
        self.reason, self.cause = reason, cause
        self._keep()

    def value(self, point: Point) -> Any:
        """What holds at a point so far, as plain JSON: what was picked, else what the sides agree on, else None."""
        pick = self.picks.get(point.place)
        if pick is not None:
            return pick.value
        return None if point.agreed is None else self.plain(point.place, point.agreed)

    def plain(self, place: Place, value: Any) -> Any:
        """A typed value as plain JSON."""
        return self.scheme.facets[place[0]].plain(value)

    def marked(self, place: Place) -> list[list[Part]]:
        """For each side the marks to look at beside a point, cut into what all marked and what not all did.

        They are of the point's own facet where that is of marks, else of the first one of marks in the same text.
        """
        on = "sample" if place[1] is None else "candidate"
        fitting = [name for name, facet in self.scheme.facets.items() if isinstance(facet, Spans) and facet.on == on]
        name = place[0] if place[0] in fitting else next(iter(fitting), None)
        return [[] for _ in self._open.sides] if name is None else parted(list(self._open.point((name, place[1])).values))

    # Deciding.

    def values(self) -> dict[str, Any]:
        """All that holds so far, in the form that is stored; undecided points are absent."""
        found: dict[str, Any] = {}
        for point in self._open.points:
            name, candidate = point.place
            value = self.value(point)
            if value is None:
                continue
            if candidate is None:
                found[name] = value
            else:
                found.setdefault(name, {})[candidate] = value
        return found

    def missing(self) -> Missing | None:
        """What keeps the decision from being saved."""
        undecided = [point.place for point in self._open.open if point.place not in self.picks]
        if undecided:
            more = f" ({len(undecided) - 1} more after it)" if len(undecided) > 1 else ""
            return Missing(*undecided[0], f"NOT saved: {self.called(undecided[0])} is not decided yet{more}")
        case = self.workspace.case(self._open.sample)
        gap = missing(self.scheme, case.sample, case.passages, filled(self.scheme, case.sample, self.values()))
        return None if gap is None else gap._replace(sentence=gap.sentence.replace("NOT submitted", "NOT saved"))

    def called(self, place: Place) -> str:
        """A point in words, its passage by number."""
        name, candidate = place
        return name if candidate is None else f"{name} of passage {self.number(candidate)}"

    def number(self, candidate: str) -> int:
        """The number of a passage, from 1."""
        return next(number for number, passage in enumerate(self._open.passages, start=1) if passage.id == candidate)

    def default_reason(self) -> str | None:
        """Words like "took 1", where every pick is some side's; None when a reason must be given."""
        took: dict[int, list[str]] = {}
        for point in self._open.points:
            pick = self.picks.get(point.place)
            if pick is None or pick.how == FOLLOWS:
                continue
            plain = [self.plain(point.place, value) for value in point.values]
            if pick.value not in plain:
                return None
            number = int(pick.how.removeprefix("took ")) if pick.how.startswith("took ") else plain.index(pick.value) + 1
            name, candidate = point.place
            took.setdefault(number, []).append(name if candidate is None else f"{name} of {candidate}")
        if len(took) == 1:
            return f"took {next(iter(took))}"
        said = "; ".join(f"took {number} in {', '.join(places)}" for number, places in sorted(took.items()))
        return said if 0 < len(said) <= _LONGEST else None

    def save(self, reason: str | None = None, cause: Cause | None = None) -> Recorded:
        """Make the decision durable. Raises Refused when a point is undecided, a reason is wanted, or the labels are others now; NotSaved."""
        gap = self.missing()
        if gap is not None:
            raise Refused(gap.sentence)
        said = (reason or "").strip() or self.default_reason()
        if said is None:
            raise Refused("NOT saved: it is the word of neither side, so it needs a reason")
        return self._record(Ruling(sample=self._open.sample, values=self.values(), reason=said, cause=cause))

    def unsettle(self, words: str) -> Recorded:
        """Record that it cannot be settled, and why. Raises as `save`."""
        if not words.strip():
            raise Refused("NOT saved: say in words what cannot be settled")
        return self._record(Ruling(sample=self._open.sample, unsettled=words.strip()))

    @property
    def _open(self) -> Dispute:
        if self.dispute is None:
            raise Refused("no sample is open")
        return self.dispute

    def _pick(self, place: Place, pick: Pick) -> None:
        self.picks[place] = pick
        self._settle(place)

    def _settle(self, place: Place) -> None:
        self._follow(place)
        self._keep()

    def _keep(self) -> None:
        self._kept.keep(self._open.sample, self._ground, Begun(self.picks, self.reason, self.cause))

    def _follow(self, place: Place) -> None:
        """Where a grade is too low for marks, the marks that the sides dispute there are none."""
        name, candidate = place
        for other, facet in self.scheme.facets.items():
            least = (facet.needs or {}).get(name) if isinstance(facet, Spans) else None
            if least is None:
                continue
            there = (other, candidate)
            point = next((point for point in self._open.open if point.place == there), None)
            if self.picks.get(there, Pick(None, FOLLOWS)).how != FOLLOWS or point is None:
                continue
            self.picks.pop(there, None)
            grade = self.value(self._open.point(place))
            if grade is not None and grade < least:
                self.picks[there] = Pick([], FOLLOWS)

    def _record(self, ruling: Ruling) -> Recorded:
        self._look_again()
        decision = event_of(self.workspace, self.person, ruling, "NOT saved")
        case = self.workspace.case(ruling.sample)
        digest = None if stands_already(case, decision) else self._sitting.append(decision)
        if digest is not None:
            case.decisions += (Logged(decision, digest, self._sitting.path or "", 0),)
            self.workspace.accounts[ruling.sample] = account(self.workspace.config, case)
        self._kept.forget(ruling.sample)
        self._sound_at = self.workspace.dataset.sha256()
        self.recorded[ruling.sample] = Recorded(decision.op, digest, self._names, self._sound_at)
        return self.recorded[ruling.sample]

    def _look_again(self) -> None:
        """What others wrote meanwhile is taken in; a decision about labels that are others now is refused."""
        if self.workspace.dataset.sha256() == self._sound_at:
            return
        before, scheme = self._open, self.scheme.sha256
        try:
            workspace = Workspace(self.workspace.dataset.folder.root, self.workspace.dataset.clock)
            require_sound(workspace)
        except AnnotatorError as error:
            # What is wrong may stand in the file of a reviewer, whose name is not to be told here.
            raise Refused(
                "NOT saved: the dataset cannot be used as it stands; `annotator verify` says what is wrong, and s saves again"
            ) from error
        self.workspace, self._sound_at = workspace, workspace.dataset.sha256()
        now = dispute(workspace.case(before.sample), self.person)
        seen = (before.basis, before.sample_sha256, before.sides, scheme)
        if (now.basis, now.sample_sha256, now.sides, self.scheme.sha256) != seen:
            self._kept.forget(before.sample)
            self.take_up(before.sample)
            raise Refused("NOT saved: what this rests on changed while it was open; here it is as it stands now")
