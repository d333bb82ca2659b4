"""Two stored reports as tables: overall first, then the tests behind, what moved, and the groups."""

from __future__ import annotations

from annotator.evaluate.compare_reports import Line
from annotator.evaluate.significance import Comparison
from annotator.model.figure import Figure
from annotator.report.comparison import comparison_tables
from annotator.report.table import Table


def a_line(group: str | None = None, b: str = "new", *, p: float | None = 0.01, effect: float | None = 1.5, moved: int = 0) -> Line:
    difference = Figure(0.25, 12, 0.125, 0.5) if p == 0.01 else Figure(0.0, 12)
    found = Comparison("RR", "old", b, difference, 0.02, 0.03, 0.04, effect, 7, 3, 2, (), p)
    return Line(group, found, tuple((f"q{number}", 0.5 - number / 10) for number in range(moved)))


def rows_of(table: Table) -> list[list[object]]:
    return [list(row) for row in table.rows]


def test_the_verdict_and_the_tests_behind_it():
    verdicts, tests = comparison_tables([a_line()])
    assert verdicts.title == "new - old, all questions"
    assert rows_of(verdicts) == [["RR", "0.2500", "0.1250 to 0.5000", 12, "0.0100", "new is better"]]
    assert rows_of(tests) == [["RR", "0.0200", "0.0300", "0.0400", "1.50", 7, 3, 2]]


def test_what_there_is_not_is_a_dash():
    verdicts, tests = comparison_tables([a_line(p=None, effect=None)])
    assert rows_of(verdicts)[0][2:] == ["-", 12, "-", "no difference can be claimed"]
    assert rows_of(tests)[0][4] == "-"


def test_the_five_questions_that_moved_most_are_named_with_their_signs():
    *_, moved = comparison_tables([a_line(moved=7)])
    assert rows_of(moved) == [["RR", "q0 +0.500, q1 +0.400, q2 +0.300, q3 +0.200, q4 +0.100"]]


def test_groups_stand_below_and_each_says_what_may_be_claimed():
    *_, groups = comparison_tables([a_line(), a_line("lang=en"), a_line("lang=zh", p=1.0)])
    assert groups.title == "new - old, within groups"
    assert [[row[0], row[1], row[-1]] for row in groups.rows] == [["lang=en", "RR", "new is better"], ["lang=zh", "RR", "none"]]


def test_each_pair_of_retrievers_has_its_own_tables():
    found = list(comparison_tables([a_line(), a_line(b="other")]))
    assert [table.title for table in found if table.title.endswith("all questions")] == [
        "new - old, all questions",
        "other - old, all questions",
    ]
    assert [len(table.rows) for table in found] == [1, 1, 1, 1]


def test_reports_without_a_common_question_say_so():
    (table,) = comparison_tables([])
    assert table.notes == ("the reports share no scored question",)
