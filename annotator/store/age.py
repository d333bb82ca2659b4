"""Encryption in the age format (age-encryption.org/v1), by X25519 keys; the only user of pyrage."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

from annotator.errors import MissingPrerequisite


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


def box_for(recipients: Sequence[str], data: bytes) -> str:
    """`data` encrypted so that each of `recipients` (public keys) can open it alone, as base64. Raises MissingPrerequisite without pyrage."""
    pyrage = _pyrage()
    keys = [pyrage.x25519.Recipient.from_str(recipient) for recipient in recipients]
    return base64.b64encode(pyrage.encrypt(data, keys)).decode("ascii")


def _pyrage() -> ModuleType:
    try:
        import pyrage
    except ImportError:
        raise MissingPrerequisite("sealed labels need pyrage; install it with: pip install 'gold-annotator[sealed]'") from None
    module: ModuleType = pyrage
    return module
