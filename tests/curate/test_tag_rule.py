"""The agreement bar on tags: promotion, verify and the agreement report hold the same kappa, the mean over tags."""

import json
from pathlib import Path

import pytest
from sklearn.metrics import cohen_kappa_score

from annotator.cli.main import main
from annotator.curate.agreement import agreement, rule_failures
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed
from annotator.model.config import RULE_MEASURES
from tests.builders import DIMENSIONS, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, labelled, promoted

MEMORIES = [f"m-{number}" for number in range(1, 5)]
ALICE = {"m-1": ["skills"], "m-2": ["habits"], "m-3": ["habits", "skills"], "m-4": ["habits"]}
BOB = {**ALICE, "m-4": ["skills"]}
# skills: alice 1010, bob 1011, observed 3/4, by chance 1/2·3/4 + 1/2·1/4 = 1/2, kappa 1/2. habits: 0111 and 0110, kappa 1/2 as well.
KAPPA = 0.5


def a_set(root: Path, bar: float) -> Path:
    """q-1 is agreed, q-2 has the memory about which they differ."""
    samples = [a_sample("q-1", MEMORIES[:2]), a_sample("q-2", MEMORIES[2:])]
    a_dataset(
        root,
        passages=[a_passage(id_) for id_ in MEMORIES],
        samples=samples,
        facets={"dimensions": {**DIMENSIONS, "on": "candidate"}},
        registry=REGISTRY,
        workflow={"agreement": {"facet": "dimensions", "measure": "kappa", "at_least": bar}},
    )
    for person, tags in (("alice", ALICE), ("bob", BOB)):
        labelled(root, person, {s["id"]: {"dimensions": {m: tags[m] for m in s["candidates"]}} for s in samples})
    return root


def test_scikit_learn_has_the_same_kappas():
    for tag in ("skills", "habits"):
        assert cohen_kappa_score(*([tag in side[m] for m in MEMORIES] for side in (ALICE, BOB))) == KAPPA


def test_promotion_holds_the_bar(tmp_path: Path):
    promoted(a_set(tmp_path / "low", KAPPA), "q-1")
    root = a_set(tmp_path / "high", 0.51)
    assert rule_failures(Workspace(root)) == ["kappa of dimensions between alice and bob is 0.5000 over 4 items, below 0.51"]
    with pytest.raises(CheckFailed, match="kappa of dimensions"):
        promoted(root, "q-1")


def test_verify_names_gold_below_the_bar_and_the_report_has_the_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    root = promoted(a_set(tmp_path / "d", KAPPA), "q-1")
    assert verify(root).findings == []
    config = root / "dataset.yaml"
    config.write_text(config.read_text("utf-8").replace('"at_least": 0.5', '"at_least": 0.85'), "utf-8")
    (finding,) = verify(root).findings
    assert "kappa of dimensions between alice and bob is 0.5000 over 4 items, below 0.85" in finding.message
    assert main(["agreement", str(root), "--json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["facets"]["dimensions"]["pairs"]
    assert pair["statistics"]["kappa"]["value"] == KAPPA


def test_every_measure_that_a_rule_may_name_is_one_that_its_kind_has(tmp_path: Path):
    facets = {
        "grade": RELEVANCE,
        "choice": {"kind": "choice", "on": "sample", "values": {"a": "", "b": ""}},
        "flag": {"kind": "flag", "on": "sample"},
        "tags": DIMENSIONS,
        "number": {"kind": "number", "on": "sample", "lo": 0, "hi": 9},
    }
    root = a_dataset(tmp_path / "d", facets=facets, registry=REGISTRY)
    for person in ("alice", "bob"):
        values = {"grade": {"p-1": 3, "p-2": 0}, "choice": "a", "flag": True, "tags": ["skills"], "number": 4}
        labelled(root, person, {"q-1": values, "q-2": values})
    found = agreement(Workspace(root))
    assert set(RULE_MEASURES) == set(facets)
    for kind, measures in RULE_MEASURES.items():
        assert set(measures) <= set(found[kind].pairs[0].statistics)
