from typing import Any

import pytest

from annotator.errors import UnreadableInput, UsageError
from annotator.interchange.bundle import Bundle
from annotator.interchange.csv_ratings import Columns, Reading, read_ratings
from annotator.interchange.ids import Ids

WORDS = {"not_relevant": 0, "relevant": 1, "highly_relevant": 2, "unrateable": None}


def read(text: str | bytes, columns: dict[str, str] | None = None, **how: Any) -> Bundle:
    data = text.encode() if isinstance(text, str) else text
    named = {"sample": "q", "passage": "p", "reviewer": "by", "grade": "g", **(columns or {})}
    reading = Reading(**{"facet": "relevance", "words": WORDS, **how})
    return read_ratings(data, "r.csv", Columns(**named), reading, Ids())


def grades(bundle: Bundle) -> dict[tuple[str, str], dict[str, int]]:
    return {(label.by, label.sample): (label.values or {})["relevance"] for label in bundle.labels}


def test_words_map_to_the_declared_order_and_not_to_that_of_the_alphabet() -> None:
    bundle = read("q,p,by,g\nq1,a,x,relevant\nq1,b,x,highly_relevant\nq1,c,x,not_relevant\n")
    assert grades(bundle) == {("x", "q1"): {"a": 1, "b": 2, "c": 0}}


def test_candidates_are_what_anyone_rated_in_the_order_of_the_file() -> None:
    bundle = read("q,p,by,g\nq1,b,x,1\nq1,a,y,2\nq1,b,y,0\n")
    assert bundle.samples["q1"].value.candidates == ("b", "a")
    assert grades(bundle) == {("x", "q1"): {"b": 1}, ("y", "q1"): {"a": 2, "b": 0}}


def test_a_word_nobody_explained_is_refused_with_its_line() -> None:
    with pytest.raises(UnreadableInput, match=r"r\.csv:3: grade 'perhaps' is not a whole number; --grade-words knows"):
        read("q,p,by,g\nq1,a,x,1\nq1,b,x,perhaps\n")


def test_floats_of_whole_value_are_grades() -> None:
    assert grades(read("q,p,by,g\nq1,a,x,3.0\n")) == {("x", "q1"): {"a": 3}}


def test_what_could_not_be_judged_is_no_grade() -> None:
    bundle = read("q,p,by,g\nq1,a,x,unrateable\nq1,b,x,\nq1,c,x,1\n")
    assert grades(bundle) == {("x", "q1"): {"c": 1}}
    assert bundle.samples["q1"].value.candidates == ("a", "b", "c")
    assert "2 rows bear no grade" in bundle.notes


def test_a_row_that_contradicts_an_earlier_one_is_refused_with_both_lines() -> None:
    with pytest.raises(UnreadableInput, match=r"r\.csv:3: 'x' rated passage a of q1 in line 2 already, and differently"):
        read("q,p,by,g\nq1,a,x,1\nq1,a,x,2\n")


def test_a_row_repeated_word_for_word_counts_once_and_is_said() -> None:
    bundle = read("q,p,by,g\nq1,a,x,1\nq1,a,x,1\n")
    assert len(bundle.labels) == 1
    assert "1 row repeated an earlier one word for word, taken once" in bundle.notes


def test_a_byte_order_mark_is_left_out_and_said() -> None:
    bundle = read(b"\xef\xbb\xbfq,p,by,g\nq1,a,x,1\n")
    assert list(bundle.samples) == ["q1"]
    assert bundle.notes[0] == "r.csv began with a byte order mark (BOM), which was left out"


