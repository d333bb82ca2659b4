"""The tables of an evaluation as people read them."""

from annotator.evaluate.experiment import Evaluated, Material, Plan, evaluate
from annotator.evaluate.measures import parse
from annotator.evaluate.retriever import FromRun, Passage, Query
from annotator.evaluate.significance import Comparison, compare
from annotator.report.evaluation import Parts, evaluation_tables, per_query_csv
from tests.report.reported import a_report

KINDS = ("one", "two", "three")
QUERIES = [Query(f"q{number}", "?", {"kind": kind, "lang": "en"}) for number, kind in enumerate(KINDS)]
MATERIAL = Material(QUERIES, [Passage("a", "x" * 34), Passage("b", "港" * 10)], {query.id: {"a": 1} for query in QUERIES})
PLAN = Plan([parse("RR@10"), parse("NoAnswerFPR")])
DOCUMENT = {"provisional": False, "invariants": []}


def evaluated() -> dict[str, Evaluated]:
    run = {"q0": [("a", 1.0)], "q1": [("b", 2.0), ("a", 1.0)], "q2": [("a", 1.0)]}
    return evaluate(MATERIAL, [FromRun("mine", run, {})], PLAN)


def tables(comparisons: list[Comparison] | None = None, **more) -> list[str]:
    return [table.plain(100) for table in evaluation_tables(DOCUMENT, Parts(evaluated(), [], comparisons or []), **more)]


def test_figures_have_the_decimals_asked_for():
    # 1, 1/2 and 1 over three questions.
    assert [tables(None, **more)[0].splitlines()[3].split()[:2] for more in ({}, {"digits": 6})] == [
        ["RR@10", "0.8333"],
        ["RR@10", "0.833333"],
    ]
    assert "NoAnswerFPR: no question without an answer" in tables()[0]


def test_groups_stand_across_or_down_whichever_is_shorter():
    assert tables(group="lang")[1].splitlines() == ["mine by lang", "measure          en", "-------  ----------", "RR@10    0.8333 (3)"]
    assert tables(group="kind")[1].splitlines() == [
        "mine by kind",
        "kind        RR@10",
        "-----  ----------",
        "one    1.0000 (1)",
        "three  1.0000 (1)",
        "two    0.5000 (1)",
    ]
    assert "no sample has a group 'absent'" in tables(group="absent")[1]


def test_tokens_are_called_estimates():
    (table,) = [text for text in tables() if text.startswith("estimated tokens")]
    # a costs 34 / 3.4 = 10, b 10; they come 3 times and once: 40 in all.
    assert [line.split() for line in table.splitlines() if "cjk+other" in line] == [["mine", "cjk+other/3.4", "3", "13.3", "40.0"]]
    assert table.endswith("estimates of what came back; no tokeniser was run")


def pairs(count: int, gap: float) -> list[Comparison]:
    low = {f"q{number:02}": 0.1 for number in range(12)}
    high = {query: value + gap * (1 + number / 100) for number, (query, value) in enumerate(low.items())}
    return [compare(f"m{number}", ("a", low), ("b", high), 1) for number in range(count)]


def test_few_comparisons_are_all_shown():
    (table,) = [text for text in tables(pairs(20, 0.0)) if text.startswith("comparisons")]
    assert table.count("no difference can be claimed") == 20


def test_of_many_those_that_say_nothing_are_counted():
    (table,) = [text for text in tables([*pairs(19, 0.0), *pairs(2, 0.5)]) if text.startswith("comparisons")]
    assert table.count("b is better") == 2
    assert table.endswith("19 further comparisons, in which no difference can be claimed, stand in --json")
    (table,) = [text for text in tables(pairs(21, 0.0)) if text.startswith("comparisons")]
    assert "in none of 21 can a difference be claimed; --json has them all" in table


def test_every_value_of_every_question_is_a_row():
    rows = per_query_csv(a_report()).splitlines()
    assert rows[0] == '"retriever","projection","query","measure","value","returned"'
    assert rows[1:3] == ['"lexical","candidate","q-0","nDCG@10",0.0,1', '"lexical","candidate","q-1","nDCG@10",0.25,1']
    # Three outcomes of four questions; AP has no value in any.
    assert len(rows) == 1 + 12


def test_the_words_of_a_question_stand_in_a_row_where_the_report_has_them():
    report = a_report()
    report["retrievers"]["lexical"]["projections"]["candidate"]["per_query"]["q-1"]["text"] = "=why"
    rows = per_query_csv(report).splitlines()
    assert rows[0].endswith('"returned","text"')
    assert [row.rsplit(",", 1)[1] for row in rows[1:4]] == ['""', '"\'=why"', '""']
