"""Case: one sample with every word said about it, and which of them still counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from annotator.model.config import Config, Role
from annotator.model.events import SAID, Adjudicate, Confirm, Demote, Label, Promote, Sealed, Skip, Unsettled, Withdraw
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.model.scheme import Scheme, Unfit, Values
from annotator.model.session import Logged, Session
from annotator.workflow.authority import may_have_decided


@dataclass(frozen=True)
class Entry:
    """One person's current label or skip of a sample. `stale` says why it no longer counts, None when it does."""

    by: str
    event: Label | Skip | Sealed
    logged: Logged
    stale: str | None
    values: Values | None

    @property
    def counts(self) -> bool:
        """Whether it is a label that holds today."""
        return self.values is not None and self.stale is None

    @property
    def is_label(self) -> bool:
        """Whether it is a label, to be read or not."""
        return isinstance(self.event, Label) or (isinstance(self.event, Sealed) and self.event.what == "label")


# Most samples of a large dataset have no word yet, so they share one empty map.
_NOTHING: Mapping[str, Logged] = MappingProxyType({})


@dataclass(slots=True)
class Case:
    """A sample as it stands. Only people with the role of reviewer are in `reviews`.

    Kept small, since there is one for every sample: what follows from the words is worked out when it is asked for.
    """

    sample: Sample
    digests: Mapping[str, str]
    passages: Mapping[str, Passage]
    scheme: Scheme
    words: Mapping[str, Logged] = field(default_factory=lambda: _NOTHING)
    proposals: Mapping[str, Logged] = field(default_factory=lambda: _NOTHING)
    decisions: tuple[Logged, ...] = ()
    withdrew: frozenset[str] = frozenset()
    repeats: Mapping[str, Logged] = field(default_factory=lambda: _NOTHING)
    _reviews: dict[str, Entry] | None = None

    @property
    def sample_sha256(self) -> str:
        """Today's sample digest."""
        return self.digests[self.sample.id]

    @property
    def reviews(self) -> dict[str, Entry]:
        """Each reviewer's current label or skip."""
        if not self.words:
            return {}
        if self._reviews is None:
            self._reviews = {by: self.entry(by, logged) for by, logged in self.words.items()}
        return self._reviews

    @property
    def voices(self) -> frozenset[str]:
        """The reviewers who ever said a word about the sample, taken back or not."""
        return self.withdrew | self.words.keys()

    @property
    def fresh(self) -> dict[str, Entry]:
        """The reviewers' labels that count."""
        return {by: entry for by, entry in self.reviews.items() if entry.counts}

    @property
    def sealed(self) -> dict[str, Entry]:
        """The reviewers' labels that are in, and that nobody opened yet."""
        return {by: entry for by, entry in self.reviews.items() if isinstance(entry.event, Sealed) and entry.is_label and not entry.stale}

    def hear(self, by: str, logged: Logged, *, review: bool) -> None:
        """Take in a word that was said after the case was built; `review` says whether `by` is a reviewer."""
        if isinstance(logged.event, SAID) and logged.event.repeat is not None:
            self._hear_again(by, logged, logged.event.repeat, review=review)
            return
        words = dict(self.words if review else self.proposals)
        if isinstance(logged.event, Withdraw):
            words.pop(by, None)
            self.withdrew |= {by} if review else frozenset()
        else:
            words[by] = logged
        if review:
            self.words = words
        else:
            self.proposals = words
        self._reviews = None

    def _hear_again(self, by: str, logged: Logged, named: str, *, review: bool) -> None:
        """A repeat, or that one is taken back: kept apart, so that it replaces no word and counts nowhere."""
        repeats = dict(self.repeats)
        if not isinstance(logged.event, Withdraw):
            repeats[by] = logged
        elif by in repeats and repeats[by].digest == named:
            del repeats[by]
        if review:
            self.repeats = repeats

    def entry(self, by: str, logged: Logged) -> Entry:
        """`logged` with its typed values, or why it is stale."""
        event = logged.event
        if not isinstance(event, (Label, Skip, Sealed)):
            raise TypeError(f"{event.op} is no word about a sample")
        if event.sample_sha256 != self.sample_sha256:
            return Entry(by, event, logged, "the text changed since", None)
        if not isinstance(event, Label):
            return Entry(by, event, logged, None, None)
        try:
            return Entry(by, event, logged, None, self.scheme.parse(event.values, self.sample, self.passages))
        except Unfit as unfit:
            return Entry(by, event, logged, f"today's scheme does not allow it ({unfit.problems[0]})", None)


class Cases(Mapping[str, Case]):
    """The case of every sample, in the order of the samples. Most have no word yet, so each is made when it is first asked for."""

    def __init__(self, scheme: Scheme, samples: Mapping[str, Sample], digests: Mapping[str, str], passages: Mapping[str, Passage]) -> None:
        self._scheme, self._samples, self._digests, self._passages = scheme, samples, digests, passages
        self._made: dict[str, Case] = {}

    def __getitem__(self, sample: str) -> Case:
        case = self._made.get(sample)
        if case is None:
            case = self._made[sample] = Case(self._samples[sample], self._digests, self._passages, self._scheme)
        return case

    def __contains__(self, sample: object) -> bool:
        return sample in self._samples

    def __iter__(self) -> Iterator[str]:
        return iter(self._samples)

    def __len__(self) -> int:
        return len(self._samples)

    @property
    def made(self) -> Mapping[str, Case]:
        """Those that were asked for, all of which anybody has said something among them."""
        return self._made


def build_cases(
    config: Config,
    scheme: Scheme,
    samples: Mapping[str, Sample],
    digests: Mapping[str, str],
    passages: Mapping[str, Passage],
    labels: Iterable[Session],
    decisions: Iterable[Session],
) -> Cases:
    """The case of every sample.

    Words about samples that are not there are left out, and so are decisions of those who may not make them.
    """
    cases = Cases(scheme, samples, digests, passages)
    reviewers = frozenset(config.with_role(Role.REVIEWER))
    for session in _in_order(labels):
        for logged in session.events:
            event = logged.event
            if not isinstance(event, SAID) or event.sample not in cases:
                continue
            cases[event.sample].hear(session.person, logged, review=session.person in reviewers)
    for session in _in_order(decisions):
        for logged in session.events:
            event = logged.event
            if isinstance(event, (Adjudicate, Unsettled, Confirm, Promote, Demote)) and event.sample in cases:
                case = cases[event.sample]
                if may_have_decided(config, event, case.voices):
                    case.decisions += (logged,)
    return cases


def _in_order(sessions: Iterable[Session]) -> list[Session]:
    """Within one person, order is (session name, n); between people none is meant."""
    return sorted(sessions, key=lambda session: (session.person, session.name))
