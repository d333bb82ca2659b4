"""Independence: what history proves, in a line."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.workflow.independence import Proof


def summary(proofs: Iterable[Proof]) -> str:
    """The line that is printed: how many are proven, and which are not, by reason."""
    proofs = list(proofs)
    by_reason: dict[str, list[str]] = {}
    for one in proofs:
        if one.why is not None:
            by_reason.setdefault(one.why.value, []).append(one.sample)
    unproven = sum(map(len, by_reason.values()))
    why = "; ".join(f"{reason}: {', '.join(samples)}" for reason, samples in by_reason.items())
    return f"independence: proven {len(proofs) - unproven}, not proven {unproven}" + (f" ({why})" if why else "")
