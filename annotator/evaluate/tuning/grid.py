"""The settings that are tried: the values of each parameter, and those that hold where nothing else is said."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from annotator.errors import UsageError

MOST = 100_000


class Grid(NamedTuple):
    """The values of each parameter, rising; every combination of them is one setting.

    `rrf_k` is the constant of reciprocal rank fusion, `bm25_weight` the weight of BM25 in it (the vector route has the rest), `top_k`
    how deep each route is read before the fusion; `bm25_k1` and `bm25_b` are those of BM25.
    """

    rrf_k: tuple[float, ...] = (10, 30, 60, 90, 120)
    bm25_weight: tuple[float, ...] = (0.3, 0.4, 0.5, 0.6, 0.7)
    top_k: tuple[int, ...] = (10, 20, 30, 50)
    bm25_k1: tuple[float, ...] = (0.8, 1, 1.2, 1.5, 2)
    bm25_b: tuple[float, ...] = (0.5, 0.6, 0.75, 0.9)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each parameter has."""
        return tuple(map(len, self))

    @property
    def size(self) -> int:
        """How many settings there are."""
        return prod(self.shape)

    @property
    def searches(self) -> list[tuple[float, float]]:
        """Every (k1, b) of BM25, in the grid's order."""
        return [(k1, b) for k1 in self.bm25_k1 for b in self.bm25_b]


# What the routes are run with where nobody tunes them; of a grid without such a value, the first one stands for it.
USUAL = {"rrf_k": 60, "bm25_weight": 0.5, "top_k": 20, "bm25_k1": 1.2, "bm25_b": 0.75}
_BOUNDS = {"rrf_k": (0, 1e6), "bm25_weight": (0, 1), "top_k": (1, 10_000), "bm25_k1": (0, 100), "bm25_b": (0, 1)}


def parse_grid(texts: Sequence[str]) -> Grid:
    """The usual grid with the lists in `texts` (as `rrf_k=10,60`) put in. Raises UsageError for what is no such list."""
    given: dict[str, tuple[float, ...]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        if not sign or name not in USUAL:
            raise UsageError(f"--grid {text!r}: is written as NAME=VALUE,VALUE with a name among {', '.join(USUAL)}")
        if name in given:
            raise UsageError(f"--grid: names {name} twice; give one list of its values")
        given[name] = tuple(sorted(_value(name, value) for value in values.split(",")))
        if len(set(given[name])) != len(given[name]):
            raise UsageError(f"--grid {text!r}: a value stands twice")
    grid = Grid()._replace(**given)  # type: ignore[arg-type]  # `_value` gives whole numbers for top_k
    if grid.size > MOST:
        raise UsageError(f"--grid: has {grid.size:,} settings, and {MOST:,} is the most; give shorter lists")
    if grid.size == 1:
        raise UsageError("--grid: has one setting, so there is nothing to compare it with; give a second value of some parameter")
    return grid


def _value(name: str, text: str) -> float:
    low, high = _BOUNDS[name]
    try:
        value = int(text) if name == "top_k" else float(text)
    except ValueError:
        value = float("nan")
    # Also False for what is no number.
    if not low <= value <= high:
        kind = "a whole number" if name == "top_k" else "a number"
        raise UsageError(f"--grid {name}: {text!r} is not {kind} from {low:g} to {high:g}")
    return int(value) if value == int(value) else value


def usual_places(grid: Grid) -> tuple[int, ...]:
    """Where the usual value of each parameter stands in its list, 0 where it does not."""
    return tuple(values.index(USUAL[name]) if USUAL[name] in values else 0 for name, values in grid._asdict().items())


def setting_at(grid: Grid, places: Sequence[int]) -> dict[str, float]:
    """The values at one place of each parameter's list, by the parameter's name."""
    return {name: values[place] for (name, values), place in zip(grid._asdict().items(), places, strict=True)}