@pytest.mark.parametrize(
    "data, message",
    [
        (b"\xff\xfeq\x00", r"r\.csv:1: is UTF-16"),
        (b"q,p,by,g\nq1,a,x,1\nq\xff,a,x,1\n", r"r\.csv:3: is not UTF-8"),
        (b"q,p,by,g\nq1,a,x\n", r"r\.csv:2: has 3 cells under 4 headings"),
        (b'q,p,by,g\nq1,"a,x,1\n', r"r\.csv:\d+: is not CSV"),
        (b"", r"r\.csv: holds no heading row"),
        (b"q,p,by,g\nq1,a,,1\n", r"r\.csv:2: does not say who graded"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableInput, match=message):
        read(data)


def test_a_column_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(UsageError, match=r"column 'g' \(--grade\) is not there; it has 'q', 'p', 'by', 'grade'"):
        read("q,p,by,grade\n")


def test_a_row_over_several_lines_is_named_by_its_first() -> None:
    with pytest.raises(UnreadableInput, match=r"r\.csv:4: grade 'x' is not"):
        read('q,p,by,g,note\nq1,a,x,1,"two\nlines"\nq1,b,x,x,\n', {"note": "note"})


def test_a_question_that_changes_within_a_sample_is_refused() -> None:
    with pytest.raises(UnreadableInput, match=r"r\.csv:3: the query of q1 differs from the one in line 2"):
        read("q,p,by,g,w\nq1,a,x,1,one\nq1,b,x,1,two\n", {"query": "w"})


def test_a_passage_without_text_gets_its_title_or_id_and_that_is_said() -> None:
    bundle = read("q,p,by,g,t\nq1,a,x,1,Title\nq1,b,x,1,\n", {"title": "t"})
    assert [offer.value.text for offer in bundle.passages.values()] == ["Title", "b"]
    assert "1 passage has no text in the source; the title stands in its place" in bundle.notes
    assert "1 passage has no text in the source; the id stands in its place" in bundle.notes


def test_text_that_a_spreadsheet_would_run_is_kept_as_text() -> None:
    bundle = read('q,p,by,g,t\nq1,a,x,1,"=HYPERLINK(""x"")"\n', {"text": "t"})
    assert bundle.passages["a"].value.text == '=HYPERLINK("x")'


def test_notes_of_several_passages_say_which_passage_they_are_about() -> None:
    bundle = read("q,p,by,g,n\nq1,a,x,1,first\nq1,b,x,1,\nq1,c,x,0,third\n", {"note": "n"})
    assert bundle.labels[0].note == "a: first\nc: third"


def test_only_the_people_asked_for_are_read_and_the_others_named() -> None:
    bundle = read("q,p,by,g\nq1,a,x,1\nq1,b,y,2\n", people=["x"])
    assert bundle.people() == ["x"]
    assert bundle.passed_over == ["y"]
    assert bundle.samples["q1"].value.candidates == ("a",)


def test_only_common_pairs_are_those_that_everyone_who_judged_the_sample_graded() -> None:
    bundle = read("q,p,by,g\nq1,a,x,1\nq1,b,x,0\nq1,b,y,2\nq2,c,x,1\nq3,d,x,1\nq3,e,y,1\n", common=True)
    assert grades(bundle) == {("x", "q1"): {"b": 0}, ("y", "q1"): {"b": 2}, ("x", "q2"): {"c": 1}}
    assert list(bundle.passages) == ["b", "c"]
    assert any(note.startswith("3 pairs left out") for note in bundle.notes)


def test_blank_padded_cells_are_read_without_the_blanks() -> None:
    bundle = read("q , p, by, g\n万用表,  4597924,x,  2\n")
    assert grades(bundle) == {("x", "万用表"): {"4597924": 2}}


def test_another_delimiter() -> None:
    assert grades(read("q;p;by;g\nq1;a;x;1\n", delimiter=";")) == {("x", "q1"): {"a": 1}}


def test_a_file_states_what_it_has_columns_for_and_nothing_else() -> None:
    bare = read("q,p,by,g\nq1,a,x,1\n")
    assert (bare.samples["q1"].said, bare.passages["a"].said) == (frozenset({"candidates"}), frozenset())
    told = read("q,p,by,g,words,text\nq1,a,x,1,why?,because\n", {"query": "words", "text": "text"})
    assert (told.samples["q1"].said, told.passages["a"].said) == (frozenset({"candidates", "query"}), frozenset({"text"}))
    assert (told.samples["q1"].value.query, told.passages["a"].value.text) == ("why?", "because")
