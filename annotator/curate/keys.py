"""Keys: whose labels are sealed for whom, whether that can go well, and reading what was sealed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from annotator.errors import MissingPrerequisite, Refused
from annotator.model.canonical import NotARecord, parse_line
from annotator.model.config import Config
from annotator.model.events import Sealed
from annotator.model.names import time_text
from annotator.model.session import Session
from annotator.store.dataset import utc_now

if TYPE_CHECKING:
    from annotator.store.age import KeyPair
    from annotator.store.sealer import Sealer


def make_key(*, another: bool = False) -> tuple[str, str]:
    """A new key: its public half, and the path of the file with the secret one. Raises Refused where this machine has one already, unless `another`."""
    from annotator.store.age import new_key
    from annotator.store.keys import keep_key, kept_keys

    there = kept_keys()
    if there and not another:
        raise Refused(f"this machine has the key {there[0]} already, and one serves for every dataset; --another makes a further one")
    key = new_key()
    return key.public, str(keep_key(key, time_text(utc_now())))


def sealer_for(config: Config, person: str) -> Sealer:
    """What seals the labels of `person`: for them and for everyone who may open. Raises Refused where nobody could open them."""
    from annotator.store.sealer import Sealer

    own = _public_key(config, person)
    if not config.openers:
        raise Refused(
            f"{config.id}: labels are sealed (workflow.sealed), and nobody could open them; an adjudicator or maintainer who is no reviewer "
            "runs `annotator keygen` and writes the public key under people in dataset.yaml"
        )
    return Sealer([own, *(config.people[name].key or "" for name in config.openers)])


def own_key(config: Config, person: str) -> KeyPair:
    """The key of `person` on this machine. Raises Refused without a public key in dataset.yaml, MissingPrerequisite without the secret one here."""
    from annotator.store.keys import key_path, read_key

    public = _public_key(config, person)
    found = read_key(public)
    if found is None:
        raise MissingPrerequisite(
            f"{key_path(public)}: is not on this machine, and without it {person} opens no label; put back the copy that you kept, or make a "
            "new key with `annotator keygen` and write its public half into dataset.yaml (what was sealed for the old one stays shut to you)"
        )
    return found


def read_with(key: KeyPair, sessions: Iterable[Session]) -> dict[str, list[dict[str, Any]]]:
    """The records that `key` opens in `sessions`, by the digest of the sealed line; a box that holds no record is passed over."""
    found = {}
    for session in sessions:
        for logged in session.events:
            if isinstance(logged.event, Sealed) and (held := key.unlock(logged.event.box)) is not None:
                with suppress(NotARecord):
                    found[logged.digest] = [parse_line(held.rstrip(b"\n"))[0]]
    return found


def _public_key(config: Config, person: str) -> str:
    key = config.people[person].key
    if key is None:
        raise Refused(
            f"{config.id}: labels are sealed (workflow.sealed), and {person} has no key; run `annotator keygen` and write the public key "
            f"under people.{person}.key in dataset.yaml"
        )
    return key
