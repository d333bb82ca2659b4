"""Stopwatch: active and idle seconds on one sample; idle begins a minute after the last key."""

from __future__ import annotations

IDLE_AFTER = 60.0


class Stopwatch:
    """Counts from one sign of life to the next. `now` is seconds of any clock that never goes back."""

    def __init__(self, now: float, active: float = 0.0, idle: float = 0.0) -> None:
        self._last = now
        self._active = active
        self._idle = idle

    def stir(self, now: float) -> None:
        """The person did something."""
        self._active, self._idle = self.read(now)
        self._last = now

    def read(self, now: float) -> tuple[float, float]:
        """Active and idle seconds up to `now`."""
        gap = max(0.0, now - self._last)
        return self._active + min(gap, IDLE_AFTER), self._idle + max(0.0, gap - IDLE_AFTER)

    def resting(self, now: float) -> bool:
        """Whether idle time is being counted."""
        return now - self._last > IDLE_AFTER
