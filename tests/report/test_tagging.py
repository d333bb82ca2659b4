"""Tables and files of tag scores: bars, marks, differences, a picture that stands alone."""

from xml.etree import ElementTree as ET

from annotator.evaluate.tagging.comparison import differences
from annotator.evaluate.tagging.plan import Plan
from annotator.report.tagging import difference_tables, dimension_table, tagger_tables
from annotator.report.tagging_files import heatmap_svg, per_case_csv
from tests.evaluate.tagging.tagged import WHOLE_PLAN, guess, scored, truth

TRUTHS = [truth("s0", {"m": "skills"}, groups={"lang": "zh"}), truth("s1", {"m": "skills habits"}, groups={"lang": "en"})]
HALF = scored(TRUTHS, {"s0": guess({"m": "skills"}), "s1": guess({"m": "?=cmd"})})
WHOLE = scored(TRUTHS, {"s0": guess({"m": "skills"}), "s1": guess({"m": "skills habits"})})


def test_a_dimension_has_a_bar_of_its_f1_and_a_word_where_it_is_weak():
    rows = {row[0]: row for row in dimension_table("dimensions", HALF.dimensions).rows}
    # skills: right once, missed once, F1 2/3. family is never right and never predicted.
    assert (rows["skills"][1], rows["skills"][-1]) == ("███████░░░", "needs work")
    assert (rows["habits"][1], rows["habits"][-1]) == ("░░░░░░░░░░", "problem")
    assert rows["family"][1:5] == ("", None, None, None)


def test_words_of_predictions_are_shown_where_asked():
    for with_text in (False, True):
        tables = list(tagger_tables("theirs", HALF, [], "lang", with_text=with_text))
        assert any("=cmd" in table.plain() for table in tables) is with_text


def test_a_group_that_is_not_there_is_said():
    notes = [note for table in tagger_tables("theirs", HALF, [], "colour", with_text=False) for note in table.notes]
    assert "no sample has a group 'colour'" in notes


def test_two_taggers_have_their_differences_and_no_verdict():
    figures, moved = difference_tables(["first", "second"], differences(HALF, WHOLE, 1))
    assert figures.title == "A first, B second"
    rows = {row[0]: row[1:] for row in figures.rows}
    # TP 1, FP 1, FN 2 against all right.
    assert rows["micro-f1"][:3] == (2 / 5, 1.0, "+0.600")
    assert rows["strict-match"][-3:] == (1, 0, 1)
    assert ("micro-f1", "up", "s1") in moved.rows
    assert not any(word in figures.plain() + moved.plain() for word in ("better", "wins", "significant"))


def test_figures_that_neither_has_are_left_out_of_the_comparison():
    one, other = (scored(TRUTHS, {"s0": guess({"m": "skills"})}, WHOLE_PLAN) for _ in range(2))
    (figures,) = difference_tables(["a", "b"], differences(one, other, 1))
    assert [row[0] for row in figures.rows] == ["micro-precision", "micro-recall", "micro-f1", "strict-match", "relaxed-match"]


def test_the_picture_stands_alone_and_holds_words_as_words():
    odd = Plan(('<a href="x">',), frozenset({"dimensions"}))
    scores = scored([truth("s", {"m": "skills"})], {"s": guess({"m": "skills"})}, odd)
    picture = ET.fromstring(heatmap_svg({"theirs": scores}))
    words = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words == ["F1", "precision", "recall", '<a href="x">']


def test_one_tagger_has_three_columns_and_two_have_one_each():
    words = {}
    for names in (("half",), ("half", "whole")):
        picture = ET.fromstring(heatmap_svg({name: {"half": HALF, "whole": WHOLE}[name] for name in names}))
        words[names] = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    one, two = words["half",], words["half", "whole"]
    assert (one[:3], two[:2]) == (["F1", "precision", "recall"], ["F1 of half", "F1 of whole"])
    # skills: right once, missed once, nothing too much: F1 2/3, precision 1, recall 1/2. habits: missed once.
    at, there = one.index("skills (needs work)"), two.index("skills (needs work)")
    assert (one[at + 1 : at + 4], two[there + 1 : there + 3]) == (["0.667", "1.000", "0.500"], ["0.667", "1.000"])
    assert two[two.index("habits (problem)") + 1 :][:2] == ["0.000", "1.000"]


def test_a_sample_s_own_values_stand_in_its_row():
    rows = {tuple(row.split(",")[:2]): row.split(",") for row in per_case_csv({"half": HALF}).splitlines()}
    column = rows['"tagger"', '"sample"'].index('"micro-f1"')
    assert (rows['"half"', '"s0"'][column], rows['"half"', '"s1"'][column]) == ("1.0", "0.0")


def test_a_row_for_each_tagger_and_sample():
    lines = per_case_csv({"half": HALF, "whole": WHOLE}).splitlines()
    assert lines[0].startswith('"tagger","sample","predicted","right","extra","missed","unknown","micro-precision"')
    assert [line.split(",")[:7] for line in lines[1:]] == [
        ['"half"', '"s0"', '"true"', "1", "0", "0", "0"],
        ['"half"', '"s1"', '"true"', "0", "0", "2", "1"],
        ['"whole"', '"s0"', '"true"', "1", "0", "0", "0"],
        ['"whole"', '"s1"', '"true"', "2", "0", "0", "0"],
    ]
