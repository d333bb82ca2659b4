"""The outcome of whole grids: the guard cases of the protocol, the ceiling, and agreement with the evaluator."""

import json
import random

import pytest

from annotator.evaluate.experiment import Material, Plan, evaluate
from annotator.evaluate.fusion import Hybrid
from annotator.evaluate.lexical import Bm25
from annotator.evaluate.measures import parse
from annotator.evaluate.retriever import ByText, Hit, Passage, Query
from annotator.evaluate.token_hash import TokenHash, token_hash
from annotator.evaluate.tuning.conclusion import Conclusion
from annotator.evaluate.tuning.fused import searched
from annotator.evaluate.tuning.grid import Grid
from annotator.evaluate.tuning.trial import trial_of
from annotator.evaluate.tuning.tuned import Tuned, tuned, tuned_json

SMALL = Grid(top_k=(10, 20), bm25_k1=(1.2,), bm25_b=(0.75,))


class Fixed:
    """A vector route that always returns the same passages."""

    def __init__(self, *ids: str) -> None:
        self._ids = ids

    def index(self, passages: object) -> None: ...

    def search(self, query: str, k: int) -> list[Hit]:
        return [(id_, float(-place)) for place, id_ in enumerate(self._ids)][:k]


def outcome(material: Material, vector: ByText | None = None, grid: Grid = SMALL) -> Tuned:
    trial = trial_of(material, vector or token_hash(), max(grid.top_k))
    return tuned(trial, grid, [searched((trial, grid), search) for search in grid.searches])


def fixed(*ids: str) -> ByText:
    return ByText("fixed", Fixed(*ids), {})


def a_set(judgments: dict[str, dict[str, int]]) -> Material:
    """BM25 finds a, b, c in this order for every question."""
    passages = [Passage("a", "lamp"), Passage("b", "lamp one"), Passage("c", "lamp one two"), Passage("d", "x"), Passage("e", "y")]
    return Material([Query(query, "lamp") for query in judgments], passages, judgments)


def test_settings_that_differ_are_conclusive_and_recommend_a_value_that_was_tried() -> None:
    # BM25: a b c; vector: d e a. With d right, the more weight the vector route has the better.
    found = outcome(a_set({"q": {"d": 1}}), fixed("d", "e", "a"))
    assert found.conclusion is Conclusion.CONCLUSIVE
    assert found.seen.spread >= 0.01
    recommended = found.recommended
    assert recommended is not None
    assert recommended["rrf_k"] in (*SMALL.rrf_k, None)
    document = tuned_json(found, 1)
    assert document["recommended_k"] == recommended["rrf_k"]
    assert document["discriminative"] is True


def test_only_rrf_k_can_tell_and_the_best_one_is_recommended() -> None:
    # BM25 has a at 1 and c at 3; vector has c at 2, a at 5. Sums for c and a: k = 0 gives 1/3 + 1/2 against 1 + 1/5, k = 60 gives
    # 1/63 + 1/62 = 0.03200 against 1/61 + 1/65 = 0.03178. So c is first from a larger k on, and only there.
    grid = SMALL._replace(rrf_k=(0, 60), bm25_weight=(0.5,), top_k=(20,))
    found = outcome(a_set({"q": {"c": 1}}), fixed("d", "c", "e", "b", "a"), grid)
    assert found.sensitivity["rrf_k"].best[0] < found.sensitivity["rrf_k"].best[1]
    assert (found.conclusion, found.recommended and found.recommended["rrf_k"]) == (Conclusion.CONCLUSIVE, 60)
    assert tuned_json(found, 1)["recommended_k"] == 60


def test_a_parameter_that_moves_nothing_beside_one_that_does_is_left_open() -> None:
    # BM25 gives a b c, the vector route d alone, and d is right. It goes first at weights up to 0.5, so that three weights tie, and
    # nothing else moves the best.
    found = outcome(a_set({"q": {"d": 1}}), fixed("d"))
    assert found.conclusion is Conclusion.CONCLUSIVE
    assert found.sensitivity["bm25_weight"].best[:3] == (1.0, 1.0, 1.0)
    assert found.recommended == dict.fromkeys(SMALL._asdict())


def test_a_value_that_is_best_by_a_hair_is_noise_and_not_recommended() -> None:
    grid = SMALL._replace(top_k=(20,))
    found = outcome(a_set({"q": {"d": 1}}), fixed("d", "e", "a"), grid)
    close = found.sensitivity["rrf_k"]._replace(best=(0.700, 0.7, 0.7, 0.7, 0.709), best_value=120)
    clear = close._replace(best=(0.700, 0.7, 0.7, 0.7, 0.71))
    for one, expected in ((close, None), (clear, 120)):
        told = found._replace(sensitivity={**found.sensitivity, "rrf_k": one}).recommended
        assert told is not None and told["rrf_k"] == expected


