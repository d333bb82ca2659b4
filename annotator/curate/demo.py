"""Demo: the road from drafts to a gold set, as steps of commands on a scratch copy of a bundled dataset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from annotator.git import commit_scratch, scratch_repository
from annotator.store.bundled import scratch_copy, scratch_folder
from annotator.store.outside import read_outside

NAME = "bilingual-notes"
SOURCE = f"{NAME}-source"
_DOMAIN = "example.org"


class Step(NamedTuple):
    """What the step is about, the words of each command after `annotator`, and who commits what it did."""

    about: str
    commands: tuple[tuple[str, ...], ...]
    by: str


def prepare() -> Path:
    """A scratch repository with the bundled questions, unlabelled, and the made-up people's labels beside it."""
    folder = scratch_folder()
    scratch_copy(NAME, folder, unlabelled=True)
    scratch_copy(SOURCE, folder)
    scratch_repository(folder)
    commit(folder, "Draft questions and their passages", "drafter-example")
    return folder


def commit(folder: Path, message: str, by: str) -> None:
    """Commit what the step did, in the name of the made-up person who did it."""
    commit_scratch(folder, message, f"{by} (made up)", f"{by.removesuffix('-example')}@{_DOMAIN}")


def steps(folder: Path) -> Iterator[Step]:
    """The steps of the demo; `folder` is what `prepare` made."""
    promotions = [
        line.split() for line in read_outside(folder / SOURCE / "promotions.txt").decode().splitlines() if line[:1] not in {"", "#"}
    ]
    candidates = tuple(sample for status, sample in promotions if status == "gold-candidate")
    gold = tuple(sample for status, sample in promotions if status == "gold")
    yield Step(
        "Draft questions, no labels yet. Everything is named by the SHA-256 of the whole dataset.",
        (("status", NAME, "--next", "promote"), ("hash", NAME)),
        "",
    )
    for person in ("ada", "ben"):
        yield Step(
            f"{person.title()} (a made-up reviewer) labels without seeing anybody else's work. The hash changes.",
            (("label", NAME, "--as", f"{person}-example", "--from", f"{SOURCE}/labels-{person}.jsonl"), ("hash", NAME)),
            f"{person}-example",
        )
    yield Step("How far do the two agree? Every figure has its n and a 95 % interval.", (("agreement", NAME),), "")
    yield Step(
        "Where they differ, an adjudicator decides, with a reason.",
        (
            ("status", NAME, "--next", "adjudicate"),
            ("adjudicate", NAME, "--as", "cleo-example", "--from", f"{SOURCE}/adjudication.jsonl"),
            ("hash", NAME),
        ),
        "cleo-example",
    )
    yield Step(
        "What is settled becomes gold-candidate by a recorded decision that names the labels it rests on.",
        (("promote", NAME, *candidates, "--to", "gold-candidate", "--as", "cleo-example"), ("hash", NAME)),
        "cleo-example",
    )
    yield Step(
        "A maintainer confirms gold, sample by sample; the agreement rule of dataset.yaml must hold.",
        (("promote", NAME, *gold, "--to", "gold", "--as", "dan-example"), ("status", NAME), ("hash", NAME)),
        "dan-example",
    )
    yield Step(
        "Anybody can check seals, chains, spans and decisions, here against the last commit.", (("verify", NAME, "--base", "HEAD"),), ""
    )
    yield Step(
        "A retriever scored against the gold samples. The bounds in dataset.yaml are checked on the way.",
        (("evaluate", NAME, "--retriever", "lexical"),),
        "",
    )
