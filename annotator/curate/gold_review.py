"""Gold review: a maintainer going through settled samples, everything about each on one page; yes, no, or back to adjudication."""

from __future__ import annotations

from collections.abc import Iterator

from annotator.curate.agreement import rule_failures
from annotator.curate.dossier import Dossier, Dossiers
from annotator.curate.promote import Moved, demote, promote
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.model.config import Role
from annotator.model.status import Status
from annotator.workflow.authority import has_role
from annotator.workflow.promotion import against_demotion


class Review(Dossiers):
    """The maintainer's place. A face shows a `dossier` and calls `yes` or `no`."""

    def __init__(self, workspace: Workspace, person: str) -> None:
        """Raises Refused when `person` is no maintainer, CheckFailed when the dataset is not sound."""
        if not has_role(workspace.config, person, Role.MAINTAINER):
            raise Refused(f"{person} is not a maintainer of {workspace.config.id} (roles stand under `people` in dataset.yaml)")
        super().__init__(workspace, person)
        self.moved: dict[str, Moved] = {}
        self.failures = rule_failures(workspace)
        accounts = workspace.accounts
        waiting = [id_ for id_, found in accounts.items() if found.next == "promote"]
        self.ids = [*waiting, *(id_ for id_, found in accounts.items() if found.level is Status.GOLD)]

    def level(self, sample: str) -> Status:
        """How far a sample has come."""
        return self.workspace.account(sample).level

    def waits(self, sample: str) -> bool:
        """Whether a sample may go one step up."""
        return self.workspace.account(sample).next == "promote"

    def may_fall(self, sample: str) -> bool:
        """Whether there is a promotion that this person may take back to draft."""
        return not against_demotion(self.workspace.config, self.workspace.account(sample), Status.DRAFT, self.person)

    def next_step(self, sample: str) -> Status:
        """Where `yes` brings a sample."""
        return Status.GOLD if self.level(sample) is Status.CANDIDATE else Status.CANDIDATE

    def needs_override(self, sample: str) -> bool:
        """Whether `yes` sets the agreement rule aside, which takes a reason."""
        return bool(self.failures) and self.next_step(sample) is Status.GOLD

    def yes(self, seen: Dossier, override: str | None = None) -> Moved:
        """One step up, to gold-candidate or to gold. Raises Refused where it is not what was seen, CheckFailed with every reason against."""
        self.look_again(seen)
        to = self.next_step(seen.sample)
        return self._take(promote(self.workspace, [seen.sample], to, self.person, override=override, sitting=self._sitting))

    def no(self, seen: Dossier, reason: str) -> Moved:
        """Back to draft. Raises as `yes`."""
        if not reason.strip():
            raise Refused("NOT saved: say why")
        self.look_again(seen)
        return self._take(demote(self.workspace, [seen.sample], Status.DRAFT, self.person, reason.strip(), sitting=self._sitting))

    def _take(self, moves: Iterator[Moved]) -> Moved:
        moved = next(moves)
        # What stands behind the last record belongs to the same decision.
        for _ in moves:
            pass
        self.workspace.reread()
        self.sha256 = moved.dataset_sha256
        self.moved[moved.sample] = moved
        return moved

    def look(self) -> None:
        """Take in what was written since, the agreement rule included."""
        before = self.workspace
        super().look()
        if self.workspace is not before:
            self.failures = rule_failures(self.workspace)
