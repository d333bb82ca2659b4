"""`annotator import` by its words: real judgements, field cases, exit codes."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.events import Label

NYT_COLUMNS = [
    "--sample",
    "topic",
    "--passage",
    "document_id",
    "--reviewer",
    "reviewer",
    "--query",
    "topic_query",
    "--title",
    "document_title",
]
NYT_WORDS = {"not_relevant": 0, "relevant": 1, "highly_relevant": 2}
PLAIN = ["--sample", "q", "--passage", "p", "--reviewer", "by", "--grade", "g"]


def new(root: Path, *more: str) -> Path:
    assert main(["new", str(root), "--template", "relevance", "--id", "set", *more]) == 0
    return root


def grades(root: Path) -> dict[tuple[str, str, str], int]:
    """(person, sample, passage) to grade, of every current label."""
    found = {}
    for id_, case in Workspace(root).cases.items():
        for person, logged in {**case.words, **case.proposals}.items():
            assert isinstance(logged.event, Label)
            found.update({(person, id_, passage): grade for passage, grade in logged.event.values["relevance"].items()})
    return found


def imported(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["import", *words, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(["import", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


@pytest.mark.parametrize("column", ["relevance", "new_relevance"])
def test_both_passes_of_the_nyt_reviewers(tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str], column: str) -> None:
    source = shared_data / "rel-nyt-reviewers" / "independent_judgments.csv"
    root = new(tmp_path / "nyt", "--scale", "0=not relevant,1=relevant,2=highly relevant", "--reviewers", "3")
    words = ",".join(f"{word}={grade}" for word, grade in NYT_WORDS.items())
    done = imported(capsys, "csv", str(source), str(root), *NYT_COLUMNS, "--grade", column, "--grade-words", words, "--add-people")
    assert (done["passages"]["added"], done["samples"]["added"], done["incomplete"]) == (120, 10, [])
    rows = list(csv.DictReader(io.StringIO(source.read_text("utf-8"))))
    assert grades(root) == {(row["reviewer"], row["topic"], row["document_id"]): NYT_WORDS[row[column]] for row in rows}
    assert len(rows) == 360
    assert verify(root).findings == []


def test_two_of_three_reviewers_are_chosen_by_name(tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(shared_data / "rel-nyt-reviewers" / "independent_judgments.csv")
    root = str(new(tmp_path / "nyt", "--scale", "0=not relevant,1=relevant,2=highly relevant"))
    words = [
        "csv",
        source,
        root,
        *NYT_COLUMNS,
        "--grade",
        "relevance",
        "--grade-words",
        "not_relevant=0,relevant=1,highly_relevant=2",
        "--add-people",
    ]
    assert "labels of reviewer_2, reviewer_3, reviewer_1 for 2 places" in refusal(capsys, *words)
    done = imported(capsys, *words, "--person", "reviewer_1=ann", "--person", "reviewer_2=ben")
    assert done["people"] == ["ann", "ben"]
    assert done["labels"] == {"ann": {"saved": 10, "unchanged": 0}, "ben": {"saved": 10, "unchanged": 0}}
    assert "labels by 'reviewer_3' were left out, since --person names others" in done["notes"]
    capsys.readouterr()
    assert main(["agreement", root, "--json"]) == 0
    pair = json.loads(capsys.readouterr().out)["facets"]["relevance"]["pairs"][0]
    expected = json.loads((shared_data / "rel-nyt-reviewers" / "expected.json").read_text())["relevance"]["reviewer_1~reviewer_2"]
    for ours, theirs in (("kappa", "cohen_unweighted"), ("kappa-linear", "cohen_linear"), ("kappa-quadratic", "cohen_quadratic")):
        assert pair["statistics"][ours]["value"] == pytest.approx(expected[theirs], abs=1e-9)


def test_the_students_and_nist_on_one_pool(tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shared_data / "rel-fira-vs-nist"
    students, nist = folder / "fira-notrec-qrels-docs-max.txt", folder / "nist-dl19-doc-on-fira-pairs.txt"
    root = new(tmp_path / "fira")
    words = [
        "trec",
        str(students),
        str(root),
        "--as",
        "fira",
        "--qrels",
        f"nist={nist}",
        "--queries",
        str(folder / "queries.tsv"),
        "--add-people",
    ]
    done = imported(capsys, *words)
    assert done["labels"] == {"fira": {"saved": 43, "unchanged": 0}, "nist": {"saved": 43, "unchanged": 0}}
    lines = [(name, line.split()) for name, path in (("fira", students), ("nist", nist)) for line in path.read_text().splitlines()]
    assert grades(root) == {(name, query, passage): int(grade) for name, (query, _, passage, grade) in lines}
    assert len(lines) == 2 * 2003
    assert imported(capsys, *words)["labels"]["nist"] == {"saved": 0, "unchanged": 43}
    assert verify(root).findings == []


@pytest.mark.parametrize("name", ["covid-round1.txt", "miracl-zh.tsv", "rag25-human.txt", "rag24-human-col2-strata.txt"])
def test_qrels_in_many_hands_spacing(tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    source = shared_data / "fmt-peer-exports" / "qrels-variants" / name
    root = new(tmp_path / "set", "--scale", "0=none,1=some,2=more,3=much,4=all")
    imported(capsys, "trec", str(source), str(root), "--as", "nist", "--add-people")
    rows = [line.split() for line in source.read_text("utf-8").splitlines()]
    assert grades(root) == {("nist", query, passage): int(grade) for query, _, passage, grade in rows}


def test_a_cut_last_line_is_refused_with_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "cut.qrels"
    source.write_bytes(b"225 0 448 1\r\n225 0 449 1\r\n225 1")
    said = refusal(capsys, "trec", str(source), str(new(tmp_path / "set")), "--as", "nist", "--add-people")
    assert "cut.qrels:3: a judgment has 4 fields" in said


def test_a_quepid_book_in_long_form(tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = shared_data / "fmt-peer-exports" / "quepid" / "case_basic.csv"
    rows = list(csv.reader(io.StringIO(source.read_text("utf-8"))))
    long = tmp_path / "long.csv"
    long.write_text("\n".join(["query,docid,by,rating", *(f'"{query}",{doc},judge,{rating}' for query, doc, rating in rows[1:] if rating)]))
    root, mapped = new(tmp_path / "set"), tmp_path / "ids.jsonl"
    words = [
        "csv",
        str(long),
        str(root),
        *["--sample", "query", "--passage", "docid", "--reviewer", "by", "--grade", "rating", "--query", "query", "--add-people"],
    ]
    assert "rewrite such ids and keep a map of them with --map-ids FILE" in refusal(capsys, *words)
    imported(capsys, *words, "--map-ids", str(mapped))
    ids = {record["from"]: record["to"] for record in map(json.loads, mapped.read_text("utf-8").splitlines())}
    assert grades(root) == {("judge", ids.get(query, query), doc): int(rating) for query, doc, rating in rows[1:] if rating}
    assert verify(root).findings == []
    assert imported(capsys, *words, "--map-ids", str(mapped))["labels"]["judge"]["saved"] == 0


def test_a_beir_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text(
        '{"_id": "d1", "title": "", "text": "one", "metadata": {}}\n{"_id": "d2", "title": "T", "text": "two"}\n'
    )
    (folder / "queries.jsonl").write_text('{"_id": "007", "text": "which"}\n{"_id": "q2", "text": "unjudged"}\n')
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n007\td2\t2\n007\td1\t0\n")
    (folder / "qrels" / "dev.tsv").write_text("query-id\tcorpus-id\tscore\nq2\td1\t1\n")
    root = new(tmp_path / "set")
    words = ["beir", str(folder), str(root), "--split", "test", "--as", "drafter", "--add-people", "--role", "author"]
    done = imported(capsys, *words)
    assert (done["passages"]["added"], done["samples"]["added"]) == (2, 1)
    assert grades(root) == {("drafter", "007", "d2"): 2, ("drafter", "007", "d1"): 0}
    assert Workspace(root).cases["007"].words == {}
    assert verify(root).findings == []


def test_plain_grades_do_not_fill_a_scheme_with_further_facets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, ratings = tmp_path / "set", tmp_path / "r.csv"
    ratings.write_text("q,p,by,g\nq1,a,x,1\n")
    assert main(["new", str(root), "--template", "retrieval"]) == 0
    said = refusal(capsys, "csv", str(ratings), str(root), *PLAIN, "--add-people")
    assert "also asks for evidence, dimensions, which csv cannot hold" in said


def test_what_is_printed_without_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, ratings = new(tmp_path / "set"), tmp_path / "r.csv"
    ratings.write_bytes(b"\xef\xbb\xbfq,p,by,g\nq1,a,x,1\nq1,b,y,1\nq1,a,y,2\n")
    capsys.readouterr()
    assert main(["import", "csv", str(ratings), str(root), *PLAIN, "--add-people"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:7] == [
        "passages: 2 added, 0 there already",
        "samples: 1 added, 0 there already",
        "people: x, y added to dataset.yaml",
        "labels of x: 0 saved, 0 unchanged",
        "labels of y: 1 saved, 0 unchanged",
        "incomplete labels, left out: 1",
        "  q1 by x: no grade for b",
    ]
    assert any("byte order mark" in line for line in lines)
    assert lines[-1] == f"dataset SHA-256 {verify(root).sha256}"


@pytest.mark.parametrize(
    "words, message",
    [
        (["--grade-words", "yes"], "'yes' is not WORD=GRADE"),
        (["--grade-words", "yes=a"], "'a' is not a whole number"),
        (["--person", "x"], "--person 'x'"),
        (["--delimiter", "ab"], "--delimiter 'ab'"),
        (["--facet", "style"], "say which facet the grades are with --facet"),
        (["--title", "t"], "column 't' (--title) is not there"),
    ],
)
def test_wrong_words_are_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    root, ratings = new(tmp_path / "set"), tmp_path / "r.csv"
    ratings.write_text("q,p,by,g\nq1,a,x,1\n")
    said = refusal(capsys, "csv", str(ratings), str(root), *PLAIN, *words)
    assert message in said and said.count("\n") == 1


def test_a_name_from_a_file_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, ratings = new(tmp_path / "set"), tmp_path / "r.csv"
    ratings.write_text("q,p,by,g\nq1,a,\x1b]52;c;x\x07,1\nq1,a,x,2\n")
    done = refusal(capsys, "csv", str(ratings), str(root), *PLAIN)
    assert "\x1b" not in done
    assert main(["import", "csv", str(ratings), str(root), *PLAIN, "--person", "x=ann", "--add-people"]) == 0
    assert "\x1b" not in capsys.readouterr().out
