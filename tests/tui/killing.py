"""One life of the app: keys are sent, it is killed at a random moment, and what is left is looked at."""

import json
import re
import signal
import time
from pathlib import Path
from random import Random

from annotator.curate.labelling import Desk
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.finding import FindingKind
from annotator.store import layout
from annotator.store.home import Mirror
from annotator.store.repair import repair_all
from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.terminal import Terminal, command

# Grade the first passage, mark a word in it, grade the second, submit.
ROUND = ["3", "w", "\r", ".", "0", "s"]


def a_life(root: Path, random: Random) -> int:
    """Returns how many labels were acknowledged before the end."""
    a_dataset(
        root,
        passages=[a_passage("p-1", "Alpha beta gamma."), a_passage("p-2", "Short.")],
        samples=[a_sample(f"q-{n:02d}", query="Which?") for n in range(40)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE},
    )
    terminal = Terminal(command(root))
    try:
        terminal.wait_for("sha256 ")
        end = time.monotonic() + random.uniform(0.05, 2.5)
        sent = 0
        while time.monotonic() < end:
            terminal.press(ROUND[sent % len(ROUND)])
            sent += 1
            terminal.read(random.uniform(0, 0.05))
        acknowledged = _acknowledged(root)
        # The queue is worked through in order, so the place on the status line says how many the screen called saved.
        painted = max(int(place) for place in re.findall(r" (\d+)/40 ", terminal.screen.text())) - 1
        terminal.kill(signal.SIGKILL)
        terminal.end()
    finally:
        terminal.close()
    _look(root, acknowledged, painted)
    return len(acknowledged)


def _acknowledged(root: Path) -> set[str]:
    """Samples whose label stands whole in the log right now; more may be added until the process is dead."""
    lines = [line for path in root.glob(f"{layout.LABELS}/*/*.jsonl") for line in path.read_bytes().split(b"\n")[:-1]]
    return {record["sample"] for record in map(json.loads, lines) if record["op"] == "label"}


def _look(root: Path, acknowledged: set[str], painted: int) -> None:
    kinds = {finding.kind for finding in verify(root).findings}
    assert kinds <= {FindingKind.REPAIRABLE}
    with Desk(Workspace(root), "alice") as desk:
        labelled = {id_ for id_ in desk.list.ids if desk.state(id_) == "labelled"}
        assert acknowledged <= labelled
        assert painted <= len(labelled)
        first = desk.first()
        steps = [step for step in desk.work.done if step["op"] == "set"]
        if steps and steps[-1]["sample"] not in labelled:
            # What was entered last and not submitted lies on the desk again.
            assert first is not None
            assert first == steps[-1]["sample"]
            desk.take_up(first)
            for change in steps[-1]["changes"]:
                assert desk.sheet.value(change["facet"], change["candidate"]) == change["after"], [
                    change,
                    desk.sheet,
                    [(s["op"], s.get("changes")) for s in desk._kept.steps][-9:],
                ]
    workspace = Workspace(root)
    repair_all(workspace.dataset.folder, Mirror(workspace.dataset.folder))
    assert verify(root).findings == []
