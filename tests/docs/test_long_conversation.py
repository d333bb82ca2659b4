"""docs/long-conversation.md holds: its sizes, its metrics, its invariants and its example of a memory."""

import json
import re
import shlex
import sys

import pytest

from annotator.cli.main import main
from annotator.evaluate.conversation.answer_key import KINDS
from annotator.evaluate.conversation.baselines import RECENT, baselines
from annotator.evaluate.conversation.invariants import IDS
from annotator.evaluate.conversation.metrics import AXES
from annotator.evaluate.conversation.outside_memory import METHODS
from annotator.evaluate.conversation.reference_store import ReferenceStore
from annotator.evaluate.lexical import lexical
from annotator.evaluate.long_conversation.fixtures import DEFAULT_SEED, PROFILES, fixtures
from tests.docs.reading import ROOT, the_block

PAGE = ROOT / "docs" / "long-conversation.md"
TEXT = PAGE.read_text("utf-8")
ASKED = 'annotator evaluate datasets/long-conversation --answerer "command:python3 answerer.py" --timeout 60'
CALL = "annotator evaluate datasets/long-conversation --memory python:naive:Memory"


def first_cells(heading: str) -> list[str]:
    """The first cell of every row of the table under a heading row that begins so."""
    table = TEXT[TEXT.index(f"\n| {heading}") + 1 :].split("\n\n")[0]
    return [row.split("|")[1].strip() for row in table.splitlines()[2:]]


def test_the_tables_name_what_there_is():
    assert first_cells("metric | axis") == [f"`{name}`" for name in AXES]
    assert first_cells("id | what holds") == [f"`{name}`" for name in IDS]
    made = baselines(lambda: ReferenceStore(lexical))
    assert first_cells("name | what it puts") == [f"`{name}`" for name in made]
    assert set(re.findall(r"`([a-z]+)\(", "".join(first_cells("method | what")))) == set(METHODS)
    behaviours = {(sample.groups or {})["behaviour"] for sample in fixtures((100,), "s").samples}
    assert {name.strip("`") for name in first_cells("behaviour | what")} == behaviours
    assert all(f"`{kind}`" in TEXT for kind in KINDS)
    assert f"the last {RECENT} turns" in TEXT


@pytest.mark.parametrize("profile", PROFILES)
def test_the_sizes_are_those_of_the_profiles(profile: str):
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{profile}`"))
    sizes, turns = row.split("|")[2:4]
    assert tuple(int(size) for size in sizes.split(",")) == PROFILES[profile]
    assert int(turns) == sum(map(len, fixtures(PROFILES[profile], DEFAULT_SEED).sessions.values()))


def test_the_answerer_runs_and_is_right_where_the_whole_message_holds_the_words(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answerer.py").write_text(the_block(PAGE, "python", "import json"))
    (tmp_path / "datasets").symlink_to(ROOT / "datasets")
    assert ASKED in TEXT
    assert main([*shlex.split(ASKED.replace("python3", shlex.quote(sys.executable)))[1:], "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    # A message with all that answers, every word of it included, is a right answer when it is repeated.
    results = [one["results"][baseline] for one in report["questions"] for baseline in report["baselines"] if one["kind"] != "rule"]
    assert all(result["llmAnswerAccuracy"] == 1.0 for result in results if result["assemblyCoverage"] == 1.0)
    assert {result["llmAnswerAccuracy"] for result in results} == {0.0, 1.0}


def test_the_example_runs_and_breaks_what_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "naive.py").write_text(the_block(PAGE, "python", "class Memory"))
    (tmp_path / "datasets").symlink_to(ROOT / "datasets")
    assert CALL in TEXT
    assert main([*shlex.split(CALL)[1:], "--json"]) == 1
    broken = [one["id"] for one in json.loads(capsys.readouterr().out)["invariants"] if not one["ok"]]
    assert broken == re.findall(r"`([a-z_]+)`", next(line for line in TEXT.splitlines() if line.startswith("It breaks")))
