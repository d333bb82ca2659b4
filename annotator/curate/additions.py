"""Additions: what a bundle adds to a dataset's passages and samples, compared with what stands there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.interchange.bundle import Bundle, Offer
from annotator.model.config import Member
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.store.collection import Collection

V = TypeVar("V", Passage, Sample)


@dataclass(frozen=True)
class Additions:
    """New passages and samples, and how many of those offered are in the dataset already."""

    passages: list[Passage]
    samples: list[Sample]
    passages_known: int
    samples_known: int


def additions_of(workspace: Workspace, bundle: Bundle) -> Additions:
    """What `bundle` adds. Raises Refused, naming both places, where an id is known with other content."""
    data = workspace.dataset
    known = data.passages.keys() | bundle.passages.keys()
    for offer in bundle.samples.values():
        dangling = next((candidate for candidate in offer.value.candidates or () if candidate not in known), None)
        if dangling is not None:
            raise Refused(f"{offer.where}: candidate {dangling!r} of {offer.value.id} is no passage of the source or the dataset")
    passages = [offer.value for offer in _new(bundle.passages, data.passage_collection)]
    samples = [offer.value for offer in _new(bundle.samples, data.sample_collection)]
    return Additions(passages, samples, len(bundle.passages) - len(passages), len(bundle.samples) - len(samples))


def _new(offers: Mapping[str, Offer[V]], there: Collection[V]) -> Iterator[Offer[V]]:
    for id_, offer in offers.items():
        known = there.values.get(id_)
        if known is None:
            yield offer
            continue
        field = _differing(offer, known)
        if field is not None:
            raise Refused(_why(offer, there.place(id_), field))


def _differing(offer: Offer[V], there: V) -> str | None:
    """The first field in which what the source states differs from what the dataset has, None when it does not."""
    names = [field.name for field in fields(there)] if offer.said is None else sorted(offer.said)
    for field in names:
        offered, found = getattr(offer.value, field), getattr(there, field)
        if field == "candidates" and offer.said is not None:
            # A file of ratings need not know all candidates of a sample; its labels are then incomplete.
            if not set(offered or ()) <= set(found or ()):
                return field
        elif offered != found:
            return field
    return None


def _why(offer: Offer[V], place: tuple[str, int], field: str) -> str:
    path, line = place
    where = f"{offer.where}: {offer.value.id}: its {field} differ{'' if field == 'candidates' else 's'} from {path}:{line}"
    if field == "candidates":
        return (
            f"{where}; another set of candidates makes every earlier label stale, so nothing was imported: "
            "bring in all judges of a pool together, or import into a new dataset"
        )
    return f"{where}; nothing was imported, make the two the same or give the new one another id"


def previewed(workspace: Workspace, additions: Additions, people: Mapping[str, Member]) -> Workspace:
    """The workspace as it will be with `additions` and `people`, for checking labels before anything is written."""
    preview = Workspace(Path(workspace.dataset.folder.shown), workspace.dataset.clock)
    data = preview.dataset
    data.passages = workspace.dataset.passages | {passage.id: passage for passage in additions.passages}
    data.samples = workspace.dataset.samples | {sample.id: sample for sample in additions.samples}
    data.config = data.config.model_copy(update={"people": {**data.config.people, **people}})
    return preview
