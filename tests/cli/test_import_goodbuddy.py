"""`annotator import goodbuddy`: the project's own fixture whole, and nothing written when something does not fit."""

import hashlib
import json
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.config import Role
from annotator.model.events import Label
from tests.builders import EVIDENCE, RELEVANCE, a_dataset

ABLATIONS = ("lexical", "token-hash", "alias", "hybrid", "rerank")


@pytest.fixture
def source(shared_data: Path) -> Path:
    return shared_data / "goodbuddy-fixture" / "synthetic-bilingual-v1.json"


@pytest.fixture
def root(tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    root = tmp_path / "gb"
    assert main(["new", str(root), "--template", "evidence"]) == 0
    assert main(["import", "goodbuddy", str(source), str(root), "--as", "drafter", "--add-people"]) == 0
    return root


def test_the_whole_fixture_comes_in_as_its_readme_counts_it(root: Path) -> None:
    workspace = Workspace(root)
    assert (len(workspace.dataset.passages), len(workspace.cases)) == (15, 16)
    labels = {id_: case.proposals["drafter"].event for id_, case in workspace.cases.items()}
    grades = {id_: event.values["relevance"] for id_, event in labels.items() if isinstance(event, Label)}
    spans = [
        span for event in labels.values() if isinstance(event, Label) for marked in event.values["evidence"].values() for span in marked
    ]
    kinds = [(case.sample.lang, any(grades[id_].values())) for id_, case in workspace.cases.items()]
    assert [kinds.count(kind) for kind in (("en", True), ("en", False), ("zh-CN", True), ("zh-CN", False))] == [7, 2, 6, 1]
    assert sum(1 for of_query in grades.values() for grade in of_query.values() if grade) == 17
    assert len(spans) == 18
    assert verify(root).findings == []
    assert workspace.config.people["drafter"].roles == (Role.AUTHOR,)


def test_the_corpus_hash_is_the_project_s_own(root: Path, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "goodbuddy", str(source), str(root), "--as", "drafter"]) == 0
    printed = next(line for line in capsys.readouterr().out.splitlines() if "recipe" in line).rpartition(" ")[2]
    assert (printed[:8], printed[-6:], len(printed)) == ("8f4bf598", "63f3a9", 64)
    passages = [json.loads(line) for line in (root / "corpus.jsonl").read_text("utf-8").splitlines()]
    stored = "\n".join(f"{one['meta']['document']}\0{one['id']}\0{one['text']}" for one in passages)
    assert hashlib.sha256(stored.encode()).hexdigest() == printed


def test_the_five_ablations_run_twice_alike_with_the_protocol_s_gates(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [word for name in ABLATIONS for word in ("--retriever", name)]
    gain = "nDCG(dcg='exp-log2')@10"
    gates = ["RR@10 rerank at_least 0.78", f"{gain} rerank at_least 0.75", "NoAnswerFPR rerank at_most 0.34"]
    gates.append(f"{gain} rerank drop_at_most 0.05 against hybrid")
    capsys.readouterr()
    code = main(["evaluate", str(root), *words, "--twice", *(word for gate in gates for word in ("--gate", gate)), "--json"])
    report = json.loads(capsys.readouterr().out)
    assert set(report["retrievers"]) == set(ABLATIONS)
    assert report["invariants"][0]["ok"]
    # Most answers stand in the other language, where words cannot meet: the two gates on order are missed, and said to be.
    assert [gate["ok"] for gate in report["gates"]] == [False, False, True, True]
    assert code == 1


def test_a_fixture_that_does_not_fit_leaves_the_dataset_as_it_was(
    tmp_path: Path, root: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    other = tmp_path / "other.json"
    other.write_text(source.read_text("utf-8").replace('"text": "发布检查会核对包清单"', '"text": "发布检查会核对清单"'), "utf-8")
    capsys.readouterr()
    assert main(["import", "goodbuddy", str(other), str(root), "--as", "drafter"]) == 2
    error = capsys.readouterr().err
    assert "other.json: queries.10.judgments.1.spans.0 (query-release-zh): its words do not stand so in chunk-manifest-secondary" in error
    assert error.count("\n") == 1
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("facets", [{"relevance": RELEVANCE}, {"relevance": RELEVANCE, "evidence": EVIDENCE, "more": EVIDENCE}])
def test_a_dataset_without_the_two_facets_is_told_how_to_get_them(
    tmp_path: Path, facets: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    a_dataset(tmp_path / "small", facets=facets, evaluation={"relevance": "relevance"})
    assert main(["import", "goodbuddy", "absent.json", str(tmp_path / "small"), "--as", "drafter"]) == 2
    assert "annotator new DIR --template evidence" in capsys.readouterr().err
