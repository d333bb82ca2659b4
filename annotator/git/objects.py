"""Objects: commits, trees and blobs of a repository, and who signed what."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from annotator.errors import CannotCheck
from annotator.git.plumbing import ENVIRONMENT, SAFE, Plumbing, command, settings_of

CUT_OFF = (
    "history is cut off here, since this clone is shallow or partial; fetch all of it: `git fetch --unshallow`, "
    "in GitHub Actions `fetch-depth: 0` under actions/checkout, in GitLab CI `GIT_DEPTH: 0` under variables"
)
# Objects that are read together.
_PORTION = 200
# Whose program checks a signature is ours to say, never the repository's; OpenPGP keys are in no allowed-signers file.
_SIGNATURES = settings_of(
    "gpg.ssh.program=ssh-keygen",
    "gpg.ssh.revocationFile=",
    *(f"{key}={os.devnull}" for key in ("gpg.program", "gpg.openpgp.program", "gpg.x509.program")),
)
_SIGNER = re.compile(r'^Good "git" signature for (.+) with \S+ key ', re.MULTILINE)
_LONGEST_MAILMAP = 1 << 20
_PLAIN_EMAIL = re.compile(r"[^\s<>]+")
_AUTHOR = re.compile(r"^author .*?<([^<>]*)> (\d+) [+-]\d{4}$", re.MULTILINE)
_CO_AUTHOR = re.compile(r"^co-authored-by:[^<>\n]*<([^<>\n]+)>[ \t]*$", re.MULTILINE | re.IGNORECASE)


class CommitObject(NamedTuple):
    """What a commit says of itself; `email` is its author's, `co_authors` are the e-mails of its Co-authored-by lines."""

    id: str
    tree: str
    parents: tuple[str, ...]
    email: str
    seconds: int
    co_authors: tuple[str, ...]
    subject: str


class TreeChange(NamedTuple):
    """A path that differs between two trees, with the blob on either side; None where it is not there."""

    path: str
    before: str | None
    after: str | None


