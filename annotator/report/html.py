"""An evaluation as one HTML page that needs nothing else: no script, no asset from elsewhere, and a policy that forbids both."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from annotator.report import svg
from annotator.report.svg import text
from annotator.report.table import number_text

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --line: #c8ced6; --soft: #f2f4f7; --warn: #8a3b00;
  --c0: #2b6cb0; --c1: #c05621; --c2: #2f855a; --c3: #805ad5; --c4: #b83280; --c5: #5a6270; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --paper: #14171b; --line: #444b55; --soft: #1e232a; --warn: #ffb27a;
  --c0: #63a4e8; --c1: #f0955f; --c2: #68c79a; --c3: #b89cf5; --c4: #ee86c3; --c5: #a3abb8; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0.2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
code { font-size: 0.85em; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.2rem 0.8rem 0.2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; } .warn { color: var(--warn); font-weight: 600; }
svg { display: block; max-width: 100%; height: auto; margin: 0.6rem 0; } svg text { font: 11px system-ui, sans-serif; fill: var(--ink); }
svg text.label { text-anchor: end; } .axis { stroke: var(--ink); } .grid { stroke: var(--line); }
.whisker { stroke: var(--ink); fill: none; stroke-width: 1.2; } .heat { fill: var(--c0); } .none { fill: var(--soft); }
.claimed { fill: var(--c1); } .open { fill: var(--paper); stroke: var(--ink); }
.s0 { fill: var(--c0); } .s1 { fill: var(--c1); } .s2 { fill: var(--c2); } .s3 { fill: var(--c3); } .s4 { fill: var(--c4); } .s5 { fill: var(--c5); }
polyline { fill: none; stroke-width: 2; } .l0 { stroke: var(--c0); } .l1 { stroke: var(--c1); } .l2 { stroke: var(--c2); }
.l3 { stroke: var(--c3); } .l4 { stroke: var(--c4); } .l5 { stroke: var(--c5); }
"""
# Figures that are no share of 1 are left out of the charts and stand in the tables.
_COUNTED = ("NumRet", "NumRel", "Isolation")
Outcome = Mapping[str, Any]


def policy() -> str:
    """The page's content security policy: nothing but its own style, known by its digest."""
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def evaluation_html(report: Mapping[str, Any]) -> str:
    """The page of a report (its JSON document with the values per query). Every word of the report is escaped."""
    about = report["dataset"]
    title = f"{about['id']} {about['version']}"
    parts = [
        *_head(report, title),
        *_checks(report),
        *_measures(report),
        *_curves(report),
        *_queries(report),
        *_groups(report),
        *_comparisons(report),
        *_noise(report),
        *_latency(report),
    ]
    return page(f"{title}: evaluation", parts)


def page(title: str, parts: Iterable[str]) -> str:
    """A whole page of `parts`, which are markup already."""
    head = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{text(policy())}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
        f"<title>{text(title)}</title><style>{STYLE}</style></head><body><main>",
    ]
    return "\n".join([*head, *parts, "</main></body></html>", ""])


def _outcomes(report: Mapping[str, Any]) -> Iterator[tuple[str, Outcome]]:
    """Every projection of every retriever with the name it is shown by."""
    for name, one in report["retrievers"].items():
        for projection, outcome in one["projections"].items():
            yield (name if len(one["projections"]) == 1 else f"{name}: {projection}"), outcome


def _head(report: Mapping[str, Any], title: str) -> Iterator[str]:
    about, code, run = report["dataset"], report["code"], report["run"]
    yield f"<h1>{text(title)}</h1>"
    samples = ", ".join(f"{count} {status}" for status, count in about["status"].items())
    standing = '<span class="warn">provisional: not every scored sample is gold</span>' if report["provisional"] else "gold"
    yield f"<p>{text(about['provenance'])} data, {text(samples)}, {standing}</p>"
    commit = f"{code['commit']}{' with changes' if code['dirty'] else ''}" if code["commit"] else "none"
    yield table(
        ("", ""),
        [
            ("dataset SHA-256", about["sha256"]),
            ("definition SHA-256", about["definition_sha256"]),
            ("annotator", code["version"]),
            ("commit", commit),
            ("started", run["started_at"]),
            ("passages asked for", str(run["k"])),
        ],
    )
    yield from (f"<p>{text(note)}</p>" for note in report["notes"])


def _checks(report: Mapping[str, Any]) -> Iterator[str]:
    rows = [(f"{gate['measure']} of {gate['retriever']}", gate["bound"], _holds(gate["ok"]), gate["why"]) for gate in report["gates"]]
    rows += [(one["id"], "", _holds(one["ok"]), one["detail"]) for one in report["invariants"]]
    if rows:
        yield "<h2>Gates</h2>"
        yield table(("gate", "bound", "holds", "found"), rows)


def _holds(ok: bool) -> str:
    return "yes" if ok else "NO"


