"""Values of other evaluators, recorded in the shared conformance data, against ours: per query and to the last bit where trec_eval 10 printed 17 digits."""

import json
from pathlib import Path

import pytest

from annotator.curate.score import Request, score
from annotator.errors import AnnotatorError
from annotator.evaluate.lines import Options

TREC_NAMES = {
    "num_ret": "NumRet",
    "num_rel": "NumRel",
    "num_rel_ret": "NumRet(rel=1)",
    "map": "AP",
    "Rprec": "Rprec",
    "bpref": "Bpref",
    "recip_rank": "RR",
    "P_1": "P@1",
    "P_3": "P@3",
    "P_5": "P@5",
    "P_10": "P@10",
    "P_15": "P@15",
    "P_20": "P@20",
    "P_30": "P@30",
    "P_100": "P@100",
    "P_200": "P@200",
    "P_500": "P@500",
    "P_1000": "P@1000",
    "recall_3": "R@3",
    "recall_5": "R@5",
    "recall_10": "R@10",
    "recall_100": "R@100",
    "recall_1000": "R@1000",
    "ndcg": "nDCG",
    "ndcg_cut_3": "nDCG@3",
    "ndcg_cut_5": "nDCG@5",
    "ndcg_cut_10": "nDCG@10",
    "ndcg_cut_100": "nDCG@100",
    "map_cut_3": "AP@3",
    "map_cut_10": "AP@10",
    "map_cut_100": "AP@100",
    "success_1": "Success@1",
    "success_5": "Success@5",
    "success_10": "Success@10",
    "set_P": "SetP",
    "set_recall": "SetR",
    "set_F": "SetF",
    **{f"iprec_at_recall_{tenth / 10:.2f}": f"IPrec@{tenth / 10}" for tenth in range(11)},
}
REFUSED = {"dup_qrels", "nan_score", "text_score", "float_grade", "missing_column"}
SUMMED = {"num_ret", "num_rel", "num_rel_ret"}
# -M10 cuts every measure in trec_eval; here a cutoff belongs to a measure.
CUT = {"cut_M10_rr"}


def values_of(qrels: Path, run: Path, measures: list[str], **settings):
    names, (one,) = score(Request(str(qrels), [str(run)], measures, **settings))
    keys = [str(name) for name in names]
    rows = {query: dict(zip(keys, row, strict=True)) for query, row in zip(one.queries, one.values, strict=True)}
    return rows, {key: figure.value for key, figure in zip(keys, one.figures, strict=True)}


def own_cases(shared: Path):
    return json.loads((shared / "ret-conformance/own/expected.json").read_text())


def test_own_edge_cases_equal_trec_eval_10_to_the_last_bit(shared_data):
    folder = shared_data / "ret-conformance/own"
    compared = 0
    for name, case in own_cases(shared_data).items():
        if name in REFUSED | CUT | {"graded_exp_uncut"} or case["te10"]["rc"]:
            continue
        rows, means = values_of(folder / f"{name}.qrels", folder / f"{name}.run", list(TREC_NAMES.values()))
        for query, expected in case["te10"]["values"].items():
            ours = means if query == "all" else rows[query]
            for trec_name, value in expected.items():
                if trec_name in TREC_NAMES:
                    assert ours[TREC_NAMES[trec_name]] == value, (name, query, trec_name)
                    compared += 1
    assert compared > 1000


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dup_qrels", "dup_qrels.qrels:2: passage 'a' of query '1' was judged in line 1 already"),
        ("nan_score", "nan_score.run:1: the score of passage 'a' is NaN"),
        ("text_score", "text_score.run:1: score 'high' is not a number"),
        ("float_grade", "float_grade.qrels:1: grade '1.9' is not a whole number"),
        ("missing_column", "missing_column.run:1: a run line has 6 fields"),
    ],
)
def test_what_trec_eval_takes_silently_is_refused_with_its_line(shared_data, name, words):
    folder = shared_data / "ret-conformance/own"
    with pytest.raises(AnnotatorError) as caught:
        values_of(folder / f"{name}.qrels", folder / f"{name}.run", ["AP"])
    assert words in str(caught.value)


def test_a_reciprocal_rank_with_a_cutoff_equals_a_run_cut_there(shared_data):
    folder = shared_data / "ret-conformance/own"
    _, means = values_of(folder / "cut_M10_rr.qrels", folder / "cut_M10_rr.run", ["RR", "RR@10"])
    assert means == {"RR": 1 / 11, "RR@10": 0.0}


def test_exponential_gain_equals_trec_evals_gain_table(shared_data):
    folder = shared_data / "ret-conformance/own"
    _, means = values_of(folder / "graded_exp_uncut.qrels", folder / "graded_exp_uncut.run", ["nDCG(dcg='exp-log2')"])
    assert means["nDCG(dcg='exp-log2')"] == own_cases(shared_data)["graded_exp_uncut"]["te10"]["values"]["all"]["ndcg_1=1,2=3,3=7"]
    _, means = values_of(folder / "big_grade.qrels", folder / "big_grade.run", ["nDCG(dcg='exp-log2')@10"])
    assert means["nDCG(dcg='exp-log2')@10"] == pytest.approx(0.63152, abs=5e-6)


