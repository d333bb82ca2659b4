"""TREC: qrels of named people to a bundle, and decided grades to qrels and queries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from annotator.errors import UnreadableInput
from annotator.interchange.bundle import Bundle, ForeignLabel, Offer, counted
from annotator.interchange.decided import Decided
from annotator.interchange.ids import Ids
from annotator.model.passage import Passage
from annotator.model.sample import Sample

_BREAKS = re.compile(r"[\t\r\n]+")
_HEADINGS = {"query_id", "query-id", "qid", "id", "_id", "topic"}


class Judged(NamedTuple):
    """The qrels of one person: query to passage to grade in the order of the file, and the line each query begins on."""

    by: str
    shown: str
    grades: Mapping[str, Mapping[str, int]]
    lines: Mapping[str, int]


def bundle_of(judges: Sequence[Judged], queries: Mapping[str, str], corpus: Mapping[str, Offer[Passage]], facet: str, ids: Ids) -> Bundle:
    """The samples and labels in the qrels of one or more people; the grades fill `facet`.

    A sample's candidates are the passages that all of them judged, in the order of the first file; a grade below 0 is "in the
    pool, not judged". `queries` (id to words) and `corpus` are by the id in the source.
    """
    bundle = Bundle()
    known = [{query: _graded(of_query) for query, of_query in judge.grades.items()} for judge in judges]
    first = judges[0]
    pairs = 0
    for query, of_query in known[0].items():
        common = [passage for passage in of_query if all(passage in other.get(query, {}) for other in known[1:])]
        if not common:
            continue
        pairs += len(common)
        where, line = f"{first.shown}:{first.lines[query]}", first.lines[query]
        sample = ids.take(query, first.shown, line)
        named = {passage: ids.take(passage, first.shown, line) for passage in common}
        _offer_sample(bundle, sample, tuple(named.values()), queries.get(query), where)
        for passage, id_ in named.items():
            if passage not in corpus:
                bundle.offer_passage(Offer(Passage(id=id_, text=id_), first.shown, frozenset()))
        for judge, grades in zip(judges, known, strict=True):
            values = {id_: grades[query][passage] for passage, id_ in named.items()}
            bundle.labels.append(ForeignLabel(judge.by, sample, f"{judge.shown}:{judge.lines[query]}", values={facet: values}))
    untold = len(bundle.passages)
    for offer in corpus.values():
        bundle.offer_passage(offer)
    _explain(bundle, judges, known, pairs, untold)
    if queries:
        _explain_queries(bundle, queries.keys(), known[0].keys())
    return bundle


def _graded(of_query: Mapping[str, int]) -> dict[str, int]:
    return {passage: grade for passage, grade in of_query.items() if grade >= 0}


def _offer_sample(bundle: Bundle, id_: str, candidates: tuple[str, ...], query: str | None, where: str) -> None:
    said = frozenset({"candidates"} if query is None else {"candidates", "query"})
    bundle.offer_sample(Offer(Sample(id=id_, query=query, candidates=candidates), where, said))


def _explain(bundle: Bundle, judges: Sequence[Judged], known: Sequence[Mapping[str, Mapping[str, int]]], pairs: int, untold: int) -> None:
    for judge, grades in zip(judges, known, strict=True):
        unjudged = sum(map(len, judge.grades.values())) - sum(map(len, grades.values()))
        if unjudged:
            bundle.notes.append(f"{judge.shown}: {counted(unjudged, 'line')} with a grade below 0 (in the pool, not judged) left out")
        alone = sum(map(len, grades.values())) - pairs
        if alone:
            bundle.notes.append(f"{judge.shown}: {counted(alone, 'judgment')} of {judge.by} left out, since not all judged that pair")
    if untold:
        bundle.notes.append(f"{counted(untold, 'passage has', 'passages have')} no text in the source; the id stands in its place")


def _explain_queries(bundle: Bundle, told: Iterable[str], judged: Iterable[str]) -> None:
    told, judged = set(told), set(judged)
    if told - judged:
        bundle.notes.append(f"{counted(len(told - judged), 'query has', 'queries have')} no judgment, left out")
    if judged - told:
        bundle.notes.append(f"{counted(len(judged - told), 'judged query has', 'judged queries have')} no words in the source")


def read_queries(data: bytes, shown: str) -> dict[str, str]:
    """Words by id of `id TAB words` lines, a heading line passed over.

    Raises UnreadableInput with file and line for another shape and for an id that stands twice with other words.
    """
    queries: dict[str, str] = {}
    for number, line in numbered_lines(data, shown):
        id_, tab, words = line.partition("\t")
        if not tab:
            raise UnreadableInput(shown, number, "is not `id TAB words`", "separate the two by one tab")
        if number == 1 and id_.casefold() in _HEADINGS:
            continue
        if queries.setdefault(id_, words.strip()) != words.strip():
            raise UnreadableInput(shown, number, f"query {id_[:80]!r} stands above with other words", "keep one of the two")
    return queries


def numbered_lines(data: bytes, shown: str) -> list[tuple[int, str]]:
    """The lines that are not blank with their numbers, BOM and CR left out. Raises UnreadableInput where it is not UTF-8."""
    lines = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        try:
            text = line.removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError:
            raise UnreadableInput(shown, number, "is not UTF-8", "save it as UTF-8") from None
        if text.strip():
            lines.append((number, text))
    return lines


def qrels_text(decided: Iterable[Decided], facet: str) -> bytes:
    """`query 0 passage grade` lines, each pair once, samples and candidates in the dataset's order; zeros are kept."""
    return "".join(
        f"{one.sample.id} 0 {candidate} {one.values[facet][candidate]}\n" for one in decided for candidate in one.sample.candidates or ()
    ).encode()


def queries_text(samples: Iterable[Sample]) -> bytes:
    """`id TAB words` lines; tabs and line ends inside a question become blanks, since the format has no other place for them."""
    return "".join(f"{sample.id}\t{_BREAKS.sub(' ', sample.query or '')}\n" for sample in samples).encode()
