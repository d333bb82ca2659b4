"""The agreement report: it fits 80 columns, says what is undefined and why, and lists disagreements as safe CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from annotator.agreement.ratings import Item, Marked, Rating, Ratings, Value
from annotator.agreement.scale import Scale
from annotator.agreement.summary import FacetSummary, summarise
from annotator.report.agreement import agreement_json, agreement_markdown, agreement_text, disagreements_csv
from annotator.report.width import width_of

GRADE = Scale("grade", (0, 1, 2, 3))


def summary_of(scale: Scale, **by_reviewer: Sequence[Value]) -> FacetSummary:
    ratings: dict[str, dict[Item, Value]] = {name: dict(enumerate(values)) for name, values in by_reviewer.items()}
    return summarise(Ratings(ratings, machines=frozenset(["judge"]), waiting=3, skipped=2), scale)


def all_kinds() -> dict[str, FacetSummary]:
    return {
        "relevance": summary_of(GRADE, alice=[0, 1, 2, 3, 3], bob=[0, 1, 2, 2, 3], judge=[0, 0, 2, 3, 3]),
        "维度": summary_of(
            Scale("tags", tags=("技能", "x", "never")), a=[frozenset(["技能"]), frozenset("x")], b=[frozenset("x"), frozenset("x")]
        ),
        "evidence": summary_of(Scale("spans"), a=[Marked.of([(0, 5)], 20)] * 2, b=[Marked.of([(0, 4)], 20), Marked.of([], 20)]),
        "age": summary_of(Scale("number", tolerance=1), a=[1, 5, 7], b=[2, 5, 9]),
        "topic": summary_of(
            Scale("choice", tuple(f"a rather long name {i}" for i in range(12))), a=["a rather long name 1"], b=["a rather long name 2"]
        ),
    }


def test_no_line_is_wider_than_80_columns():
    text = agreement_text(all_kinds(), explain=True)
    assert max(width_of(line) for line in text.splitlines()) <= 80


def test_the_first_table_says_n_value_interval_and_what_is_absent():
    lines = agreement_text({"relevance": all_kinds()["relevance"]}).splitlines()
    assert lines[0] == "relevance (grade): 3 waiting, 2 skipped, 0 stale"
    assert lines[1].split() == ["reviewers", "n", "observed", "kappa-quadratic", "95", "%", "interval"]
    # Found 1; expected 61/5 (margins 1/1/1/2 and 1/1/2/1), so 1 − 5/61 = 0.918.
    assert lines[3].split()[:6] == ["alice", "~", "bob", "5", "0.800", "0.918"]
    assert lines[4].startswith("judge (machine) ~ alice")
    assert "intervals: percentile bootstrap over samples, 2000 draws, seed 20261130" in lines


def test_undefined_is_a_word_with_its_reason():
    text = agreement_text({"relevance": summary_of(GRADE, a=[3] * 4, b=[3] * 4)})
    assert "undefined (no variation: all 4 pairs are 3/3): kappa, kappa-linear" in text
    assert "nan" not in text.lower()
    assert "kappa is undefined because 100% are grade 3; observed 1.00, AC1 1.00" in text


def test_the_confusion_matrix_is_drawn_with_margins():
    text = agreement_text({"relevance": summary_of(Scale("grade", (0, 1)), a=[0, 0, 1], b=[0, 1, 1])})
    start = text.index("rows a, columns b")
    assert text[start:].splitlines()[1:6] == [
        "       0    1  all",
        "---  ---  ---  ---",
        "0    ▓ 1  ▓ 1    2",
        "1      0  ▓ 1    1",
        "all    1    2    3",
    ]


def test_a_wide_scale_lists_its_commonest_disagreements():
    assert "commonest of 1 disagreements; 0 of 1 agree" in agreement_text({"topic": all_kinds()["topic"]})


def test_a_macro_mean_says_over_how_many_tags():
    text = agreement_text({"tags": all_kinds()["维度"]})
    assert "the macro mean (kappa) is over 2 of 3 tags; 1 undefined left out" in text
    assert "most often taken for each other: x / 技能 1" in text


def test_many_pairs_are_one_line_each_unless_asked():
    summary = {"relevance": summary_of(GRADE, a=[0, 1, 2], b=[0, 1, 2], c=[0, 1, 2], d=[0, 1, 2])}
    short, full = agreement_text(summary), agreement_text(summary, every_pair=True)
    assert "mean kappa-quadratic over 6 pairs of people: 1.000" in short
    assert "all reviewers together" in short
    assert "rows a, columns b" not in short and "rows a, columns b" in full


def test_pairs_of_a_crowd_that_share_nothing_are_counted_and_not_listed():
    ratings = Ratings({"a": {1: 0, 2: 1}, "b": {1: 0, 2: 1}, "c": {3: 1}, "d": {4: 1}})
    text = agreement_text({"relevance": summarise(ratings, GRADE)})
    assert "5 of 6 pairs of people share no item and are left out" in text
    assert "a ~ b" in text and "a ~ c" not in text


def test_markdown_holds_the_same_tables():
    text = agreement_markdown(all_kinds(), explain=True)
    assert "| alice ~ bob | 5 | 0.800 | 0.918 |" in text
    assert "**relevance (grade): 3 waiting, 2 skipped, 0 stale**" in text


def test_json_is_the_shape_of_the_contract():
    document = agreement_json("demo", "ab12", all_kinds())
    assert list(document) == ["dataset", "sha256", "facets"]
    assert document["facets"]["relevance"]["pairs"][0]["reviewers"] == ["alice", "bob"]


def test_disagreements_as_csv_are_guarded_against_formulas():
    scale = Scale("choice", ("=1+1", "ok"))
    ratings = Ratings.of([Rating("a", "i1", "=1+1", "s"), Rating("b", "i1", "ok", "s"), Rating("a", "i2", "ok"), Rating("b", "i2", "ok")])
    rows = list(csv.reader(io.StringIO(disagreements_csv({"topic": (ratings, scale)}))))
    assert rows == [
        ["facet", "sample", "item", "reviewer 1", "value 1", "reviewer 2", "value 2"],
        ["topic", "s", "i1", "a", "'=1+1", "b", "ok"],
    ]
