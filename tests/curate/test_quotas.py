"""Quotas over groups and tags."""

from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.quotas import quotas
from annotator.curate.workspace import Workspace
from tests.builders import DIMENSIONS, REGISTRY, a_dataset, a_sample, labelled

SAMPLES = [a_sample(f"q-{n}", groups={"difficulty": "easy" if n < 4 else "hard"}) for n in range(10)]


@pytest.mark.parametrize(
    ("easy", "holds"),
    # 4 of 10 are easy; a share that asks for 3.1 to 4.9 of them is met by rounding.
    [(0.4, True), (0.45, True), (0.35, True), (0.3, False), (0.5, False)],
)
def test_a_share_holds_when_the_count_is_it_rounded_either_way(tmp_path: Path, easy: float, *, holds: bool) -> None:
    root = a_dataset(tmp_path / "d", samples=SAMPLES, quotas={"difficulty": {"easy": easy}})
    (result,) = quotas(Workspace(root))
    assert (result.found, result.of, result.ok) == (4, 10, holds)


@pytest.mark.parametrize(("share", "wanted"), [(0.4, "40% (4)"), (0.125, "12.5% (1.25)"), (0.143, "14.3% (1.43)")])
def test_a_wanted_share_is_told_as_it_was_declared(tmp_path: Path, share: float, wanted: str) -> None:
    (result,) = quotas(Workspace(a_dataset(tmp_path / "d", samples=SAMPLES, quotas={"difficulty": {"easy": share}})))
    assert result.wanted == wanted


def test_every_tag_in_at_least_so_many_samples_as_decided(tmp_path: Path) -> None:
    root = a_dataset(
        tmp_path / "d",
        samples=SAMPLES[:2],
        facets={"dimensions": DIMENSIONS},
        registry=REGISTRY,
        quotas={"dimensions": {"at_least": 1}},
    )
    labelled(root, "alice", {"q-0": {"dimensions": ["skills"]}, "q-1": {"dimensions": ["habits"]}})
    labelled(root, "bob", {"q-0": {"dimensions": ["skills"]}})
    # q-1 has one label of two: what a single reviewer said does not count.
    assert {result.value: (result.found, result.ok) for result in quotas(Workspace(root))} == {"skills": (1, True), "habits": (0, False)}


def test_a_tag_on_candidates_counts_once_in_each_sample(tmp_path: Path) -> None:
    root = a_dataset(
        tmp_path / "d",
        samples=SAMPLES[:2],
        facets={"dimensions": {**DIMENSIONS, "on": "candidate"}},
        registry=REGISTRY,
        quotas={"dimensions": {"at_least": 2}},
    )
    values = {"q-0": {"p-1": ["skills"], "p-2": ["habits", "skills"]}, "q-1": {"p-1": ["skills"], "p-2": ["skills"]}}
    for person in ("alice", "bob"):
        labelled(root, person, {sample: {"dimensions": tags} for sample, tags in values.items()})
    assert {result.value: (result.found, result.ok) for result in quotas(Workspace(root))} == {"skills": (2, True), "habits": (1, False)}


def test_verify_fails_on_quotas_only_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = a_dataset(tmp_path / "d", samples=SAMPLES, quotas={"difficulty": {"easy": 0.9}})
    assert main(["verify", str(root)]) == 0
    assert main(["verify", str(root), "--quotas"]) == 1
    assert "quota: dataset.yaml: difficulty easy: 4 of 10 samples, wanted 90% (9)" in capsys.readouterr().out
    assert main(["status", str(root)]) == 0
    assert "90% (9)" in capsys.readouterr().out
