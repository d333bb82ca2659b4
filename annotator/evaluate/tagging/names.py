"""Names of dimensions: from what a tagger wrote to the id in the registry."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from annotator.model.dimension import Dimension, Registry


class Labels(NamedTuple):
    """The labels predicted for one item: ids of the registry, and the words that name none, each once."""

    known: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()


class Names:
    """Every name of every dimension, compared without case and in Unicode form NFKC, white space at the ends and repeats of it ignored.

    An id wins over an alias and an alias over a name; a name that two dimensions share names neither.
    """

    def __init__(self, registry: Registry) -> None:
        self._ids: dict[str, str | None] = {}
        for names_of in (_ids, _aliases, _names):
            level: dict[str, str | None] = {}
            for dimension in registry.dimensions:
                for name in {folded(name) for name in names_of(dimension)}:
                    level[name] = dimension.id if name not in level else None
            self._ids = level | self._ids

    def id_of(self, label: str) -> str | None:
        """The id that the label names, None where it names none or more than one."""
        return self._ids.get(folded(label))

    def labels(self, words: Iterable[str]) -> Labels:
        """A set of labels out of words as they were predicted; two names of one dimension are one label."""
        found = {folded(word): (self.id_of(word), word) for word in words}
        unknown = [word for id_, word in found.values() if id_ is None]
        return Labels(frozenset(id_ for id_, _ in found.values() if id_ is not None), tuple(unknown))


def folded(label: str) -> str:
    """The form in which names are compared."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", label).casefold()).split())


def _ids(dimension: Dimension) -> Iterator[str]:
    yield dimension.id


def _aliases(dimension: Dimension) -> Iterator[str]:
    yield from dimension.aliases


def _names(dimension: Dimension) -> Iterator[str]:
    yield from (dimension.name,) if isinstance(dimension.name, str) else dimension.name.values()
