"""Bundle: what came from a foreign file, before anything is checked against a dataset."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from annotator.errors import Refused
from annotator.model.passage import Passage
from annotator.model.sample import Sample

V = TypeVar("V", Passage, Sample)


class Offer(NamedTuple, Generic[V]):
    """A passage or sample from outside; `where` is its file and line.

    `said` are the fields that the source states, None when it states all: a sample that the dataset has already is
    compared in those alone, since a file of ratings knows ids and little else.
    """

    value: V
    where: str
    said: frozenset[str] | None = None


class ForeignLabel(NamedTuple):
    """One person's label (`values`) or skip (`skip`, the reason) of one sample; `by` as the source writes it.

    `sample_sha256`, where the source states it, is the digest of what was judged.
    """

    by: str
    sample: str
    where: str
    values: dict[str, Any] | None = None
    skip: str | None = None
    note: str | None = None
    seconds: int | None = None
    sample_sha256: str | None = None


@dataclass
class Bundle:
    """Passages, samples and labels from outside; `passed_over` are people whose labels were not asked for, `notes` say what was left out or put in."""

    passages: dict[str, Offer[Passage]] = field(default_factory=dict)
    samples: dict[str, Offer[Sample]] = field(default_factory=dict)
    labels: list[ForeignLabel] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def offer_passage(self, offer: Offer[Passage]) -> None:
        """Add a passage. Raises Refused when its id was offered before with other content."""
        _offer(self.passages, offer)

    def offer_sample(self, offer: Offer[Sample]) -> None:
        """Add a sample. Raises Refused when its id was offered before with other content."""
        _offer(self.samples, offer)

    def people(self) -> list[str]:
        """Everyone whose labels are here, as the source writes them, in order of appearance."""
        return list(dict.fromkeys(label.by for label in self.labels))


def _offer(there: dict[str, Offer[V]], offer: Offer[V]) -> None:
    first = there.setdefault(offer.value.id, offer)
    if first.value != offer.value:
        raise Refused(f"{offer.where}: {offer.value.id} differs from what {first.where} says; nothing was imported, keep one of the two")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """The number with its noun, as in 1 row and 2,000 rows."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
