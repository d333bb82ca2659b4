"""Answer key: what the labels of a conversation's samples say is right, and when it is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotator.errors import CheckFailed
from annotator.evaluate.conversation.turns import Turn
from annotator.model.config import Evaluation
from annotator.model.sample import Sample

KINDS = ("fact", "rule", "evidence", "pollution", "isolation")
Words = tuple[str, ...]


class Place(NamedTuple):
    """Where a sample belongs: it is put after turn `after` of `session`."""

    session: str
    after: int
    scenario: str
    size: str


class Question(NamedTuple):
    """`relevant` maps each turn that answers to the words it may not lose; `governing` are the rules an answer has to follow."""

    id: str
    place: Place
    behaviour: str
    kind: str
    lang: str
    query: str
    relevant: Mapping[str, Words]
    governing: tuple[str, ...]


class Stored(NamedTuple):
    """What a memory holds of some turns: each one's state, with the words that an active item has to carry."""

    id: str
    place: Place
    states: Mapping[str, str]
    words: Mapping[str, Words]


class Tasks(NamedTuple):
    """The part that turns play in the task at hand; none: no part (any more)."""

    id: str
    place: Place
    parts: Mapping[str, str]


class Guard(NamedTuple):
    """A reply, and whether the rules refuse it."""

    id: str
    place: Place
    reply: str
    refuse: bool


Asked = Question | Stored | Tasks | Guard


class Key(NamedTuple):
    """The answer key, by session and turn in the order of the samples."""

    asked: Mapping[tuple[str, int], list[Asked]]
    sessions: Mapping[str, list[Turn]]

    def all(self) -> list[Asked]:
        """Everything that is asked."""
        return [one for asked in self.asked.values() for one in asked]


def answer_key(
    sessions: Mapping[str, list[Turn]], samples: Sequence[Sample], values: Mapping[str, Mapping[str, Any] | None], facets: Evaluation
) -> Key:
    """The key in `values` (sample id to typed values, None where nobody answered).

    Raises CheckFailed, naming it, for a session that nothing is asked about and a sample without an answer: no such thing scores null.
    """
    asked: dict[tuple[str, int], list[Asked]] = {}
    for sample in samples:
        own = values.get(sample.id)
        if own is None:
            raise CheckFailed(f"{sample.id}: has no answer, so nothing can be scored; let its author label it")
        one = _asked(sample, own, _place(sample, sessions), facets)
        asked.setdefault((one.place.session, one.place.after), []).append(one)
    bare = next((session for session in sessions if all(session != of for of, _ in asked)), None)
    if bare is not None:
        raise CheckFailed(f"{bare}: no sample asks about this session, so it has no answer key; write one or take the session out")
    if not asked:
        raise CheckFailed("the dataset has no samples, so there is no answer key")
    return Key(asked, sessions)


def _place(sample: Sample, sessions: Mapping[str, list[Turn]]) -> Place:
    context, groups = sample.context or {}, sample.groups or {}
    session, after = context.get("session"), context.get("after")
    if not isinstance(session, str) or session not in sessions:
        raise CheckFailed(f"{sample.id}: context.session {session!r} is no session of the corpus")
    if not isinstance(after, int) or isinstance(after, bool) or not 1 <= after <= len(sessions[session]):
        raise CheckFailed(f"{sample.id}: context.after {after!r} is no turn of {session}, which has {len(sessions[session])}")
    missing = next((name for name in ("scenario", "size", "kind") if name not in groups), None)
    if missing is not None:
        raise CheckFailed(f"{sample.id}: has no group {missing!r}, which reports break down by")
    return Place(session, after, groups["scenario"], groups["size"])


def _asked(sample: Sample, values: Mapping[str, Any], place: Place, facets: Evaluation) -> Asked:
    names = facets.conversation
    if names is None or facets.relevance is None or facets.context is None:
        raise CheckFailed("evaluation needs relevance, context and conversation, which name the facets of the answer key")
    words = {turn: tuple(span.text for span in spans) for turn, spans in values[facets.context].items()}
    if sample.query is not None:
        return _question(sample, values, place, words, (facets.relevance, names.governs))
    states = {turn: state for turn, state in values[names.state].items() if state != "not-asked"}
    if states:
        return Stored(sample.id, place, states, words)
    if any(part != "none" for part in values[names.task].values()):
        return Tasks(sample.id, place, dict(values[names.task]))
    if sample.text is not None and values[names.guard] != "not-asked":
        return Guard(sample.id, place, sample.text, values[names.guard] == "refuse")
    raise CheckFailed(f"{sample.id}: asks nothing: it has no query, and its label names no state, no task and no verdict")


def _question(sample: Sample, values: Mapping[str, Any], place: Place, words: Mapping[str, Words], facets: tuple[str, str]) -> Question:
    relevance, governs = facets
    relevant = {turn: words[turn] for turn, grade in values[relevance].items() if grade >= 1}
    groups = sample.groups or {}
    if not relevant:
        raise CheckFailed(f"{sample.id}: no candidate answers it, so there is no answer to look for; grade one of them 1 or more")
    if groups["kind"] not in KINDS:
        raise CheckFailed(f"{sample.id}: the kind of a question is one of {', '.join(KINDS)}, not {groups['kind']!r}")
    governing = tuple(turn for turn, governed in values[governs].items() if governed)
    behaviour, lang = groups.get("behaviour", place.scenario), sample.lang or ""
    return Question(sample.id, place, behaviour, groups["kind"], lang, sample.query or "", relevant, governing)
