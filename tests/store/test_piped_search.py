"""Programs that search: they answer, die, hang, talk nonsense, and are ended with all they started."""

import shlex
import sys
import time
from pathlib import Path

import pytest

from annotator.errors import MissingPrerequisite, RetrieverFailed, UsageError
from annotator.store import piped_program
from annotator.store.piped_search import PipedSearch

ANSWERING = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"results": [[asked["query"], asked["k"]]]}), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    """Makes a running search of a Python program, ended after the test."""
    made = []

    def make(code, timeout=20.0):
        (tmp_path / "search.py").write_text(code, "utf-8")
        search = PipedSearch(shlex.join([sys.executable, "-X", "utf8", str(tmp_path / "search.py")]), timeout)
        made.append(search)
        search.index([])
        return search

    yield make
    for search in made:
        search.close()


def test_one_line_in_one_line_out_in_any_script(program):
    search = program(ANSWERING)
    assert search.search("how?", 3) == [["how?", 3]]
    assert search.search("如何\n吗？ \u2028 🙂", 10) == [["如何\n吗？ \u2028 🙂", 10]]


def test_what_a_sample_has_more_goes_along_and_so_does_an_environment(tmp_path):
    (tmp_path / "search.py").write_text(
        "import json, os, sys\nfor line in sys.stdin:\n    print(json.dumps({'results': [json.loads(line), os.environ['HOME']]}), flush=True)\n"
    )
    search = PipedSearch(shlex.join([sys.executable, str(tmp_path / "search.py")]), 20.0, {"HOME": "elsewhere"})
    search.index([])
    assert search.search("?", 1, {"explicit": True}) == [{"query": "?", "k": 1, "explicit": True}, "elsewhere"]
    search.close()


def test_a_question_larger_than_a_pipe_gets_through(program):
    text = "word " * 100_000
    assert program(ANSWERING).search(text, 1) == [[text, 1]]


def test_a_second_line_for_a_question_is_not_taken_for_the_answer_to_the_next(program):
    search = program('import sys\nfor line in sys.stdin:\n    print(\'{"results": []}\\n{"results": []}\', flush=True)')
    assert search.search("first?", 1) == []
    with pytest.raises(RetrieverFailed, match="before it was asked; let it write one line for each question"):
        search.search("second?", 1)


def test_a_dead_program_is_one_sentence_with_what_it_said(program):
    search = program("import sys; print('index\\nmissing', file=sys.stderr); sys.exit(3)")
    with pytest.raises(RetrieverFailed, match="its program ended with code 3 before it answered; it said: index missing"):
        search.search("?", 1)


def test_a_program_that_hangs_is_given_up(monkeypatch, program):
    monkeypatch.setattr(piped_program, "_GRACE", 0.1)
    search = program("import sys, time; print('loading', file=sys.stderr, flush=True); time.sleep(600)", timeout=1.0)
    with pytest.raises(RetrieverFailed, match=r"no answer within 1 s \(--timeout\); it said"):
        search.search("?", 1)


@pytest.mark.parametrize(
    ("line", "why"),
    [("hello", "is no JSON"), ('{\\"hits\\": []}', "its answer is not"), ('{\\"error\\": \\"no table\\"}', "it says 'no table'")],
)
def test_a_line_that_is_no_answer(program, line, why):
    with pytest.raises(RetrieverFailed, match=why):
        program(f'input(); print("{line}", flush=True); input()').search("?", 1)


def test_what_a_program_started_ends_with_it(program, tmp_path):
    search = program(
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\n"
        "input(); print('{\"results\": []}', flush=True)\n" + ANSWERING
    )
    assert search.search("?", 1) == []
    child = int((tmp_path / "child").read_text())
    search.close()
    for _ in range(500):
        if not _runs(child):
            break
        time.sleep(0.01)
    assert not _runs(child)
    with pytest.raises(RetrieverFailed, match="not running"):
        search.search("?", 1)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_words_that_start_nothing():
    with pytest.raises(UsageError, match="mind the quotes"):
        PipedSearch("search 'half", 1.0)
    with pytest.raises(UsageError, match="names no program"):
        PipedSearch("  ", 1.0)
    with pytest.raises(MissingPrerequisite, match="no-such-program-here: cannot be started"):
        PipedSearch("no-such-program-here --x", 1.0).index([])


def test_no_shell_reads_the_words(program, tmp_path):
    search = PipedSearch(f"{shlex.quote(sys.executable)} -c 'import sys; sys.exit(len(sys.argv))' $HOME ; touch {tmp_path / 'made'}", 20.0)
    search.index([])
    with pytest.raises(RetrieverFailed, match="code 5"):
        search.search("?", 1)
    search.close()
    assert not (tmp_path / "made").exists()
