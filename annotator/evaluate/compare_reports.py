"""Two stored reports side by side: per measure and per group, what may be claimed and what may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from annotator.errors import Refused, UnreadableInput, UsageError
from annotator.evaluate.measures import parse
from annotator.evaluate.report import comparison_json
from annotator.evaluate.significance import Comparison, adjusted, compare, differences, require_coverage
from annotator.evaluate.stored_report import Scored, StoredReport


class Line(NamedTuple):
    """One comparison, over all questions (`group` None) or within one `key=value`; `moved` are questions and their differences."""

    group: str | None
    comparison: Comparison
    moved: tuple[tuple[str, float], ...]

    def as_json(self) -> dict[str, Any]:
        """The comparison of a report, with its group and by how much each question moved."""
        moved = [{"query": query, "difference": difference} for query, difference in self.moved]
        return {**comparison_json(self.comparison), "group": self.group, "moved": moved}


def pairs_of(a: StoredReport, b: StoredReport, named: tuple[str, str] | None = None) -> list[tuple[str, str]]:
    """Which retriever of A to hold against which of B: the named ones, else those of one name, else the only one of each.

    Raises UsageError where that leaves none.
    """
    if named is not None:
        for report, name in ((a, named[0]), (b, named[1])):
            if name not in report.retrievers:
                raise UsageError(f"{report.shown} has no retriever {name}; there are {', '.join(report.retrievers)}")
        return [named]
    common = [name for name in a.retrievers if name in b.retrievers]
    if common:
        return [(name, name) for name in common]
    if len(a.retrievers) == len(b.retrievers) == 1:
        return [(next(iter(a.retrievers)), next(iter(b.retrievers)))]
    raise UsageError(
        f"{a.shown} has {', '.join(a.retrievers)} and {b.shown} has {', '.join(b.retrievers)}: none has the same name; say --pair A B"
    )


def able_pairs(a: StoredReport, b: StoredReport, pairs: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[str]]:
    """The pairs whose retrievers answered enough questions, and a sentence on each other pair.

    Raises Refused where that leaves none, UnreadableInput where a report has no values per query.
    """
    able: list[tuple[str, str]] = []
    refusals: list[str] = []
    for pair in pairs:
        try:
            for report, name in ((a, pair[0]), (b, pair[1])):
                _values(report, name)
                scored = report.retrievers[name]
                require_coverage(f"{name} of {report.shown}", scored.answered, len(scored.groups))
            able.append(pair)
        except Refused as refused:
            if len(refusals) + 1 == len(pairs):
                raise
            refusals.append(str(refused))
    return able, refusals


def compared(a: StoredReport, b: StoredReport, pairs: Sequence[tuple[str, str]], measures: Sequence[str] = ()) -> list[Line]:
    """Every pair on every measure both have (or those named), over all questions and within every group.

    Holm's correction goes over all overall lines, and apart from them over all lines of groups. Raises UnreadableInput where a report
    has no values per query, UsageError for a measure that is not in both.
    """
    overall: list[Line] = []
    grouped: list[Line] = []
    for name, other in pairs:
        mine, theirs = _values(a, name), _values(b, other)
        labels = (f"A {name}", f"B {other}")
        for measure in _measures(mine, theirs, measures):
            line = _line(None, measure, labels, mine[measure], theirs[measure])
            if line is not None:
                overall.append(line)
                grouped += _groups(a.retrievers[name], measure, labels, mine[measure], theirs[measure])
    return [*_corrected(overall), *_corrected(grouped)]


def _values(report: StoredReport, name: str) -> dict[str, dict[str, float]]:
    values = report.retrievers[name].values
    if values is None:
        raise UnreadableInput(
            report.shown, None, "holds no values per query, which a comparison needs", "make it with `annotator evaluate --per-query`"
        )
    return values


def _measures(mine: dict[str, dict[str, float]], theirs: dict[str, dict[str, float]], named: Sequence[str]) -> list[str]:
    wanted = [str(parse(name)) for name in named]
    for measure in wanted:
        if measure not in mine or measure not in theirs:
            raise UsageError(f"{measure} is not in both reports; both have {', '.join(name for name in mine if name in theirs)}")
    return wanted or [measure for measure in mine if measure in theirs]


def _line(group: str | None, measure: str, labels: tuple[str, str], mine: dict[str, float], theirs: dict[str, float]) -> Line | None:
    """None where the two share no question."""
    moves = differences(mine, theirs)
    if not moves:
        return None
    one = compare(measure, (labels[0], mine), (labels[1], theirs))
    return Line(group, one, tuple((query, moves[query]) for query in one.moved))


def _groups(scored: Scored, measure: str, labels: tuple[str, str], mine: dict[str, float], theirs: dict[str, float]) -> list[Line]:
    members: dict[str, set[str]] = {}
    for query, groups in scored.groups.items():
        for key, value in groups.items():
            members.setdefault(f"{key}={value}", set()).add(query)
    lines = [
        _line(group, measure, labels, {query: mine[query] for query in mine if query in its}, theirs)
        for group, its in sorted(members.items())
    ]
    return [line for line in lines if line is not None]


def _corrected(lines: list[Line]) -> list[Line]:
    return [line._replace(comparison=one) for line, one in zip(lines, adjusted([line.comparison for line in lines]), strict=True)]
