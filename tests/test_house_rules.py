"""Rules of the source tree that neither ruff nor import-linter can hold."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "annotator"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE = 400

ALWAYS_ON_FILES = {"open", "read_text", "write_text", "read_bytes", "write_bytes", "unlink", "mkdir", "rmdir", "touch", "symlink_to"}
# One plain argument makes these a Path's; str.replace has two, datetime.replace names its own, a table's rename takes a mapping.
ON_FILES_WITH_ONE_ARGUMENT = {"replace", "rename"}

# Built from pieces, so that this file does not trip over itself.
MACHINE_PATH = re.compile(rb"(?<![A-Za-z0-9_.-])/(?:" + b"|".join([b"wor" + b"k", b"ro" + b"ot", b"fa" + b"rm"]) + rb")/[A-Za-z0-9._-]+")
HOSTS = b"|".join([b"pythonho" + b"sted", b"py" + rb"pi\.", b"npm" + b"js", rb"deb\." + b"debian"])
REGISTRY = re.compile(rb"https?://[^/ ]*(?:" + HOSTS + rb")")


def name_of(module: Path) -> str:
    """The module's path below the root, as shown in a failure."""
    return module.relative_to(ROOT).as_posix()


def parsed(module: Path) -> ast.Module:
    """The module's syntax tree."""
    return ast.parse(module.read_bytes(), filename=name_of(module))


def in_package(*, outside: tuple[str, ...] = ()) -> list[Path]:
    """The package's modules less those below the named paths."""
    return [module for module in MODULES if not name_of(module).startswith(outside)]


def touches_file(call: ast.Call) -> bool:
    """Whether a call looks like file access: builtin open, or a method that a Path has and strings and tables have not."""
    if any(isinstance(argument, ast.Attribute) and argument.attr == "devnull" for argument in call.args):
        return False
    match call.func:
        case ast.Name(id="open"):
            return True
        case ast.Attribute(attr=attribute) if attribute in ALWAYS_ON_FILES:
            return True
        case ast.Attribute(attr=attribute) if attribute in ON_FILES_WITH_ONE_ARGUMENT:
            return len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Dict)
    return False


def is_broad(handler: ast.ExceptHandler) -> bool:
    """Whether an except clause takes every error."""
    if handler.type is None:
        return True
    return any(isinstance(node, ast.Name) and node.id in {"Exception", "BaseException"} for node in ast.walk(handler.type))


def file_access(tree: ast.AST) -> Iterator[int]:
    """Lines with file access."""
    return (node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and touches_file(node))


def prints(tree: ast.AST) -> Iterator[int]:
    """Lines that print."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return (call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print")


def broad_excepts(tree: ast.AST) -> Iterator[int]:
    """Lines with an except clause that takes every error."""
    return (node.lineno for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and is_broad(node))


def asserts(tree: ast.AST) -> Iterator[int]:
    """Lines with an assert statement, which `python -O` drops."""
    return (node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert))


RULES = [
    pytest.param(file_access, ("annotator/store/", "annotator/git/"), id="only store and git touch files"),
    pytest.param(prints, ("annotator/cli/",), id="only cli prints"),
    pytest.param(broad_excepts, ("annotator/cli/main.py",), id="only cli/main.py catches every error"),
    pytest.param(asserts, (), id="no assert in the package"),
]


@pytest.mark.parametrize(("rule", "outside"), RULES)
def test_rule_holds(rule, outside: tuple[str, ...]) -> None:
    modules = in_package(outside=outside)
    found = [f"{name_of(module)}:{line}" for module in modules for line in rule(parsed(module))]
    assert modules
    assert found == []


@pytest.mark.parametrize(
    ("rule", "source", "caught"),
    [
        (file_access, "open('x')", True),
        (file_access, "path.open('wb')", True),
        (file_access, "path.read_text(encoding='utf-8')", True),
        (file_access, "temporary.replace(target)", True),
        (file_access, "(folder / 'a').rename(folder / 'b')", True),
        (file_access, "os.open(os.devnull, os.O_WRONLY)", False),
        (file_access, "text.replace('a', 'b')", False),
        (file_access, "moment.replace(microsecond=0)", False),
        (file_access, "dataclasses.replace(value, n=1)", False),
        (file_access, "table.rename({'a': 'b'})", False),
        (prints, "print('x')", True),
        (prints, "table.print_columns()", False),
        (broad_excepts, "try:\n    f()\nexcept Exception:\n    g()", True),
        (broad_excepts, "try:\n    f()\nexcept (ValueError, BaseException):\n    g()", True),
        (broad_excepts, "try:\n    f()\nexcept:\n    g()", True),
        (broad_excepts, "try:\n    f()\nexcept ValueError:\n    g()", False),
        (asserts, "assert x", True),
    ],
)
def test_rule_catches_what_it_is_for(rule, source: str, caught: bool) -> None:
    assert bool(list(rule(ast.parse(source)))) is caught


def test_every_module_says_what_it_is_for() -> None:
    silent = [name_of(module) for module in MODULES if not ast.get_docstring(parsed(module))]
    assert silent == []


def test_every_name_tells_a_purpose() -> None:
    vague = re.compile(r"_?(utils?|helpers?|common|misc)")
    found = [name_of(path) for folder in (PACKAGE, ROOT / "tests") for path in folder.rglob("*") if vague.fullmatch(path.stem)]
    assert found == []


def test_no_file_is_too_long_to_have_one_purpose() -> None:
    lengths = {name_of(module): len(module.read_bytes().splitlines()) for module in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def tracked_files() -> list[Path]:
    """The files that git holds, as they are on disk."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if listed.returncode != 0:
        pytest.skip("this is no git checkout")
    paths = (ROOT / name.decode() for name in listed.stdout.split(b"\0") if name)
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("pattern", [pytest.param(MACHINE_PATH, id="machine path"), pytest.param(REGISTRY, id="registry host")])
def test_tracked_files_hold_no_trace_of_a_machine(pattern: re.Pattern[bytes]) -> None:
    found = [
        f"{name_of(path)}:{number}: {line.strip()[:80]!r}"
        for path in tracked_files()
        for number, line in enumerate(path.read_bytes().split(b"\n"), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_traces_are_recognised() -> None:
    assert MACHINE_PATH.search(b"see /wor" + b"k/main")
    assert not MACHINE_PATH.search(b"../wor" + b"k/main and home/ro" + b"ot/x")
    assert REGISTRY.search(b"https://files.pythonho" + b"sted.org/x")
    assert not REGISTRY.search(b"https://keepachangelog.com/en/1.1.0/")
