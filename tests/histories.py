"""Random histories of four people: branches, merges, squashes, cherry-picks, rebases, two machines; and one tampering each."""

import hashlib
import json
import os
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from annotator.curate.decide import decide_from
from annotator.curate.promote import agreed, demote, promote
from annotator.curate.workspace import Workspace
from annotator.model.canonical import line_of
from annotator.model.status import Status
from annotator.store import layout
from annotator.workflow.assignment import waits_for
from tests.builders import a_dataset, a_passage, a_sample, graded, jsonl

PEOPLE = {
    **{name: {"roles": ["reviewer"], "email": f"{name}@example.org"} for name in ("alice", "bob", "cleo")},
    "dan": {"roles": ["adjudicator", "maintainer"], "email": "dan@example.org"},
}
REVIEWERS = ("alice", "bob", "cleo")
SAMPLES = [f"q-{number}" for number in range(4)]


def git(folder: Path, *words: str, by: str = "dan", check: bool = True) -> str:
    """A git command of one person."""
    env = {**os.environ, "GIT_MERGE_AUTOEDIT": "no"}
    for role in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{role}_NAME": by, f"GIT_{role}_EMAIL": f"{by}@example.org"}
    command = ["git", "-c", "init.defaultBranch=main", "-c", "advice.detachedHead=false", "-c", "gc.auto=0", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=env)
    if check and done.returncode:
        raise AssertionError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


class Team:
    """A remote, and for each person one or two clones with a branch of their own."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.dice = dice
        self.remote = folder / "remote.git"
        git(folder, "init", "-q", "--bare", str(self.remote))
        self.main = self._clone(folder / "main")
        git(self.main, "checkout", "-q", "-b", "main")
        a_dataset(
            self.main / "set",
            people=PEOPLE,
            samples=[a_sample(sample, ["p-1"]) for sample in SAMPLES],
            passages=[a_passage("p-1")],
        )
        self._commit(self.main, "dan", "drafts")
        git(self.main, "push", "-q", "origin", "main")
        self.base = git(self.main, "rev-parse", "HEAD")
        self.clones = {
            person: [self._clone(folder / f"{person}{machine}") for machine in range(dice.choice([1, 1, 2]))] for person in REVIEWERS
        }
        for person, clones in self.clones.items():
            for machine, clone in enumerate(clones):
                git(clone, "checkout", "-q", "-b", f"{person}{machine}", "origin/main")

    @property
    def root(self) -> Path:
        return self.main / "set"

    def _clone(self, place: Path) -> Path:
        git(place.parent, "clone", "-q", str(self.remote), str(place))
        return place

    def _commit(self, clone: Path, by: str, why: str = "work") -> bool:
        git(clone, "add", "-A")
        if not git(clone, "status", "--porcelain"):
            return False
        git(clone, "commit", "-q", "-m", why, by=by)
        return True

    def label(self) -> None:
        """One sitting of someone on one of their machines, of some samples that wait for them there."""
        person = self.dice.choice(REVIEWERS)
        machine = self.dice.randrange(len(self.clones[person]))
        clone = self.clones[person][machine]
        workspace = Workspace(clone / "set")
        open_ = [id_ for id_, case in workspace.cases.items() if waits_for(workspace.config, case, person) or person in case.words]
        chosen = self.dice.sample(open_, min(len(open_), self.dice.randint(1, 3)))
        if chosen:
            graded(clone / "set", person, {sample: {"p-1": self.dice.choice([3, 3, 2])} for sample in chosen})
            self._commit(clone, person)
            git(clone, "push", "-q", "--force", "origin", f"HEAD:refs/heads/{person}{machine}")

    def bring_in(self) -> None:
        """Somebody's branch reaches main in one of the usual ways."""
        person = self.dice.choice(REVIEWERS)
        machine = self.dice.randrange(len(self.clones[person]))
        branch, clone = f"{person}{machine}", self.clones[person][machine]
        git(self.main, "fetch", "-q", "origin")
        if not git(self.main, "ls-remote", "--heads", "origin", branch):
            return
        way = self.dice.choice(["merge", "squash", "squash by its author", "pick", "rebase"])
        if way == "merge":
            git(self.main, "merge", "-q", "--no-ff", "--no-edit", f"origin/{branch}")
        elif way.startswith("squash"):
            git(self.main, "merge", "-q", "--squash", f"origin/{branch}")
            self._commit(self.main, person if way.endswith("author") else "dan", "squashed")
        elif way == "pick":
            for commit in git(self.main, "rev-list", "--reverse", "--no-merges", f"HEAD..origin/{branch}").split()[:2]:
                if git(self.main, "diff-tree", "--no-commit-id", "-r", "--name-only", commit):
                    git(self.main, "cherry-pick", "--allow-empty", "--keep-redundant-commits", commit)
        else:
            git(clone, "fetch", "-q", "origin")
            git(clone, "rebase", "-q", "origin/main", by=person)
            git(clone, "push", "-q", "--force", "origin", f"HEAD:refs/heads/{branch}")
            git(self.main, "fetch", "-q", "origin")
            git(self.main, "merge", "-q", "--ff-only", f"origin/{branch}")
        git(self.main, "push", "-q", "origin", "main")

    def catch_up(self) -> None:
        """Somebody takes main into their branch."""
        person = self.dice.choice(REVIEWERS)
        clone = self.dice.choice(self.clones[person])
        git(clone, "fetch", "-q", "origin")
        git(clone, "merge", "-q", "--no-edit", "origin/main", by=person)

    def decide(self) -> None:
        """Dan adjudicates what is open on main and promotes what can go."""
        workspace = Workspace(self.root)
        disputed = [id_ for id_, account in workspace.accounts.items() if account.next == "adjudicate"]
        if disputed:
            file = self.main.parent / "rulings.jsonl"
            file.write_bytes(jsonl([{"sample": disputed[0], "values": {"relevance": {"p-1": 3}}, "reason": "in between"}]))
            list(decide_from(workspace, "dan", file))
        ready = agreed(Workspace(self.root))[:2]
        if ready:
            list(promote(Workspace(self.root), ready, Status.CANDIDATE, "dan"))
        if self._commit(self.main, "dan", "decisions"):
            git(self.main, "push", "-q", "origin", "main")

    def live(self, steps: int) -> None:
        """So many random steps, and at the end everything on main."""
        for _ in range(steps):
            self.dice.choice(
                [self.label, self.label, self.label, self.bring_in, self.bring_in, self.bring_in, self.catch_up, self.decide]
            )()
        for person, clones in self.clones.items():
            for machine in range(len(clones)):
                git(self.main, "fetch", "-q", "origin")
                if git(self.main, "ls-remote", "--heads", "origin", f"{person}{machine}"):
                    git(self.main, "merge", "-q", "--no-edit", f"origin/{person}{machine}")
        self.decide()
        lapsed = [id_ for id_, account in Workspace(self.root).accounts.items() if account.lapsed]
        if lapsed:
            list(demote(Workspace(self.root), lapsed, Status.DRAFT, "dan", "a label under it was changed"))
            self._commit(self.main, "dan", "taken back")


