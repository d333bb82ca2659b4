"""Every published value is reproduced by our public functions: from the file where it is, and from a copy of the numbers always.

The copy holds figures as printed in the sources it names (Cohen 1960, Fleiss 1971, Krippendorff 1980/1995/2004, Artstein and Poesio 2008, …).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from annotator.agreement.alpha import Metric, alpha, alpha_of_pair, tally
from annotator.agreement.confusion import Confusion
from annotator.agreement.fleiss import fleiss_kappa, mean_of
from annotator.agreement.gwet import gwet_ac, gwet_ac_many
from annotator.agreement.kappa import cohen_kappa, expected_agreement, observed_agreement, scott_pi
from annotator.agreement.ratings import Marked, Rating, Ratings
from annotator.agreement.setdistance import SetDistance
from annotator.agreement.tagsets import alpha_of_sets, tag_pair
from annotator.agreement.unitizing import alpha_u
from annotator.model.figure import Figure

COPY = [json.loads(line) for line in (Path(__file__).parent / "published_cases.jsonl").read_text("utf-8").splitlines()]
# The values of 1995 are printed for the continuum stretched until lengths behave as if continuous.
LONG_STRETCH = 50_000
PAIR: dict[str, Callable[[Confusion], Figure]] = {
    "cohen_unweighted": cohen_kappa,
    "cohen_linear": lambda confusion: cohen_kappa(confusion, "linear"),
    "cohen_quadratic": lambda confusion: cohen_kappa(confusion, "quadratic"),
    "observed_agreement": observed_agreement,
    "expected_agreement": expected_agreement,
    "scott_pi": scott_pi,
    "gwet_ac1": gwet_ac,
}
METRICS: dict[str, Metric] = {
    "alpha_nominal": "nominal",
    "alpha_ordinal": "ordinal",
    "alpha_interval": "interval",
    "alpha_ratio": "ratio",
    "irrCAC_alpha_ordinalweights": "gwet-ordinal",
}
SETS: dict[str, SetDistance] = {
    "alpha_set_dkpro": "nested",
    "alpha_masi_dkpro": "masi-dkpro",
    "alpha_masi": "masi",
    "alpha_jaccard": "jaccard",
}


def of_confusion(confusion: Confusion, name: str) -> Figure:
    if name in METRICS:
        return alpha_of_pair(confusion, METRICS[name])
    return PAIR[name](confusion)


def of_matrix(rows: list[list[Any]], name: str) -> Figure:
    items = [[value for value in row if value is not None] for row in rows]
    scale = sorted({value for row in items for value in row})
    columns = list(zip(*rows, strict=True))
    if name in METRICS:
        return alpha(items, scale, METRICS[name])
    if name == "fleiss":
        return fleiss_kappa(tally(items, scale))
    if name == "gwet_ac1":
        return gwet_ac_many(tally(items, scale))
    if name == "light_mean_pairwise_cohen":
        mean = mean_of(cohen_kappa(Confusion.of(left, right, scale)) for left, right in combinations(columns, 2))
        return Figure(mean.value, len(rows))
    return PAIR[name](Confusion.of(columns[0], columns[1], scale))


def of_sets(rows: list[list[list[str]]], name: str) -> Figure:
    items = [[frozenset(value) for value in row] for row in rows]
    if name in SETS:
        return alpha_of_sets(items, SETS[name])
    ratings = Ratings.of(Rating(who, place, item[side]) for side, who in enumerate("ab") for place, item in enumerate(items))
    figures = tag_pair(ratings.pair("a", "b"), ["A", "B", "C"], None).estimates.figures
    return figures["observed" if name == "observed_agreement_exact_set" else "one-in-common"]


def of_units(case: dict[str, Any], name: str) -> Figure:
    first, last = case["data"]["continuum"]
    stretch = LONG_STRETCH if "1995" in case["id"] else 1
    units = case["data"]["units(start,length,rater,label)"]
    text = [
        Marked.of(
            [((start - first) * stretch, (start - first + size) * stretch, tag) for start, size, rater, tag in units if rater == who],
            (last - first) * stretch,
        )
        for who in (0, 1)
    ]
    tag = name.removeprefix("alphaU_")
    return alpha_u([text], every_tag=True) if tag == "all" else alpha_u([text], tag)


def reproduced(case: dict[str, Any], name: str) -> Figure:
    data = case["data"]
    match case["kind"]:
        case "contingency_table":
            return of_confusion(Confusion.from_table(data["labels"], data["table"]), name)
        case "ratings_matrix_items_x_raters":
            return of_matrix(data["rows"], name)
        case "pairs":
            scale = data["labels"] or sorted({*data["a"], *data["b"]})
            return of_confusion(Confusion.of(data["a"], data["b"], scale), name)
        case "pairs_of_label_sets":
            return of_sets(data["rows"], name)
        case _:
            return of_units(case, name)


def missed(cases: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """How many published values were compared, and those that came out otherwise."""
    wrong, count = [], 0
    for case in cases:
        for name, published in case["published"].items():
            count += 1
            value = reproduced(case, name).value
            if value is None or abs(value - published["value"]) > published["tol"]:
                wrong.append(f"{case['id']} {name}: {value} is not {published['value']} ± {published['tol']}")
    return count, wrong


def test_every_published_value_of_the_copy():
    assert missed(COPY) == (68, [])


def test_every_published_value_of_the_file(shared_data):
    file = json.loads((shared_data / "vec-published-agreement" / "cases.json").read_text("utf-8"))
    assert missed(file["cases"]) == (68, [])
    assert {case["id"]: case["data"] for case in COPY} == {case["id"]: case["data"] for case in file["cases"] if case["published"]}


def test_every_independent_recomputation_of_the_file(shared_data):
    file = json.loads((shared_data / "vec-published-agreement" / "cases.json").read_text("utf-8"))
    known = {*PAIR, *METRICS, *SETS, "fleiss", "light_mean_pairwise_cohen"}
    compared = 0
    for case in file["cases"]:
        if case["id"] == "degenerate-no-common-label":
            continue
        for name, value in case["independent"].items():
            if name in known:
                found = reproduced(case, name).value
                assert found is None if value is None else found == pytest.approx(value, abs=2e-8), (case["id"], name)
                compared += 1
    assert compared > 140


def test_gwets_own_package_on_four_raters(shared_data):
    folder = shared_data / "vec-published-agreement"
    published = json.loads((folder / "irrCAC_python_test_values.json").read_text("utf-8"))["tests"]["raw/test_gwet.py"]
    lines = (folder / "irrCAC_csv" / "cac.raw4raters.csv").read_text("utf-8").splitlines()[1:]
    rows = [[int(cell) for cell in line.split(",")[1:] if cell.strip() not in {"", "NA"}] for line in lines]
    counts = tally([row for row in rows if row], range(1, 6))
    # The first case of each weighting; later ones give a list of categories of their own.
    expected = {case["weights"]: case["coefficient"] for case in reversed(published) if case["dataset"] == "raw_4raters"}
    assert gwet_ac_many(counts).value == pytest.approx(expected["identity"], abs=0.001)
    assert gwet_ac_many(counts, "linear").value == pytest.approx(expected["linear"], abs=0.001)
    assert gwet_ac_many(counts, "quadratic").value == pytest.approx(expected["quadratic"], abs=0.001)


def test_gwets_paradox_table():
    # Gwet 2008: kappa collapses where one category prevails. AC1 = (0.85 − 0.21875) / 0.78125; kappa with pe = 0.87·0.88 + 0.13·0.12 = 0.7812.
    confusion = Confusion.from_table((1, 2), [[80, 7], [8, 5]])
    assert gwet_ac(confusion).value == pytest.approx(0.808, abs=0.0005)
    assert gwet_ac(confusion, "quadratic").value == pytest.approx(0.808, abs=0.0005)
    assert cohen_kappa(confusion).value == pytest.approx((0.85 - 0.7812) / (1 - 0.7812))
