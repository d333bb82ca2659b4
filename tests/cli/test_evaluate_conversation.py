"""`annotator evaluate` on a long conversation, as a person and a build server run it."""

import json
import re
import shutil
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.evaluate.conversation.invariants import IDS
from tests.builders import a_dataset
from tests.cli.words import Say, refusal, said

SEED = Path(__file__).resolve().parents[2] / "datasets" / "long-conversation"
METRICS = [
    *("storageCorrectness", "retrievalRecall", "retrievalRank1", "assemblyCoverage", "extraTokensEstimate", "latencyMs"),
    *("ruleCoverage", "taskStateAccuracy", "guardPassRate", "llmAnswerAccuracy"),
]
BASELINES = ["skill-only", "rolling-summary", "memory"]
BROKEN = {
    "superseded_not_active": "KeepsOld",
    "evidence_survives_restart_compaction": "ForgetsOnRestart",
    "cross_session_isolation": "MixesSessions",
    "pollution_not_extracted": "BelievesTools",
    "retry_no_duplicate": "CountsTwice",
    "no_duplicate_active_content": "RepeatsContent",
    "restart_idempotent_event_count": "InventsEvents",
    "checkpoint_advanced": "StandsStill",
    "no_pipeline_errors": "FailsToSearch",
    "injected_is_evidence_labelled": "GivesOrders",
    "no_paths_or_credentials": "TellsWhereItLives",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the bundled conversation, in the working folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SEED, tmp_path / "talk", ignore=shutil.ignore_patterns(".annotator"))
    return tmp_path / "talk"


