"""The metadata of a published dataset; that mlcroissant reads it is tested with releases."""

from __future__ import annotations

import json
from typing import Any

import pytest

from annotator.interchange.croissant import About, croissant

ABOUT = About("notes", "Notes — 笔记", "1.0.0", "CC0-1.0", ("en", "zh"), "Two notes.", "2026-11-30")
FILES = {"gold.jsonl": ("a" * 64, 12), "qrels.trec": ("b" * 64, 7), "README.md": ("c" * 64, 3)}


def document(about: About = ABOUT) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(croissant(about, FILES))
    return found


def test_it_is_text_that_people_can_read_and_a_diff_can_show():
    lines = croissant(ABOUT, FILES).decode("utf-8").split("\n")
    assert lines[0] == "{"
    assert lines[-2:] == ["}", ""]
    assert '  "alternateName": "Notes — 笔记",' in lines
    keys = [line.split('"')[1] for line in lines if line.startswith('  "')]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("license_", "said"), [("CC0-1.0", "https://spdx.org/licenses/CC0-1.0.html"), ("All rights reserved", "All rights reserved")]
)
def test_a_licence_by_its_spdx_name_is_a_link_and_other_words_stay(license_: str, said: str):
    assert document(ABOUT._replace(license=license_))["license"] == said


def test_every_file_is_named_with_its_digest_size_and_kind():
    assert [
        (one["@id"], one["contentUrl"], one["contentSize"], one["encodingFormat"], one["sha256"][0]) for one in document()["distribution"]
    ] == [
        ("README.md", "README.md", "3 B", "text/plain", "c"),
        ("gold.jsonl", "gold.jsonl", "12 B", "application/jsonlines", "a"),
        ("qrels.trec", "qrels.trec", "7 B", "text/plain", "b"),
    ]


def test_the_columns_of_what_is_there_are_described_and_of_nothing_else():
    (records,) = document()["recordSet"]
    assert records["@id"] == "gold"
    assert [field["name"] for field in records["field"]] == ["id", "query", "status", "rule"]
    assert records["field"][0]["source"] == {"fileObject": {"@id": "gold.jsonl"}, "extract": {"column": "id"}}
