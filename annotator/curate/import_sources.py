"""Import sources: the files of each format, read into a bundle, and what is kept about where labels came from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from annotator.errors import Refused, UnreadableInput, UsageError
from annotator.interchange import beir, csv_ratings, goodbuddy, jsonl, trec
from annotator.interchange.bundle import Bundle, Offer, counted
from annotator.interchange.ids import Ids
from annotator.model.events import Source
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.store.foreign_folder import is_folder, names_in, write_or_same
from annotator.store.outside import outside_document, outside_records, read_outside
from annotator.store.trec import numbered, read_qrels

_PASSAGES = ("corpus.jsonl", "passages.jsonl")
_SAMPLES = "samples.jsonl"
_JUDGEMENTS = "judgements.jsonl"
_GOLD = "gold.jsonl"


class Read(NamedTuple):
    """A bundle, for each person in it the file that their labels came from, and the ids that were rewritten on the way."""

    bundle: Bundle
    sources: Mapping[str, Source]
    ids: Ids


def keep_map(ids: Ids, path: Path, *, outside: Path) -> None:
    """Write the map of rewritten ids. Raises Refused when `path` holds something else already, or lies in the dataset `outside`."""
    if path.resolve().is_relative_to(outside.resolve()):
        raise Refused(f"{path}: lies in the dataset, where only its own files stand; name another place for --map-ids")
    write_or_same(path, ids.map_lines())


def read_csv(path: Path, columns: Mapping[str, str | None], how: Mapping[str, Any], *, rewrite: bool) -> Read:
    """A CSV of ratings; `columns` and `how` by the fields of csv_ratings.Columns and Reading. Raises as `csv_ratings.read_ratings` does.

    Here and below, `rewrite` gives ids that a dataset cannot hold another form.
    """
    data, ids = read_outside(path), Ids(rewrite=rewrite)
    named = csv_ratings.Columns(**columns)  # type: ignore[arg-type]  # argparse has seen to those that must be there
    bundle = csv_ratings.read_ratings(data, str(path), named, csv_ratings.Reading(**how), ids)
    return _told(Read(bundle, dict.fromkeys(bundle.people(), _source(path.name, data)), ids))


def _told(read: Read) -> Read:
    if read.ids.rewritten:
        read.bundle.notes.append(f"{counted(len(read.ids.rewritten), 'id was', 'ids were')} rewritten, see the map")
    return read


def read_trec(judges: Sequence[tuple[str, Path]], queries: Path | None, corpus: Path | None, facet: str, *, rewrite: bool) -> Read:
    """The qrels of each (person, file). Raises UnreadableInput with file and line."""
    twice = next((name for name, _ in judges if [other for other, _ in judges].count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} is given two qrels files; put them into one")
    ids = Ids(rewrite=rewrite)
    words = {} if queries is None else trec.read_queries(read_outside(queries), str(queries))
    passages = {} if corpus is None else _corpus(corpus, ids)
    judged = [_judged(name, path) for name, path in judges]
    bundle = trec.bundle_of(judged, words, passages, facet, ids)
    return _told(Read(bundle, {name: _source(path.name, read_outside(path)) for name, path in judges}, ids))


def _judged(name: str, path: Path) -> trec.Judged:
    shown = str(path)
    grades = read_qrels(shown)
    lines: dict[bytes, int] = {}
    for number, line in numbered(shown):
        lines.setdefault(line.split(None, 1)[0], number)
    try:
        return trec.Judged(
            name,
            shown,
            {query.decode(): {passage.decode(): grade for passage, grade in of_query.grades.items()} for query, of_query in grades.items()},
            {query.decode(): number for query, number in lines.items()},
        )
    except UnicodeDecodeError:
        raise UnreadableInput(shown, None, "holds an id that is not UTF-8", "save it as UTF-8") from None


def _corpus(path: Path, ids: Ids) -> dict[str, Offer[Passage]]:
    return beir.read_corpus(outside_records(path, TypeAdapter(beir.Document)), str(path), ids)


def read_beir(folder: Path, judge: tuple[str, str] | None, splits: Sequence[str], *, rewrite: bool) -> Read:
    """A BEIR folder; `judge` is whose the grades are and the facet they fill, `splits` the names of qrels files (none: all)."""
    names = names_in(folder / "qrels", ".tsv")
    absent = next((split for split in splits if f"{split}.tsv" not in names), None)
    if absent is not None:
        raise UsageError(f"{folder}: has no qrels/{absent}.tsv; there is {', '.join(names) or 'none'}")
    ids = Ids(rewrite=rewrite)
    corpus = _corpus(folder / "corpus.jsonl", ids)
    shown = str(folder / "queries.jsonl")
    queries = beir.read_queries(outside_records(folder / "queries.jsonl", TypeAdapter(beir.Query)), shown)
    qrels, whole = beir.Qrels(), b""
    for name in names:
        if not splits or name.removesuffix(".tsv") in splits:
            data = read_outside(folder / "qrels" / name)
            qrels.read(data, str(folder / "qrels" / name))
            whole += data
    bundle = beir.bundle_of(corpus, queries, qrels, shown, judge, ids)
    return _told(Read(bundle, dict.fromkeys(bundle.people(), _source(f"{folder.name}/qrels", whole)), ids))


def read_goodbuddy(path: Path, by: str, facets: tuple[str, str]) -> Read:
    """GoodBuddy's retrieval fixture; its answers are of `by` and fill the `facets` of grades and of spans.

    Raises UnreadableInput with the place in the document.
    """
    fixture = outside_document(path, TypeAdapter(goodbuddy.Fixture))
    bundle = goodbuddy.bundle_of(fixture, str(path), goodbuddy.Target(by, *facets))
    return Read(bundle, {by: _source(path.name, read_outside(path))}, Ids())


def read_jsonl(source: Path, by: str | None) -> Read:
    """A folder of our own lines, or one file of them, which is taken by its name.

    A folder may hold corpus.jsonl or passages.jsonl, samples.jsonl, labels/NAME.jsonl and judgements.jsonl. A file of any
    other name holds labels, of `by` where a line does not say.
    """
    bundle, sources = Bundle(), dict[str, Source]()
    if not is_folder(source):
        _read_one(bundle, source, source.name, by, sources)
        return Read(bundle, sources, Ids())
    names = names_in(source, ".jsonl")
    for name in (*_PASSAGES, _SAMPLES, _JUDGEMENTS):
        if name in names:
            _read_one(bundle, source / name, name, by, sources)
    people = names_in(source / "labels", ".jsonl")
    for name in people:
        _read_one(bundle, source / "labels" / name, "", name.removesuffix(".jsonl"), sources)
    if not people and not {*_PASSAGES, _SAMPLES, _JUDGEMENTS} & set(names):
        raise UnreadableInput(str(source), None, f"holds none of {', '.join((*_PASSAGES, _SAMPLES, _JUDGEMENTS))}, labels/NAME.jsonl")
    if _GOLD in names:
        bundle.notes.append(f"{_GOLD} was left out: nothing is gold but by decisions made in this dataset")
    return Read(bundle, sources, Ids())


def _read_one(bundle: Bundle, path: Path, name: str, by: str | None, sources: dict[str, Source]) -> None:
    shown = str(path)
    if name in _PASSAGES:
        for number, passage in outside_records(path, TypeAdapter(Passage)):
            bundle.offer_passage(Offer(passage, f"{shown}:{number}"))
    elif name == _SAMPLES:
        for number, sample in outside_records(path, TypeAdapter(Sample)):
            bundle.offer_sample(Offer(sample, f"{shown}:{number}"))
    else:
        jsonl.add_labels(bundle, outside_records(path, TypeAdapter(jsonl.LabelLine)), shown, by)
        source = _source(path.name, read_outside(path))
        for person in bundle.people():
            sources.setdefault(person, source)


def _source(name: str, data: bytes) -> Source:
    return Source(name=name, sha256=hashlib.sha256(data).hexdigest())
