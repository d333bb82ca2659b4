"""BEIR: corpus.jsonl, queries.jsonl and qrels/*.tsv to a bundle, and decided grades back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from annotator.errors import UnreadableInput
from annotator.evaluate.lines import grade_of
from annotator.interchange.bundle import Bundle, ForeignLabel, Offer, counted
from annotator.interchange.decided import Decided
from annotator.interchange.ids import Ids
from annotator.interchange.trec import numbered_lines
from annotator.model.canonical import line_of
from annotator.model.passage import Passage
from annotator.model.sample import Sample

_ID = Field(validation_alias=AliasChoices("_id", "id", "docid"))
_HEADINGS = ("query-id", "corpus-id", "score")


class _Foreign(BaseModel):
    """A line of another tool: fields that are not known are left alone."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class Document(_Foreign):
    """One line of a BEIR corpus.jsonl."""

    id: Annotated[str, _ID]
    text: Annotated[str, Field(validation_alias=AliasChoices("text", "contents"))]
    title: str | None = None
    metadata: dict[str, Any] | None = None


class Query(_Foreign):
    """One line of a BEIR queries.jsonl."""

    id: Annotated[str, _ID]
    text: str


def read_corpus(documents: Iterable[tuple[int, Document]], shown: str, ids: Ids) -> dict[str, Offer[Passage]]:
    """The passages of a corpus by the id in the source. Raises UnreadableInput for an id that stands twice."""
    passages: dict[str, Offer[Passage]] = {}
    for number, document in documents:
        passage = Passage(
            id=ids.take(document.id, shown, number), text=document.text, title=document.title or None, meta=document.metadata or None
        )
        if document.id in passages:
            raise UnreadableInput(shown, number, f"document {document.id!r} stands at {passages[document.id].where} already", "keep one")
        passages[document.id] = Offer(passage, f"{shown}:{number}", frozenset({"text", "title"}))
    return passages


def read_queries(queries: Iterable[tuple[int, Query]], shown: str) -> dict[str, tuple[str, int]]:
    """Words and line of the queries by the id in the source. Raises UnreadableInput for an id that stands twice."""
    found: dict[str, tuple[str, int]] = {}
    for number, query in queries:
        if query.id in found:
            raise UnreadableInput(shown, number, f"query {query.id!r} stands in line {found[query.id][1]} already", "keep one")
        found[query.id] = (query.text, number)
    return found


class Qrels:
    """Judgments of `query-id TAB corpus-id TAB score` lines, several files one after another."""

    def __init__(self) -> None:
        self.grades: dict[str, dict[str, int]] = {}
        self.lines: dict[str, str] = {}

    def read(self, data: bytes, shown: str) -> None:
        """Add a file. Raises UnreadableInput with file and line for another shape, and for a pair judged twice with other scores."""
        for number, line in numbered_lines(data, shown):
            cells = line.split("\t")
            if number == 1 and tuple(cells) == _HEADINGS:
                continue
            if len(cells) != len(_HEADINGS):
                raise UnreadableInput(shown, number, f"has {len(cells)} fields and not query-id, corpus-id, score", "separate them by tabs")
            query, passage, score = cells
            try:
                grade = grade_of(score.strip().encode())
            except (ValueError, OverflowError):
                raise UnreadableInput(shown, number, f"score {score!r} is not a whole number", "correct it") from None
            self.lines.setdefault(query, f"{shown}:{number}")
            if self.grades.setdefault(query, {}).setdefault(passage, grade) != grade:
                raise UnreadableInput(
                    shown, number, f"passage {passage!r} of query {query!r} has another score above", "keep one of the two"
                )


def bundle_of(
    corpus: Mapping[str, Offer[Passage]],
    queries: Mapping[str, tuple[str, int]],
    qrels: Qrels,
    shown: str,
    judge: tuple[str, str] | None,
    ids: Ids,
) -> Bundle:
    """The whole corpus, the judged queries with their judged passages as candidates, and labels of `judge` (name and facet).

    Without any judgment all queries are taken, without candidates. Raises UnreadableInput for judgments of a query or passage
    that is not there.
    """
    bundle = Bundle()
    for offer in corpus.values():
        bundle.offer_passage(offer)
    for query, of_query in qrels.grades.items():
        if query not in queries:
            raise UnreadableInput(qrels.lines[query], None, f"query {query!r} is not in queries.jsonl", "add it, or remove its judgments")
        missing = next((passage for passage in of_query if passage not in corpus), None)
        if missing is not None:
            raise UnreadableInput(
                qrels.lines[query], None, f"passage {missing!r} of query {query!r} is not in corpus.jsonl", "add it, or remove the judgment"
            )
    skipped = 0
    for query, (words, number) in queries.items():
        grades = {corpus[passage].value.id: grade for passage, grade in qrels.grades.get(query, {}).items()}
        if qrels.grades and not grades:
            skipped += 1
            continue
        id_, where = ids.take(query, shown, number), f"{shown}:{number}"
        sample = Sample(id=id_, query=words, candidates=tuple(grades) or None)
        bundle.offer_sample(Offer(sample, where, frozenset({"query", "candidates"} if grades else {"query"})))
        if judge is not None and grades:
            bundle.labels.append(ForeignLabel(judge[0], id_, qrels.lines[query], values={judge[1]: grades}))
    if skipped:
        bundle.notes.append(f"{counted(skipped, 'query has', 'queries have')} no judgment, left out")
    if qrels.grades and judge is None:
        bundle.notes.append("the judged passages became candidates; their grades were left out, since no --as NAME says whose they are")
    return bundle


def corpus_lines(passages: Iterable[Passage]) -> bytes:
    """corpus.jsonl: `_id`, `title` (empty where there is none), `text`, and `metadata` where the passage has meta."""
    return b"".join(
        line_of({"_id": one.id, "title": one.title or "", "text": one.text} | ({} if one.meta is None else {"metadata": one.meta})) + b"\n"
        for one in passages
    )


def query_lines(samples: Iterable[Sample]) -> bytes:
    """queries.jsonl: `_id` and `text`."""
    return b"".join(line_of({"_id": sample.id, "text": sample.query or ""}) + b"\n" for sample in samples)


def qrels_lines(decided: Iterable[Decided], facet: str) -> bytes:
    """qrels/test.tsv: each pair once under a heading line, zeros kept."""
    rows = [
        f"{one.sample.id}\t{candidate}\t{one.values[facet][candidate]}\n" for one in decided for candidate in one.sample.candidates or ()
    ]
    return "".join(["\t".join(_HEADINGS) + "\n", *rows]).encode()