def test_no_spread_with_little_overlap_is_tested_without_effect() -> None:
    # Nothing is found by both, and the answer is found by neither.
    found = outcome(a_set({"q": {"e": 1}}), fixed("d"))
    assert (found.seen.spread, found.seen.jaccard) == (0.0, 0.0)
    assert found.conclusion is Conclusion.NO_EFFECT
    assert found.recommended is None


def test_no_spread_with_much_overlap_has_a_conclusion_of_its_own() -> None:
    found = outcome(a_set({"q": {"a": 1}}), fixed("a", "b", "c"))
    assert (found.seen.spread, found.seen.jaccard) == (0.0, 1.0)
    assert (found.conclusion, found.recommended) == (Conclusion.FLAT_HIGH_OVERLAP, None)
    assert tuned_json(found, 1)["reason"] == "at_ceiling"


def test_a_spread_below_noise_recommends_nothing() -> None:
    # One answer in 200 moves between the second and the third place: (0.63093 - 0.5) / 200 = 0.00065.
    judgments = {f"q{number:03}": {"a": 1} for number in range(199)} | {"q199": {"d": 1}}
    material = a_set(judgments)
    material = material._replace(queries=[Query(one.id, "lamp" if one.id != "q199" else "y") for one in material.queries])
    # For the last question BM25 finds e alone and the vector route a and d: e goes first or last with its weight.
    found = outcome(material, fixed("a", "d"))
    assert found.seen.spread == pytest.approx((0.6309297535714575 - 0.5) / 200)
    assert found.seen.sensitive == 1
    assert (found.conclusion, found.recommended) == (Conclusion.BELOW_NOISE, None)


def test_a_vector_route_that_finds_nothing_was_not_tested() -> None:
    found = outcome(a_set({"q": {"a": 1}}), fixed())
    assert (found.conclusion, found.recommended) == (Conclusion.BM25_ONLY, None)
    assert tuned_json(found, 1)["vector_available"] is False


@pytest.mark.parametrize("judgments", [{}, {"q": {"a": 0}}])
def test_without_ground_truth_there_is_no_figure_and_no_recommendation(judgments: dict[str, dict[str, int]]) -> None:
    document = tuned_json(outcome(a_set(judgments)), 1)
    assert (document["conclusion"], document["recommended"], document["recommended_k"]) == ("no_queries", None, None)
    assert (document["query_count"], document["best_ndcg10"]["value"], document["ndcg_spread"]["value"]) == (0, None, None)
    assert document["param_sensitivity"] == {}
    json.dumps(document, allow_nan=False)


def test_the_ceiling_is_the_best_order_of_what_was_found() -> None:
    # Found are a, b, c and d; e, of grade 3, is not. Best order: grade 2, then 1; DCG 2 + 1 / log2(3) = 2.63093 over
    # 3 + 2 / log2(3) + 1 / log2(4) = 4.76186.
    found = outcome(a_set({"q": {"e": 3, "d": 2, "b": 1}}), fixed("d"))
    ceiling = found.ceiling.value
    assert ceiling == pytest.approx(2.6309297535714573 / 4.761859507142915)
    assert ceiling is not None and all(value <= ceiling for value in found.sensitivity["rrf_k"].best)


def test_the_usual_settings_score_as_the_evaluator_says_to_the_last_bit() -> None:
    drawn = random.Random(5)
    words = [f"word{number}" for number in range(15)]
    passages = [Passage(f"p{number}", " ".join(drawn.choices(words, k=9))) for number in range(19)]
    queries = [Query(f"q{number}", " ".join(drawn.choices(words, k=3))) for number in range(23)]
    judgments = {query.id: {drawn.choice(passages).id: drawn.randint(0, 3) for _ in range(6)} for query in queries}
    material = Material(queries, passages, judgments)
    # With fewer than 20 passages the depth of 20 is that of 100, which the hybrid reads.
    retriever = ByText("hybrid", Hybrid([Bm25(), TokenHash()]), {})
    names = ("nDCG@10", "RR", "R@10")
    theirs = evaluate(material, [retriever], Plan([parse(name) for name in names], seed=3))["hybrid"].projections["candidate"].measures
    ours = tuned_json(outcome(material, grid=Grid()), 3)["measures"]
    assert {name: ours[name]["usual"] for name in names} == {name: theirs[name].as_json() for name in names}


def test_rows_are_all_settings_in_order() -> None:
    found = outcome(a_set({"q": {"d": 1}}), fixed("d", "e", "a"))
    rows = list(found.rows())
    assert len(rows) == SMALL.size == 50
    assert rows[0][0] == {"rrf_k": 10, "bm25_weight": 0.3, "top_k": 10, "bm25_k1": 1.2, "bm25_b": 0.75}
    assert max(measures["nDCG@10"] for _, measures in rows) == tuned_json(found, 1)["best_ndcg10"]["value"]
    assert list(outcome(a_set({})).rows()) == []
