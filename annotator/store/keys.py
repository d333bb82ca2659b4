"""Secret keys of this machine's user, `$XDG_CONFIG_HOME/annotator/keys/<public key>.txt`, as age-keygen writes them; never in a repository."""

from __future__ import annotations

import os
from pathlib import Path

from annotator.errors import Refused, UnreadableInput
from annotator.store.age import KeyPair, key_of
from annotator.store.folder import write_and_close
from annotator.store.settings import config_path

_LARGEST = 1 << 16
_BEGINS = "AGE-SECRET-KEY-1"


def keys_folder() -> Path:
    """Where the keys are, whether or not any is there."""
    return config_path().parent / "keys"


def key_path(public: str) -> Path:
    """Where the secret half of `public` belongs."""
    return keys_folder() / f"{public}.txt"


def keep_key(key: KeyPair, made_at: str) -> Path:
    """Write a key, readable by its user alone, and return its path. Raises Refused inside a git repository, UnreadableInput when that fails."""
    path = key_path(key.public)
    # A folder may be a link into a repository.
    repository = next((above for above in path.resolve().parents if (above / ".git").exists()), None)
    if repository is not None:
        raise Refused(
            f"{path.parent}: lies in the git repository {repository}, and a secret key must never be committed; set XDG_CONFIG_HOME to another folder"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        write_and_close(descriptor, f"# created: {made_at}\n# public key: {key.public}\n{key.secret}\n".encode("ascii"))
    except OSError as error:
        raise UnreadableInput(str(path), None, f"cannot be written ({error.strerror})") from None
    return path


def kept_keys() -> list[str]:
    """The public keys whose secret halves are here."""
    return sorted(path.stem for path in keys_folder().glob("age1*.txt"))


def read_key(public: str) -> KeyPair | None:
    """The key pair of `public`, None where its secret half is not on this machine. Raises UnreadableInput for a file that does not hold it."""
    path = key_path(public)
    if not path.exists():
        return None
    try:
        # A pipe of that name would be waited for without end.
        if not path.is_file():
            raise UnreadableInput(str(path), None, "is no file", "put back the copy that you kept")
        with path.open("rb") as file:
            lines = file.read(_LARGEST).decode("ascii", "replace").splitlines()
    except OSError as error:
        raise UnreadableInput(str(path), None, f"cannot be read ({error.strerror})") from None
    key = key_of(next((line.strip() for line in lines if line.startswith(_BEGINS)), ""))
    if key is None or key.public != public:
        what = "holds no secret key in the age format" if key is None else "holds the secret half of another key"
        raise UnreadableInput(str(path), None, what, "put back the copy that you kept")
    return key
