"""`annotator evaluate --answerer`: a program that is brought along answers, and its figure stands by itself."""

import json
import shlex
import shutil
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.evaluate.conversation.baselines import SKILL
from tests.builders import a_dataset
from tests.cli.words import Say, refusal, said

SEED = Path(__file__).resolve().parents[2] / "datasets" / "long-conversation"
BASELINES = ["skill-only", "rolling-summary", "memory"]
# The seed profile has 32 questions; the key of four of them, about rules, has no words.
QUESTIONS, JUDGED = 32, 28
KNOWS_ONE = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    with open("asked.jsonl", "a", encoding="utf-8") as log:
        log.write(line)
    known = asked["query"] == "萎凋时长是多少？"
    print(json.dumps({"text": "14 小时（不计翻叶）" if known else "I do not know."}), flush=True)
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the bundled conversation, in the working folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SEED, tmp_path / "talk", ignore=shutil.ignore_patterns(".annotator"))
    return tmp_path / "talk"


def program(root: Path, code: str) -> str:
    """The words that run a Python program, which lies beside the dataset."""
    path = root.parent / "secret-model-9.py"
    path.write_text(code, "utf-8")
    return shlex.join([sys.executable, "-X", "utf8", str(path)])


def reported(capsys: Say, root: Path, words: str, *more: str) -> dict:
    capsys.readouterr()
    assert main(["evaluate", str(root), "--json", "--answerer", f"command:{words}", *more]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_one_question_of_28_is_answered_with_every_word(root: Path, capsys: Say):
    report = reported(capsys, root, program(root, KNOWS_ONE))
    for figure in report["metrics"]["llmAnswerAccuracy"].values():
        assert figure["value"] == pytest.approx(1 / JUDGED)
        assert (figure["n"], figure["counts"]) == (JUDGED, {"right": 1, "of": JUDGED})
    verdicts = {one["id"]: one["results"]["memory"]["llmAnswerAccuracy"] for one in report["questions"]}
    assert [id_ for id_, verdict in verdicts.items() if verdict == 1.0] == ["lh-90:number-zh"]
    assert {one["id"] for one in report["questions"] if one["kind"] == "rule"} == {
        id_ for id_, verdict in verdicts.items() if verdict is None
    }
    text = said(capsys, "evaluate", str(root), "--answerer", f"command:{program(root, KNOWS_ONE)}")
    assert next(line.split()[2:4] for line in text.splitlines() if "llmAnswerAccuracy" in line) == ["3.6%", "(1/28)"]


def test_it_is_asked_each_question_with_the_message_of_each_baseline_and_nothing_else(root: Path, capsys: Say):
    report = reported(capsys, root, program(root, KNOWS_ONE), "--with-text")
    asked = [json.loads(line) for line in (root.parent / "asked.jsonl").read_text("utf-8").splitlines()]
    assert [set(one) for one in asked] == [{"query", "message"}] * (QUESTIONS * len(BASELINES))
    assert [one["query"] for one in asked] == [one["query"] for one in report["questions"]] * len(BASELINES)
    assert all(one["message"].startswith(SKILL) for one in asked)
    # The rules of the first turns are in the message of the memory alone.
    at = [one["id"] for one in report["questions"]].index("lh-90:all-rules")
    assert ["lh-90#t0001" in asked[at + QUESTIONS * place]["message"] for place in range(3)] == [False, False, True]


def test_it_stands_apart_and_its_time_is_in_no_latency(root: Path, capsys: Say):
    words = program(root, KNOWS_ONE)
    with_one, without = reported(capsys, root, words), json.loads(said(capsys, "evaluate", str(root), "--json"))
    assert with_one["axes"]["llmAnswerAccuracy"] == "answers"
    for name in without["metrics"]:
        if name not in {"llmAnswerAccuracy", "latencyMs"}:
            assert with_one["metrics"][name] == without["metrics"][name]
    assert [one["n"] for one in with_one["metrics"]["latencyMs"].values()] == [one["n"] for one in without["metrics"]["latencyMs"].values()]
    assert with_one["invariants"] == without["invariants"]


def test_the_notes_say_what_the_figure_is_and_no_longer_that_there_is_none(root: Path, capsys: Say):
    notes = " ".join(reported(capsys, root, program(root, KNOWS_ONE))["notes"])
    assert "hold every word which the key says may not be lost" in notes
    assert "is part of no other" in notes
    assert "no accuracy of answers is claimed" not in notes


def test_the_report_holds_the_digest_of_its_words_and_never_the_words(root: Path, capsys: Say):
    words = program(root, KNOWS_ONE)
    report = reported(capsys, root, words, "--out", "report.json", "--with-text")
    assert (report["answerer"], report["answererSha256"]) == ("command", sha256(words.encode()).hexdigest())
    for text in (json.dumps(report), (root.parent / "report.json").read_text("utf-8")):
        assert "secret-model-9" not in text


def test_a_program_that_answers_otherwise_each_time_is_noticed(root: Path, capsys: Say):
    words = program(
        root,
        "import os, sys\nopen('runs', 'a').write('x')\nodd = os.path.getsize('runs') % 2\n"
        + KNOWS_ONE.replace("= asked", "= odd and asked"),
    )
    # It knows the answer in every run but the second.
    assert main(["evaluate", str(root), "--json", "--twice", "--answerer", f"command:{words}"]) == 1
    last = json.loads(capsys.readouterr().out)["invariants"][-1]
    assert (last["id"], last["ok"]) == ("same-twice", False)
    assert "llmAnswerAccuracy" in last["detail"]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import sys; print('no key given', file=sys.stderr); sys.exit(3)", "ended with code 3 before it answered; it said: no key given"),
        ("import time; input(); time.sleep(600)", "gave no answer within 1 s (--timeout)"),
        ("input(); print('hello', flush=True); input()", "is no JSON"),
        ('input(); print(\'{"error": "no quota left"}\', flush=True); input()', "it says 'no quota left'"),
        ("input(); print('{\"text\": 7}', flush=True); input()", "its answer is not"),
    ],
)
def test_a_program_that_gives_no_answer_ends_it_with_one_sentence(root: Path, capsys: Say, code: str, why: str):
    sentence = refusal(
        capsys, root, "evaluate", str(root), "--timeout", "1", "--answerer", f"command:{program(root, code)}", "--out", "x.json"
    )
    assert sentence.startswith("answerer command failed on question iso-alpha-20:fact-en-1: ")
    assert why in sentence
    assert sentence.count("\n") == 0
    assert not (root.parent / "x.json").exists()


