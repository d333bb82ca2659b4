"""The fused grid against the built-in hybrid, and against a slow direct computation scored by pytrec_eval."""

import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval

from annotator.curate.gold_set import gold_set
from annotator.curate.workspace import Workspace
from annotator.evaluate.experiment import Material
from annotator.evaluate.fusion import hybrid
from annotator.evaluate.lexical import Bm25
from annotator.evaluate.retriever import CANDIDATE, Passage, Query
from annotator.evaluate.token_hash import TokenHash, token_hash
from annotator.evaluate.tuning import fused
from annotator.evaluate.tuning.grid import Grid
from annotator.evaluate.tuning.trial import Trial, answerable, lexical_routes, trial_of

BUNDLED = Path(__file__).resolve().parents[3] / "datasets" / "bilingual-notes"
WORDS = [f"{first}{second}" for first, second in product(("amber", "basalt", "cedar", "dune"), ("field", "gate", "house"))]


def a_material(seed: int = 7, passages: int = 120, questions: int = 15) -> Material:
    """Passages of few words, so that many share a score; one question finds nothing, one has answers that no route finds."""
    drawn = random.Random(seed)
    corpus = [
        Passage(f"p{number}é" if number % 9 == 0 else f"p{number}", " ".join(drawn.choices(WORDS, k=drawn.randint(1, 12))))
        for number in range(passages)
    ]
    queries = [Query(f"q{number}", " ".join(drawn.choices(WORDS, k=drawn.randint(1, 4)))) for number in range(questions)]
    queries += [Query("q-nothing", "zzz"), Query("q-elsewhere", "ambergate"), Query("q-without", "ambergate")]
    corpus.append(Passage("lost", "unfindable"))
    judgments = {query.id: {drawn.choice(corpus).id: drawn.randint(0, 3) for _ in range(drawn.randint(1, 9))} for query in queries}
    judgments |= {"q-nothing": {"p1": 2}, "q-elsewhere": {"lost": 3}, "q-without": {"p1": 0}}
    return Material(queries, corpus, judgments)


def slow(material: Material, setting: tuple[float, float, int, float, float]) -> dict[str, dict[str, float]]:
    """Fusion by the formula, passage by passage, then the places in trec_eval's order as scores that cannot tie."""
    rrf_k, weight, depth, k1, b = setting
    lexical, vector = Bm25(k1, b), TokenHash()
    run = {}
    for route in (lexical, vector):
        route.index(material.passages)
    for query in answerable(material):
        scores: dict[str, float] = {}
        for share, route in ((weight, lexical), (1.0 - weight, vector)):
            for rank, (passage, _) in enumerate(route.search(query.text, depth), 1):
                scores[passage] = scores.get(passage, 0.0) + share / (rrf_k + rank)
        ranked = sorted((passage for passage, score in scores.items() if score), key=lambda one: (scores[one], one.encode()), reverse=True)
        run[query.id] = {passage: float(len(ranked) - place) for place, passage in enumerate(ranked)}
    return run


@pytest.mark.parametrize("grid", [Grid(), Grid(rrf_k=(0, 60), bm25_weight=(0, 0.5, 1), top_k=(1, 3, 100), bm25_k1=(0, 1.2), bm25_b=(0, 1))])
def test_a_sample_of_the_grid_is_what_pytrec_eval_says_of_the_slow_way(grid: Grid) -> None:
    material = a_material()
    trial = trial_of(material, token_hash(), max(grid.top_k))
    asked = [query.id for query in answerable(material)]
    searches = [fused.searched((trial, grid), search).values for search in grid.searches]
    oracle = pytrec_eval.RelevanceEvaluator(material.judgments, {"ndcg_cut.10", "recip_rank", "recall.10"})
    places = random.Random(3).sample(list(product(*map(range, grid.shape))), 25)
    for k, w, t, one, b in places:
        values = searches[one * len(grid.bm25_b) + b]
        setting = (grid.rrf_k[k], grid.bm25_weight[w], grid.top_k[t], grid.bm25_k1[one], grid.bm25_b[b])
        expected = oracle.evaluate({query: its for query, its in slow(material, setting).items() if its})
        for measure, name in enumerate(("ndcg_cut_10", "recip_rank", "recall_10")):
            theirs = [expected.get(query, {}).get(name, 0.0) for query in asked]
            assert values[measure, k, w, t].tolist() == pytest.approx(theirs, abs=1e-12), setting


def everything_relevant(material: Material, depth: int) -> Trial:
    """A trial in which each passage answers each question, so that the rank of every passage is known."""
    everyone = dict.fromkeys([passage.id for passage in material.passages], 1)
    return trial_of(material._replace(judgments={query.id: everyone for query in material.queries}), token_hash(), depth)


def rankings(trial: Trial, depth: int) -> list[list[str]]:
    """The passages of each question in their fused order at rrf_k 60 and equal weights, BM25 being as it usually is."""
    routes = lexical_routes(trial, 1.2, 0.75, depth)
    pool = fused._pooled(trial, routes)
    ranks = fused._ranks(pool, Grid(rrf_k=(60,), bm25_weight=(0.5,)), depth)[0, 0]
    out = []
    for at, route in enumerate(routes):
        found = list(dict.fromkeys([*route, *trial.vector[at]]))
        placed = {int(rank): trial.ids[found[column]] for rank, column in zip(ranks[at], pool.column[at], strict=True) if rank}
        assert sorted(placed) == list(range(1, len(found) + 1))
        out.append([placed[rank] for rank in sorted(placed)])
    return out


@pytest.mark.parametrize("source", ["bundled", "random"])
def test_the_usual_setting_ranks_as_the_built_in_hybrid_does(source: str) -> None:
    material = gold_set(Workspace(BUNDLED), "draft").material if source == "bundled" else a_material()
    trial = everything_relevant(material, 100)
    built_in = hybrid()
    built_in.index(material.passages)
    asked = sorted(material.queries, key=lambda query: query.id.encode())
    theirs = [[passage for passage, _ in built_in.search(query, 100)[CANDIDATE]] for query in asked]
    # Two routes of 100 may give 200, of which the hybrid returns the first 100.
    assert [ranking[:100] for ranking in rankings(trial, 100)] == theirs
    assert sum(map(len, theirs)) > 50


def test_without_anything_found_every_value_is_zero() -> None:
    material = Material([Query("q", "zzz")], [Passage("p", "amber")], {"q": {"p": 1}})
    grid = Grid()
    one = fused.searched((trial_of(material, token_hash(), 50), grid), (1.2, 0.75))
    assert one.lexical == [[]]
    assert one.values.shape == (3, *grid.shape[:3], 1)
    assert not one.values.any()


def test_without_a_question_there_is_no_value() -> None:
    grid = Grid()
    one = fused.searched((trial_of(Material([], [Passage("p", "amber")], {}), token_hash(), 50), grid), (1.2, 0.75))
    assert one.values.shape == (3, *grid.shape[:3], 0)
    assert np.isfinite(one.values).all()