def _measures(report: Mapping[str, Any]) -> Iterator[str]:
    outcomes = list(_outcomes(report))
    yield "<h2>Measures</h2>"
    for measure in dict.fromkeys(name for _, outcome in outcomes for name in outcome["measures"]):
        found = [(number, name, outcome["measures"].get(measure)) for number, (name, outcome) in enumerate(outcomes)]
        rows = [
            svg.Bar(f"{name} (n {its['n']})", its["value"], its["low"], its["high"], number)
            for number, name, its in found
            if its and its["value"] is not None
        ]
        if all(its is None or its["value"] is None for _, _, its in found):
            reason = ", ".join(dict.fromkeys(str(its["undefined"]) for _, _, its in found if its))
            yield f"<p>{text(measure)}: {text(reason)}</p>"
            continue
        yield f"<h3>{text(measure)}</h3>"
        if rows and not measure.startswith(_COUNTED):
            yield svg.bars(f"{measure} of each retriever with its 95 % interval", rows)
        else:
            yield table(("retriever", "value", "n"), [(name, number_text(its["value"]), str(its["n"])) for _, name, its in found if its])
        reasons = [f"{name}: {its['undefined']}" for _, name, its in found if its and its["undefined"]]
        yield from (f"<p>{text(one)}</p>" for one in reasons)


def _curves(report: Mapping[str, Any]) -> Iterator[str]:
    series = [(name, outcome["precision_recall"]) for name, outcome in _outcomes(report) if any(outcome.get("precision_recall", ()))]
    if series:
        yield "<h2>Precision at recall</h2><p>Interpolated precision (upwards) at recall 0 to 1, mean over questions.</p>"
        yield svg.lines("Interpolated precision at eleven recalls for each retriever", series)


def _queries(report: Mapping[str, Any]) -> Iterator[str]:
    """One chart a retriever, of its first measure that is a share of 1."""
    charts = []
    for number, (name, outcome) in enumerate(_outcomes(report)):
        measure = next((one for one in outcome["measures"] if not one.startswith(_COUNTED)), None)
        of_query = outcome.get("per_query", {})
        values = [(query, its["measures"][measure]) for query, its in of_query.items() if measure and its["measures"][measure] is not None]
        if values:
            charts.append(f"<h3>{text(name)}, {text(str(measure))}</h3>")
            charts.append(svg.columns(f"{measure} of {name} for each of {len(values)} questions, in order of their ids", values, number))
    if charts:
        yield "<h2>Questions</h2>"
        yield from charts


def _groups(report: Mapping[str, Any]) -> Iterator[str]:
    outcomes = list(_outcomes(report))
    for key in dict.fromkeys(key for _, outcome in outcomes for key in outcome["groups"]):
        found = [(f"{name}, {value}", figures) for name, outcome in outcomes for value, figures in outcome["groups"].get(key, {}).items()]
        heads = [name for name in outcomes[0][1]["measures"] if not name.startswith(_COUNTED)]
        yield f"<h2>By {text(key)}</h2>"
        rows = [(label, [figures[head]["value"] if head in figures else None for head in heads]) for label, figures in found]
        yield f'<div class="wide">{svg.heatmap(f"Measures of each retriever by {key}", heads, rows)}</div>'


def _comparisons(report: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        svg.Difference(
            f"{one['measure']}: {one['b']} - {one['a']}",
            its["value"],
            its["value"] if its["low"] is None else its["low"],
            its["value"] if its["high"] is None else its["high"],
            "no difference" not in one["verdict"],
        )
        for one in report["comparisons"]
        for its in (one["difference"],)
    ]
    if rows:
        yield "<h2>Comparisons</h2><p>A filled point is a difference that may be claimed (Holm-corrected randomisation test, 5 %).</p>"
        yield svg.differences("Differences between retrievers with 95 % intervals", rows)


def _noise(report: Mapping[str, Any]) -> Iterator[str]:
    noise = report.get("noise")
    if noise is not None:
        yield "<h2>Label noise</h2>"
        rows = [
            (one["measure"], f"{one['b']} - {one['a']}", number_text(one["difference"]), number_text(one["floor"]), one["verdict"])
            for one in noise["pairs"]
        ]
        yield table(("measure", "pair", "difference", "noise", "verdict"), rows)


def _latency(report: Mapping[str, Any]) -> Iterator[str]:
    names = ("count", "min", "median", "p95", "max", "mean")
    yield "<h2>Latency in milliseconds</h2>"
    yield table(
        ("retriever", *names),
        [(name, *(_time(one["latency_ms"][key]) for key in names)) for name, one in report["retrievers"].items()],
    )


def _time(value: Any) -> str:
    return str(value) if isinstance(value, int) else number_text(value, 2)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows of text under headings; without any heading, rows alone."""
    head = "".join(f"<th>{text(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>{f"<thead><tr>{head}</tr></thead>" if any(heads) else ""}<tbody>{body}</tbody></table></div>'
