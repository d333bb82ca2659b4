"""Qrels and runs as people write them, and the line that is named where one is at fault."""

import gzip

import pytest

from annotator.errors import UnreadableInput
from annotator.evaluate.lines import Options
from annotator.evaluate.measures import parse
from annotator.store.trec import OddLines, fields_of, read_qrels, stretches, whole_queries
from annotator.store.trec_run import QrelsFile, score_run

PLAIN_QRELS = b"01 0 a#1 2\n01 0 b 0\n-x 0 c 1\n"
PLAIN_RUN = b"01 Q0 b 1 2.5 t\n01 Q0 a#1 2 1.5 t\n-x Q0 c 1 1e-3 t\n"


def values(tmp_path, qrels: bytes, run: bytes):
    (tmp_path / "qrels").write_bytes(qrels)
    (tmp_path / "run").write_bytes(run)
    return score_run(str(tmp_path / "run"), QrelsFile(str(tmp_path / "qrels")), [parse("RR"), parse("nDCG@5")], Options())


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b" ", b"\t"),
        lambda text: text.replace(b" ", b"  \t "),
        lambda text: text.removesuffix(b"\n"),
        lambda text: b"# made by us\n" + text + b"\n\n#end",
        lambda text: b"".join(b"   " + line for line in text.splitlines(keepends=True)),
        lambda text: text.replace(b"\n", b"  \n"),
        lambda text: b"\xef\xbb\xbf" + text,
    ],
    ids=["crlf", "tabs", "odd-spacing", "no-final-newline", "comments-and-blanks", "indented", "trailing-blanks", "byte-order-mark"],
)
def test_odd_spacing_changes_no_value(tmp_path, change):
    expected = values(tmp_path, PLAIN_QRELS, PLAIN_RUN)
    assert expected.values == {b"01": (0.5, 2 / 1.584962500721156 / 2), b"-x": (1.0, 1.0)}
    assert values(tmp_path, change(PLAIN_QRELS), PLAIN_RUN) == expected
    assert values(tmp_path, PLAIN_QRELS, change(PLAIN_RUN)) == expected


def test_gzipped_files_are_read_as_they_are(tmp_path):
    assert values(tmp_path, gzip.compress(PLAIN_QRELS), gzip.compress(PLAIN_RUN)) == values(tmp_path, PLAIN_QRELS, PLAIN_RUN)


def test_a_gzipped_file_that_was_cut_short_is_named(tmp_path):
    with pytest.raises(UnreadableInput, match="run: cannot be read to its end"):
        values(tmp_path, PLAIN_QRELS, gzip.compress(PLAIN_RUN)[:-9])


def test_more_words_after_the_tag_of_a_run_are_taken_as_part_of_it(tmp_path):
    assert values(tmp_path, PLAIN_QRELS, PLAIN_RUN.replace(b" t\n", b" t more words\n")) == values(tmp_path, PLAIN_QRELS, PLAIN_RUN)


@pytest.mark.parametrize(
    ("qrels", "sentence"),
    [
        (b"1 0 a 1\n1 0 b\n", "qrels:2: a judgment has 4 fields (query 0 passage grade), this line has 3; correct it"),
        (b"# c\n\n1 0 a 1 x\n", "qrels:3: a judgment has 4 fields (query 0 passage grade), this line has 5; correct it"),
        (b"1 0 a 1\n2 0 a 1\n1 0 a 2\n", "qrels:3: passage 'a' of query '1' was judged in line 1 already; keep one of the two"),
        (b"1 0 a relevant\n", "qrels:1: grade 'relevant' is not a whole number; correct it (the largest is 1000)"),
        (b"", "qrels: holds no judgments; give a file of `query 0 passage grade` lines"),
    ],
)
def test_a_fault_in_qrels_names_its_line(tmp_path, qrels, sentence):
    (tmp_path / "qrels").write_bytes(qrels)
    with pytest.raises(UnreadableInput) as caught:
        read_qrels(str(tmp_path / "qrels"))
    assert str(caught.value) == f"{tmp_path}/{sentence}"


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (b"1 Q0 a 1 2 t\n1 Q0 b 2 1", "run:2: a run line has 6 fields (query Q0 passage rank score tag), this line has 5"),
        (b"1 Q0 a 1 2\n1 Q0 b 2 1 t t\n", "run:1: a run line has 6 fields"),
        (b"1 Q0 a 1 1_0 t\n", "run:1: score '1_0' is not a number; correct it"),
        (b"1 Q0 a 1 \xff t\n", "run:1: score '\ufffd' is not a number; correct it"),
        (b"9 Q0 a 1 2 t\n9 Q0 a 2 1 t\n", "run:2: passage 'a' of query '9' stands in line 1 already"),
        (b"1 Q0 a 1 2 t\n2 Q0 a 1 2 t\n1 Q0 a 2 1 t\n", "run:3: passage 'a' of query '1' stands in line 1 already"),
    ],
    ids=["cut-last-line", "five-then-seven", "underscore", "bytes", "twice-in-an-unjudged-query", "twice-in-an-interleaved-query"],
)
def test_a_fault_in_a_run_names_its_line(tmp_path, run, sentence):
    with pytest.raises(UnreadableInput) as caught:
        values(tmp_path, PLAIN_QRELS, run)
    assert str(caught.value).startswith(f"{tmp_path}/{sentence}")


@pytest.mark.parametrize(("name", "words"), [("absent", "No such file"), (".", "Is a directory")])
def test_a_file_that_cannot_be_opened_is_one_sentence(tmp_path, name, words):
    with pytest.raises(UnreadableInput, match=words):
        read_qrels(str(tmp_path / name))


def test_ids_need_not_be_utf_8_to_be_scored(tmp_path):
    assert values(tmp_path, b"1 0 \xff 1\n", b"1 Q0 \xff 1 1 t\n").values == {b"1": (1.0, 1.0)}


def test_stretches_end_where_lines_end(tmp_path):
    (tmp_path / "run").write_bytes(PLAIN_RUN)
    for size in (1, 5, 17, 1000):
        pieces = list(stretches(str(tmp_path / "run"), size=size))
        assert b"".join(pieces) == PLAIN_RUN
        assert all(piece.endswith(b"\n") for piece in pieces)
        parts = list(whole_queries(iter(pieces)))
        assert [word for part in parts for word in part] == PLAIN_RUN.split()
        assert [part[0] for part in parts][-1] == b"-x"


def test_a_line_with_too_few_fields_is_no_match_for_one_with_too_many():
    with pytest.raises(OddLines):
        fields_of(b"1 0 a\n1 0 b 1 1\n", 4, more=False)
