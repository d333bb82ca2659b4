"""Desk words: the maintainer's page as parts of (text, look)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from annotator.curate.desk import Overview
from annotator.report.desk import agreement_table, self_table, turns_table, weak_points
from annotator.report.status import counts_line, people_table, quotas_table
from annotator.tui.controls import Parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from annotator.agreement.summary import FacetSummary


def title(found: Overview) -> Parts:
    """Which dataset, and how many samples."""
    return [(f" {found.status.dataset} {found.status.version} ", "strong"), (f"{len(found.status.samples)} samples", "")]


def page(
    found: Overview, facets: Mapping[str, FacetSummary] | None, width: int, selves: Mapping[str, Mapping[str, FacetSummary]] | None = None
) -> Parts:
    """Counts, whose turn it is, what is out of order, reviewers, quotas, agreement (None: still being worked out), what is suspicious.

    `selves` is the agreement of reviewers with themselves, for a maintainer alone.
    """
    parts: Parts = [(f"{counts_line(found.status.counts)}\n\n", "strong")]
    parts.append((turns_table(found.turns).plain(width) + "\n" if found.turns else "nothing is left to do\n", ""))
    parts += _listed("contested", found.contested)
    parts += _listed("no longer holds, since the text or a label changed", found.lapsed)
    parts += _listed("stale labels", [f"{sample} ({by})" for sample, by in found.stale])
    parts += _listed("cannot be settled, counted as hard", found.hard)
    parts += _listed("gold although the agreement rule did not hold", [f"{sample}: {reason}" for sample, reason in found.status.overrides])
    parts += [("\n", ""), (people_table(found.status.people).plain(width) + "\n", "")]
    parts += [("\n" + quotas_table(found.status.quotas).plain(width) + "\n", "")] if found.status.quotas else []
    parts.append(("\nagreement\n", "strong"))
    if facets is None:
        parts.append(("being worked out …\n", "dim"))
    else:
        parts.append((agreement_table(facets).plain(width) + "\n", ""))
        own = self_table(selves or {})
        parts += [(f"\n{own.plain(width)}\n", "")] if own is not None else []
        parts += [(f"\n{table.plain(width)}\n", "") for table in weak_points(facets)]
    if found.suspicious is not None:
        parts.append(("\nto look at; it proves nothing\n", "strong"))
        parts += [(f"{line}\n", "alert") for line in found.suspicious] or [("nothing suspicious\n", "dim")]
    return parts


def _listed(words: str, ids: Iterable[str]) -> Parts:
    found = list(ids)
    return [(f"{words}: ", "alert"), (", ".join(found) + "\n", "")] if found else []
