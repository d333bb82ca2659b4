"""docs/protocols.md answers for every requirement of the four protocols, and names only what is there."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.reading import ROOT
from tests.docs.test_docs import faults_of

PAGE = (ROOT / "docs" / "protocols.md").read_text("utf-8")
# How many rows each table has: four protocols, what contradicts (X), what is left open (A).
COUNTS = {"S0": 106, "S1": 79, "S2": 117, "S3": 51, "X": 15, "A": 22}
NOT_MET = {"S3-47"}
FEWEST_WORDS = 5
_ROW = re.compile(r"^\| ((?:S[0-3]|X|A)-\d+) \| (.*?) \| (.*) \|$", re.MULTILINE)
_TEST = re.compile(r"`(tests/[^`:]+)(?:::([^`]+))?`")
_COMMAND = re.compile(r"`(annotator [^`]+)`")
_LINK = re.compile(r"\]\([^)]+\)")
_REASON = re.compile(r"(?:does not apply|not met): ([^;|]*)")


class Row(NamedTuple):
    """A requirement: its number, what it asks for, and where it is met or why it is not."""

    number: str
    what: str
    where: str


def rows(page: str) -> list[Row]:
    return [Row(*found) for found in _ROW.findall(page)]


@cache
def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name for node in functions if node.name.startswith("test_")}


def faults_of_numbers(numbers: list[str]) -> Iterator[str]:
    wanted = {f"{table}-{number}" for table, last in COUNTS.items() for number in range(1, last + 1)}
    yield from (f"{number} has no row" for number in sorted(wanted - set(numbers)))
    yield from (f"{number} is no requirement" for number in sorted(set(numbers) - wanted))
    yield from (f"{number} has {times} rows" for number, times in Counter(numbers).items() if times > 1)


def faults_of_row(row: Row) -> Iterator[str]:
    """What is vague in a row, or named there and nowhere else."""
    tests, commands, reasons = _TEST.findall(row.where), _COMMAND.findall(row.where), _REASON.findall(row.where)
    if not row.what.strip():
        yield f"{row.number} does not say what is asked for"
    if not (tests or commands or reasons or _LINK.search(row.where)):
        yield f"{row.number} names no test, document, command or reason"
    for path, function in tests:
        if not (ROOT / path).is_file() or (function and function not in functions_of(ROOT / path)):
            yield f"{row.number} names {path}::{function}, which is not there"
    yield from (f"{row.number}: {fault}" for command in commands for fault in faults_of(command))
    yield from (f"{row.number} gives no whole reason" for reason in reasons if len(reason.split()) < FEWEST_WORDS)


def faults(page: str) -> list[str]:
    found = rows(page)
    return [*faults_of_numbers([row.number for row in found]), *(fault for row in found for fault in faults_of_row(row))]


def with_where(number: str, where: str) -> str:
    """The page with other words in one row's last column."""
    return re.sub(rf"^(\| {number} \| .*? \| ).* \|$", lambda found: f"{found[1]}{where} |", PAGE, flags=re.MULTILINE)


def test_every_requirement_has_one_row_that_names_what_is_there() -> None:
    assert faults(PAGE) == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (re.sub(r"^\| S0-17 \|.*\n", "", PAGE, flags=re.MULTILINE), "S0-17 has no row"),
        (f"{PAGE}| S3-52 | more | [format.md](format.md) |\n", "S3-52 is no requirement"),
        (f"{PAGE}| S0-17 | once more | [format.md](format.md) |\n", "S0-17 has 2 rows"),
        (with_where("S0-17", "`tests/test_gone.py::test_it`"), "S0-17 names tests/test_gone.py::test_it, which is not there"),
        (with_where("S0-17", "`tests/test_schemas.py::test_it`"), "S0-17 names tests/test_schemas.py::test_it, which is not there"),
        (with_where("S0-17", "`tests/test_schemas.py::validator`"), "S0-17 names tests/test_schemas.py::validator, which is not there"),
        (with_where("S0-17", "in the tests"), "S0-17 names no test, document, command or reason"),
        (with_where("S0-17", "does not apply: nobody needs it"), "S0-17 gives no whole reason"),
        (with_where("S0-17", "not met: "), "S0-17 gives no whole reason"),
        (with_where("S0-17", "`annotator assess notes`"), "S0-17: annotator assess notes: there is no command assess"),
        (with_where("S0-17", "`annotator hash notes --fast`"), "S0-17: annotator hash notes --fast: there is no option --fast"),
    ],
)
def test_what_is_missing_dead_or_vague_is_noticed(page: str, fault: str) -> None:
    assert faults(page) == [fault]


def test_what_is_not_met_is_known_and_counted() -> None:
    assert {row.number for row in rows(PAGE) if "not met:" in row.where} == NOT_MET
    requirements = [row for row in rows(PAGE) if row.number.startswith("S")]
    assert f"{len(requirements)} requirements" in PAGE
    assert f"{len(NOT_MET)} row{'s say' if len(NOT_MET) > 1 else ' says'}" in PAGE


def test_the_numbers_are_those_of_the_list(shared_data: Path) -> None:
    listed = re.findall(r"^\| ((?:S[0-3]|X|A)-\d+) \|", (shared_data.parent / "requirements.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(row.number for row in rows(PAGE))
