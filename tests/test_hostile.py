"""Hostile repositories and folders: no command that reads runs what they name, follows their links, hangs, or takes much memory."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.release import release
from annotator.curate.workspace import Workspace
from tests.builders import a_dataset, graded, promoted

GRADES = {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 0, "p-2": 1}}

# Everything in git's configuration that names a program (git-config(1)), and what leads to one.
PROGRAMS = [
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.askPass",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "diff.external",
    "sequence.editor",
    "gpg.program",
    "gpg.openpgp.program",
    "gpg.x509.program",
    "gpg.ssh.program",
    "gpg.ssh.defaultKeyCommand",
    "credential.helper",
    "uploadpack.packObjectsHook",
    "filter.trap.clean",
    "filter.trap.smudge",
    "filter.trap.process",
    "diff.trap.command",
    "diff.trap.textconv",
    "merge.trap.driver",
    "interactive.diffFilter",
    "pager.log",
    "pager.show",
    "pager.diff",
    "trailer.trap.command",
    "trailer.trap.cmd",
    "remote.origin.uploadpack",
    "remote.origin.receivepack",
    "remote.origin.vcs",
    "browser.trap.cmd",
    "man.trap.cmd",
    "difftool.trap.cmd",
    "mergetool.trap.cmd",
    "instaweb.httpd",
    "sendemail.toCmd",
    "sendemail.ccCmd",
    "imap.tunnel",
    "receive.procReceiveRefs",
    "submodule.trap.update",
    "tar.trap.command",
    "web.browser",
    "format.pretty",
]
OTHERS = {
    "filter.trap.required": "true",
    "diff.trap.cachetextconv": "true",
    "log.showSignature": "true",
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "remote.origin.promisor": "true",
    "extensions.partialClone": "origin",
    "core.repositoryFormatVersion": "1",
    "core.attributesFile": "{top}/.gitattributes",
    "diff.submodule": "log",
    "status.submoduleSummary": "true",
    "submodule.recurse": "true",
    "fetch.recurseSubmodules": "true",
    "core.untrackedCache": "true",
    "core.preloadIndex": "true",
}
PLUMBING = [
    "config",
    "rev-parse",
    "rev-list",
    "cat-file",
    "ls-tree",
    "ls-files",
    "diff-tree",
    "hash-object",
    "verify-commit",
    "var",
    "merge-base",
    "log",
    "show",
    "status",
    "diff",
]
HOOKS = [
    "pre-commit",
    "post-checkout",
    "post-index-change",
    "reference-transaction",
    "fsmonitor-watchman",
    "query-watchman",
    "pre-auto-gc",
    "post-rewrite",
]


def git(folder: Path, *words: str) -> str:
    env = {**os.environ, "GIT_AUTHOR_EMAIL": "carol@example.org"}
    command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, env=env).stdout.strip()


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves a mark when something runs it."""
    program = tmp_path / "trap"
    program.write_text(f"#!/bin/sh\necho \"$0 $*\" >>'{tmp_path}/sprung'\ncat\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A dataset with gold, a release and two commits, in a repository one folder above."""
    root = a_dataset(tmp_path / "repository" / "small", evaluation={"relevance": "relevance"})
    git(root.parent, "init", "-q")
    for person in ("alice", "bob"):
        graded(root, person, GRADES)
        git(root.parent, "add", "-A")
        git(root.parent, "commit", "-q", "-m", person)
    promoted(root, "q-1")
    release(Workspace(root), "1.0.0", "carol")
    git(root.parent, "add", "-A")
    git(root.parent, "commit", "-q", "-m", "gold")
    return root


def set_traps(root: Path, trap: Path) -> None:
    top = root.parent
    other = top.parent / "other"
    other.mkdir()
    git(other, "init", "-q")
    git(other, "commit", "-q", "--allow-empty", "-m", "one")
    git(top, "submodule", "add", "-q", str(other), "inner")
    git(top, "commit", "-q", "-m", "a submodule")
    hooks = top.parent / "hooks"
    hooks.mkdir()
    for name in HOOKS:
        for folder in (hooks, top / ".git" / "hooks", top / ".git" / "modules" / "inner" / "hooks"):
            folder.mkdir(exist_ok=True)
            (folder / name).unlink(missing_ok=True)
            (folder / name).symlink_to(trap)
    (top / ".gitattributes").write_text("* filter=trap diff=trap merge=trap ident\n")
    (top / ".git" / "info" / "attributes").write_text("* filter=trap diff=trap merge=trap\n")
    lines = []
    for key in PROGRAMS:
        section, _, name = key.rpartition(".")
        lines.append((section, name, f"!{trap}" if key == "submodule.trap.update" else str(trap)))
    lines += [("alias", name, f"!{trap}") for name in PLUMBING]
    lines += [("core", "hooksPath", str(hooks)), ("remote.origin", "url", f"ext::{trap} x")]
    lines += [(*key.rpartition(".")[::2], value.format(top=top)) for key, value in OTHERS.items()]
    text = "".join(_entry(*line) for line in lines)
    # Once in a file that the configuration includes, for an include is a way too.
    (top.parent / "included").write_text(text)
    for config in (top / ".git" / "config", top / ".git" / "modules" / "inner" / "config"):
        with config.open("a") as file:
            file.write(f"[include]\n\tpath = {top.parent / 'included'}\n{text}")
    # A bare repository that is embedded in the dataset's own folder.
    for name in ("objects", "refs"):
        (root / name).mkdir()
    (root / "HEAD").write_text("ref: refs/heads/main\n")
    (root / "config").write_text(f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {top}\n{text}")


def _entry(section: str, name: str, value: str) -> str:
    first, _, rest = section.partition(".")
    heading = f'[{first} "{rest}"]' if rest else f"[{first}]"
    return f'{heading}\n\t{name} = "{value}"\n'


READING = [
    ("verify",),
    ("verify", "--base", "HEAD~1"),
    ("verify", "--history"),
    ("verify", "--history", "--signatures", "{signers}"),
    ("status", "--history"),
    ("status",),
    ("hash",),
    ("agreement",),
    ("blame", "q-1"),
    ("diff", "HEAD~1"),
    ("diff", "HEAD"),
    ("repair",),
    ("evaluate", "--retriever", "lexical"),
    ("evaluate", "--retriever", "lexical", "--json"),
]


def call(root: Path, words: tuple[str, ...], signers: Path) -> int:
    return main([words[0], str(root), *(word.format(signers=signers) for word in words[1:])])


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_nothing_that_a_repository_names_is_run_by_reading(root: Path, trap: Path, tmp_path: Path, words: tuple[str, ...]):
    signers = tmp_path / "signers"
    signers.write_text("")
    before = call(root, words, signers)
    set_traps(root, trap)
    assert not (tmp_path / "sprung").exists()
    code = call(root, words, signers)
    assert not (tmp_path / "sprung").exists(), (tmp_path / "sprung").read_text()
    # The embedded repository is not believed, so history may not be there; nothing else changes.
    assert code in {before, 4, 2}


def test_the_traps_would_spring(root: Path, trap: Path, tmp_path: Path):
    set_traps(root, trap)
    subprocess.run(["git", "status"], cwd=root.parent, capture_output=True, check=False)
    assert (tmp_path / "sprung").exists()


def test_the_same_traps_without_an_embedded_repository(root: Path, trap: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    set_traps(root, trap)
    for name in ("HEAD", "config"):
        (root / name).unlink()
    for name in ("objects", "refs"):
        (root / name).rmdir()
    assert main(["verify", str(root), "--history", "--base", "HEAD~1"]) == 0
    assert "the whole history was asked" in capsys.readouterr().out
    assert main(["blame", str(root), "q-1"]) == 0
    assert "commit " in capsys.readouterr().out
    assert not (tmp_path / "sprung").exists()


def test_an_object_that_is_not_here_is_not_fetched(root: Path, trap: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (path,) = root.glob("labels/alice/*.jsonl")
    blob = git(root, "rev-parse", f"HEAD:./{path.relative_to(root).as_posix()}")
    (root.parent / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for key in ("extensions.partialClone", "remote.origin.promisor", "protocol.ext.allow", "core.repositoryFormatVersion"):
        git(
            root,
            "config",
            key,
            {"extensions.partialClone": "origin", "core.repositoryFormatVersion": "1"}.get(key, "true" if "promisor" in key else "always"),
        )
    git(root, "config", "remote.origin.url", f"ext::{trap} x")
    assert main(["verify", str(root), "--history"]) == 4
    assert "shallow or partial" in capsys.readouterr().out
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("kind", ["pipe", "link", "long", "odd"])
def test_a_mailmap_that_is_none_is_passed_over(root: Path, tmp_path: Path, kind: str):
    mailmap = root.parent / ".mailmap"
    if kind == "pipe":
        os.mkfifo(mailmap)
        git(root, "config", "mailmap.file", str(mailmap))
    elif kind == "link":
        mailmap.symlink_to("/dev/zero")
    elif kind == "long":
        mailmap.touch()
        os.truncate(mailmap, 100_000_000)
    else:
        mailmap.write_bytes(b"\0 <<>> \xff <a\n<" * 1000)
    command = [sys.executable, "-m", "annotator", "verify", str(root), "--history"]
    assert subprocess.run(command, capture_output=True, timeout=60).returncode == 0


def linked_config(root: Path) -> None:
    shutil.move(root / "dataset.yaml", root.parent / "elsewhere.yaml")
    (root / "dataset.yaml").symlink_to(root.parent / "elsewhere.yaml")


def linked_parent(root: Path) -> None:
    shutil.move(root / "labels" / "alice", root.parent / "alice")
    (root / "labels" / "alice").symlink_to(root.parent / "alice")


def linked_release(root: Path) -> None:
    (root / "releases" / "2.0.0").symlink_to(root / "releases" / "1.0.0")


def linked_device(root: Path) -> None:
    (root / "samples.jsonl").unlink()
    (root / "samples.jsonl").symlink_to("/dev/zero")


def fifo_config(root: Path) -> None:
    (root / "dataset.yaml").unlink()
    os.mkfifo(root / "dataset.yaml")


def fifo_session(root: Path) -> None:
    os.mkfifo(root / "labels" / "alice" / "20300101T000000Z-00000000.jsonl")


def fifo_release(root: Path) -> None:
    os.mkfifo(root / "releases" / "1.0.0" / "pipe")


def long_line(root: Path) -> None:
    # Sparse: a hundred million NULs and no line end.
    os.truncate(root / "corpus.jsonl", 100_000_000)


def long_session(root: Path) -> None:
    os.truncate(next(iter(root.glob("labels/bob/*.jsonl"))), 100_000_000)


def long_seal(root: Path) -> None:
    os.truncate(next(iter(root.glob("labels/bob/*.sha256"))), 100_000_000)


def long_manifest(root: Path) -> None:
    os.truncate(root / "releases" / "1.0.0" / "MANIFEST.sha256", 100_000_000)


def yaml_bomb(root: Path) -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    (root / "dataset.yaml").write_text("\n".join(["a0: &a0 [x, x]", *levels]))


def yaml_depth(root: Path) -> None:
    (root / "dataset.yaml").write_text("a: " + "[" * 200_000)


def yaml_size(root: Path) -> None:
    (root / "dataset.yaml").write_text("".join(f"k{n}: 1\n" for n in range(200_000)))


def json_depth(root: Path) -> None:
    (root / "samples.jsonl").write_text('{"id":' + "[" * 400_000 + "\n")


DAMAGES = [
    linked_config, linked_parent, linked_release, linked_device, fifo_config, fifo_session, fifo_release, long_line, long_session, long_seal,
    long_manifest, yaml_bomb, yaml_depth, yaml_size, json_depth,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_hostile_folder_is_refused_in_one_sentence_and_little_memory(root: Path, damage: Callable[[Path], None]):
    damage(root)
    for words in (["verify", "--history"], ["status"]):
        # A hang ends the test; the limit is an order of magnitude above what is seen.
        process = subprocess.Popen(
            [sys.executable, "-m", "annotator", words[0], str(root), *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        out, err = process.communicate(timeout=60)
        assert "Traceback" not in err
        said = [line for line in (*out.splitlines(), *err.splitlines()) if line.startswith(("annotator: ", "invalid: ", "tampered: "))]
        assert words[0] == "status" or process.returncode in {1, 2}
        assert words[0] == "status" or said
        assert all(len(line) < 500 for line in said)


@pytest.mark.parametrize("damage", [long_line, long_session, yaml_bomb, yaml_depth, json_depth], ids=lambda damage: damage.__name__)
def test_memory_stays_bounded(root: Path, damage: Callable[[Path], None]):
    def peak() -> int:
        script = "import resource, sys; from annotator.cli.main import main; main(sys.argv[1:]); print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        done = subprocess.run([sys.executable, "-c", script, "verify", str(root)], capture_output=True, text=True, timeout=60)
        return int(done.stdout.splitlines()[-1])

    usual = peak()
    damage(root)
    # In KiB: a file of 100 MB, or one that would unfold to far more, costs no more than a few lines' worth.
    assert peak() < usual + 40_000
