"""Small charts as SVG text: bars with intervals, lines, a heatmap, differences; drawn by classes, so that a page colours them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from annotator.report.width import shown

_LEFT = 190.0
_WIDE = 460.0
_ROW = 18.0
COLOURS = 6


class Bar(NamedTuple):
    """One bar from 0 to `value` (0 to 1), with its interval where there is one; `series` picks its colour."""

    label: str
    value: float
    low: float | None
    high: float | None
    series: int


class Difference(NamedTuple):
    """One difference with its interval; `claimed` when it may be called one."""

    label: str
    value: float
    low: float
    high: float
    claimed: bool


class Panel(NamedTuple):
    """One small chart of several: its ticks at equal steps with one line for each series; `marked` is the tick of a filled point."""

    title: str
    ticks: Sequence[str]
    series: Sequence[Sequence[float]]
    marked: int | None


def text(words: str) -> str:
    """Words that stay words inside markup and cannot steer anything."""
    return escape(shown(words), quote=True)


def bars(name: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars on a scale from 0 to 1."""
    parts = [_axis(len(rows) * _ROW)]
    for number, row in enumerate(rows):
        y = number * _ROW
        value = min(1.0, max(0.0, row.value))
        parts.append(_label(row.label, y))
        parts.append(
            f'<rect class="s{row.series % COLOURS}" x="{_LEFT:g}" y="{y + 3:.1f}" width="{value * _WIDE:.1f}" height="{_ROW - 6:g}">'
            f"<title>{text(row.label)}: {row.value:.4f}</title></rect>"
        )
        if row.low is not None and row.high is not None:
            parts.append(_whisker(_LEFT + row.low * _WIDE, _LEFT + row.high * _WIDE, y + _ROW / 2))
        parts.append(f'<text x="{_LEFT + _WIDE + 8:g}" y="{y + 13:.1f}">{row.value:.4f}</text>')
    return _svg(name, _LEFT + _WIDE + 60, len(rows) * _ROW + 18, parts)


def columns(name: str, values: Sequence[tuple[str, float]], series: int = 0) -> str:
    """One thin column for each named value from 0 to 1; a thin line is drawn where the value is 0, so that nothing looks left out."""
    step = 700.0 / max(1, len(values))
    parts = ['<line class="axis" x1="0" y1="80" x2="700" y2="80"/>', '<line class="grid" x1="0" y1="0" x2="700" y2="0"/>']
    for number, (label, value) in enumerate(values):
        height = max(0.8, min(1.0, value) * 80)
        parts.append(
            f'<rect class="s{series % COLOURS}" x="{number * step:.2f}" y="{80 - height:.1f}" width="{max(0.3, step * 0.8):.2f}" '
            f'height="{height:.1f}"><title>{text(label)}: {value:.4f}</title></rect>'
        )
    return _svg(name, 700, 84, parts)


def lines(name: str, series: Sequence[tuple[str, Sequence[float | None]]]) -> str:
    """One line for each series of values at equal steps from 0 to 1, both axes from 0 to 1."""
    wide, high, left, top = 300.0, 200.0, 30.0, 10.0
    foot = top + high
    parts = [f'<path class="axis" fill="none" d="M{left:g} {top:g}V{foot:g}H{left + wide:g}"/>']
    parts += [f'<text x="{left + wide * at / 2 - 6:g}" y="{foot + 14:g}">{at / 2:g}</text>' for at in range(3)]
    parts += [f'<text x="4" y="{foot - high * at / 2 + 4:g}">{at / 2:g}</text>' for at in range(3)]
    for number, (label, values) in enumerate(series):
        step = wide / max(1, len(values) - 1)
        points = " ".join(f"{left + at * step:.1f},{foot - high * value:.1f}" for at, value in enumerate(values) if value is not None)
        parts.append(f'<polyline class="l{number % COLOURS}" points="{points}"><title>{text(label)}</title></polyline>')
        parts.append(f'<rect class="s{number % COLOURS}" x="{wide + 44:g}" y="{number * _ROW + 14:.1f}" width="10" height="10"/>')
        parts.append(f'<text x="{wide + 60:g}" y="{number * _ROW + 23:.1f}">{text(label)}</text>')
    return _svg(name, wide + 260, max(high, len(series) * _ROW) + 30, parts)


