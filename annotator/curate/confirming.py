"""Confirming: a second person standing by single labels, sample by sample, where these are enough; yes, no, or deciding it anew."""

from __future__ import annotations

from annotator.curate.decide import Ruling, event_of
from annotator.curate.dossier import Dossier, Dossiers
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.workflow.promotion import against_confirmation

# Whose label it is would sway the one who is to stand by it.
WRITER = "its reviewer"


class Confirming(Dossiers):
    """The place of whoever confirms: `ids` are the single labels that wait for this person, `barred` how many wait for others alone."""

    def __init__(self, workspace: Workspace, person: str) -> None:
        """Raises CheckFailed when the dataset is not sound."""
        super().__init__(workspace, person)
        self.said: dict[str, str] = {}
        waiting = [id_ for id_, found in workspace.accounts.items() if found.next == "confirm"]
        self.ids = [id_ for id_ in waiting if not self.against(id_)]
        self.barred = len(waiting) - len(self.ids)

    def against(self, sample: str) -> list[str]:
        """Why this person may not confirm the sample now."""
        return against_confirmation(self.workspace.config, self.workspace.case(sample), self.person, self.workspace.dataset.now())

    def waits(self, sample: str) -> bool:
        """Whether nobody has decided about the sample yet."""
        return self.workspace.account(sample).next == "confirm"

    def dossier(self, sample: str) -> Dossier:
        """Everything about a sample but whose label it is."""
        seen = super().dossier(sample)
        return seen._replace(labels=tuple(given._replace(by=WRITER) for given in seen.labels))

    def yes(self, seen: Dossier) -> str:
        """Stand by the label; returns the record's digest. Raises Refused where it is not what was seen, or not for this person."""
        return self._decide(seen, Ruling(sample=seen.sample, confirm=True))

    def no(self, seen: Dossier, reason: str) -> str:
        """Record that the label cannot stand as it is and why: it stays draft until an adjudicator decides it. Raises as `yes`."""
        if not reason.strip():
            raise Refused("NOT saved: say why")
        return self._decide(seen, Ruling(sample=seen.sample, unsettled=reason.strip()))

    def _decide(self, seen: Dossier, ruling: Ruling) -> str:
        self.look_again(seen)
        decision = event_of(self.workspace, self.person, ruling, "NOT saved")
        digest = self._sitting.append(decision)
        self.workspace.reread()
        self.sha256 = self.workspace.dataset.sha256()
        self.said[seen.sample] = decision.op
        return digest
