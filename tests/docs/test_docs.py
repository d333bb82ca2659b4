"""The documents name only what is there: links lead somewhere, commands and their options exist."""

import argparse
import re
import shlex
from pathlib import Path
from urllib.parse import unquote

import pytest

from annotator.cli.main import COMMANDS, parser_of
from tests.docs.reading import DOCUMENTS, ROOT

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`(annotator(?: [^`]*)?)`")
_CONTINUED = re.compile(r"\\\n\s*")
_SHELL = {"|", "||", "&&", ";", ">", ">>", "<", "&"}
# Words that stand before a command and are none of it.
_BEFORE = re.compile(r"^(?:\$ |[A-Z_]+=\S+ |- run: )+")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(document: Path) -> set[str]:
    text = _FENCED.sub("", document.read_text("utf-8"))
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def links(document: Path) -> list[str]:
    return _LINK.findall(_FENCED.sub("", document.read_text("utf-8")))


def commands(document: Path) -> list[str]:
    """Every line of a code block (fenced or indented) that calls the command, and every `annotator …` in a sentence."""
    text = document.read_text("utf-8")
    fenced = _CONTINUED.sub(" ", "\n".join(_FENCED.findall(text)))
    prose = _FENCED.sub("", text)
    indented = _CONTINUED.sub(" ", "\n".join(re.findall(r"^(?: {4}|\t)(.+)$", prose, re.MULTILINE)))
    lines = [_BEFORE.sub("", line.strip()) for line in (*fenced.splitlines(), *indented.splitlines())]
    called = [line for line in lines if re.match(r"annotator(\s|$)", line) and not line.startswith("annotator: ")]
    return [*called, *_INLINE.findall(prose)]


def words_of(command: str) -> list[str]:
    """The words up to a comment, a pipe or a redirection; placeholders stay words."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = "#"
    words = list(lexer)
    end = next((at for at, word in enumerate(words) if word in _SHELL), len(words))
    return words[1:end]


def faults_of(line: str) -> list[str]:
    """What is wrong with one command as it is written; a placeholder in capitals stands for any word."""
    words = words_of(line)
    if not words or words[0] in {"--help", "--version", "COMMAND", "…"}:
        return []
    if words[0] not in COMMANDS:
        return [f"{line}: there is no command {words[0]}"]
    parsers = [parser_of(words[0])]
    for action in parsers[0]._actions:
        if isinstance(action, argparse._SubParsersAction):
            named = next((word for word in words[1:] if not word.startswith("-")), "FORMAT")
            if named not in action.choices and not named.isupper() and named != "…":
                return [f"{line}: {words[0]} has no {named}"]
            parsers += [action.choices[named]] if named in action.choices else list(action.choices.values())
    options = {option for parser in parsers for option in parser._option_string_actions}
    given = [word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)]
    return [f"{line}: there is no option {option}" for option in given if option not in options]


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_relative_link_leads_somewhere(document: Path) -> None:
    dead = []
    for link in links(document):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, fragment = unquote(link).partition("#")
        target = (document.parent / path).resolve() if path else document
        there = target.is_relative_to(ROOT) and target.exists()
        if not there or (fragment and fragment not in anchors(target)):
            dead.append(link)
    assert dead == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_command_named_is_there_with_its_options(document: Path) -> None:
    assert [fault for line in commands(document) for fault in faults_of(line)] == []


def test_there_is_something_to_check() -> None:
    assert {"README.md", "docs/format.md", "docs/glossary.md"} <= set(map(name, DOCUMENTS))
    assert sum(len(commands(document)) for document in DOCUMENTS) > 30
    assert sum(len(links(document)) for document in DOCUMENTS) > 10


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "decisions").glob("*.md")), ids=name)
def test_a_decision_says_context_decision_and_consequences_on_one_page(page: Path) -> None:
    text = page.read_text("utf-8")
    number, _, _ = page.name.partition("-")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert text.startswith(f"# {int(number)}. ")
    assert len(text.splitlines()) <= 30