class Tampering(NamedTuple):
    """What was done, and what verify must say: the kind and the path of a finding."""

    what: str
    kind: str
    path: str


def _sessions(root: Path, *tops: str) -> list[Path]:
    return sorted(path for top in tops for path in (root / top).rglob("*.jsonl"))


def _reseal(path: Path) -> None:
    path.with_name(f"{path.name}.sha256").write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")


def _below(team: Team, path: Path) -> str:
    return path.relative_to(team.root).as_posix()


def change_a_byte(team: Team, dice: random.Random) -> Iterator[Tampering]:
    path = dice.choice(_sessions(team.root, layout.LABELS, layout.DECISIONS))
    data = bytearray(path.read_bytes())
    data[dice.randrange(len(data))] ^= 1
    path.write_bytes(bytes(data))
    yield Tampering("a byte was changed", "tampered", _below(team, path))


def edit_and_reseal(team: Team, dice: random.Random) -> Iterator[Tampering]:
    path = dice.choice(_sessions(team.root, layout.LABELS))
    lines = path.read_bytes().split(b"\n")
    record: dict[str, Any] = json.loads(lines[1])
    record["values"]["relevance"]["p-1"] = 0
    lines[1] = line_of(record)
    path.write_bytes(b"\n".join(lines))
    _reseal(path)
    yield Tampering("a grade was changed, and the session sealed again", "tampered", _below(team, path))


