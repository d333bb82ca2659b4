"""Digests over meaning: what a reviewer judged, under which guideline, and what was resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from annotator.model.canonical import digest_of, line_of
from annotator.model.passage import Passage
from annotator.model.sample import Sample

_SAMPLE_PARTS = ("candidates", "context", "id", "query", "text", "time")
_PASSAGE_PARTS = ("id", "text", "title")


def sample_sha256(sample: Sample, passages: Mapping[str, Passage]) -> str:
    """SHA-256 over exactly what a reviewer judges: the reduced sample, then its passages in the sample's order.

    Raises KeyError when a candidate is not among `passages`.
    """
    digest = sha256(line_of(_reduced(sample, _SAMPLE_PARTS)) + b"\n")
    for candidate in sample.candidates or ():
        digest.update(line_of(_reduced(passages[candidate], _PASSAGE_PARTS)) + b"\n")
    return digest.hexdigest()


class SampleDigests(Mapping[str, str]):
    """The sample digest of every sample, each worked out when it is first asked for."""

    def __init__(self, samples: Mapping[str, Sample], passages: Mapping[str, Passage]) -> None:
        self._samples = samples
        self._passages = passages
        self._known: dict[str, str] = {}

    def __getitem__(self, sample: str) -> str:
        found = self._known.get(sample)
        if found is None:
            found = self._known[sample] = sample_sha256(self._samples[sample], self._passages)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._samples)

    def __len__(self) -> int:
        return len(self._samples)


def corpus_sha256(passages: Mapping[str, Passage]) -> str:
    """SHA-256 over what the corpus says: each passage reduced as in a sample digest, one a line, by id. Order and `meta` mean nothing."""
    digest = sha256()
    for id_ in sorted(passages):
        digest.update(line_of(_reduced(passages[id_], _PASSAGE_PARTS)) + b"\n")
    return digest.hexdigest()


def scheme_sha256(facets: Any, registry: Any) -> str:
    """SHA-256 of the guideline: `facets` of dataset.yaml and `dimensions` of dimensions.yaml (None without one), as written."""
    return digest_of({"facets": facets, "registry": registry})


def values_sha256(values: Mapping[str, Any]) -> str:
    """SHA-256 of the resolved values of a sample, in canonical order."""
    return digest_of(values)


def _reduced(value: Sample | Passage, parts: tuple[str, ...]) -> dict[str, Any]:
    return {part: found for part in parts if (found := getattr(value, part)) is not None}
