"""What users reported of other evaluators, each with its tiny case and its right value (arithmetic in the comments)."""

from math import log2

import pytest

from annotator.curate.score import Request, score
from annotator.errors import AnnotatorError, Refused
from annotator.evaluate.lines import Options
from annotator.evaluate.measures import parse
from annotator.evaluate.ranking import EMPTY, DuplicatePassage, Judged, NotANumber, rank_judged


def values(tmp_path, qrels: str, run: str, *measures: str, **settings) -> dict[str, float | None]:
    """Means of a case written as `query:passage=grade` and `query:passage=score` words."""
    one = scored(tmp_path, qrels, run, *measures, **settings)
    return dict(zip(measures, [figure.value for figure in one.figures], strict=True))


def scored(tmp_path, qrels: str, run: str, *measures: str, **settings):
    for name, text in (("qrels", qrels), ("run", run)):
        lines = []
        for word in text.split():
            query, _, rest = word.partition(":")
            passage, _, number = rest.partition("=")
            lines.append(f"{query} 0 {passage} {number}\n" if name == "qrels" else f"{query} Q0 {passage} 1 {number} t\n")
        (tmp_path / name).write_text("".join(lines))
    request = Request(str(tmp_path / "qrels"), [str(tmp_path / "run")], measures, **settings)
    return score(request)[1][0]


def test_ties_are_broken_by_falling_id_and_counted(tmp_path):
    one = scored(tmp_path, "1:b=1", "1:a=1 1:b=1 1:c=1", "RR", "RR@10", "nDCG@10")
    assert one.values == [(0.5, 0.5, 1 / log2(3))]
    assert one.tied == 1


def test_renaming_passages_changes_nothing_where_scores_differ(tmp_path):
    assert values(tmp_path, "1:b=1", "1:a=3 1:b=2 1:c=1", "RR") == values(tmp_path, "1:x=1", "1:q=3 1:x=2 1:a=1", "RR")


def test_one_ranking_serves_every_measure_of_a_constant_scorer(tmp_path):
    assert values(tmp_path, "1:b=1", "1:b=1 1:c=1 1:a=0.5", "RR@10", "nDCG@10") == {"RR@10": 0.5, "nDCG@10": 1 / log2(3)}


def test_the_order_of_lines_changes_nothing(tmp_path):
    words = ["1:a=1", "1:b=1", "1:c=1", "2:a=2", "2:d=2", "1:e=4"]
    forward = values(tmp_path, "1:b=1 2:a=1", " ".join(words), "RR", "AP", "nDCG@10")
    assert values(tmp_path, "1:b=1 2:a=1", " ".join(reversed(words)), "RR", "AP", "nDCG@10") == forward


def test_scores_that_differ_in_the_ninth_digit_are_no_tie_unless_asked_to_be(tmp_path):
    run = "1:x=17.4839213 1:z=17.4839211"
    assert values(tmp_path, "1:x=1", run, "RR") == {"RR": 1.0}
    assert values(tmp_path, "1:x=1", run, "RR", options=Options(float32=True)) == {"RR": 0.5}


def test_a_judged_query_without_results_counts_zero_in_sight(tmp_path):
    one = scored(tmp_path, "q1:a=1 q2:b=1", "q1:a=1", "AP", "nDCG@10", "RR@10")
    assert [figure.value for figure in one.figures] == [0.5, 0.5, 0.5]
    assert one.missing == 1
    assert values(tmp_path, "q1:a=1 q2:b=1", "q1:a=1", "AP", intersection=True) == {"AP": 1.0}


def test_no_query_in_common_is_zero_and_counted_and_undefined_in_the_intersection(tmp_path):
    one = scored(tmp_path, "q1:a=1", "q2:a=1", "AP")
    assert (one.figures[0].value, one.missing, one.ignored) == (0.0, 1, 1)
    (figure,) = scored(tmp_path, "q1:a=1", "q2:a=1", "AP", intersection=True).figures
    assert (figure.value, figure.n, figure.undefined) == (None, 0, "no judged query")


def test_a_hash_inside_an_id_is_no_comment(tmp_path):
    assert values(tmp_path, "1:doc#1=1", "1:doc#2=2 1:doc#1=1", "RR") == {"RR": 0.5}


def test_run_queries_without_judgments_do_not_pull_the_mean_down(tmp_path):
    one = scored(tmp_path, "q1:a=1", "q1:a=1 q2:b=1", "AP", "RR@10")
    assert ([figure.value for figure in one.figures], one.ignored) == ([1.0, 1.0], 1)


