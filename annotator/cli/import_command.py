"""Take questions, passages and labels from another format into a dataset.

Everything is checked before the first byte is written, and the same import twice adds nothing. Labels go into a session of
each person that begins with the name and SHA-256 of the file they came from.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli import commit_option
from annotator.errors import UsageError

if TYPE_CHECKING:
    from annotator.curate.exchange import Report
    from annotator.curate.import_sources import Read
    from annotator.curate.workspace import Workspace

_LISTED = 10
_NEEDED = {"sample": "the sample's id", "passage": "the passage's id", "reviewer": "who graded", "grade": "the grade"}
_OPTIONAL = {"note": "a note", "query": "the question", "title": "the passage's title", "text": "the passage's text"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the formats and their arguments."""
    formats = parser.add_subparsers(dest="format", required=True, metavar="FORMAT")
    for name, summary, declare in (
        ("jsonl", "our own lines: a folder of corpus.jsonl, samples.jsonl, labels/NAME.jsonl, judgements.jsonl, or one such file", _jsonl),
        ("csv", "one row for each grade that one reviewer gave one passage of one sample", _csv),
        ("trec", "qrels of named people", _trec),
        ("beir", "a folder of corpus.jsonl, queries.jsonl and qrels/*.tsv", _beir),
        ("goodbuddy", "GoodBuddy's retrieval fixture: one JSON file of chunks, questions, grades and quoted answers", _goodbuddy),
    ):
        one = formats.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        declare(one)
        # Answers that come with their questions are their author's proposals.
        _common(one, "author" if name == "goodbuddy" else "reviewer")


def _common(parser: argparse.ArgumentParser, role: str) -> None:
    parser.add_argument("--add-people", action="store_true", help="write people that dataset.yaml does not know into it")
    parser.add_argument("--role", choices=["reviewer", "author", "judge"], default=role, help=f"of those added (default {role})")
    parser.add_argument("--again", action="store_true", help="write sealed labels anew that came from the same file before")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    commit_option.declare(parser)


def _ids_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--map-ids", type=Path, metavar="FILE", help="rewrite ids that a dataset cannot hold (blanks, control characters) and write the map"
    )


def _person_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--person",
        action="append",
        default=[],
        metavar="VALUE=NAME",
        help="who in the source is who here; may be given again, and then only those named are taken (without it all, named as they are)",
    )


def _jsonl(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, metavar="SOURCE", help="a folder, or a file taken by its name; another name holds labels")
    parser.add_argument("dataset", type=Path, metavar="DATASET")
    parser.add_argument("--as", dest="by", metavar="NAME", help="whose labels they are where a line has no `by`")
    _person_option(parser)


def _csv(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, metavar="RATINGS.csv")
    parser.add_argument("dataset", type=Path, metavar="DATASET")
    for name, what in _NEEDED.items():
        parser.add_argument(f"--{name}", required=True, metavar="COL", help=f"column that holds {what}")
    for name, what in _OPTIONAL.items():
        parser.add_argument(f"--{name}", metavar="COL", help=f"column that holds {what}")
    parser.add_argument(
        "--grade-words", default="", metavar="WORD=GRADE,…", help="what words in the grade column mean; WORD= for what could not be judged"
    )
    parser.add_argument("--facet", help="which facet the grades fill (default: the one for relevance)")
    parser.add_argument("--only-common", action="store_true", help="take only the pairs that everyone who judged the sample graded")
    parser.add_argument("--delimiter", default=",", help="what stands between cells; `tab` for tabs (default a comma)")
    _person_option(parser)
    _ids_option(parser)


def _trec(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, metavar="QRELS")
    parser.add_argument("dataset", type=Path, metavar="DATASET")
    parser.add_argument("--as", dest="by", required=True, metavar="NAME", help="whose judgments QRELS are")
    parser.add_argument(
        "--qrels",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="judgments of the same pool by another person; may be given again. Candidates are the pairs that all of them judged",
    )
    parser.add_argument("--queries", type=Path, metavar="TSV", help="the questions: `id TAB words` lines")
    parser.add_argument("--corpus", type=Path, metavar="JSONL", help="the passages: {_id or id, text, title?} lines")
    parser.add_argument("--facet", help="which facet the grades fill (default: the one for relevance)")
    _ids_option(parser)


def _beir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, metavar="FOLDER")
    parser.add_argument("dataset", type=Path, metavar="DATASET")
    parser.add_argument(
        "--as", dest="by", metavar="NAME", help="whose grades the qrels are; without it they only say which are the candidates"
    )
    parser.add_argument("--split", action="append", default=[], metavar="NAME", help="take qrels/NAME.tsv alone; may be given again")
    parser.add_argument("--facet", help="which facet the grades fill (default: the one for relevance)")
    _ids_option(parser)


def _goodbuddy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, metavar="FIXTURE.json")
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="with grades and spans alone (`annotator new --template evidence`)")
    parser.add_argument("--as", dest="by", required=True, metavar="NAME", help="whose answers they are")
    parser.add_argument("--facet", help="which facet the grades fill (default: the one for relevance)")


def run(arguments: argparse.Namespace) -> int:
    """Import and report."""
    from annotator.curate.exchange import Options, import_bundle
    from annotator.curate.import_sources import keep_map
    from annotator.curate.workspace import Workspace
    from annotator.model.config import Role

    workspace = Workspace(arguments.dataset)
    commit_option.check(arguments, workspace)
    read = _read(arguments, workspace)
    if read.ids.rewrite:
        keep_map(read.ids, arguments.map_ids, outside=arguments.dataset)
    options = Options(_pairs("--person", getattr(arguments, "person", [])), arguments.add_people, Role(arguments.role), arguments.again)
    report = import_bundle(workspace, read.bundle, read.sources, options, _progress(time.monotonic()))
    if arguments.json:
        _print_json(workspace.config.id, report)
    else:
        _print(report)
    if arguments.commit:
        grown = {"dataset.yaml": report.people, "corpus.jsonl": report.passages, "samples.jsonl": report.samples}
        more = [path for path, count in grown.items() if count]
        commit_option.commit(workspace, report.saved, f"import of {arguments.source.name}", more=more, quiet=arguments.json)
    return 0


