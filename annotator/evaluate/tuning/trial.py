"""A gold set ready to be searched under many settings, and the two routes through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotator.evaluate.columns import Ints
from annotator.evaluate.experiment import Material
from annotator.evaluate.lexical import Bm25
from annotator.evaluate.ordering import falling
from annotator.evaluate.retriever import CANDIDATE, Query, Retriever, best_first
from annotator.evaluate.tokens import tokens

# The passages that a route returned for one question, best first, by their numbers in the corpus.
Route = list[int]


class Trial(NamedTuple):
    """Passages and answerable questions, cut into words once, and what the vector route found.

    `tie` settles equal scores: the place of a passage's id in falling byte order. `relevant` maps the passages that answer a
    question to their grades; questions stand in byte order of their ids, as everywhere in the evaluation.
    """

    ids: tuple[str, ...]
    words: tuple[list[str], ...]
    tie: Ints
    questions: tuple[list[str], ...]
    relevant: tuple[dict[int, int], ...]
    vector: tuple[Route, ...]


def trial_of(material: Material, vector: Retriever, depth: int) -> Trial:
    """Search the vector route once, `depth` passages deep, and cut everything into words for BM25.

    Questions without an answer are left out, since no order of passages is better than another for them.
    """
    ids = tuple(passage.id for passage in material.passages)
    number = {id_: at for at, id_ in enumerate(ids)}
    asked = answerable(material)
    vector.index(material.passages)
    return Trial(
        ids,
        tuple(tokens(passage.searched) for passage in material.passages),
        falling(ids),
        tuple(tokens(query.text) for query in asked),
        tuple({number[id_]: grade for id_, grade in material.judgments[query.id].items() if grade >= 1} for query in asked),
        tuple([number[id_] for id_, _ in best_first(vector.search(query, depth)[CANDIDATE])[:depth]] for query in asked),
    )


def answerable(material: Material) -> list[Query]:
    """The scored questions with a passage of grade 1 or more, in byte order of their ids."""
    asked = [query for query in material.queries if any(grade >= 1 for grade in material.judgments.get(query.id, {}).values())]
    return sorted(asked, key=lambda query: query.id.encode())


def lexical_routes(trial: Trial, k1: float, b: float, depth: int) -> list[Route]:
    """What BM25 with `k1` and `b` returns for every question."""
    search = Bm25(k1, b)
    search.index_words(trial.ids, trial.words)
    number = {id_: at for at, id_ in enumerate(trial.ids)}
    return [[number[id_] for id_, _ in search.search_words(words, depth)] for words in trial.questions]


def cut(routes: Sequence[Route], depth: int) -> list[Route]:
    """The first `depth` passages of every route."""
    return [route[:depth] for route in routes]
