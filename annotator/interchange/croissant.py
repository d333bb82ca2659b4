"""Croissant: the metadata of a published dataset, which dataset search engines and loaders read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_ENCODING = {".jsonl": "application/jsonlines", ".json": "application/json", ".trec": "text/plain"}
# The columns of each file that are described, with their type; what else stands in a line is in docs/releases.md.
_COLUMNS: Mapping[str, Mapping[str, str]] = {
    "gold.jsonl": {"id": "sc:Text", "query": "sc:Text", "status": "sc:Text", "rule": "sc:Text"},
    "queries.jsonl": {"id": "sc:Text", "query": "sc:Text"},
    "corpus.jsonl": {"id": "sc:Text", "text": "sc:Text"},
    "judgements.jsonl": {"reviewer": "sc:Text", "role": "sc:Text", "sample": "sc:Text", "at": "sc:DateTime"},
}


class About(NamedTuple):
    """What the metadata says of the dataset as a whole; `published` is the day of the last decision in it."""

    id: str
    title: str
    version: str
    license: str
    languages: Sequence[str]
    description: str
    published: str


def croissant(about: About, files: Mapping[str, tuple[str, int]]) -> bytes:
    """The JSON-LD of a release; `files` maps each file's name to its SHA-256 and size in bytes."""
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": about.id,
        "alternateName": about.title,
        "description": about.description,
        "version": about.version,
        "license": f"https://spdx.org/licenses/{about.license}.html" if " " not in about.license else about.license,
        "inLanguage": list(about.languages),
        "datePublished": about.published,
        "citeAs": f"{about.title} ({about.id}), version {about.version}",
        "url": "./",
        "distribution": [_file(name, sha256, size) for name, (sha256, size) in sorted(files.items())],
        "recordSet": [_records(name, columns) for name, columns in _COLUMNS.items() if name in files],
    }
    return (json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _file(name: str, sha256: str, size: int) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{size} B",
        "encodingFormat": _ENCODING.get(name[name.rfind(".") :], "text/plain"),
        "sha256": sha256,
    }


def _records(name: str, columns: Mapping[str, str]) -> dict[str, Any]:
    stem = name.removesuffix(".jsonl")
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{stem}/{column}",
            "name": column,
            "dataType": type_,
            "source": {"fileObject": {"@id": name}, "extract": {"column": column}},
        }
        for column, type_ in columns.items()
    ]
    return {"@type": "cr:RecordSet", "@id": stem, "name": stem, "field": fields}