class Objects(Plumbing):
    """What a repository holds, asked by id."""

    def holds(self, commit: str, files: Mapping[str, bytes], listed: Mapping[str, str] | None = None) -> bool:
        """Whether `commit` has exactly these bytes at these paths below the folder; `listed` are its `files` where they are known."""
        blobs = self.files(commit) if listed is None else listed
        return all(blob_id(data, blobs.get(path, "")) == blobs.get(path) for path, data in files.items())

    def files(self, commit: str) -> dict[str, str]:
        """Blob id by path (relative to the folder) of every file below the folder in `commit`, a full commit id, where it stood then."""
        listings = (self._files_at(commit, place) for place in self.places)
        return next((found for found in listings if found and self.mark in {None, *found}), {})

    def _files_at(self, commit: str, place: str) -> dict[str, str]:
        listing = self.ask("ls-tree", "-r", "-z", "--full-tree", commit, *(("--", place) if place else ()), strip=False)
        entries = (entry.split(b"\t", 1) for entry in listing.split(b"\0") if entry)
        return {path.decode("utf-8", "surrogateescape").removeprefix(place): meta.split()[2].decode("ascii") for meta, path in entries}

    def blob(self, blob_id: str) -> bytes:
        """The bytes of a blob."""
        return self.ask("cat-file", "blob", blob_id, strip=False)

    def commits(self, ids: Iterable[str]) -> dict[str, CommitObject]:
        """The commits by id. Raises CannotCheck when one is not here."""
        return {id_: _commit(id_, data.decode("utf-8", "replace")) for id_, data in self._objects(ids)}

    def mapped(self, emails: Iterable[str]) -> dict[str, str]:
        """What the work tree's .mailmap makes of each e-mail, which is itself where nothing is said of it."""
        file = self.top / ".mailmap"
        # Git would wait for a pipe of that name, and follow its configuration to other files.
        if file.is_symlink() or not file.is_file() or file.stat().st_size > _LONGEST_MAILMAP:
            return {}
        asked = [email for email in dict.fromkeys(emails) if _PLAIN_EMAIL.fullmatch(email)]
        words = (*settings_of("mailmap.file=", "mailmap.blob="), "check-mailmap", "--stdin")
        answers = self.tell("".join(f"<{email}>\n" for email in asked), *words).decode("utf-8", "replace").splitlines()
        return {email: answer.rpartition("<")[2].removesuffix(">") for email, answer in zip(asked, answers, strict=True)}

    def trees(self, ids: Iterable[str]) -> dict[str, str]:
        """The tree of each commit. Raises CannotCheck when a commit is not here, as in a shallow clone."""
        asked = list(ids)
        answers = self.tell("".join(f"{id_}^{{tree}}\n" for id_ in asked), "cat-file", "--batch-check").decode("utf-8").splitlines()
        found = {id_: answer.split()[0] for id_, answer in zip(asked, answers, strict=True) if not answer.endswith(" missing")}
        if len(found) != len(set(asked)):
            raise CannotCheck(CUT_OFF)
        return found

    def changes(self, pairs: Iterable[tuple[str | None, str]]) -> dict[tuple[str | None, str], list[TreeChange]]:
        """What differs below the folder between pairs of trees, None being the empty tree. Where the folder moved, nothing differs."""
        found = {}
        for pair, changes in self.changed_paths(pairs, self.below).items():
            sides: dict[str, TreeChange] = {}
            for path, before, after in changes:
                relative = self.relative(path)
                other = sides.get(relative, TreeChange(relative, None, None))
                sides[relative] = TreeChange(relative, before or other.before, after or other.after)
            found[pair] = [change for change in sides.values() if change.before != change.after]
        return found

    def changed_paths(
        self, pairs: Iterable[tuple[str | None, str]], below: Sequence[str] = ()
    ) -> dict[tuple[str | None, str], list[TreeChange]]:
        """What differs in the work tree between pairs of trees, by its paths there."""
        asked = list(dict.fromkeys(pairs))
        if not asked:
            return {}
        empty = self.tell("", "hash-object", "-t", "tree", "--stdin").decode("ascii").strip()
        lines = "".join(f"{before or empty} {after}\n" for before, after in asked)
        raw = self.tell(lines, "diff-tree", "--stdin", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", *below)
        by_trees = _tree_changes(raw)
        return {(before, after): by_trees.get((before or empty, after), []) for before, after in asked}

    def blobs(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """The bytes of each blob, each once. Raises CannotCheck when one is not here, as in a partial clone."""
        return self._objects(ids)

    def _objects(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        asked = list(dict.fromkeys(ids))
        # In portions, so that no more than these are in memory together.
        for start in range(0, len(asked), _PORTION):
            out = self.tell("".join(f"{id_}\n" for id_ in asked[start : start + _PORTION]), "cat-file", "--batch")
            place = 0
            while place < len(out):
                end = out.index(b"\n", place)
                heading = out[place:end].decode("ascii")
                if heading.endswith(" missing"):
                    raise CannotCheck(CUT_OFF)
                id_, _, size = heading.split()
                place = end + 1 + int(size) + 1
                yield id_, out[end + 1 : place - 1]

    def signer(self, commit: str, allowed_signers: Path) -> str | None:
        """Who of the allowed signers signed `commit` (a full id), None when nobody of them did."""
        file = f"gpg.ssh.allowedSignersFile={allowed_signers.resolve()}"
        status, _, said = self.git.execute(
            command("verify-commit", commit, settings=(*SAFE, *_SIGNATURES, "-c", file)),
            env=ENVIRONMENT,
            with_extended_output=True,
            with_exceptions=False,
        )
        match = _SIGNER.search(str(said)) if status == 0 else None
        return None if match is None else match[1]


def _commit(id_: str, text: str) -> CommitObject:
    head, _, message = text.partition("\n\n")
    lines = [line.split(" ", 1) for line in head.split("\n")]
    match = _AUTHOR.search(head)
    email, seconds = (match[1], int(match[2])) if match else ("", 0)
    parents = tuple(line[1] for line in lines if line[0] == "parent")
    return CommitObject(id_, lines[0][1], parents, email, seconds, tuple(_CO_AUTHOR.findall(message)), message.partition("\n")[0])


def _tree_changes(raw: bytes) -> dict[tuple[str, str], list[TreeChange]]:
    found: dict[tuple[str, str], list[TreeChange]] = {}
    current: list[TreeChange] = []
    words = iter(raw.split(b"\0"))
    for word in words:
        *headings, meta = word.split(b"\n")
        for heading in headings:
            first, second = heading.decode("ascii").split()
            current = found.setdefault((first, second), [])
        if not meta:
            continue
        _, _, before, after, _ = meta.decode("ascii").split()
        current.append(TreeChange(next(words).decode("utf-8", "surrogateescape"), _there(before), _there(after)))
    return found


def _there(blob_id: str) -> str | None:
    return blob_id if blob_id.strip("0") else None


def blob_id(data: bytes, like: str) -> str:
    """The id git gives to `data`, in the hash of the repository: that of `like`, an id from it."""
    digest = hashlib.sha256() if len(like) == 64 else hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % len(data) + data)
    return digest.hexdigest()