def test_a_program_that_is_not_there_is_a_missing_prerequisite(root: Path, capsys: Say):
    assert "no-such-program: cannot be started" in refusal(capsys, root, "evaluate", str(root), "--answerer", "command:no-such-program x")


@pytest.mark.parametrize("words", ["mine", "python:mine:Answerer", "command:", "http://localhost", ""])
def test_there_is_no_other_answerer(root: Path, capsys: Say, words: str):
    assert "write it as deterministic or as command:WORDS" in refusal(capsys, root, "evaluate", str(root), "--answerer", words)


def test_no_shell_reads_its_words_and_it_has_the_environment_of_the_caller(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANSWERER_KEY", "k-1")
    code = "import json, os, sys\nfor line in sys.stdin:\n    print(json.dumps({'error': os.environ['ANSWERER_KEY'] + str(sys.argv[1:])}), flush=True)"
    sentence = refusal(capsys, root, "evaluate", str(root), "--answerer", f"command:{program(root, code)} $HOME ; touch made")
    assert "k-1['$HOME', ';', 'touch', 'made']" in sentence.replace('"', "")
    assert not (root.parent / "made").exists()


def test_options_that_would_do_nothing_are_refused(root: Path, tmp_path: Path, capsys: Say):
    assert "goes with --answerer" in refusal(capsys, root, "evaluate", str(root), "--timeout", "5")
    other = a_dataset(tmp_path / "small")
    for words in (["--answerer", "command:x"], ["--verbose"]):
        assert "evaluation.conversation" in refusal(capsys, other, "evaluate", str(other), "--retriever", "lexical", *words)
    assert said(capsys, "evaluate", str(root), "--answerer", "deterministic").startswith("long-conversation ")
