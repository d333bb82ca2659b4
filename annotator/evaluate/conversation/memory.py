"""What a memory is to the evaluator, and what it puts before whoever answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from annotator.evaluate.conversation.turns import Turn


class Item(NamedTuple):
    """Something that is remembered: what it speaks of, its words, its kind, whether it still holds, and the turns it rests on."""

    session: str
    about: str
    text: str
    kind: str
    active: bool
    evidence: tuple[str, ...]


class Block(NamedTuple):
    """A line of a message and the turns it rests on; a line that rests on none gives no evidence."""

    evidence: tuple[str, ...]
    text: str


class Message(NamedTuple):
    """What is put before whoever answers a question."""

    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The message as it is sent."""
        return "\n".join(block.text for block in self.blocks)


def evidence_block(evidence: Sequence[str], role: str, text: str) -> Block:
    """Words from a conversation, labelled as evidence, so that nobody takes them for an order."""
    return Block(tuple(evidence), f"{label(evidence)}{role}] {text}")


def label(evidence: Sequence[str]) -> str:
    """How a line that rests on these turns has to begin."""
    return f"[evidence {' '.join(evidence)} "


class Memory(Protocol):
    """A store of what was said in many sessions. A turn may come twice; its event tells."""

    def receive(self, turn: Turn) -> None:
        """Take in a turn."""

    def cancel(self, turn: Turn) -> None:
        """Take back a turn, as if it had not been said."""

    def compact(self, session: str) -> None:
        """The conversation was cut short; what is remembered stays."""

    def restart(self) -> None:
        """Begin anew from what was written down."""

    def items(self, session: str) -> list[Item]:
        """Everything remembered of a session, what no longer holds included."""

    def events(self, session: str) -> int:
        """How many events of a session were taken in."""

    def checkpoint(self, session: str) -> int:
        """The number of the last turn of a session that was taken in, 0 without one."""

    def search(self, session: str, query: str, k: int) -> list[Item]:
        """At most `k` active items for a question, best first."""

    def inject(self, session: str, query: str) -> list[Block]:
        """What is put into the message for a question."""

    def tasks(self, session: str) -> Mapping[str, str]:
        """The part that turns play in the task at hand: goal, progress, blocker or open."""

    def refuses(self, session: str, reply: str) -> bool:
        """Whether a rule of the session speaks against a reply."""

    def dump(self) -> str:
        """Everything that is written down."""
