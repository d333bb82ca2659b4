"""YAML: plain data or a refusal with file and line; written back with its comments or not at all."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import UnreadableInput
from annotator.store.folder import Folder
from annotator.store.yaml import MAX_BYTES, edit_yaml, parse_yaml, read_yaml


@pytest.mark.parametrize(
    "text, plain",
    [
        ("a: 1\nb: [x, 'y', \"z\"]\n", {"a": 1, "b": ["x", "y", "z"]}),
        ("0: no\n1: yes\n", {"0": "no", "1": "yes"}),
        ("a: true\nb: null\nc: ~\nd:\n", {"a": True, "b": None, "c": None, "d": None}),
        ("a: 0.5\nb: 1e3\nc: 010\nd: 0x1F\n", {"a": 0.5, "b": 1000.0, "c": 10, "d": 31}),
        ("a: 2026-11-30\nb: 12:30:45\nc: 0.1.0\n", {"a": "2026-11-30", "b": "12:30:45", "c": "0.1.0"}),
        ("a: on\nb: NO\nc: y\n", {"a": "on", "b": "NO", "c": "y"}),
        ("a: '1'\nb: \"true\"\n", {"a": "1", "b": "true"}),
        ("a: |\n  one\n  two\nb: >\n  one\n  two\n", {"a": "one\ntwo\n", "b": "one two\n"}),
        ("# only a comment\n", None),
        ("\ufeffa: 树\n", {"a": "树"}),
        ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("a: {b: {c: []}}\n", {"a": {"b": {"c": []}}}),
    ],
)
def test_plain_data_is_read(text: str, plain: Any):
    assert parse_yaml(text.encode(), "x.yaml")[0] == plain


def test_every_key_path_knows_its_line():
    where = parse_yaml(b"a: 1\nb:\n  - x\n  - c: 2\n    d: 3\n", "x.yaml")[1]
    assert where == {("a",): 1, ("b",): 2, ("b", "0"): 3, ("b", "1"): 4, ("b", "1", "c"): 4, ("b", "1", "d"): 5}


BOMB = "a: &a [x, x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20))


@pytest.mark.parametrize(
    "text, why",
    [
        pytest.param(BOMB, "x.yaml:1: uses a YAML anchor", id="billion laughs"),
        pytest.param("a: 1\nb: *a\n", "x.yaml:2: uses a YAML alias", id="alias"),
        pytest.param("a: &x 1\n", "x.yaml:1: uses a YAML anchor", id="anchor on a word"),
        pytest.param("a: !!python/object/apply:os.system [id]\n", "x.yaml:1: uses the YAML tag", id="code"),
        pytest.param("a: !!binary aGk=\n", "uses the YAML tag", id="binary"),
        pytest.param("a: !!str 1\n", "uses the YAML tag", id="even a harmless tag"),
        pytest.param("a: !env HOME\n", "uses the YAML tag", id="a tag of one's own"),
        pytest.param("a: !!set {x, y}\n", "uses the YAML tag", id="set"),
        pytest.param("<<: {a: 1}\nb: 2\n", "x.yaml:1: uses a YAML merge key", id="merge key"),
        pytest.param("a: 1\nb: 2\na: 3\n", "x.yaml:3: has the key 'a' twice", id="duplicate key"),
        pytest.param("a: {b: 1, 'b': 2}\n", "has the key 'b' twice", id="duplicate key, quoted"),
        pytest.param("1: a\n'1': b\n", "has the key '1' twice", id="duplicate key, number and word"),
        pytest.param("? [a, b]\n: 1\n", "has a key that is not a plain word", id="a list as key"),
        pytest.param("a: 1\n---\nb: 2\n", "x.yaml:2: holds more than one YAML document", id="two documents"),
        pytest.param("a: [1\n", "x.yaml:2: is not YAML", id="not closed"),
        pytest.param("a: b: c\n", "x.yaml:1: is not YAML", id="two colons"),
        pytest.param("a:\n\t- x\n", "x.yaml:2: is not YAML", id="tab"),
        pytest.param('a: "\\ud800"\n', "x.yaml:1: holds a lone surrogate", id="lone surrogate"),
        pytest.param("a: \x00\n", "is not YAML", id="NUL"),
        pytest.param("a: \x1b[2J\n", "is not YAML", id="escape sequence"),
        pytest.param("[" * 40 + "]" * 40, "deeper than 32", id="deep, in flow"),
        pytest.param("[ " * 30_000, "deeper than 32", id="deep, quadratic scanner"),
        pytest.param('{"a":' * 40 + "1" + "}" * 40, "deeper than 32", id="deep maps"),
        pytest.param("\n".join(" " * i + "a:" for i in range(40)), "deeper than 32", id="deep, in block"),
        pytest.param("- " * 40 + "a", "deeper than 32", id="deep list in block"),
        pytest.param("a: " + "1" * 5000, "x.yaml:1:", id="more digits than Python reads"),
    ],
)
def test_what_could_cost_or_run_or_mislead_is_refused_with_its_line(text: str, why: str):
    with pytest.raises(UnreadableInput, match=why):
        parse_yaml(text.encode(), "x.yaml")


def test_bytes_that_are_no_utf8_are_named_by_line():
    with pytest.raises(UnreadableInput, match=r"x\.yaml:2: is not UTF-8"):
        parse_yaml(b"a: 1\nb: \xff\n", "x.yaml")


def test_a_file_past_256_kib_is_not_read(tmp_path: Path):
    (tmp_path / "dataset.yaml").write_bytes(b"a: 1\n#" + b"x" * MAX_BYTES)
    with pytest.raises(UnreadableInput, match="is larger than 262,144 bytes"):
        read_yaml(Folder(tmp_path), "dataset.yaml")


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_whatever_the_bytes_they_are_read_or_refused_in_words(data: bytes):
    with suppress(UnreadableInput):
        plain, where = parse_yaml(data, "x.yaml")
        assert plain is None or isinstance(plain, (dict, list, str, int, float))
        assert all(line >= 1 for line in where.values())


COMMENTED = """\
# yaml-language-server: $schema=x
id: notes   # the id
people:
  alice: {roles: [reviewer], email: alice@example.org}   # first

  # the second
  bob: {roles: [reviewer]}
