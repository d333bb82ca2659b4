"""Encryption in the age format (age-encryption.org/v1), by X25519 keys; the only user of pyrage."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

from annotator.errors import MissingPrerequisite, Refused


class KeyPair(NamedTuple):
    """A public key (`age1…`), for which anyone can encrypt, and the secret key that opens what was encrypted for it."""

    public: str
    secret: str

    def unlock(self, box: str) -> bytes | None:
        """What `box` holds, None when it is broken or was encrypted for others."""
        pyrage = _pyrage()
        try:
            data: bytes = pyrage.decrypt(base64.b64decode(box, validate=True), [pyrage.x25519.Identity.from_str(self.secret)])
        except (binascii.Error, pyrage.DecryptError, pyrage.IdentityError):
            return None
        return data


def new_key() -> KeyPair:
    """A fresh key pair. Raises MissingPrerequisite without pyrage."""
    identity = _pyrage().x25519.Identity.generate()
    return KeyPair(str(identity.to_public()), str(identity))


def key_of(secret: str) -> KeyPair | None:
    """The key pair of a secret key, None where it is none. Raises MissingPrerequisite without pyrage."""
    pyrage = _pyrage()
    try:
        return KeyPair(str(pyrage.x25519.Identity.from_str(secret).to_public()), secret)
    except pyrage.IdentityError:
        return None


def box_for(recipients: Sequence[str], data: bytes) -> str:
    """`data` encrypted so that each of `recipients` (public keys) can open it alone, as base64.

    Raises Refused for a recipient that is no public key, MissingPrerequisite without pyrage.
    """
    keys = [_recipient(recipient) for recipient in recipients]
    return base64.b64encode(_pyrage().encrypt(data, keys)).decode("ascii")


def _recipient(public: str) -> object:
    pyrage = _pyrage()
    try:
        recipient: object = pyrage.x25519.Recipient.from_str(public)
    except pyrage.RecipientError:
        raise Refused(
            f"{public}: is no public key, perhaps mistyped; put what `annotator keygen` printed under people in dataset.yaml"
        ) from None
    return recipient


def _pyrage() -> ModuleType:
    try:
        import pyrage
    except ImportError:
        raise MissingPrerequisite("sealed labels need pyrage; install it with: pip install 'gold-annotator[sealed]'") from None
    module: ModuleType = pyrage
    return module