def test_float32_equals_trec_eval_9(shared_data):
    folder = shared_data / "ret-conformance/own"
    expected = own_cases(shared_data)["float32_tie"]["te9"]["values"]["1"]
    rows, _ = values_of(folder / "float32_tie.qrels", folder / "float32_tie.run", ["RR", "AP", "nDCG@10"], options=Options(float32=True))
    assert rows["1"] == {"RR": expected["recip_rank"], "AP": expected["map"], "nDCG@10": expected["ndcg_cut_10"]}


def test_a_missing_query_counts_zero_and_an_only_negative_query_harms_no_other(shared_data):
    folder = shared_data / "ret-conformance/own"
    _, means = values_of(folder / "missing_query.qrels", folder / "missing_query.run", ["AP"])
    assert means["AP"] == 0.5
    _, means = values_of(folder / "missing_query.qrels", folder / "missing_query.run", ["AP"], intersection=True)
    assert means["AP"] == 1.0
    rows, means = values_of(folder / "all_negative.qrels", folder / "all_negative.run", ["AP"])
    assert rows["1"]["AP"] == 0.0 and rows["2"]["AP"] == 1.0 and means["AP"] == 0.5
    _, means = values_of(folder / "empty_run.qrels", folder / "empty_run.run", ["AP"])
    assert means["AP"] == 0.0


def expected_table(path: Path) -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for line in path.read_text().splitlines():
        name, query, value = line.split(None, 2)
        table.setdefault(query, {})[name] = value.strip()
    return table


@pytest.mark.parametrize(
    ("qrels", "run", "expected", "settings"),
    [
        ("qrels.test", "results.test", "out.test", {}),
        ("qrels.test", "results.test", "out.test.a", {}),
        ("qrels.test", "results.test", "out.test.aq", {}),
        ("qrels.test.with-comments", "results.test", "out.test.aq", {}),
        ("qrels.test", "results.trunc", "out.test.aqc", {}),
        ("qrels.rel_level", "results.test", "out.test.aql", {"level": 2}),
    ],
)
def test_trec_evals_own_test_files(shared_data, qrels, run, expected, settings):
    folder = shared_data / "ret-trec_eval-tests/test"
    measures = {trec: name for trec, name in TREC_NAMES.items() if settings.get("level", 1) == 1 or "RR" in name or name[0] in "APRSB"}
    rows, means = values_of(folder / qrels, folder / run, list(measures.values()), **settings)
    compared = 0
    for query, table in expected_table(folder / expected).items():
        ours = means if query == "all" else rows[query]
        by_plain_name = {name.replace("(rel=2)", ""): value for name, value in ours.items()}
        for trec_name, name in measures.items():
            if trec_name in table:
                value = by_plain_name[name]
                assert f"{value:.0f}" == table[trec_name] if trec_name in SUMMED else f"{value:.4f}" == table[trec_name], (query, trec_name)
                compared += 1
    assert compared >= 27


def test_the_values_that_ir_measures_tests_recorded(shared_data):
    vectors = json.loads((shared_data / "ret-conformance/ir_measures/vectors.json").read_text())
    known = {
        "P",
        "R",
        "RR",
        "AP",
        "nDCG",
        "Bpref",
        "Rprec",
        "IPrec",
        "Success",
        "SetP",
        "SetR",
        "SetF",
        "ERR",
        "Judged",
        "NumRet",
        "NumRel",
    }
    compared = 0
    for vector in vectors:
        names = vector["measures"]
        if any(n.split("@")[0].split("(")[0] not in known or "judged_only" in n or "gains" in n or "relative" in n for n in names):
            continue
        if not isinstance(vector["qrels"], list) or not vector["result"] or vector["provider"] == "gdeval":
            continue
        compared += check_vector(vector)
    assert compared > 100


def check_vector(vector) -> int:
    from annotator.evaluate.measures import parse
    from annotator.evaluate.ranking import EMPTY, Judged, rank_judged

    qrels: dict[str, dict[bytes, int]] = {}
    for query, passage, grade in vector["qrels"]:
        qrels.setdefault(query, {})[passage.encode()] = grade
    runs: dict[str, list[tuple[bytes, float]]] = {}
    for query, passage, value in vector["run"]:
        runs.setdefault(query, []).append((passage.encode(), value))
    ours: dict[tuple[str, str], float] = {}
    for query, grades in qrels.items():
        judged = Judged(grades)
        passages, scores = zip(*runs[query], strict=True) if query in runs else ((), ())
        ranking = rank_judged(list(passages), list(scores), judged, float32=True) if passages else EMPTY
        for name in vector["measures"]:
            ours[query, name] = parse(name).formula()(ranking, judged)
    if isinstance(vector["result"], dict):
        for name, value in vector["result"].items():
            column = [ours[query, name] for query in sorted(qrels)]
            mean = sum(column) if parse(name).summed else sum(column) / len(column)
            assert mean == pytest.approx(value, abs=1e-9), vector["test"]
        return len(vector["result"])
    for query, name, value in vector["result"]:
        assert ours[query, name] == pytest.approx(value, abs=1e-9), (vector["test"], query, name)
    return len(vector["result"])
