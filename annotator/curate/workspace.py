"""Workspace: one dataset with its cases and accounts, as every use case works with it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from annotator.curate.keys import own_key, read_with, sealer_for
from annotator.curate.mend import recover
from annotator.errors import Refused, UsageError
from annotator.model.config import Config
from annotator.model.session import Session
from annotator.store import layout
from annotator.store.age import KeyPair
from annotator.store.dataset import Dataset, utc_now
from annotator.store.session_writer import Clock
from annotator.store.sitting import Sitting
from annotator.workflow.case import Case, Cases, build_cases
from annotator.workflow.sealing import openings, unsealed
from annotator.workflow.standing import Account, account


class Workspace:
    """A dataset open for use. What was read is kept; `reread` looks again after something was written."""

    def __init__(self, root: Path, clock: Clock = utc_now) -> None:
        """Raises UnreadableInput when `root` is no dataset or its dataset.yaml cannot be taken in."""
        self.dataset = Dataset(root, clock)
        self.key: KeyPair | None = None
        self._reader = ""

    @property
    def config(self) -> Config:
        """dataset.yaml."""
        return self.dataset.config

    @cached_property
    def label_sessions(self) -> list[Session]:
        """Every label session, sealed lines as what they were opened to."""
        return self.opened(self.dataset.label_sessions())

    @cached_property
    def decision_sessions(self) -> list[Session]:
        """Every decision session."""
        return self.dataset.decision_sessions()

    @cached_property
    def cases(self) -> Cases:
        """The case of every sample."""
        data = self.dataset
        return build_cases(
            self.config,
            data.scheme,
            data.samples,
            data.sample_digests,
            data.passages,
            self.label_sessions,
            self.decision_sessions,
        )

    @cached_property
    def accounts(self) -> dict[str, Account]:
        """Where every sample stands."""
        return {id_: account(self.config, case) for id_, case in self.cases.items()}

    def read_as(self, person: str) -> None:
        """From now on, open what `person` sealed with the key that is on this machine. Raises MissingPrerequisite where labels are sealed and it is not."""
        if self.config.workflow.sealed:
            self.key = own_key(self.config, person)
            self._reader = person
            self.reread()

    def opened(self, labels: list[Session]) -> list[Session]:
        """`labels` with sealed lines as what they were opened to: in a decision, or by the key of the person who reads."""
        labels = unsealed(labels, openings(self.config, self.decision_sessions))
        if self.key is None:
            return labels
        return unsealed(labels, read_with(self.key, (session for session in labels if session.person == self._reader)))

    def adopt(self, labels: list[Session], decisions: list[Session], cases: Cases, accounts: dict[str, Account]) -> None:
        """Take over what a check of the whole folder has read and worked out, so that nothing is read twice."""
        self.__dict__.update(label_sessions=labels, decision_sessions=decisions, cases=cases, accounts=accounts)

    def reread(self) -> None:
        """Forget the sessions that were read, and what follows from them."""
        for name in ("label_sessions", "decision_sessions", "cases", "accounts"):
            self.__dict__.pop(name, None)

    def case(self, sample: str) -> Case:
        """The case of `sample`. Raises Refused when there is none."""
        try:
            return self.cases[sample]
        except KeyError:
            raise Refused(f"{sample}: there is no such sample in {self.config.id}; `annotator status` lists them") from None

    def account(self, sample: str) -> Account:
        """Where `sample` stands. Raises Refused when there is none."""
        return account(self.config, self.case(sample))

    def person(self, name: str | None) -> str:
        """`name` if the dataset knows it; without one, the person whose e-mail is git's. Raises UsageError."""
        people = self.config.people
        if name is not None:
            if name not in people:
                raise UsageError(
                    f"{name!r} is not among the people of {self.config.id} ({', '.join(people) or 'none yet'}); add them to dataset.yaml"
                )
            return name
        from annotator.git import Repository

        repository = Repository.around(self.dataset.folder.root)
        email = None if repository is None else repository.email()
        found = [known for known, member in people.items() if email is not None and member.email == email]
        if len(found) != 1:
            who = f"git's e-mail {email!r} is that of {len(found)} people in dataset.yaml" if email else "git knows no e-mail here"
            raise UsageError(f"say who you are with --as NAME ({', '.join(people) or 'nobody stands in dataset.yaml yet'}): {who}")
        return found[0]

    def sitting(self, kind: str, person: str) -> Sitting:
        """A sitting of `person`; its session file appears with the first record. What git took from this device comes back first."""
        self.recover()
        sealer = sealer_for(self.config, person) if kind == layout.LABELS and self.config.workflow.sealed else None
        return Sitting(self.dataset, kind, person, sealer)

    def recover(self) -> None:
        """Bring back sessions that this device saved and that are gone from the folder; `dataset.notices` says which."""
        back = recover(self.dataset.folder)
        if back:
            self.dataset.notices += back
            self.reread()
