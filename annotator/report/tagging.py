"""Tables of a tagger's scores: targets in colours, figures, dimensions, what was taken for what, errors, two taggers side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotator.evaluate.tagging.breakdown import DimensionScore, Figures
from annotator.evaluate.tagging.comparison import Difference
from annotator.evaluate.tagging.decisions import unknown_labels
from annotator.evaluate.tagging.document import faults_json, notes
from annotator.evaluate.tagging.scores import Confusion, Scores
from annotator.evaluate.tagging.targets import TargetResult
from annotator.report.table import Cell, Column, Table, interval_text, names_by_reason, short, value_text, value_with_n

_BAR = 10
_LISTED = 10
_LABEL = 40
# The samples behind other figures stand in the JSON report.
_MOVED = ("micro-f1", "strict-match", "section-hit")


def tagger_tables(name: str, scores: Scores, targets: Sequence[TargetResult], group: str | None, *, with_text: bool) -> Iterator[Table]:
    """One tagger in reading order; `group` names the groups that figures and errors are also broken down by."""
    if targets:
        yield _targets(name, targets)
    yield _figures(f"{name}: figures", scores.figures, notes(scores))
    if len(scores.modes) > 1:
        yield _side_by_side(f"{name}: sections by mode", scores.modes)
    if scores.injection is not None:
        counts = scores.injection
        rows: tuple[tuple[Cell, ...], ...] = ((counts.blocks, counts.relevant_blocks, counts.referenced, counts.covered),)
        heads = ("blocks", "relevant blocks", "referenced memories", "of them in a block")
        yield Table(tuple(Column(head, "right") for head in heads), rows, f"{name}: injection")
    if group is not None:
        found = scores.groups.get(group, {})
        yield _side_by_side(f"{name} by {group}", found, () if found else (f"no sample has a group {group!r}",))
    if scores.dimensions:
        yield dimension_table(f"{name}: dimensions", scores.dimensions)
        yield _errors(name, scores, group)
    yield from _confusions(name, scores)
    if with_text and (labels := unknown_labels(scores.items)):
        listed = tuple((short(label, _LABEL), len(its)) for label, its in labels.items())
        yield Table((Column("label"), Column("times", "right")), listed, f"{name}: labels that the registry does not know")


def run_table(name: str, run: Mapping[str, Any]) -> Table:
    """What a tagger's file says of its run: the digest of that line, and its words where the report holds them."""
    rows = (("SHA-256", run["sha256"]), *run.get("words", {}).items())
    return Table((Column("run"), Column("")), rows, f"{name}: run")


def _targets(name: str, targets: Sequence[TargetResult]) -> Table:
    columns = (Column("target"), Column("bound"), Column("status"), Column("decides"), Column("found"))
    rows = tuple((one.measure, one.bound, one.colour.value, one.required, one.why) for one in targets)
    missed = sum(not one.ok for one in targets)
    note = f"missed of the targets that decide: {missed}" if missed else "every target that decides is met"
    return Table(columns, rows, f"{name}: targets", (note,))


def _figures(title: str, figures: Figures, remarks: Sequence[str] = ()) -> Table:
    columns = (Column("figure"), Column("value", "right"), Column("95 % interval", "right"), Column("n", "right"))
    rows = tuple((name, value_text(one, 4), interval_text(one, 4), one.n) for name, one in figures.items())
    reasons = (f"{reason}: {', '.join(names)}" for reason, names in names_by_reason(figures).items())
    return Table(columns, rows, title, (*reasons, *remarks))


def _side_by_side(title: str, parts: Mapping[str, Figures], remarks: Sequence[str] = ()) -> Table:
    names = list(dict.fromkeys(name for figures in parts.values() for name in figures))
    shown = [name for name in names if any(figures[name].value is not None for figures in parts.values())]
    rows = tuple((name, *(value_with_n(figures[name]) for figures in parts.values())) for name in shown)
    return Table((Column("figure"), *(Column(part, "right") for part in parts)), rows, title, tuple(remarks))


def dimension_table(title: str, dimensions: Mapping[str, DimensionScore]) -> Table:
    """The heat map in text: a bar for each F1, with precision and recall, and a word where it is weak."""
    heads = ("F1", "P", "R", "right", "extra", "missed")
    # The bar counts as a number, since a column of words may be broken to fit.
    columns = (Column("dimension"), Column("", "right"), *(Column(head, "right") for head in heads), Column("mark"))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            name,
            _bar(one.figures["f1"].value),
            *(one.figures[key].value for key in ("f1", "precision", "recall")),
            one.right,
            one.extra,
            one.missed,
            one.mark or "",
        )
        for name, one in dimensions.items()
    )
    return Table(columns, rows, title)


def _bar(value: float | None) -> str:
    filled = 0 if value is None else round(value * _BAR)
    return "█" * filled + "░" * (_BAR - filled) if value is not None else ""


def _errors(name: str, scores: Scores, group: str | None) -> Table:
    found = faults_json(scores)
    groups = found["groups"].get(group or "difficulty", {})
    columns = (Column("error"), Column("all", "right"), *(Column(value, "right") for value in groups))
    rows = tuple((kind, count, *(counts[kind] for counts in groups.values())) for kind, count in found["kinds"].items())
    faulty = sum(found["kinds"].values())
    return Table(columns, rows, f"{name}: errors", (f"items with an error: {faulty} of {found['items']}; each counts once",))


def _confusions(name: str, scores: Scores) -> Iterator[Table]:
    for role, found in (("dimension", scores.confused), *scores.confused_values.items()):
        if found:
            yield _confusion(f"{name}: {role} taken for another", found)


def _confusion(title: str, found: Sequence[Confusion]) -> Table:
    rows = tuple((right, wrong, count) for right, wrong, count in found[:_LISTED])
    more = (f"and {len(found) - _LISTED} more pairs",) if len(found) > _LISTED else ()
    return Table((Column("right"), Column("predicted"), Column("times", "right")), rows, title, more)


def difference_tables(names: Sequence[str], found: Sequence[Difference]) -> Iterator[Table]:
    """Two taggers: each figure, how far apart they are, and which samples moved."""
    a, b = names
    heads = ("A", "B", "B - A", "95 % interval", "up", "down", "same")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            one.measure,
            one.a.value,
            one.b.value,
            None if one.difference.value is None else f"{one.difference.value:+.3f}",
            interval_text(one.difference),
            len(one.up),
            len(one.down),
            one.same,
        )
        for one in found
        if one.a.value is not None or one.b.value is not None
    )
    note = "up, down, same: samples by their own values; what follows from a difference is for people to decide"
    yield Table((Column("figure"), *(Column(head, "right") for head in heads)), rows, f"A {a}, B {b}", (note,))
    moved = tuple(
        (one.measure, direction, ", ".join(samples[:_LISTED]) + (f" and {len(samples) - _LISTED} more" if len(samples) > _LISTED else ""))
        for one in found
        if one.measure in _MOVED
        for direction, samples in (("up", one.up), ("down", one.down))
        if samples
    )
    if moved:
        yield Table(
            (Column("figure"), Column("moved"), Column("samples")),
            moved,
            "samples that moved",
            ("those behind other figures stand in the JSON report",),
        )