def reported(capsys: Say, root: Path, *words: str, code: int = 0) -> dict:
    capsys.readouterr()
    assert main(["evaluate", str(root), "--json", *words]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def memory(name: str) -> tuple[str, str]:
    return "--memory", f"python:tests.cli.broken_memories:{name}"


def without_times(document):
    if isinstance(document, dict):
        return {key: without_times(value) for key, value in document.items() if key not in {"latencyMs", "generatedAt", "wallMs"}}
    return [without_times(value) for value in document] if isinstance(document, list) else document


def test_the_report_has_the_shape_of_the_protocol(root: Path, capsys: Say):
    report = reported(capsys, root)
    assert (report["format"], report["version"]) == ("annotator-conversation-report", 1)
    assert (report["answerer"], report["answererSha256"]) == ("deterministic", None)
    assert (report["profile"], report["seed"]) == ("seed", "long-conversation-v1")
    assert report["fixtures"]["generated"] is True
    assert [group["sessionIds"] for group in report["fixtures"]["groups"]] == [["lh-90"], ["iso-alpha-20", "iso-beta-20"]]
    assert report["fixtures"]["turns"] == 130
    assert set(report["environment"]) == {"python", "platform", "missingModules"}
    assert set(report["code"]) == {"version", "commit", "dirty"}
    assert report["metricOrder"] == list(report["metrics"]) == METRICS
    assert all(list(of) == BASELINES for of in report["metrics"].values())
    assert [one["id"] for one in report["invariants"]] == list(IDS)
    assert all(set(one) == {"id", "ok", "detail"} and one["ok"] is True for one in report["invariants"])
    assert [(row["scenario"], row["size"]) for row in report["perScenario"]] == [("long-haul", "90"), ("multi-session", "20")]
    assert all({"metrics", "storage", "invariants", "sessionIds"} <= set(row) for row in report["perScenario"])
    assert [row["size"] for row in report["perSize"]] == ["20", "90"]
    assert report["ok"] is True


def test_no_axis_is_merged_with_another_and_there_is_no_overall_score(root: Path, capsys: Say):
    report = reported(capsys, root)
    assert set(report["axes"].values()) >= {"storage", "retrieval", "assembly", "cost", "latency"}
    words = {key.lower() for key in report} | {name.lower() for name in report["metrics"]}
    assert not any(word in name for name in words for word in ("overall", "score", "total", "headline"))
    assert any("kept apart" in note for note in report["notes"])


def test_what_does_not_apply_is_null_and_never_zero(root: Path, capsys: Say):
    metrics = reported(capsys, root)["metrics"]
    for name in ("storageCorrectness", "retrievalRecall", "retrievalRank1", "taskStateAccuracy", "guardPassRate"):
        assert metrics[name]["skill-only"] is None
        assert metrics[name]["rolling-summary"] is None
        assert set(metrics[name]["memory"]) == {"value", "n", "low", "high", "undefined", "counts"}
    assert metrics["llmAnswerAccuracy"] == dict.fromkeys(BASELINES)
    assert set(metrics["latencyMs"]["memory"]) == {"p50", "p95", "totalMs", "n"}


def test_the_notes_say_what_no_figure_claims(root: Path, capsys: Say):
    notes = " ".join(reported(capsys, root)["notes"])
    for words in (
        "tokens are an estimate",
        "no accuracy of answers is claimed",
        "neither zero nor a win",
        "nothing is forgotten",
        "provisional",
    ):
        assert words in notes


def test_questions_bear_ids_and_their_words_only_where_asked_for(root: Path, capsys: Say):
    question = next(one for one in reported(capsys, root)["questions"] if one["id"] == "lh-90:number-zh")
    assert (question["sessionId"], question["scenario"], question["kind"], question["lang"]) == ("lh-90", "long-haul", "fact", "zh")
    assert list(question["results"]) == BASELINES
    results = {"retrievalRecall", "retrievalRank1", "assemblyCoverage", "extraTokensEstimate", "latencyMs", "llmAnswerAccuracy"}
    assert all(set(of) == results for of in question["results"].values())
    assert question["results"]["skill-only"]["retrievalRecall"] is None
    assert "query" not in question
    assert all("query" in one for one in reported(capsys, root, "--with-text")["questions"])


def test_no_word_of_the_conversation_stands_in_the_report(root: Path, capsys: Say):
    text = json.dumps(reported(capsys, root), ensure_ascii=False)
    for path in [root / "samples.jsonl", *sorted((root / "corpus").iterdir())]:
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            assert record.get("query") is None or record["query"] not in text
            assert len(record.get("text", "")) < 12 or record["text"] not in text


def test_two_runs_differ_in_times_alone(root: Path, capsys: Say):
    first, second = reported(capsys, root), reported(capsys, root, "--twice")
    assert second["invariants"].pop() == {"id": "same-twice", "ok": True, "detail": "two runs are alike but for times"}
    assert without_times(first) == without_times(second)


def test_baselines_are_chosen_by_name(root: Path, capsys: Say):
    report = reported(capsys, root, "--baselines", "rolling-summary,skill-only")
    assert report["baselines"] == ["skill-only", "rolling-summary"]
    untested = {one["id"] for one in report["invariants"] if one["ok"] is None}
    assert {"superseded_not_active", "retry_no_duplicate", "checkpoint_advanced"} <= untested
    assert "skill-only, rolling-summary, memory" in refusal(capsys, root, "evaluate", str(root), "--baselines", "mine")


@pytest.mark.parametrize(("invariant", "name"), BROKEN.items(), ids=BROKEN)
def test_a_memory_that_breaks_one_invariant_fails_by_its_name_alone(root: Path, capsys: Say, invariant: str, name: str):
    report = reported(capsys, root, *memory(name), code=1)
    assert report["ok"] is False
    assert [one["id"] for one in report["invariants"] if one["ok"] is not True] == [invariant]


def test_every_invariant_is_broken_once(root: Path, capsys: Say):
    assert set(BROKEN) == set(IDS)
    assert reported(capsys, root, *memory("Sound"), "--baselines", "memory")["ok"] is True


def test_a_failed_invariant_outweighs_perfect_figures(root: Path, capsys: Say):
    report = reported(capsys, root, *memory("TellsWhereItLives"), code=1)
    assert report["metrics"]["storageCorrectness"]["memory"]["value"] == 1.0
    assert report["metrics"]["taskStateAccuracy"]["memory"]["value"] == 1.0


def test_a_memory_of_another_shape_is_refused_or_fails_by_operation(root: Path, capsys: Say):
    assert "has no receive, cancel" in refusal(capsys, root, "evaluate", str(root), *memory("Nothing"))
    assert "python:MODULE:ATTRIBUTE" in refusal(capsys, root, "evaluate", str(root), "--memory", "mine")
    failed = {one["id"] for one in reported(capsys, root, *memory("AnswersOddly"), code=1)["invariants"] if one["ok"] is False}
    assert "no_pipeline_errors" in failed


def test_what_a_memory_prints_is_no_part_of_the_report(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.cli.broken_memories.Sound.restart", lambda _: print("restarted"))
    main(["evaluate", str(root), *memory("Sound"), "--baselines", "memory", "--json"])
    out, err = capsys.readouterr()
    assert json.loads(out)["format"] == "annotator-conversation-report"
    assert "restarted\n" in err


def test_a_memory_that_no_baseline_would_use_is_refused(root: Path, capsys: Say):
    assert "--memory takes the place" in refusal(capsys, root, "evaluate", str(root), *memory("Sound"), "--baselines", "skill-only")
    assert "there is no baseline ''" in refusal(capsys, root, "evaluate", str(root), "--baselines", "")


def test_a_conversation_changed_since_it_was_generated_says_so_beside_profile_and_seed(root: Path, capsys: Say):
    assert not [note for note in reported(capsys, root)["notes"] if note.startswith("changed since")]
    passages = next((root / "corpus").glob("lh-*.jsonl"))
    lines = passages.read_text("utf-8").splitlines()
    # A reply of the assistant, which no question is about.
    turn = json.loads(lines[3])
    assert turn["meta"]["role"] == "assistant"
    lines[3] = json.dumps({**turn, "text": f"{turn['text']} So be it."}, ensure_ascii=False)
    passages.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    said_now = [note for note in reported(capsys, root)["notes"] if note.startswith("changed since")]
    assert said_now == [f"changed since it was generated, in corpus/{passages.name}: profile and seed do not give these words"]
    # Labels that reviewers add change nothing that was generated; a listing that is gone proves nothing.
    (root / "GENERATED.sha256").unlink()
    assert "in GENERATED.sha256" in reported(capsys, root)["notes"][0]


def test_the_tables_show_counts_and_say_where_nothing_applies(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = said(capsys, "evaluate", str(root))
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("SHA"))
    row = next(line.split() for line in text.splitlines() if "storageCorrectness" in line)
    assert row[2:4] == ["n/a", "n/a"]
    assert row[4].endswith("%")
    assert row[5].startswith("(")
    assert "| axis | metric | skill-only | rolling-summary | memory |" in said(capsys, "evaluate", str(root), "--markdown")


def test_every_question_has_its_row_where_more_words_are_asked_for(root: Path, capsys: Say):
    rows = [
        line
        for line in said(capsys, "evaluate", str(root), "--verbose", "--markdown").splitlines()
        if line.startswith("| lh-90:number-zh |")
    ]
    assert [row.split(" | ")[1:3] for row in rows] == [["fact", "zh"]] * 3
    assert [row.split(" | ")[3] for row in rows[:2]] == ["n/a", "n/a"]
    assert "number-zh" not in said(capsys, "evaluate", str(root), "--markdown")


@pytest.mark.parametrize("name", ["results/", "there"])
def test_a_report_in_a_folder_is_named_by_time_and_profile(root: Path, capsys: Say, name: str):
    (root.parent / "there").mkdir()
    printed = said(capsys, "evaluate", str(root), "--out", name).splitlines()[-1].removeprefix("report: ")
    (written,) = (root.parent / name).iterdir()
    assert printed == f"{name.rstrip('/')}/{written.name}"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-seed\.json", written.name)
    assert json.loads(written.read_text("utf-8"))["profile"] == "seed"


def test_the_name_is_told_beside_json_and_bears_the_id_where_nothing_was_generated(root: Path, capsys: Say):
    config = root / "dataset.yaml"
    config.write_text("".join(line for line in config.read_text("utf-8").splitlines(keepends=True) if "generated:" not in line), "utf-8")
    assert main(["evaluate", str(root), "--json", "--out", "results/"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["ok"] is True
    assert re.fullmatch(r"report: results/\S+Z-long-conversation\.json\n", err)


@pytest.mark.parametrize("name", ["/", "../", "results/../../", "link", ""])
def test_a_folder_elsewhere_is_refused(root: Path, capsys: Say, name: str):
    (root.parent / "there").mkdir()
    (root.parent / "link").symlink_to("there")
    refusal(capsys, root.parent, "evaluate", str(root), "--out", name)


def test_the_report_goes_into_a_file_whose_folders_are_made(root: Path, capsys: Say):
    printed = said(capsys, "evaluate", str(root), "--out", "results/today/seed.json")
    written = json.loads((root.parent / "results" / "today" / "seed.json").read_text("utf-8"))
    assert written["ok"] is True
    assert printed.startswith("long-conversation ")


@pytest.mark.parametrize(
    "words", [["--k", "5"], ["--gate", "RR@10 lexical at_least 1"], ["--noise"], ["-m", "RR@10"], ["--html", "x.html"]]
)
def test_options_about_retrievers_are_refused(root: Path, capsys: Say, words: list[str]):
    assert "is about retrievers" in refusal(capsys, root, "evaluate", str(root), *words)


def test_a_retriever_is_still_scored_as_such(root: Path, capsys: Say):
    report = reported(capsys, root, "--retriever", "lexical")
    assert report["format"] == "annotator-report"
    assert "goes without --retriever" in refusal(capsys, root, "evaluate", str(root), "--retriever", "lexical", "--baselines", "memory")


def test_baselines_are_for_conversations_alone(tmp_path: Path, capsys: Say):
    other = a_dataset(tmp_path / "small")
    assert "evaluation.conversation" in refusal(capsys, other, "evaluate", str(other), "--retriever", "lexical", "--baselines", "memory")


def rewritten(path: Path, change) -> None:
    records = [change(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    kept = [json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for record in records if record is not None]
    path.write_text("".join(f"{line}\n" for line in kept), "utf-8")


def test_a_session_without_a_key_fails_by_its_name_and_scores_nothing(root: Path, capsys: Say):
    rewritten(root / "samples.jsonl", lambda sample: None if sample["id"].startswith("iso-beta") else sample)
    assert "iso-beta-20: no sample asks about this session" in refusal(capsys, root, "evaluate", str(root), code=1)


def test_a_conversation_that_nobody_generated_is_evaluated_the_same(root: Path, capsys: Say):
    config = root / "dataset.yaml"
    lines = config.read_text("utf-8").splitlines(keepends=True)
    whole = reported(capsys, root)
    config.write_text("".join(line for line in lines if "generated:" not in line), "utf-8")
    report = reported(capsys, root)
    assert (report["profile"], report["seed"], report["fixtures"]["generated"]) == (None, None, False)
    assert without_times(report["metrics"]) == without_times(whole["metrics"])
    assert said(capsys, "evaluate", str(root)).startswith("long-conversation ")


def test_a_question_without_an_answer_fails_by_its_name(root: Path, capsys: Say):
    shutil.rmtree(root / "labels")
    assert "has no answer" in refusal(capsys, root, "evaluate", str(root), code=1)


def test_a_question_whose_text_changed_has_lost_its_answer(root: Path, capsys: Say):
    change = lambda sample: {**sample, "query": "Another?"} if sample["id"] == "lh-90:number-en" else sample  # noqa: E731
    rewritten(root / "samples.jsonl", change)
    assert "lh-90:number-en: has no answer" in refusal(capsys, root, "evaluate", str(root), code=1)


def test_a_missing_library_is_a_missing_prerequisite(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("annotator.curate.memories.find_spec", lambda name: None if name == "bm25s" else object())
    assert "needs bm25s to search" in refusal(capsys, root, "evaluate", str(root))
    assert reported(capsys, root, "--baselines", "skill-only")["ok"] is True