def panels(name: str, charts: Sequence[Panel], labels: Sequence[str], low: float, high: float) -> str:
    """Small charts side by side, three in a row, all on one scale from `low` to `high`; `labels` name the series."""
    parts = []
    for number, label in enumerate(labels):
        parts.append(f'<rect class="s{number % COLOURS}" x="{number * 200 + 40:g}" y="4" width="10" height="10"/>')
        parts.append(f'<text x="{number * 200 + 56:g}" y="13">{text(label)}</text>')
    if any(chart.marked is not None for chart in charts):
        parts.append(f'<circle class="claimed" cx="{len(labels) * 200 + 45:g}" cy="9" r="6"/>')
        parts.append(f'<text x="{len(labels) * 200 + 56:g}" y="13">recommended</text>')
    for number, chart in enumerate(charts):
        parts.append(f'<g transform="translate({number % 3 * 240:g} {number // 3 * 200 + 40:g})">{_panel(chart, low, high)}</g>')
    return _svg(name, 3 * 240, (len(charts) + 2) // 3 * 200 + 40, parts)


def _panel(chart: Panel, low: float, high: float) -> str:
    left, wide, tall = 44.0, 170.0, 120.0
    step = wide / max(1, len(chart.ticks) - 1)

    def point(place: int, value: float) -> tuple[float, float]:
        return left + place * step, tall - (value - low) / (high - low) * tall

    parts = [
        f'<text x="{left:g}" y="-8">{text(chart.title)}</text>',
        f'<path class="axis" fill="none" d="M{left:g} 0V{tall:g}H{left + wide:g}"/>',
        f'<text class="label" x="{left - 6:g}" y="8">{high:.2f}</text><text class="label" x="{left - 6:g}" y="{tall:g}">{low:.2f}</text>',
    ]
    parts += [f'<text x="{left + place * step - 8:.1f}" y="{tall + 16:g}">{text(tick)}</text>' for place, tick in enumerate(chart.ticks)]
    for number, values in enumerate(chart.series):
        spots = [point(place, value) for place, value in enumerate(values)]
        parts.append(f'<polyline class="l{number % COLOURS}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in spots)}"/>')
        parts += [
            f'<circle class="s{number % COLOURS}" cx="{x:.1f}" cy="{y:.1f}" r="2.5"><title>{text(tick)}: {value:.4f}</title></circle>'
            for (x, y), tick, value in zip(spots, chart.ticks, values, strict=True)
        ]
    if chart.marked is not None:
        x, y = point(chart.marked, chart.series[-1][chart.marked])
        parts.append(
            f'<circle class="claimed" cx="{x:.1f}" cy="{y:.1f}" r="6"><title>recommended: {text(chart.ticks[chart.marked])}</title></circle>'
        )
    return "".join(parts)


def heatmap(name: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[float | None]]]) -> str:
    """Cells from 0 to 1, darker for more, the number in each; an empty cell has no value."""
    wide = max(52.0, min(96.0, 560.0 / max(1, len(heads))))
    parts = [
        f'<text transform="translate({_LEFT + number * wide + 8:.1f} 92) rotate(-35)">{text(head)}</text>'
        for number, head in enumerate(heads)
    ]
    for number, (label, values) in enumerate(rows):
        y = 100 + number * 22.0
        parts.append(_label(label, y + 2))
        for place, value in enumerate(values):
            x = _LEFT + place * wide
            if value is None:
                parts.append(f'<rect class="none" x="{x:.1f}" y="{y:.1f}" width="{wide - 2:.1f}" height="20"/>')
                continue
            parts.append(
                f'<rect class="heat" fill-opacity="{0.05 + 0.6 * min(1.0, max(0.0, value)):.3f}" x="{x:.1f}" y="{y:.1f}" '
                f'width="{wide - 2:.1f}" height="20"/><text x="{x + 6:.1f}" y="{y + 14:.1f}">{value:.3f}</text>'
            )
    return _svg(name, _LEFT + len(heads) * wide + 70, 104 + len(rows) * 22, parts)


def differences(name: str, rows: Sequence[Difference]) -> str:
    """Differences around a middle line at 0, scaled to the largest."""
    reach = max([abs(bound) for row in rows for bound in (row.low, row.high, row.value)], default=1.0) or 1.0
    left, wide = 300.0, 360.0
    middle = left + wide / 2
    parts = [f'<line class="axis" x1="{middle:g}" y1="0" x2="{middle:g}" y2="{len(rows) * _ROW:g}"/>']
    for number, row in enumerate(rows):
        y = number * _ROW + _ROW / 2
        parts.append(_label(row.label, number * _ROW, left))
        parts.append(_whisker(middle + row.low / reach * wide / 2, middle + row.high / reach * wide / 2, y))
        kind = "claimed" if row.claimed else "open"
        parts.append(f'<circle class="{kind}" cx="{middle + row.value / reach * wide / 2:.1f}" cy="{y:.1f}" r="4"/>')
        parts.append(f'<text x="{left + wide + 8:g}" y="{y + 4:.1f}">{row.value:+.4f}</text>')
    return _svg(name, left + wide + 70, len(rows) * _ROW + 4, parts)


def standalone(markup: str) -> str:
    """A chart of this module as a file of its own, with the few rules that a page would otherwise bring."""
    style = (
        "text{font:11px sans-serif;fill:#1b1f24}.label{text-anchor:end}.none{fill:#f2f4f7}.axis{stroke:#1b1f24}"
        "polyline{fill:none;stroke-width:2}.heat,.s0{fill:#2b6cb0}.l0{stroke:#2b6cb0}.claimed,.s1{fill:#c05621}.l1{stroke:#c05621}"
    )
    head, rest = markup.split(">", 1)
    start = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" style="background:#ffffff" ', 1)
    return f"{start}><style>{style}</style>{rest}\n"


def _axis(high: float) -> str:
    marks = [
        f'<line class="grid" x1="{_LEFT + _WIDE * at / 4:g}" y1="0" x2="{_LEFT + _WIDE * at / 4:g}" y2="{high:g}"/>'
        f'<text x="{_LEFT + _WIDE * at / 4 - 8:g}" y="{high + 14:g}">{at / 4:g}</text>'
        for at in range(5)
    ]
    return "".join(marks)


def _label(words: str, y: float, left: float = _LEFT) -> str:
    return f'<text class="label" x="{left - 8:g}" y="{y + 13:.1f}">{text(words)}</text>'


def _whisker(start: float, end: float, y: float) -> str:
    return (
        f'<path class="whisker" d="M{start:.1f} {y:.1f}H{end:.1f}M{start:.1f} {y - 4:.1f}V{y + 4:.1f}M{end:.1f} {y - 4:.1f}V{y + 4:.1f}"/>'
    )


def _svg(name: str, wide: float, high: float, parts: Sequence[str]) -> str:
    return f'<svg role="img" aria-label="{text(name)}" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}">{"".join(parts)}</svg>'
