"""Memories that are wrong in one way each; `annotator evaluate --memory` takes them by name."""

import json

from annotator.evaluate.conversation.memory import Block
from annotator.evaluate.conversation.reference_store import Entry, ReferenceStore
from annotator.evaluate.lexical import lexical


class Sound(ReferenceStore):
    """Wrong in no way."""

    def __init__(self):
        super().__init__(lexical)


class KeepsOld(Sound):
    """What was corrected still holds beside what corrects it."""

    def _take(self, taken, said, new):
        if any(item.active and before == said for before, item in taken):
            super()._take(taken, said, new)
        else:
            taken.append((said, new))


class ForgetsOnRestart(Sound):
    """The first thing that was said in each session is lost."""

    def restart(self):
        super().restart()
        for log in self._log.values():
            first = next(iter(log))
            log[first] = log[first]._replace(text=None)


class MixesSessions(Sound):
    """Every session is searched for every question."""

    def search(self, session, query, k):
        return [item for each in self._log for item in super(MixesSessions, self).search(each, query, k)]


class BelievesTools(Sound):
    """What a tool says counts as said by the user."""

    def receive(self, turn):
        super().receive(turn._replace(role="user") if turn.role == "tool" else turn)


class CountsTwice(Sound):
    """What is delivered again is evidence once more."""

    def __init__(self):
        super().__init__()
        self._again = set()

    def receive(self, turn):
        if turn.event in self._log.get(turn.session, {}):
            self._again.add(turn.id)
        super().receive(turn)

    def items(self, session):
        return [
            item._replace(evidence=(*item.evidence, *(turn for turn in item.evidence if turn in self._again)))
            for item in super().items(session)
        ]


class RepeatsContent(Sound):
    """What is said again is remembered again."""

    def _take(self, taken, said, new):
        if any(item.active and before == said for before, item in taken):
            taken.append((said, new))
        else:
            super()._take(taken, said, new)


class InventsEvents(Sound):
    """A restart adds an event that never was."""

    def restart(self):
        super().restart()
        for session, log in self._log.items():
            log[f"{session}/phantom"] = Entry("phantom", 0, None)


class StandsStill(Sound):
    """The checkpoint stops early."""

    def checkpoint(self, session):
        return min(super().checkpoint(session), 5)


class FailsToSearch(Sound):
    """A question it has no words for ends in an error."""

    def search(self, session, query, k):
        if "?" in query:
            raise RuntimeError(query)
        return super().search(session, query, k)


class GivesOrders(Sound):
    """What is injected does not say that it is evidence."""

    def inject(self, session, query):
        return [Block(block.evidence, block.text.split("] ")[-1]) for block in super().inject(session, query)]


class TellsWhereItLives(Sound):
    """What it writes down names a folder of somebody's home."""

    def dump(self):
        return json.dumps({**json.loads(super().dump()), "/home/someone/notes.db": {}})


class AnswersOddly(Sound):
    """Its items are no items."""

    def items(self, session):
        return ["something"]


class Nothing:
    """No memory at all."""
