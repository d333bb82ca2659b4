"""`annotator tune` as a person runs it: every form, what it may hold, and the same bytes whoever computes."""

import csv
import io
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.tune import Request, tune
from annotator.curate.workspace import Workspace
from annotator.evaluate.sameness import differing
from tests.builders import a_dataset, a_sample, graded
from tests.cli.evaluated import PASSAGES, SAMPLES, WORDS, an_evaluated_dataset

Say = pytest.CaptureFixture[str]
# The names of S2-81, but for the cache of embeddings, since every run makes its vectors anew.
PROTOCOL = {
    *(
        "corpus_count",
        "query_count",
        "gt_mode",
        "grid",
        "best_ndcg10",
        "ndcg_spread",
        "ndcg_ceiling",
        "param_sensitivity",
        "discriminative",
    ),
    *("rank_sensitive_ratio", "route_overlap_jaccard", "route_overlap_avg", "dual_route_queries", "queries_with_empty_bm25"),
    *("bm25_avg_recall", "bm25_median_recall", "bm25_max_recall", "vector_available", "vector_coverage", "vector_avg_recall"),
    *("conclusion", "recommended", "recommended_k"),
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    an_evaluated_dataset(tmp_path / "small")
    return tmp_path


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster


def tuned(capsys: Say, *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["tune", "small", *words, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_report_has_every_field_of_the_protocol(here: Path, capsys: Say) -> None:
    report = tuned(capsys)
    assert report.keys() >= PROTOCOL
    assert (report["format"], report["corpus_count"], report["query_count"], report["gt_mode"]) == ("annotator-tuning", 3, 2, "graded")
    assert (report["combinations"], report["dataset"]["status"], report["provisional"]) == (2000, {"gold": 3}, False)
    assert report["param_sensitivity"].keys() == report["grid"].keys() == report["usual"].keys()


def test_both_routes_alike_have_no_spread_and_nothing_is_recommended(here: Path, capsys: Say) -> None:
    report = tuned(capsys)
    assert (report["conclusion"], report["reason"]) == ("inconclusive_flat_high_overlap", "at_ceiling")
    assert (report["recommended"], report["recommended_k"], report["discriminative"]) == (None, None, False)
    assert any(note.startswith("not conclusive: keep the settings you have") for note in report["notes"])
    main(["tune", "small"])
    out = capsys.readouterr().out
    assert "inconclusive_flat_high_overlap: no setting changed nDCG@10" in " ".join(out.split())
    assert "recommended: none" in out


def test_a_route_that_finds_nothing_is_told_apart_from_one_without_effect(here: Path, capsys: Say) -> None:
    # The dataset has no registry, so `alias` has nothing to go by.
    report = tuned(capsys, "--vector", "alias")
    assert (report["conclusion"], report["vector_available"], report["recommended"]) == ("inconclusive_bm25_only", False, None)


def test_without_ground_truth_there_is_a_conclusion_and_no_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Say) -> None:
    monkeypatch.chdir(tmp_path)
    a_dataset(tmp_path / "small", evaluation={"relevance": "relevance"})
    report = tuned(capsys, "--html", "r.html", "--csv", "r.csv", "--svg", "r.svg")
    assert (report["conclusion"], report["recommended_k"], report["best_ndcg10"]["value"], report["query_count"]) == (
        "no_queries",
        None,
        None,
        0,
    )
    assert any("has an answer to score against" in note for note in report["notes"])
    assert main(["tune", "small"]) == 0
    assert "no_queries: no question has a passage that answers it" in capsys.readouterr().out


def test_a_list_of_the_grid_is_taken(here: Path, capsys: Say) -> None:
    report = tuned(capsys, "--grid", "rrf_k=60", "--grid", "top_k=5,100")
    assert (report["grid"]["rrf_k"], report["grid"]["top_k"], report["combinations"]) == ([60], [5, 100], 5 * 2 * 5 * 4)
    assert report["usual"]["top_k"] == 5


def test_two_runs_are_equal_field_by_field_and_the_seed_moves_intervals_alone(here: Path, capsys: Say) -> None:
    first, second, other = tuned(capsys), tuned(capsys), tuned(capsys, "--seed", "7")
    assert list(differing(first, second)) == []
    moved = {place for place in differing(first, other) if not place.endswith((".low", ".high"))}
    assert moved == {"run.seed", "dataset.definition_sha256"}


def test_files_say_the_same_and_mark_nothing_that_is_not_recommended(here: Path, capsys: Say) -> None:
    report = tuned(capsys, "--out", "r.json", "--csv", "r.csv", "--svg", "r.svg", "--html", "r.html")
    assert list(differing(json.loads((here / "r.json").read_text("utf-8")), report)) == []
    rows = list(csv.DictReader(io.StringIO((here / "r.csv").read_text("utf-8"))))
    assert len(rows) == 2000
    assert max(float(row["nDCG@10"]) for row in rows) == report["best_ndcg10"]["value"]
    picture, page = ((here / name).read_text("utf-8") for name in ("r.svg", "r.html"))
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "recommended" not in picture
    assert 'class="claimed"' not in page
    assert report["banner"] in page


def test_nothing_is_written_into_the_dataset(here: Path) -> None:
    before = {path: path.read_bytes() for path in (here / "small").rglob("*") if path.is_file()}
    assert main(["tune", "small", "--jobs", "2", "--out", "r.json"]) == 0
    assert {path: path.read_bytes() for path in (here / "small").rglob("*") if path.is_file()} == before
    assert [path.name for path in here.iterdir() if path.is_file()] == ["r.json"]


def test_no_form_holds_a_word_of_the_dataset_or_a_path(here: Path, capsys: Say) -> None:
    texts = [str(record[key]) for record in (*PASSAGES, *SAMPLES) for key in ("text", "title", "query") if key in record]
    assert main(["tune", "small", "--markdown", "--out", "r.json", "--csv", "r.csv", "--svg", "r.svg", "--html", "r.html"]) == 0
    forms = [capsys.readouterr().out, *(path.read_text("utf-8") for path in here.glob("r.*"))]
    assert len(forms) == 5
    assert [word for word in (*texts, *WORDS, str(here)) for form in forms if word in form] == []


def test_every_question_with_a_library_of_its_own_is_refused(tmp_path: Path, capsys: Say) -> None:
    facets = {"relevance": {"kind": "grade", "on": "candidate", "scale": {"0": "no", "1": "yes"}}}
    evaluation = {"relevance": "relevance", "library": {}}
    root = a_dataset(tmp_path / "own", samples=[a_sample("q-1")], facets=facets, evaluation=evaluation)
    graded(root, "alice", {"q-1": {"p-1": 1, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 1, "p-2": 0}})
    assert main(["tune", str(root)]) == 2
    assert "every question has a library of its own" in capsys.readouterr().err


def document(root: Path, **workers: Any) -> bytes:
    """The report at a fixed time."""
    from annotator.curate.grid_workers import Workers

    workspace = Workspace(root, lambda: datetime(2026, 11, 30, tzinfo=UTC))
    return json.dumps(tune(workspace, Request(workers=Workers(**workers))).document).encode()


def test_who_computes_changes_no_byte(here: Path, cluster: Any) -> None:
    serial = document(here / "small")
    assert document(here / "small", jobs=2) == serial
    assert document(here / "small", scheduler=cluster.scheduler_address) == serial


def test_the_command_takes_a_cluster(here: Path, capsys: Say, cluster: Any) -> None:
    there = tuned(capsys, "--backend", "dask", "--scheduler", cluster.scheduler_address)
    assert list(differing(there, tuned(capsys))) == []


@pytest.mark.parametrize(
    "words, why",
    [
        (["--backend", "dask"], "--backend dask and --scheduler ADDRESS belong together"),
        (["--scheduler", "tcp://127.0.0.1:1"], "belong together"),
        (["--backend", "dask", "--scheduler", "nonsense"], "no Dask scheduler answers there"),
        (["--vector", "hybrid"], "--vector 'hybrid': is token-hash, alias or dense:FOLDER"),
        (["--vector", "dense:absent"], "absent: is no folder"),
        (["--grid", "k=1"], "is written as NAME=VALUE,VALUE"),
        (["--jobs", "0"], "--jobs 0: is 1 at least"),
        (["--seed", "-1"], "--seed -1: is 0 at least"),
        (["--out", "../r.json"], "leads out of the working folder"),
        (["--svg", "small/corpus.jsonl"], "is a file of the dataset"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(here: Path, capsys: Say, words: list[str], why: str) -> None:
    assert main(["tune", "small", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert why in printed.err


def test_without_the_library_the_extra_is_named(here: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["tune", "small", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "install gold-annotator[cluster]" in capsys.readouterr().err
