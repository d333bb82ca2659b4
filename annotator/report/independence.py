"""Independence: what history proves, in a line."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.workflow.independence import Proof

# More names than these of one reason tell nobody more; --json has all.
_NAMED = 10


def summary(proofs: Iterable[Proof]) -> str:
    """The line that is printed: how many are proven, and which are not, by reason."""
    proofs = list(proofs)
    by_reason: dict[str, list[str]] = {}
    for one in proofs:
        if one.why is not None:
            by_reason.setdefault(one.why.value, []).append(one.sample)
    unproven = sum(map(len, by_reason.values()))
    why = "; ".join(f"{reason}: {_some(samples)}" for reason, samples in by_reason.items())
    return f"independence: proven {len(proofs) - unproven}, not proven {unproven}" + (f" ({why})" if why else "")


def _some(samples: list[str]) -> str:
    more = len(samples) - _NAMED
    return ", ".join(samples[:_NAMED]) + (f" and {more} more" if more > 0 else "")
