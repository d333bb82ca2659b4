"""The files of a tagger's report: one page of Markdown, one CSV row a sample, the heat map of dimensions as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from annotator.evaluate.tagging.scores import Scores
from annotator.report import svg
from annotator.report.table import Cell, Table, csv_text, markdown_text

_SIDES = ("right", "extra", "missed", "unknown")


def tagging_markdown(report: Mapping[str, Any], tables: Iterable[Table]) -> str:
    """The page: what was scored, what to know first, and every table."""
    about = report["dataset"]
    samples = ", ".join(f"{count} {status}" for status, count in about["status"].items())
    banner = "PROVISIONAL, not gold" if report["provisional"] else "gold"
    lines = [
        f"# {markdown_text(about['id'])} {markdown_text(about['version'])}: predictions of tags",
        "",
        f"**{banner}** · {about['provenance']} data · {samples}",
        "",
        f"Dataset SHA-256 `{about['sha256']}`",
        *(f"\n{markdown_text(note)}" for note in report["notes"]),
    ]
    return "\n".join([*lines, *(f"\n{table.markdown()}" for table in tables), ""])


def per_case_csv(taggers: Mapping[str, Scores]) -> str:
    """One row a tagger and sample: how many tags are right, too much, missed and unknown, and every figure's value of that sample."""
    names = list(dict.fromkeys(name for scores in taggers.values() for name in scores.figures))
    rows = (row for name, scores in taggers.items() for row in _rows(name, scores, names))
    return csv_text(["tagger", "sample", "predicted", *_SIDES, *names], rows)


def _rows(name: str, scores: Scores, names: Sequence[str]) -> Iterator[list[Cell]]:
    counts: dict[str, Counter[str]] = {}
    for one in scores.items:
        counts.setdefault(one.sample, Counter()).update({side: len(getattr(one, side)) for side in _SIDES})
    for truth, _ in scores.pairing.rows:
        own = counts.get(truth.sample, Counter())
        values = _values(scores, truth.sample, names)
        yield [name, truth.sample, truth.sample not in scores.pairing.missing, *(own[side] for side in _SIDES), *values]


def _values(scores: Scores, sample: str, names: Iterable[str]) -> list[Cell]:
    """The sample's own values; nothing where it has no part in a figure, or the figure none."""
    shares = scores.shares[sample]
    return [
        share.numerator / share.denominator
        if (share := shares.get(name)) is not None and share.denominator and scores.figures[name].value is not None
        else None
        for name in names
    ]


def heatmap_svg(taggers: Mapping[str, Scores]) -> str:
    """F1 of every dimension: beside precision and recall for one tagger, side by side for two; weak ones are marked by a word."""
    several = len(taggers) > 1
    keys = ("f1",) if several else ("f1", "precision", "recall")
    heads = [f"F1 of {name}" for name in taggers] if several else ["F1", "precision", "recall"]
    dimensions = list(dict.fromkeys(dimension for scores in taggers.values() for dimension in scores.dimensions))
    rows = []
    for dimension in dimensions:
        its = [scores.dimensions.get(dimension) for scores in taggers.values()]
        mark = next((one.mark for one in its if one is not None and one.mark is not None), None)
        label = dimension if mark is None else f"{dimension} ({mark})"
        rows.append((label, [None if one is None else one.figures[key].value for one in its for key in keys]))
    return svg.standalone(svg.heatmap("F1 of each dimension", heads, rows))
