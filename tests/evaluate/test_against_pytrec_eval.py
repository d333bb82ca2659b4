"""200 random runs with ties, negative, huge and equal scores: per query equal to pytrec_eval to the last bit."""

import random

import pytest
import pytrec_eval

from annotator.evaluate.measures import parse
from annotator.evaluate.ranking import Judged, rank_judged

NAMES = {
    "map": "AP",
    "map_cut_5": "AP@5",
    "map_cut_100": "AP@100",
    "ndcg": "nDCG",
    "ndcg_cut_5": "nDCG@5",
    "ndcg_cut_10": "nDCG@10",
    "bpref": "Bpref",
    "Rprec": "Rprec",
    "recip_rank": "RR",
    "P_5": "P@5",
    "P_10": "P@10",
    "recall_5": "R@5",
    "recall_10": "R@10",
    "success_1": "Success@1",
    "success_5": "Success@5",
    "set_P": "SetP",
    "set_recall": "SetR",
    "set_F": "SetF",
    "num_ret": "NumRet",
    "num_rel": "NumRel",
    "num_rel_ret": "NumRet(rel={level})",
}


def scores(rng: random.Random, count: int) -> list[float]:
    # All are exact in 32 bits, since pytrec_eval compares no more of them.
    kind = rng.randrange(5)
    if kind == 0:
        return [1.0] * count
    if kind == 1:
        return [rng.randint(-4, 4) / 4 for _ in range(count)]
    if kind == 2:
        return [float(rng.choice([2.0**100, -(2.0**100), 2.0**60, 0.0])) for _ in range(count)]
    if kind == 3:
        return [rng.randint(-(2**20), 2**20) / 1024 for _ in range(count)]
    return [-float(number) for number in range(count)]


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.parametrize("level", [1, 2])
def test_random_runs(seed, level):
    rng = random.Random(seed)
    pool = [f"{rng.choice(['d', 'D', '文', '0'])}{number}" for number in range(120)]
    run = dict(zip(found := rng.sample(pool, rng.randint(1, 110)), scores(rng, len(found)), strict=True))
    grades = {passage: rng.choice([-1, 0, 0, 0, 1, 1, 2, 3, 7]) for passage in rng.sample(pool, rng.randint(1, 100))}
    grades[rng.choice(pool)] = rng.choice([0, 1])
    evaluator = pytrec_eval.RelevanceEvaluator({"q": grades}, set(pytrec_eval.supported_measures), relevance_level=level)
    expected = evaluator.evaluate({"q": run})["q"]
    judged = Judged({passage.encode(): grade for passage, grade in grades.items()})
    ranking = rank_judged([passage.encode() for passage in run], list(run.values()), judged)
    ours = {name: parse(text.format(level=level)).at_level(level).formula()(ranking, judged) for name, text in NAMES.items()}
    assert {name: expected[name] for name in ours} == ours
