"""History: which commit brought in which record, seal and released file of a dataset, and who made it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from annotator.errors import CannotCheck
from annotator.git import CUT_OFF, CommitObject, Repository, TreeChange
from annotator.model.canonical import sha256
from annotator.store import layout
from annotator.workflow.independence import Commit, Lineage

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace

SHORT = 12


class Version(NamedTuple):
    """One content that a path had: the commit that brought it in, and its blob."""

    commit: str
    blob: str


@dataclass(frozen=True)
class History:
    """What the commits up to HEAD did to a dataset folder.

    `records` maps each session's path to its records (by digest) and the commits that brought them in; `versions` are the contents that
    seals and released files ever had.
    """

    repository: Repository
    commits: Mapping[str, CommitObject]
    lineage: Lineage
    records: Mapping[str, Mapping[str, list[str]]] = field(default_factory=dict)
    versions: Mapping[str, list[Version]] = field(default_factory=dict)
    mailmap: Mapping[str, str] = field(default_factory=dict)

    def emails(self, commit: str) -> set[str]:
        """The e-mails of a commit's author and co-authors in lower case, as they stand there and as .mailmap has them."""
        found = self.commits[commit]
        return {email.lower() for one in (found.email, *found.co_authors) for email in (one, self.mailmap.get(one, one))}

    def shown(self, commit: str) -> str:
        """A commit as a message names it: short, and whose it is."""
        return f"{commit[:SHORT]} (by {self.commits[commit].email or 'nobody'})"


def history_of(workspace: Workspace) -> History:
    """The history of the dataset's folder. Raises CannotCheck outside git, before the first commit and in a shallow clone."""
    folder = workspace.dataset.folder
    repository = Repository.around(folder.root)
    if repository is None:
        raise CannotCheck(f"{folder.shown}: is in no git repository, so there is no history to ask")
    if repository.is_shallow():
        raise CannotCheck(f"{folder.shown}: {CUT_OFF}")
    if repository.head() is None:
        raise CannotCheck(f"{folder.shown}: nothing was committed yet, so there is no history to ask")
    repository.follow(layout.CONFIG)
    graph = repository.graph()
    commits = repository.commits(id_ for id_, _ in graph)
    arrivals = {id_: list(changes) for id_, changes in _arrivals(repository, commits)}
    lines = _lines(repository, arrivals)
    records: dict[str, dict[str, list[str]]] = {}
    versions: dict[str, list[Version]] = {}
    nodes: list[Commit] = []
    for id_, parents in graph:
        brought: dict[str, str] = {}
        for path, before, after in arrivals[id_]:
            if layout.session_parts(path) is not None:
                new = lines[after].difference(*(lines[blob] for blob in before))
                brought |= dict.fromkeys(new, path)
                for record in new:
                    records.setdefault(path, {}).setdefault(record, []).append(id_)
            else:
                versions.setdefault(path, []).append(Version(id_, after))
        nodes.append(Commit(id_, parents, brought))
    mailmap = repository.mapped(email for commit in commits.values() for email in (commit.email, *commit.co_authors))
    return History(repository, commits, Lineage(nodes), records, versions, mailmap)


Arrival = tuple[str, tuple[str, ...], str]


def _arrivals(repository: Repository, commits: Mapping[str, CommitObject]) -> Iterator[tuple[str, Iterator[Arrival]]]:
    """For each commit, the files that are in its tree as in no parent's: path, what the parents had there, what it has."""
    trees = repository.trees({parent for commit in commits.values() for parent in commit.parents})
    before: dict[str, list[str | None]] = {id_: [trees[parent] for parent in commit.parents] or [None] for id_, commit in commits.items()}
    pairs = {id_: [(tree, commits[id_].tree) for tree in of_commit] for id_, of_commit in before.items()}
    changes = repository.changes(pair for of_commit in pairs.values() for pair in of_commit)
    for id_, of_commit in pairs.items():
        yield id_, _in_all([changes[pair] for pair in of_commit])


def _in_all(against_parents: list[list[TreeChange]]) -> Iterator[Arrival]:
    first, *others = ({change.path: change for change in changes if _kept(change.path)} for changes in against_parents)
    for path, change in first.items():
        if change.after is not None and all(path in other for other in others):
            before = (one.before for one in (change, *(other[path] for other in others)))
            yield path, tuple(blob for blob in before if blob is not None), change.after


def _kept(path: str) -> bool:
    return path.startswith(f"{layout.RELEASES}/") or layout.session_parts(path.removesuffix(layout.SEAL)) is not None


def _lines(repository: Repository, arrivals: Mapping[str, list[Arrival]]) -> dict[str, frozenset[str]]:
    """The records in each content of a session, by blob: the digests of its whole lines but the opening."""
    blobs = {
        blob
        for changes in arrivals.values()
        for path, before, after in changes
        if layout.session_parts(path) is not None
        for blob in (*before, after)
    }
    return {id_: frozenset(sha256(line) for line in data.split(b"\n")[1:-1]) for id_, data in repository.blobs(blobs)}
