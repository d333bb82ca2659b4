"""Scores as the plain values that the JSON report holds: ids and figures; words of the predictions only where they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from annotator.evaluate.tagging.breakdown import Figures
from annotator.evaluate.tagging.decisions import Item, Kind, unknown_labels
from annotator.evaluate.tagging.plan import GRANULARITY
from annotator.evaluate.tagging.scenes import granularity_note
from annotator.evaluate.tagging.scores import Confusion, Scores


def scores_json(scores: Scores, *, with_text: bool = False) -> dict[str, Any]:
    """One tagger's part of the report; `with_text` adds the labels that the registry does not know, in their own words."""
    return {
        "figures": _figures(scores.figures),
        "modes": {mode: _figures(figures) for mode, figures in scores.modes.items()},
        "dimensions": {dimension: one.as_json() for dimension, one in scores.dimensions.items()},
        "confused": _confusions(scores.confused),
        "confused_values": {role: _confusions(found) for role, found in scores.confused_values.items()},
        "injection": None if scores.injection is None else scores.injection._asdict(),
        "faults": faults_json(scores),
        "unknown": _unknown(scores.items, with_text=with_text),
        "strangers": [{"sample": one.sample, "item": one.item} for one in strangers(scores)],
        "groups": {key: {value: _figures(figures) for value, figures in values.items()} for key, values in scores.groups.items()},
        "missing": list(scores.pairing.missing),
        "ignored": list(scores.pairing.ignored),
        "notes": notes(scores),
    }


def faults_json(scores: Scores) -> dict[str, Any]:
    """How many items are wrong in which way, over all, by group, and one by one."""
    faulty = [one for one in scores.items if one.kind is not None]
    groups: dict[str, dict[str, list[Item]]] = {}
    of_sample = {truth.sample: truth.groups for truth, _ in scores.pairing.rows}
    for one in faulty:
        for key, value in of_sample[one.sample].items():
            groups.setdefault(key, {}).setdefault(value, []).append(one)
    return {
        "items": len(scores.items),
        "kinds": kinds(faulty),
        "groups": {key: {value: kinds(its) for value, its in sorted(values.items())} for key, values in sorted(groups.items())},
        "list": [
            {
                "sample": one.sample,
                "item": one.item,
                "kind": one.kind,
                "missed": sorted(one.missed),
                "extra": sorted(one.extra),
                "unknown": len(one.unknown),
            }
            for one in faulty
        ],
    }


def kinds(found: Iterable[Item]) -> dict[str, int]:
    """How many items are wrong in which way; every faulty one counts once."""
    counted = Counter(one.kind for one in found)
    return {kind.value: counted[kind] for kind in Kind}


def strangers(scores: Scores) -> list[Item]:
    """Items that only the predictions have: all their labels are too much."""
    tags = {truth.sample: truth.tags for truth, _ in scores.pairing.rows}
    return [one for one in scores.items if one.item not in tags[one.sample]]


def notes(scores: Scores) -> list[str]:
    """What of the predictions could not be scored as it should have been, in sentences."""
    missing, ignored, odd = len(scores.pairing.missing), len(scores.pairing.ignored), len(strangers(scores))
    unknown = unknown_labels(scores.items)
    times = sum(len(its) for its in unknown.values())
    found = [
        *_settings(scores),
        f"samples without a prediction: {missing} of {len(scores.pairing.rows)}; all they hold counts as missed" if missing else "",
        f"predictions of samples that are not scored: {ignored}, ignored" if ignored else "",
        f"predicted memories that their sample does not have: {odd}; their labels are false positives" if odd else "",
        f"labels that the registry does not know: {len(unknown)}, given {times} times, each time a false positive" if unknown else "",
        granularity_note(scores.figures[GRANULARITY]) if GRANULARITY in scores.figures else "",
    ]
    return [note for note in found if note]


def _settings(scores: Scores) -> Iterator[str]:
    """What the dataset settled about figures that need a bound."""
    for name, sentence in (
        ("relaxed-match", f"relaxed-match: at least {scores.plan.relaxed_at_least:g} of a sample's right tags"),
        ("priority-within", f"priority-within: at most {scores.plan.tolerance:g} apart"),
    ):
        if name in scores.figures and scores.figures[name].value is not None:
            yield sentence


def _unknown(found: Sequence[Item], *, with_text: bool) -> dict[str, Any]:
    labels = unknown_labels(found)
    places = [{"sample": one.sample, "item": one.item, "n": len(one.unknown)} for one in found if one.unknown]
    words = {"words": {label: len(its) for label, its in labels.items()}} if with_text else {}
    return {"labels": len(labels), "times": sum(len(its) for its in labels.values()), "places": places, **words}


def _figures(figures: Figures) -> dict[str, Any]:
    return {name: figure.as_json() for name, figure in figures.items()}


def _confusions(found: Sequence[Confusion]) -> list[Mapping[str, Any]]:
    return [{"right": right, "predicted": wrong, "n": count} for right, wrong, count in found]
