"""Stored reports: read, paired, compared; values by SciPy and by hand."""

from typing import Any

import pytest
from scipy import stats

from annotator.errors import Refused, UnreadableInput, UsageError
from annotator.evaluate.compare_reports import able_pairs, compared, pairs_of
from annotator.evaluate.stored_report import stored_report

FIRST = [0.2, 0.5, 0.4, 0.9, 0.1, 0.6, 0.3, 0.8, 0.7, 0.0]
SECOND = [0.5, 0.6, 0.4, 1.0, 0.5, 0.9, 0.8, 0.9, 0.9, 0.3]


def a_report(retrievers, sha256="d1", material="m1", per_query=True):
    """A report's document: retriever to the values of q0, q1, … on RR; even questions are English."""
    document: dict[str, Any] = {
        "format": "annotator-report",
        "version": 1,
        "dataset": {"id": "small", "sha256": sha256, "material_sha256": material},
        "retrievers": {},
    }
    for name, values in retrievers.items():
        outcome = {"measures": {"RR": {"value": sum(values) / len(values), "n": len(values), "low": None, "high": None, "undefined": None}}}
        if per_query:
            outcome["per_query"] = {
                f"q{number}": {"groups": {"lang": "zh" if number % 2 else "en"}, "ranked": ["p"], "measures": {"RR": value, "AP": None}}
                for number, value in enumerate(values)
            }
            outcome["measures"]["AP"] = outcome["measures"]["RR"]
        document["retrievers"][name] = {"projections": {"candidate": outcome}}
    return document


def a_stored(*words, shown="a.json", **more):
    return stored_report(a_report(*words, **more), shown)


def test_the_tests_are_scipys_and_the_counts_are_by_hand():
    lines = compared(a_stored({"r": FIRST}), a_stored({"r": SECOND}, shown="b.json"), [("r", "r")])
    one = lines[0].comparison
    differences = [b - a for a, b in zip(FIRST, SECOND, strict=True)]
    assert one.difference.value == pytest.approx(sum(differences) / 10)
    assert one.t_test == pytest.approx(stats.ttest_rel(SECOND, FIRST).pvalue)
    assert one.wilcoxon == pytest.approx(stats.wilcoxon([value for value in differences if value]).pvalue)
    # Nine questions rose and none fell: of the 2^9 signs only all plus and all minus reach as far.
    assert one.randomisation == 2 / 2**9
    assert (one.wins, one.ties, one.losses) == (9, 1, 0)
    assert (one.a, one.b, one.verdict) == ("A r", "B r", "B r is better")
    (query, difference), *_ = lines[0].moved
    assert query == "q6"
    assert difference == pytest.approx(0.5)


def test_groups_are_lines_of_their_own_with_their_own_correction():
    lines = compared(a_stored({"r": FIRST}), a_stored({"r": SECOND}), [("r", "r")])
    assert [(line.group, line.comparison.difference.n) for line in lines] == [(None, 10), ("lang=en", 5), ("lang=zh", 5)]
    # English: 4 of 5 differ, all up; Chinese: all 5 up. Holm doubles the smaller one.
    assert [line.comparison.randomisation for line in lines[1:]] == [2 / 2**4, 2 / 2**5]
    assert [line.comparison.adjusted for line in lines[1:]] == [2 / 2**4, 2 / 2**4]
    assert {line.comparison.verdict for line in lines[1:]} == {"no difference can be claimed"}
    assert lines[0].comparison.adjusted == 2 / 2**9


def test_pairs_are_those_named_those_of_one_name_or_the_only_ones():
    a, b = a_stored({"x": FIRST, "y": FIRST}), a_stored({"y": FIRST, "z": FIRST}, shown="b.json")
    assert pairs_of(a, b) == [("y", "y")]
    assert pairs_of(a, b, ("x", "z")) == [("x", "z")]
    assert pairs_of(a_stored({"x": FIRST}), a_stored({"z": FIRST})) == [("x", "z")]
    with pytest.raises(UsageError, match=r"b.json has no retriever x; there are y, z"):
        pairs_of(a, b, ("x", "x"))
    with pytest.raises(UsageError, match="say --pair A B"):
        pairs_of(a, a_stored({"z": FIRST}))


def test_questions_of_both_are_compared_and_no_question_is_no_line():
    (line, *_) = compared(a_stored({"r": FIRST}), a_stored({"r": SECOND[:4]}), [("r", "r")])
    assert line.comparison.difference.n == 4


def test_a_report_without_values_per_query_says_how_to_make_one():
    with pytest.raises(UnreadableInput, match=r"a.json: holds no values per query.*--per-query"):
        compared(a_stored({"r": FIRST}, per_query=False), a_stored({"r": FIRST}), [("r", "r")])


def test_a_measure_that_one_of_them_lacks_is_named():
    with pytest.raises(UsageError, match="P@5 is not in both reports; both have RR, AP"):
        compared(a_stored({"r": FIRST}), a_stored({"r": FIRST}), [("r", "r")], ["P@5"])


def test_a_retriever_that_did_not_run_did_not_lose():
    document = a_report({"r": FIRST})
    for its in document["retrievers"]["r"]["projections"]["candidate"]["per_query"].values():
        its["ranked"] = []
    with pytest.raises(Refused, match=r"r of b\.json answered 0 of 10 queries"):
        able_pairs(a_stored({"r": FIRST}), stored_report(document, "b.json"), [("r", "r")])


def test_one_retriever_that_did_not_run_does_not_stop_the_others():
    document = a_report({"r": FIRST, "s": SECOND})
    for its in document["retrievers"]["s"]["projections"]["candidate"]["per_query"].values():
        its["ranked"] = []
    a, b = a_stored({"r": FIRST, "s": FIRST}), stored_report(document, "b.json")
    able, refusals = able_pairs(a, b, [("r", "r"), ("s", "s")])
    assert able == [("r", "r")]
    assert refusals == ["s of b.json answered 0 of 10 queries, fewer than 50%; let it run on all before comparing it"]


@pytest.mark.parametrize(("more", "what"), [({"sha256": "d2"}, "dataset SHA-256 d1 and d2"), ({"material": "m2"}, "questions and answers")])
def test_reports_on_different_data_are_refused(more, what):
    other = a_stored({"r": FIRST}, shown="b.json", **more)
    with pytest.raises(Refused, match=f"a.json and b.json rest on different data: {what}"):
        a_stored({"r": FIRST}).require_same_data(other.sha256, other.material_sha256, other.shown)


@pytest.mark.parametrize("document", [[], {}, {"format": "annotator-report", "version": 2}, {"runs": []}])
def test_other_documents_are_no_reports(document):
    with pytest.raises(UnreadableInput, match="is no report of version 1"):
        stored_report(document, "a.json")


@pytest.mark.parametrize("spoil", [lambda d: d.pop("dataset"), lambda d: d["dataset"].pop("sha256"), lambda d: d.update(retrievers=[])])
def test_a_spoilt_report_is_one_sentence(spoil):
    document = a_report({"r": FIRST})
    spoil(document)
    with pytest.raises(UnreadableInput, match=r"^a.json: is a report with something missing"):
        stored_report(document, "a.json")
