"""`annotator agreement` through the real entry point: its JSON shape, its forms, and what it holds back."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.cli.main import main
from tests.builders import a_dataset, a_sample, graded, labelled

GRADE_KEYS = {"observed", "kappa", "kappa-linear", "kappa-quadratic", "ac1", "alpha"}
FIGURE_KEYS = {"value", "n", "low", "high", "undefined"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two samples graded by both, one by alice alone with a note."""
    root = a_dataset(tmp_path / "d", samples=[a_sample(f"q-{n}", groups={"lang": "en"}) for n in (1, 2, 3)])
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 2, "p-2": 1}})
    graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 1, "p-2": 1}})
    labelled(root, "alice", {"q-3": {"relevance": {"p-1": 2, "p-2": 2}}}, note="a secret thought")
    return root


def test_the_json_document(root: Path) -> None:
    out = subprocess.check_output([sys.executable, "-m", "annotator", "agreement", str(root), "--json", "--by", "lang"])
    document = json.loads(out)
    facet = document["facets"]["relevance"]
    assert (facet["kind"], facet["waiting"], facet["skipped"], facet["stale"]) == ("grade", 1, 0, 0)
    (pair,) = facet["pairs"]
    assert (pair["reviewers"], pair["n"]) == (["alice", "bob"], 4)
    assert pair["statistics"].keys() >= GRADE_KEYS
    assert pair["statistics"]["observed"].keys() == FIGURE_KEYS
    assert pair["statistics"]["observed"]["value"] == 0.75
    assert document["by-lang"]["relevance"]["en"]["pairs"][0]["n"] == 4


@pytest.mark.parametrize("form", [[], ["--explain"], ["--markdown"], ["--csv"], ["--json"], ["--with-oneself"]])
def test_no_form_shows_a_label_before_both_are_in(root: Path, capsys: pytest.CaptureFixture[str], form: list[str]) -> None:
    assert main(["agreement", str(root), *form]) == 0
    out = capsys.readouterr().out
    assert "q-3" not in out
    assert "secret" not in out


def test_every_disagreement_as_csv(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["agreement", str(root), "--csv"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert "q-2" in lines[1]


def test_the_same_seed_gives_the_same_bytes(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["agreement", str(root), "--json"])
    first = capsys.readouterr().out
    main(["agreement", str(root), "--json"])
    assert capsys.readouterr().out == first


def test_an_unknown_facet_is_one_sentence(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement", str(root), "--facet", "colour"]) == 2
    assert capsys.readouterr().err == "annotator: 'colour' is no facet of small; it has relevance\n"


def test_gamma_through_the_command_where_the_library_is_not_there(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.builders import EVIDENCE, RELEVANCE

    spans = a_dataset(root.parent / "s", samples=[a_sample("q-1")], facets={"relevance": RELEVANCE, "evidence": EVIDENCE})
    mark = {"start": 0, "end": 3, "text": "The"}
    for person in ("alice", "bob"):
        labelled(spans, person, {"q-1": {"relevance": {"p-1": 3, "p-2": 0}, "evidence": {"p-1": [mark], "p-2": []}}})
    monkeypatch.setitem(sys.modules, "pygamma_agreement", None)
    assert main(["agreement", str(spans), "--gamma"]) == 2
    assert "pip install 'gold-annotator[gamma]'" in capsys.readouterr().err
    # Grades alone have no gamma, so nothing is missing.
    assert main(["agreement", str(root), "--gamma"]) == 0


def test_the_section_self_holds_each_reviewer_against_their_repeats(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["agreement", str(root), "--json"])
    assert json.loads(capsys.readouterr().out)["self"] == {"relevance": {}}
    # Of the four grades of q-1 and q-2, alice gives three once more; what she repeats of q-3 waits for bob.
    again = {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 2, "p-2": 3}, "q-3": {"p-1": 0, "p-2": 0}}
    labelled(root, "alice", {sample: {"relevance": grades} for sample, grades in again.items()}, repeat=True)
    main(["agreement", str(root), "--json"])
    (person, pair), *others = json.loads(capsys.readouterr().out)["self"]["relevance"].items()
    assert (person, others, pair["n"]) == ("alice", [], 4)
    assert pair["statistics"].keys() >= GRADE_KEYS
    assert pair["statistics"]["observed"]["value"] == 0.75


@pytest.mark.parametrize("form", [[], ["--markdown"]])
def test_and_the_other_forms_have_a_table_of_it(root: Path, capsys: pytest.CaptureFixture[str], form: list[str]) -> None:
    title = "relevance: reviewers with themselves, on repeats"
    main(["agreement", str(root), *form])
    assert title not in capsys.readouterr().out
    labelled(root, "alice", {"q-1": {"relevance": {"p-1": 3, "p-2": 0}}}, repeat=True)
    main(["agreement", str(root), *form])
    assert title in capsys.readouterr().out