def test_judged_but_nothing_relevant_is_zero_and_averaged(tmp_path):
    assert values(tmp_path, "q1:a=0 q1:b=0 q2:a=1", "q1:a=2 q2:a=1", "AP", "R@5", "Rprec", "Bpref", "nDCG@5", "SetF") == {
        "AP": 0.5,
        "R@5": 0.5,
        "Rprec": 0.5,
        "Bpref": 0.5,
        "nDCG@5": 0.5,
        "SetF": 0.5,
    }


def test_an_empty_judgment_dict_harms_no_other_query():
    assert parse("nDCG@10").formula()(rank_judged([b"a"], [1.0], Judged({})), Judged({})) == 0.0
    assert parse("nDCG@10").formula()(rank_judged([b"b"], [1.0], Judged({b"b": 1})), Judged({b"b": 1})) == 1.0


def test_a_negative_grade_gains_nothing_and_costs_nothing(tmp_path):
    assert values(tmp_path, "1:a=-1 1:b=1", "1:a=2 1:b=1", "RR", "nDCG@10", "Bpref") == {"RR": 0.5, "nDCG@10": 1 / log2(3), "Bpref": 1.0}


def test_a_query_with_only_negative_grades_ends_nothing(tmp_path):
    assert values(tmp_path, "q1:a=-1 q2:b=1", "q1:a=1 q2:b=1", "AP") == {"AP": 0.5}


@pytest.mark.parametrize("grade", ["1.9", "0.5", "nan", "inf", "1e400", "1_0", "x", "0x1"])
def test_a_grade_that_is_not_whole_is_refused_with_its_line(tmp_path, grade):
    with pytest.raises(AnnotatorError, match=r"qrels:1: grade '.*' is not a whole number"):
        values(tmp_path, f"1:a={grade}", "1:a=1", "AP")


def test_a_grade_of_two_point_nought_is_two(tmp_path):
    assert values(tmp_path, "1:a=2.0 1:b=1", "1:b=2 1:a=1", "nDCG@10") == {"nDCG@10": (1 + 2 / log2(3)) / (2 + 1 / log2(3))}


@pytest.mark.parametrize("number", ["nan", "NaN", "-nan"])
def test_a_score_without_an_order_is_refused_with_its_line(tmp_path, number):
    with pytest.raises(AnnotatorError, match=r"run:2: the score of passage 'b' is NaN"):
        values(tmp_path, "1:a=1", f"1:a=1 1:b={number}", "AP")


def test_a_score_without_an_order_is_refused_in_memory_too():
    with pytest.raises(NotANumber):
        rank_judged([b"a", b"b"], [float("nan"), 1.0], Judged({b"a": 1}))
    assert rank_judged([b"a", b"b"], [float("inf"), float("-inf")], Judged({b"a": 1})).ranks == [1]


def test_a_passage_twice_is_an_error_or_counts_once_at_its_first_rank(tmp_path):
    run = "1:a=5 1:b=4 1:a=1"
    with pytest.raises(AnnotatorError, match=r"run:3: passage 'a' of query '1' stands in line 1 already"):
        values(tmp_path, "1:a=1", run, "AP")
    assert values(tmp_path, "1:a=1", run, "P@2", "AP", options=Options(dedupe=True)) == {"P@2": 0.5, "AP": 1.0}


def test_a_repeated_passage_lifts_no_measure_above_one():
    # Gold A and B, retrieved A, A: recall 1/2; nDCG 1 / (1 + 1/log2 3).
    judged = Judged({b"A": 1, b"B": 1})
    with pytest.raises(DuplicatePassage):
        rank_judged([b"A", b"A"], [2.0, 1.0], judged)
    ranking = rank_judged([b"A", b"A"], [2.0, 1.0], judged, dedupe=True)
    assert parse("R@2").formula()(ranking, judged) == 0.5
    assert parse("nDCG@2").formula()(ranking, judged) == pytest.approx(0.61315, abs=5e-6)


@pytest.mark.parametrize(("first", "expected"), [(1, 0.33916), (6, None)])
def test_the_ideal_comes_from_the_judgments_and_not_from_what_was_returned(tmp_path, first, expected):
    gold = "1:g1=3 1:g2=3 1:g3=3 1:g4=3 1:g5=3"
    if first == 1:
        assert values(tmp_path, gold, "1:g1=1", "nDCG@10")["nDCG@10"] == pytest.approx(expected, abs=5e-6)
    else:
        run = " ".join([*(f"1:x{i}={20 - i}" for i in range(5)), *(f"1:g{i}={10 - i}" for i in range(1, 6))])
        assert values(tmp_path, gold, run, "nDCG@10")["nDCG@10"] == pytest.approx(0.54099, abs=5e-6)