facets:
  relevance:
    scale: {0: no, 1: yes}
    why: "%s"
list:
  - one
  - two # 二
""" % ("x" * 300)


def edited(tmp_path: Path, text: str, change: Any) -> str:
    (tmp_path / "dataset.yaml").write_bytes(text.encode())
    edit_yaml(Folder(tmp_path), "dataset.yaml", change)
    return (tmp_path / "dataset.yaml").read_bytes().decode()


def test_an_edit_changes_its_line_and_no_other(tmp_path: Path):
    def change(document: Any) -> None:
        document["id"] = "other"

    assert edited(tmp_path, COMMENTED, change) == COMMENTED.replace("id: notes ", "id: other ")


def test_an_edit_keeps_folded_and_literal_texts(tmp_path: Path):
    text = "a: >\n  one\n  two\nb: |\n  one\n  two\nc: 1\n"

    def change(document: Any) -> None:
        document["c"] = 2

    assert edited(tmp_path, text, change) == text.replace("c: 1", "c: 2")


def test_an_edit_that_adds_keeps_what_is_there(tmp_path: Path):
    def change(document: Any) -> None:
        document["people"]["carol"] = {"roles": ["maintainer"]}

    after = edited(tmp_path, COMMENTED, change)
    assert [line for line in COMMENTED.splitlines() if line not in after.splitlines()] == []
    assert parse_yaml(after.encode(), "x")[0]["people"]["carol"] == {"roles": ["maintainer"]}


def test_an_edit_of_a_file_that_would_be_refused_is_refused(tmp_path: Path):
    with pytest.raises(UnreadableInput, match="alias"):
        edited(tmp_path, "a: 1\nb: *a\n", lambda document: None)
    assert (tmp_path / "dataset.yaml").read_text() == "a: 1\nb: *a\n"


def test_an_edit_that_cannot_be_read_back_the_same_is_refused(tmp_path: Path):
    def change(document: Any) -> None:
        document["a"] = {1: "x", "1": "y"}

    with pytest.raises(UnreadableInput):
        edited(tmp_path, "a: 1\n", change)
    assert (tmp_path / "dataset.yaml").read_text() == "a: 1\n"


def test_an_edit_of_a_file_with_a_byte_order_mark_works(tmp_path: Path):
    def change(document: Any) -> None:
        document["a"] = 2

    assert parse_yaml(edited(tmp_path, "\ufeffa: 1\n", change).encode(), "x")[0] == {"a": 2}
