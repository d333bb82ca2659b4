"""Every published value is reproduced by our public functions: from the file where it is, and from a copy of the numbers always.

The copy holds figures as printed in the sources it names (Cohen 1960, Fleiss 1971, Krippendorff 1980/1995/2004, Artstein and Poesio 2008, …).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.agreement.alpha import Metric, alpha_values, coincidences, tally
from annotator.agreement.gwet import ac1_features, ac1_tally_values
from annotator.agreement.kappa import chance_values
from annotator.agreement.overall import overall
from annotator.agreement.ratings import Item, Marked, Ratings, Value
from annotator.agreement.scale import Scale
from annotator.agreement.setdistance import SetDistance
from annotator.agreement.summary import summarise
from annotator.agreement.tagsets import alpha_of_sets
from annotator.agreement.unitizing import alpha_u
from annotator.model.figure import Figure
from tests.agreement.rated import figures_of

COPY = [json.loads(line) for line in (Path(__file__).parent / "published_cases.jsonl").read_text("utf-8").splitlines()]
# The values of 1995 are printed for the continuum stretched until lengths behave as if continuous.
LONG_STRETCH = 50_000
# Of two reviewers, and of all together.
PAIR = {
    "cohen_unweighted": "kappa",
    "cohen_linear": "kappa-linear",
    "cohen_quadratic": "kappa-quadratic",
    "observed_agreement": "observed",
    "scott_pi": "pi",
}
BOTH = {"alpha_nominal": "alpha-nominal", "alpha_ordinal": "alpha", "alpha_interval": "alpha-interval", "gwet_ac1": "ac1"}
TOGETHER = {**BOTH, "fleiss": "fleiss"}
# What no report shows, since other figures say more: the ratio metric, and what other tools mean by ordinal alpha and by MASI.
METRICS: dict[str, Metric] = {"alpha_ratio": "ratio", "irrCAC_alpha_ordinalweights": "gwet-ordinal"}
SETS: dict[str, SetDistance] = {
    "alpha_masi": "masi",
    "alpha_jaccard": "jaccard",
    "alpha_masi_dkpro": "masi-dkpro",
    "alpha_set_dkpro": "nested",
}
EXACT, ONE_IN_COMMON = "observed_agreement_exact_set", "max_percentage_agreement (share >=1 label)"
LIGHT = "light_mean_pairwise_cohen"


def of_pair(left: list[Any], right: list[Any], scale: list[Any]) -> dict[str, Figure]:
    figures = figures_of(left, right, Scale("grade", tuple(scale)))
    return {name: figures[ours] for name, ours in {**PAIR, **BOTH}.items() if ours in figures}


def of_table(labels: list[Any], table: list[list[int]]) -> dict[str, Figure]:
    pairs = [(labels[i], labels[j]) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    by_chance = Figure(float(chance_values(table)), len(pairs))
    return {**of_pair([left for left, _ in pairs], [right for _, right in pairs], labels), "expected_agreement": by_chance}


def of_matrix(rows: list[list[Any]]) -> dict[str, Figure]:
    columns = list(zip(*rows, strict=True))
    by_reviewer: dict[str, dict[Item, Value]] = {
        f"r{who}": {item: value for item, value in enumerate(column) if value is not None} for who, column in enumerate(columns)
    }
    ratings, scale = Ratings(by_reviewer), sorted({value for row in rows for value in row if value is not None})
    figures = overall(ratings, Scale("grade", tuple(scale)), None)
    found = {name: figures[ours] for name, ours in TOGETHER.items() if ours in figures}
    if all(isinstance(value, int) for value in scale):
        together = coincidences(tally([[value for value in row if value is not None] for row in rows], scale)).sum(axis=0)
        found |= {name: Figure(float(alpha_values(together, scale, metric)), len(rows)) for name, metric in METRICS.items()}
    if len(columns) == 2:
        return of_pair(list(columns[0]), list(columns[1]), scale) | found
    mean = summarise(ratings, Scale("grade", tuple(scale)), None).means["kappa"]
    return {**found, LIGHT: Figure(mean.value, len(rows))}


def of_sets(rows: list[list[list[str]]]) -> dict[str, Figure]:
    items = [[frozenset(value) for value in row] for row in rows]
    figures = figures_of([item[0] for item in items], [item[1] for item in items], Scale("tags", tags=("A", "B", "C")))
    alphas = {name: alpha_of_sets(items, distance) for name, distance in SETS.items()}
    return {**alphas, EXACT: figures["observed"], ONE_IN_COMMON: figures["one-in-common"]}


def of_units(case: dict[str, Any]) -> dict[str, Figure]:
    first, last = case["data"]["continuum"]
    stretch = LONG_STRETCH if "1995" in case["id"] else 1
    units = case["data"]["units(start,length,rater,label)"]

    def figure(tags: set[str]) -> Figure:
        text = [
            Marked.of(
                [
                    ((start - first) * stretch, (start - first + size) * stretch, tag)
                    for start, size, rater, tag in units
                    if rater == who and tag in tags
                ],
                (last - first) * stretch,
            )
            for who in (0, 1)
        ]
        return alpha_u([text])

    tags = {tag for _, _, _, tag in units}
    return {"alphaU_all": figure(tags), **{f"alphaU_{tag}": figure({tag}) for tag in tags}}


def figures_of_case(case: dict[str, Any]) -> dict[str, Figure]:
    data = case["data"]
    match case["kind"]:
        case "contingency_table":
            return of_table(data["labels"], data["table"])
        case "ratings_matrix_items_x_raters":
            return of_matrix(data["rows"])
        case "pairs":
            scale = data["labels"] or sorted({*data["a"], *data["b"]})
            # No facet has a scale of one value.
            return of_pair(data["a"], data["b"], scale) if len(scale) > 1 else {}
        case "pairs_of_label_sets":
            return of_sets(data["rows"])
        case _:
            return of_units(case)


def missed(cases: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """How many published values of figures that we report were compared, and those that came out otherwise."""
    wrong, count = [], 0
    for case in cases:
        figures = figures_of_case(case) if case["published"] else {}
        for name, published in case["published"].items():
            if name in figures:
                count += 1
                value = figures[name].value
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
    compared = 0
    for case in file["cases"]:
        if case["id"] == "degenerate-no-common-label":
            continue
        figures = figures_of_case(case)
        for name, value in case["independent"].items():
            if name in figures:
                found = figures[name].value
                assert found is None if value is None else found == pytest.approx(value, abs=2e-8), (case["id"], name)
                compared += 1
    assert compared > 140


def test_gwets_own_package_on_four_raters(shared_data):
    folder = shared_data / "vec-published-agreement"
    published = json.loads((folder / "irrCAC_python_test_values.json").read_text("utf-8"))["tests"]["raw/test_gwet.py"]
    lines = (folder / "irrCAC_csv" / "cac.raw4raters.csv").read_text("utf-8").splitlines()[1:]
    rows = [[int(cell) for cell in line.split(",")[1:] if cell.strip() not in {"", "NA"}] for line in lines]
    # The first case; later ones give a list of categories of their own.
    expected = next(case["coefficient"] for case in published if case["dataset"] == "raw_4raters" and case["weights"] == "identity")
    assert ac1_tally_values(ac1_features(tally([row for row in rows if row], range(1, 6))).sum(axis=0)) == pytest.approx(
        expected, abs=0.001
    )


def test_gwets_paradox_table():
    # Gwet 2008: kappa collapses where one category prevails. AC1 = (0.85 − 0.21875) / 0.78125; kappa with pe = 0.87·0.88 + 0.13·0.12 = 0.7812.
    found = of_table([1, 2], [[80, 7], [8, 5]])
    assert found["gwet_ac1"].value == pytest.approx(0.808, abs=0.0005)
    assert found["cohen_unweighted"].value == pytest.approx((0.85 - 0.7812) / (1 - 0.7812))