def test_the_graded_example_everyone_quotes(tmp_path):
    run = "1:a=6 1:b=5 1:c=4 1:d=3 1:e=2 1:f=1"
    gold = "1:a=3 1:b=2 1:c=3 1:d=0 1:e=1 1:f=2 1:g=3 1:h=2"
    got = values(tmp_path, gold, run, "nDCG@6", "nDCG(dcg='exp-log2')@6")
    assert got["nDCG@6"] == pytest.approx(0.78500, abs=5e-6)
    assert got["nDCG(dcg='exp-log2')@6"] == pytest.approx(0.75108, abs=5e-6)


def test_linear_and_exponential_gain_are_two_names(tmp_path):
    got = values(tmp_path, "1:a=1 1:b=2 1:c=3", "1:a=3 1:b=2 1:c=1", "nDCG@10", "nDCG(dcg='exp-log2')@10")
    assert got["nDCG@10"] == pytest.approx(0.79000, abs=5e-6)
    assert got["nDCG(dcg='exp-log2')@10"] == pytest.approx(0.68061, abs=5e-6)


def test_a_passage_named_as_the_query_stays(tmp_path):
    gold = " ".join(f"0:{i}=1" for i in range(10))
    run = " ".join(f"0:{i}={10 - i}" for i in range(10))
    assert values(tmp_path, gold, run, "nDCG@10") == {"nDCG@10": 1.0}


def test_bpref_without_a_judged_non_relevant_passage_is_one():
    judged = Judged({b"a": 5, b"b": 3})
    assert parse("Bpref").formula()(rank_judged([b"a", b"x", b"b"], [3.0, 2.0, 1.0], judged), judged) == 1.0


def test_bpref_counts_all_judged_non_relevant_passages():
    # Six relevant, four of them after one non-relevant, four non-relevant judged: 4 * (1 - 1/4) / 6.
    judged = Judged({**{b"r%d" % i: 1 for i in range(6)}, **{b"n%d" % i: 0 for i in range(4)}})
    ranking = rank_judged([b"n0", b"r0", b"r1", b"r2", b"r3"], [5.0, 4.0, 3.0, 2.0, 1.0], judged)
    assert parse("Bpref").formula()(ranking, judged) == pytest.approx(0.5)


def test_average_precision_divides_by_all_relevant_passages(tmp_path):
    # Ranks 1 and 3 of three relevant: (1/1 + 2/3) / 3.
    assert values(tmp_path, "1:a=1 1:b=1 1:c=1", "1:a=3 1:x=2 1:b=1", "AP")["AP"] == pytest.approx(0.55556, abs=5e-6)


def test_judged_at_k_divides_by_what_was_returned():
    judged = Judged({b"a": 1, b"b": 0, b"c": 0, b"d": 2, b"e": 0, b"f": -1})
    ranking = rank_judged([b"a", b"x", b"b", b"y", b"c", b"d", b"e"], [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0], judged)
    assert parse("Judged@5").formula()(ranking, judged) == 0.6
    assert parse("Judged@10").formula()(ranking, judged) == 5 / 7
    assert parse("Judged@10").formula()(EMPTY, judged) == 0.0


def test_the_same_measures_twice_give_the_same_both_times(tmp_path):
    got = [scored(tmp_path, "1:a=1 1:b=2", "1:a=2 1:b=1", "nDCG@2", "nDCG@10").values for _ in range(2)]
    assert got[0] == got[1]


def test_a_measure_named_twice_is_measured_once(tmp_path):
    assert len(scored(tmp_path, "1:a=1", "1:a=2", "nDCG@2", "nDCG@2").figures) == 1


def test_ids_keep_their_leading_zeros(tmp_path):
    one = scored(tmp_path, "007:0010=1 7:10=0", "007:0010=1 7:0010=1", "RR")
    assert dict(zip(one.queries, one.values, strict=True)) == {"007": (1.0,), "7": (0.0,)}


def test_ten_thousand_results_for_one_query(tmp_path):
    run = " ".join(f"1:d{i}={-i}" for i in range(10_000))
    assert values(tmp_path, "1:d9999=1 1:d0=1", run, "AP", "R@100", "NumRet") == {
        "AP": (1 + 2 / 10_000) / 2,
        "R@100": 0.5,
        "NumRet": 10_000.0,
    }


def test_a_system_that_never_ran_is_not_called_worse():
    from annotator.evaluate.significance import require_coverage

    with pytest.raises(Refused, match="answered 0 of 30 queries"):
        require_coverage("late", 0, 30)
    require_coverage("fine", 30, 30)