def _read(arguments: argparse.Namespace, workspace: Workspace) -> Read:
    """The source as its format says."""
    from annotator.curate.import_sources import read_beir, read_jsonl

    if arguments.format == "jsonl":
        return read_jsonl(arguments.source, arguments.by)
    if arguments.format == "goodbuddy":
        return _read_goodbuddy(arguments, workspace)
    rewrite = arguments.map_ids is not None
    if arguments.format == "beir":
        judge = None if arguments.by is None else (arguments.by, _facet(arguments, workspace))
        return read_beir(arguments.source, judge, arguments.split, rewrite=rewrite)
    return (_read_csv if arguments.format == "csv" else _read_trec)(arguments, _facet(arguments, workspace), rewrite)


def _read_goodbuddy(arguments: argparse.Namespace, workspace: Workspace) -> Read:
    from annotator.curate.grade_facet import grades_and_spans
    from annotator.curate.import_sources import read_goodbuddy

    return read_goodbuddy(arguments.source, arguments.by, grades_and_spans(workspace.config, arguments.facet, "goodbuddy"))


def _facet(arguments: argparse.Namespace, workspace: Workspace) -> str:
    from annotator.curate.grade_facet import only_grades

    return only_grades(workspace.config, arguments.facet, arguments.format)


def _read_csv(arguments: argparse.Namespace, facet: str, rewrite: bool) -> Read:
    from annotator.curate.import_sources import read_csv

    delimiter = "\t" if arguments.delimiter == "tab" else arguments.delimiter
    if len(delimiter) != 1:
        raise UsageError(f"--delimiter {delimiter!r}: is one character, or the word tab")
    columns = {name: getattr(arguments, name) for name in (*_NEEDED, *_OPTIONAL)}
    how = {
        "facet": facet,
        "words": _words(arguments.grade_words),
        "people": list(_pairs("--person", arguments.person)) or None,
        "common": arguments.only_common,
        "delimiter": delimiter,
    }
    return read_csv(arguments.source, columns, how, rewrite=rewrite)


def _read_trec(arguments: argparse.Namespace, facet: str, rewrite: bool) -> Read:
    from annotator.curate.import_sources import read_trec

    others = [_pair("--qrels", text) for text in arguments.qrels]
    judges = [(arguments.by, arguments.source), *((name, Path(path)) for name, path in others)]
    return read_trec(judges, arguments.queries, arguments.corpus, facet, rewrite=rewrite)


def _pair(option: str, text: str) -> tuple[str, str]:
    left, sign, right = text.rpartition("=") if option == "--person" else text.partition("=")
    if not (left and sign and right):
        raise UsageError(f"{option} {text!r}: is written with a name, `=` and a value; see `annotator import --help`")
    return left, right


def _pairs(option: str, texts: list[str]) -> dict[str, str]:
    pairs = [_pair(option, text) for text in texts]
    if len(dict(pairs)) != len(pairs):
        raise UsageError(f"{option}: names one value twice")
    return dict(pairs)


def _words(text: str) -> dict[str, int | None]:
    """`not relevant=0,relevant=1,unrateable=` as a map; None stands for "could not be judged"."""
    words: dict[str, int | None] = {}
    for part in filter(None, text.split(",")):
        word, sign, grade = part.rpartition("=")
        if not (word and sign) or word.strip() in words:
            raise UsageError(f"--grade-words: {part!r} is not WORD=GRADE, or its word stands twice")
        try:
            words[word.strip()] = int(grade) if grade.strip() else None
        except ValueError:
            raise UsageError(f"--grade-words: {grade!r} is not a whole number") from None
    return words


def _progress(begun: float) -> Callable[[int, int], None] | None:
    """Counts labels on a terminal once it takes longer than a second."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        if time.monotonic() - begun > 1:
            print(f"\r{done} of {total} labels saved", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return show


def _print(report: Report) -> None:
    print(f"passages: {report.passages} added, {report.passages_known} there already")
    print(f"samples: {report.samples} added, {report.samples_known} there already")
    if report.people:
        print(f"people: {', '.join(report.people)} added to dataset.yaml")
    for person, saved in report.saved.items():
        print(f"labels of {person}: {saved} saved, {report.unchanged[person]} unchanged")
    if report.incomplete:
        print(f"incomplete labels, left out: {len(report.incomplete)}")
        for one in report.incomplete[:_LISTED]:
            print(f"  {one.sample} by {one.by}: no grade for {', '.join(one.missing[:3])}{' …' if len(one.missing) > 3 else ''}")
        if len(report.incomplete) > _LISTED:
            print(f"  and {len(report.incomplete) - _LISTED} more; --json lists all")
    for note in report.notes:
        print(f"note: {note}")
    print(f"dataset SHA-256 {report.sha256}")


def _print_json(dataset: str, report: Report) -> None:
    import json

    document = {
        "dataset": dataset,
        "sha256": report.sha256,
        "passages": {"added": report.passages, "known": report.passages_known},
        "samples": {"added": report.samples, "known": report.samples_known},
        "people": report.people,
        "labels": {person: {"saved": saved, "unchanged": report.unchanged[person]} for person, saved in report.saved.items()},
        "incomplete": [one._asdict() for one in report.incomplete],
        "notes": report.notes,
    }
    print(json.dumps(document, ensure_ascii=False))
