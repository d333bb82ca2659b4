"""What a reviewer sees when asked the same a second time: exactly what a first showing shows, on the screen and line by line."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.labelling import Desk
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.tui.keymap import KEYS
from annotator.tui.plain import Plain
from annotator.workflow.repeats import due
from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample, labelled, ticking
from tests.tui.desks import at_desk
from tests.tui.test_pictures import as_kept

LONG_AGO = "2020-01-02T03:04:05Z"
NOW = "2026-11-30T05:09:00Z"
IDS = [f"q-{n}" for n in range(6)]
VALUES: dict[str, Any] = {"relevance": {"p-1": 2, "p-2": 0}, "evidence": {"p-1": [{"start": 4, "end": 8, "text": "text"}], "p-2": []}}


def said_by(root: Path, person: str, samples: list[str]) -> None:
    labelled(root, person, dict.fromkeys(samples, VALUES), note="as I said", clock=ticking(LONG_AGO))


def a_set(root: Path, alice: list[str], repeats: float) -> Path:
    passages = [a_passage("p-1", "The text of tea."), a_passage("p-2", "Short.")]
    samples = [a_sample(id_, query=f"What of {id_}?") for id_ in IDS]
    facets = {"relevance": RELEVANCE, "evidence": EVIDENCE}
    a_dataset(root, passages=passages, samples=samples, facets=facets, workflow={"repeats": repeats})
    said_by(root, "alice", alice)
    return root


@pytest.fixture
def asked_again(tmp_path: Path) -> Path:
    """alice has labelled all; half of it comes again."""
    return a_set(tmp_path / "again" / "set", IDS, 0.5)


@pytest.fixture
def asked_first(tmp_path: Path, asked_again: Path) -> Path:
    """The same, but the samples that come again there were never labelled here."""
    workspace = Workspace(asked_again)
    twice = due(workspace.config, workspace.cases, "alice", NOW)
    assert len(twice) == 3
    return a_set(tmp_path / "first" / "set", [id_ for id_ in IDS if id_ not in twice], 0.0)


WALK = ["queue", "queue_filter", "queue_back", "digit_2", "take_word", "note", "note_done", "next_sample", "previous_sample"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_frame_is_that_of_a_first_showing(size, asked_again, asked_first, opened):
    frames: list[list[str]] = []
    for root in (asked_first, asked_again):
        seen = []
        async with opened(root, size=size) as d:
            seen.append(as_kept(d.picture()))
            for id_ in WALK:
                await d.do(id_)
                await d.pilot.pause()
                seen.append(as_kept(d.picture()))
        frames.append(seen)
    assert frames[0] == frames[1]
    assert "as I said" not in frames[1][0]


async def test_three_more_labels_by_keys_and_none_of_them_counts(asked_again, opened):
    before = {id_: case.fresh["alice"].logged.digest for id_, case in Workspace(asked_again).cases.items()}
    async with opened(asked_again) as d:
        for _ in range(3):
            assert d.said("status").split()[2] == "waiting"
            await d.do("digit_0", "digit_0", "submit")
        assert d.said() == "saved; nothing waits for you any more"
        assert d.value("relevance", "p-1") == 0
    lines = [json.loads(line) for path in sorted(asked_again.glob("labels/alice/*.jsonl")) for line in path.read_bytes().splitlines()]
    assert sum("repeat" in line for line in lines) == 3
    assert {id_: case.fresh["alice"].logged.digest for id_, case in Workspace(asked_again).cases.items()} == before
    assert verify(asked_again).findings == []


def test_line_by_line_it_is_a_first_showing_too(asked_again, asked_first):
    told = []
    for root in (asked_first, asked_again):
        given = partial(next, iter(["g\n", "0\n", ".\n", "0\n", "n\n", "p\n", "q\n"]), "")
        out: list[str] = []
        with Desk(Workspace(root, ticking(NOW)), "alice", clock=lambda: 0.0) as desk:
            Plain(desk, KEYS, given, out.append).run()
        told.append("".join(out))
    assert told[0] == told[1]


def test_the_table_of_reviewers_does_not_tell_either(asked_again, asked_first):
    # Labels of 2020 are more than a day old whenever this runs.
    tables = []
    for root in (asked_first, asked_again):
        done = subprocess.run([sys.executable, "-m", "annotator", "status", str(root)], capture_output=True, text=True, check=True)
        tables.append(next(line for line in done.stdout.splitlines() if line.startswith("alice")))
    assert tables[0].split() == tables[1].split() == ["alice", "3", "0", "0", "3"]


async def test_the_maintainer_s_desk_shows_agreement_with_oneself_and_no_one_else_s_does(asked_again, opened):
    said_by(asked_again, "bob", IDS)
    async with opened(asked_again) as d:
        for _ in range(3):
            await d.do("digit_0", "digit_0", "submit")
    wanted = "reviewers with themselves, on repeats they were not told of"
    async with at_desk(asked_again, "carol", size=(120, 40)) as d:
        assert wanted in d.text and "alice" in d.text.split(wanted)[1]
    async with at_desk(asked_again, "alice", size=(120, 40)) as d:
        assert wanted not in d.text