def remove_a_session(team: Team, dice: random.Random) -> Iterator[Tampering]:
    path = dice.choice(_sessions(team.root, layout.LABELS, layout.DECISIONS))
    path.unlink()
    path.with_name(f"{path.name}.sha256").unlink()
    yield Tampering("a session went away", "tampered", _below(team, path))


def forge_a_session(team: Team, dice: random.Random) -> Iterator[Tampering]:
    """Someone outside writes a label in another's name, with all that belongs to it."""
    person = dice.choice(REVIEWERS)
    sample = dice.choice(SAMPLES)
    before = set(_sessions(team.root, layout.LABELS))
    workspace = Workspace(team.root)
    if person not in workspace.cases[sample].words and not waits_for(workspace.config, workspace.cases[sample], person):
        return
    grades = {entry.event.values["relevance"]["p-1"] for by, entry in workspace.cases[sample].fresh.items() if by == person}  # type: ignore[union-attr]  # what is fresh is a label
    graded(team.root, person, {sample: {"p-1": next(grade for grade in (1, 0) if grade not in grades)}})
    (path,) = set(_sessions(team.root, layout.LABELS)) - before
    git(team.main, "add", "-A")
    git(team.main, "commit", "-q", "-m", "a gift", by="mallory")
    yield Tampering("a label was written in another's name", "invalid", _below(team, path))


def swap_lines(team: Team, dice: random.Random) -> Iterator[Tampering]:
    long = [path for path in _sessions(team.root, layout.LABELS, layout.DECISIONS) if path.read_bytes().count(b"\n") > 2]
    if not long:
        return
    path = dice.choice(long)
    opening, one, two, *rest = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([opening, two, one, *rest]))
    _reseal(path)
    yield Tampering("two lines changed places, and the session was sealed again", "tampered", _below(team, path))


def rest_on_nothing(team: Team, dice: random.Random) -> Iterator[Tampering]:
    """A new decision names a label that never was."""
    decided = _sessions(team.root, layout.DECISIONS)
    if not decided:
        return
    last = decided[-1]
    opening, record = (json.loads(line) for line in last.read_bytes().split(b"\n")[:2])
    path = last.with_name(f"20991231T235959Z-{dice.randrange(16**8):08x}.jsonl")
    opening["prev"] = {"path": _below(team, last), "sha256": hashlib.sha256(last.read_bytes()).hexdigest()}
    path.write_bytes(jsonl([opening, {**record, "basis": [f"{dice.randrange(16**64):064x}"]}]))
    _reseal(path)
    yield Tampering("a decision rests on a label that never was", "invalid", _below(team, path))


TAMPERINGS: list[Callable[[Team, random.Random], Iterator[Tampering]]] = [
    change_a_byte, edit_and_reseal, remove_a_session, forge_a_session, swap_lines, rest_on_nothing,
]  # fmt: skip


def check_history(folder: Path, seed: int) -> Tampering | None:
    """Live through one history, find nothing, tamper once, and find just that; returns what was done. Raises AssertionError."""
    from annotator.curate.provenance import Past
    from annotator.curate.verify import verify
    from annotator.model.finding import exit_code

    dice = random.Random(seed)
    team = Team(folder, dice)
    team.live(dice.randint(8, 20))
    if not _sessions(team.root, layout.LABELS):
        return None
    whole = Past(whole=True)
    for found in (verify(team.root), verify(team.root, base=team.base), verify(team.root, past=whole)):
        assert {one.kind.value for one in found.findings} <= {"unattested"}, (seed, found.findings)
    quiet = {(one.kind, one.path, one.message) for one in verify(team.root, past=whole).findings}
    done = next((one for tamper in dice.sample(TAMPERINGS, len(TAMPERINGS)) for one in tamper(team, dice)), None)
    assert done is not None
    for past, base in ((whole, None), (None, team.base)):
        findings = [one for one in verify(team.root, base=base, past=past).findings if (one.kind, one.path, one.message) not in quiet]
        assert exit_code(findings) == 1, (seed, done)
        assert any(one.kind == done.kind and one.path.removesuffix(".sha256") == done.path for one in findings), (seed, done, findings)
        elsewhere = [one for one in findings if one.kind == "tampered" and done.path not in one.path + one.message]
        assert elsewhere == [], (seed, done, elsewhere)
    return done
