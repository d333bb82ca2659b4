"""An evaluation as the plain values that the JSON report holds: ids, hashes and figures, never a text of the dataset."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any

from annotator.evaluate.estimates import ESTIMATES
from annotator.evaluate.experiment import Evaluated, Material, Outcome, Plan
from annotator.evaluate.gates import where_words
from annotator.evaluate.measures import VERSION
from annotator.evaluate.outside import sample_of
from annotator.evaluate.retriever import CANDIDATE, Passage, Query, Retriever
from annotator.evaluate.significance import Comparison, adjusted, compare, require_coverage
from annotator.model.figure import Figure


def retrievers_json(
    evaluation: Mapping[str, Evaluated],
    queries: Sequence[Query] = (),
    statuses: Mapping[str, str] | None = None,
    *,
    with_text: bool = False,
) -> dict[str, Any]:
    """The `retrievers` part of the report; with `queries`, what each retriever returned for each, and the text where asked for."""
    of_query = {
        query.id: {
            "groups": dict(query.groups),
            **({"status": statuses[query.id]} if statuses is not None else {}),
            **({"text": query.text} if with_text else {}),
        }
        for query in queries
    }
    return {
        name: {
            "definition_sha256": _sha256({"definition": one.definition}),
            "projections": {projection: _outcome_json(outcome, of_query, one) for projection, outcome in one.projections.items()},
            "latency_ms": asdict(one.latency),
            "tokens": {kind: figure.as_json() for kind, figure in one.tokens.items()},
        }
        for name, one in evaluation.items()
    }


def _outcome_json(outcome: Outcome, of_query: Mapping[str, dict[str, Any]], one: Evaluated) -> dict[str, Any]:
    document: dict[str, Any] = {
        "measures": _figures_json(outcome.measures),
        "groups": {key: {value: _figures_json(its) for value, its in values.items()} for key, values in outcome.groups.items()},
        "unknown_ids": outcome.unknown,
        "returned_twice": outcome.twice,
        "budget": {
            "estimate_only": True,
            "estimates": {
                name: {"note": ESTIMATES[name], "mean": its.mean.as_json(), "total": its.total.as_json()}
                for name, its in outcome.tokens.items()
            },
        },
    }
    if of_query:
        names = list(outcome.measures)
        values = {name: outcome.values(name) for name in names}
        document["per_query"] = {
            query: {
                **of_query[query],
                "ranked": ranked,
                "measures": {name: values[name].get(query) for name in names},
                "tokens": {name: its[query] for name, its in outcome.spent.items()},
                "latency_ms": one.milliseconds[query],
            }
            for query, ranked in outcome.ranked.items()
        }
    return document


def _figures_json(figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {name: figure.as_json() for name, figure in figures.items()}


def comparisons(evaluation: Mapping[str, Evaluated], measures: Sequence[str], plan: Plan) -> list[Comparison]:
    """Every pair of retrievers on every measure, on their first projection, with Holm's correction over all of them.

    Refused where a retriever answered too few questions for a comparison to mean anything.
    """
    values = {name: next(iter(one.projections.values())) for name, one in evaluation.items() if one.projections}
    for name, outcome in values.items():
        require_coverage(name, sum(1 for passages in outcome.ranked.values() if passages), len(outcome.ranked))
    return adjusted(
        [
            compare(measure, (a, values[a].values(measure)), (b, values[b].values(measure)), plan.seed)
            for a, b in combinations(values, 2)
            for measure in measures
            if values[a].values(measure).keys() & values[b].values(measure).keys()
        ]
    )


def comparison_json(one: Comparison) -> dict[str, Any]:
    """One comparison, its verdict in words included."""
    return {
        "measure": one.measure,
        "a": one.a,
        "b": one.b,
        "difference": one.difference.as_json(),
        "p": {"t_test": one.t_test, "wilcoxon": one.wilcoxon, "randomisation": one.randomisation, "holm": one.adjusted},
        "effect": one.effect,
        "wins": one.wins,
        "ties": one.ties,
        "losses": one.losses,
        "moved": list(one.moved),
        "verdict": one.verdict,
    }


def gate_figures(evaluation: Mapping[str, Evaluated]) -> dict[str, dict[str, Figure]]:
    """Figures by the names a gate uses: a retriever, or retriever:projection for a projection other than the first; each group's too."""
    figures: dict[str, dict[str, Figure]] = {}
    for name, one in evaluation.items():
        for number, (projection, outcome) in enumerate(one.projections.items()):
            figures |= _with_groups(f"{name}:{projection}", outcome)
            if number == 0 or projection == CANDIDATE:
                figures |= _with_groups(name, outcome)
    return figures


def _with_groups(name: str, outcome: Outcome) -> dict[str, dict[str, Figure]]:
    groups = {name + where_words({key: value}): figures for key, values in outcome.groups.items() for value, figures in values.items()}
    return {name: outcome.measures, **groups}


def definition_sha256(material: Material, retrievers: Sequence[Retriever], plan: Plan) -> str:
    """A digest that changes with anything that could change a figure, and discloses none of it.

    SHA-256 over canonical JSON of queries, passages, judgments, spans, forbidden passages, answers of the projection `explicit`,
    measures and their version, k, seed and the retrievers' definitions.
    """
    return _sha256(
        {
            **_material(material),
            "k": plan.k,
            "measures": [str(measure) for measure in plan.measures],
            "retrievers": [[retriever.name, retriever.definition] for retriever in retrievers],
            "seed": plan.seed,
        }
    )


def material_sha256(material: Material) -> str:
    """A digest of what is asked and of its answers, whoever is asked: two reports that share it can be compared."""
    return _sha256(_material(material))


def _material(material: Material) -> dict[str, Any]:
    """What few datasets have (context, time, library, meta, explicit answers) stands in it only where it is there."""
    explicit = material.explicit
    return {
        "forbidden": {query: sorted(passages) for query, passages in material.forbidden.items()},
        "judgments": {query: dict(grades) for query, grades in material.judgments.items()},
        "passages": [_passage(passage) for passage in material.passages],
        "queries": [_query(query) for query in material.queries],
        "spans": {
            query: {passage: [list(span) for span in spans] for passage, spans in its.items()} for query, its in material.spans.items()
        },
        "version": VERSION,
        **({"explicit": _material(Material((), (), explicit.judgments, {}, explicit.forbidden))} if explicit is not None else {}),
    }


def _passage(passage: Passage) -> list[Any]:
    return [passage.id, passage.title, passage.text, *([dict(passage.meta)] if passage.meta else [])]


def _query(query: Query) -> list[Any]:
    more = sample_of(query)
    if query.library is not None:
        more["library"] = [passage.id for passage in query.library]
    return [query.id, query.text, dict(query.groups), *([more] if more else [])]


def _sha256(content: Mapping[str, Any]) -> str:
    line = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(line.encode()).hexdigest()
