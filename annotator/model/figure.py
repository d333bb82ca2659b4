"""Figure: one number of a report with its n and interval, or the reason why there is none."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A value over `n` items with a 95 % interval; `undefined` says why `value` is None.

    Exactly one of `value` and `undefined` is set. `low` and `high` are None where no interval can be given.
    """

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    undefined: str | None = None

    @classmethod
    def none(cls, reason: str, n: int = 0) -> Figure:
        """A figure that does not exist, and why."""
        return cls(None, n, None, None, reason)

    def as_json(self) -> dict[str, float | int | str | None]:
        """The shape every figure has in `--json` output."""
        return self._asdict()
