"""GoodBuddy's retrieval fixture, one JSON document of documents in chunks, questions, grades and quoted answers, to a bundle."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from annotator.errors import UnreadableInput
from annotator.interchange.bundle import Bundle, ForeignLabel, Offer
from annotator.model.base import One, Value
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.workflow.leaks import leaks

# The bounds of every field are those of the fixture's own schema.
_Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{2,63}$")]
LANGUAGES = ("en", "zh-CN")


class Quote(Value):
    """Words of a chunk that answer."""

    text: Annotated[str, Field(min_length=2, max_length=500)]


class Judgment(Value):
    """How far one chunk answers a question, and with which words."""

    chunkId: _Id  # noqa: N815 (the fixture's own name)
    relevance: Annotated[int, Field(ge=1, le=3)]
    spans: Annotated[tuple[Quote, ...], Field(min_length=1, max_length=8)]


class Question(Value):
    """A question; without judgments exactly when nothing answers it."""

    id: _Id
    language: Literal["en", "zh-CN"]
    query: Annotated[str, Field(min_length=4, max_length=300)]
    noAnswer: bool  # noqa: N815 (the fixture's own name)
    judgments: Annotated[tuple[Judgment, ...], Field(max_length=10)]


class Chunk(Value):
    """A stretch of a document."""

    id: _Id
    content: Annotated[str, Field(min_length=20, max_length=2_000)]


class Document(Value):
    """A document as its chunks."""

    id: _Id
    title: Annotated[str, Field(min_length=2, max_length=100)]
    chunks: Annotated[tuple[Chunk, ...], Field(min_length=1, max_length=12)]


class Provenance(Value):
    """Where the texts come from."""

    kind: Literal["synthetic", "public"]
    license: Annotated[str, Field(min_length=2, max_length=64)]


class Fixture(Value):
    """The whole document."""

    version: One
    id: _Id
    provenance: Provenance
    documents: Annotated[tuple[Document, ...], Field(min_length=10, max_length=100)]
    queries: Annotated[tuple[Question, ...], Field(min_length=12, max_length=100)]


class Target(NamedTuple):
    """Whose the answers are, and the facets that grades and quotes fill."""

    person: str
    grades: str
    spans: str


def corpus_sha256(fixture: Fixture) -> str:
    """The fixture's own corpus hash: SHA-256 over document id, NUL, chunk id, NUL, content, joined by LF in the order of the file."""
    chunks = [f"{document.id}\0{chunk.id}\0{chunk.content}" for document in fixture.documents for chunk in document.chunks]
    return hashlib.sha256("\n".join(chunks).encode()).hexdigest()


def bundle_of(fixture: Fixture, shown: str, target: Target) -> Bundle:
    """Every chunk as a passage, every question as a sample, its judgments as a label of `target.person`.

    The fixture says of a chunk without a judgment that it does not answer. So every chunk is a candidate of every question, in the
    corpus's order, which gives no answer away, and has grade 0 and no span where none is given. Raises UnreadableInput, with the
    place in the file `shown`, for ids that stand twice or lead nowhere, for words that are not in their chunk, for a question whose
    `noAnswer` contradicts its judgments, for a language without both kinds of question, and for a text that must not be published.
    """
    _refuse_repeated_ids(fixture, shown)
    _refuse_one_sided_languages(fixture, shown)
    _refuse_leaks(fixture, shown)
    bundle = Bundle()
    for document in fixture.documents:
        for chunk in document.chunks:
            passage = Passage(id=chunk.id, text=chunk.content, title=document.title, meta={"document": document.id})
            bundle.offer_passage(Offer(passage, f"{shown}: {chunk.id}"))
    texts = {id_: offer.value.text for id_, offer in bundle.passages.items()}
    for at, question in enumerate(fixture.queries):
        where = f"{shown}: queries.{at}"
        sample = Sample(id=question.id, query=question.query, lang=question.language, candidates=tuple(texts))
        bundle.offer_sample(Offer(sample, where))
        values = _values(question, texts, f"queries.{at}", shown, target)
        bundle.labels.append(ForeignLabel(target.person, question.id, where, values))
    bundle.notes.append(f"corpus SHA-256 by the fixture's own recipe: {corpus_sha256(fixture)}")
    bundle.notes.append(
        f"the fixture calls itself {fixture.provenance.kind}, {fixture.provenance.license}, in {', '.join(LANGUAGES)}; "
        "write that into dataset.yaml under provenance, license and languages"
    )
    return bundle


def _values(question: Question, texts: dict[str, str], place: str, shown: str, target: Target) -> dict[str, Any]:
    """The label of one question: a grade and a list of spans for every chunk."""
    if question.noAnswer != (not question.judgments):
        raise UnreadableInput(shown, None, f"{place} ({question.id}): noAnswer is true exactly where there is no judgment", "correct it")
    grades: dict[str, int] = dict.fromkeys(texts, 0)
    spans: dict[str, list[dict[str, Any]]] = {chunk: [] for chunk in texts}
    for at, judgment in enumerate(question.judgments):
        chunk, here = judgment.chunkId, f"{place}.judgments.{at} ({question.id})"
        if chunk not in texts:
            raise UnreadableInput(shown, None, f"{here}: there is no chunk {chunk}", "correct the id, or remove the judgment")
        if grades[chunk]:
            raise UnreadableInput(shown, None, f"{here}: {chunk} is judged already", "keep one judgment of a chunk")
        grades[chunk] = judgment.relevance
        for number, quote in enumerate(judgment.spans):
            start = texts[chunk].find(quote.text)
            if start < 0:
                here = f"{place}.judgments.{at}.spans.{number} ({question.id})"
                raise UnreadableInput(shown, None, f"{here}: its words do not stand so in {chunk}", "quote them exactly")
            spans[chunk].append({"start": start, "end": start + len(quote.text), "text": quote.text})
    return {target.grades: grades, target.spans: spans}


def _refuse_repeated_ids(fixture: Fixture, shown: str) -> None:
    """Documents, chunks and questions share one space of ids."""
    first: dict[str, str] = {}
    for place, id_ in _ids(fixture):
        if first.setdefault(id_, place) != place:
            raise UnreadableInput(shown, None, f"{place}: the id {id_} stands at {first[id_]} already", "give one of them another")


def _ids(fixture: Fixture) -> Iterator[tuple[str, str]]:
    for at, document in enumerate(fixture.documents):
        yield f"documents.{at}", document.id
        yield from ((f"documents.{at}.chunks.{number}", chunk.id) for number, chunk in enumerate(document.chunks))
    yield from ((f"queries.{at}", question.id) for at, question in enumerate(fixture.queries))


def _refuse_one_sided_languages(fixture: Fixture, shown: str) -> None:
    for language in LANGUAGES:
        kinds = {not question.judgments for question in fixture.queries if question.language == language}
        for kind, words in ((False, "with"), (True, "without")):
            if kind not in kinds:
                raise UnreadableInput(
                    shown, None, f"queries: {language} has no question {words} an answer", "each language needs both kinds"
                )


def _refuse_leaks(fixture: Fixture, shown: str) -> None:
    for place, text in _texts(fixture.model_dump(mode="json")):
        leak = next(leaks(text), None)
        if leak is not None:
            raise UnreadableInput(shown, None, f"{place}: holds what looks like a secret or place ({leak.rule})", "take it out")


def _texts(node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a JSON document with its place."""
    if isinstance(node, str):
        yield place, node
    elif isinstance(node, dict | list):
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from _texts(child, f"{place}.{key}" if place else str(key))
