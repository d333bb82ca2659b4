"""Release: publish what is decided as a folder that is written once, and record who did."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from annotator.curate.decide import UNKNOWN
from annotator.curate.release_files import Content, content, files_of, texts
from annotator.curate.released import released_sha256
from annotator.curate.verify import require_sound
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, Refused, UsageError
from annotator.model.canonical import sha256
from annotator.model.config import Role
from annotator.model.events import Release
from annotator.model.names import Version
from annotator.model.session import Logged
from annotator.store import layout
from annotator.store.release_folder import MANIFEST, release_path, released, versions, write_release
from annotator.workflow.authority import has_role
from annotator.workflow.leaks import Leak, leaks, names_in

_LISTED = 20
_SHOWN = 6
_version: TypeAdapter[str] = TypeAdapter(Version)


class Released(NamedTuple):
    """What was published: the folder's path in the dataset, its files, how many samples, and the dataset SHA-256 before and after."""

    path: str
    files: list[str]
    samples: int
    manifest_sha256: str
    released_sha256: str
    dataset_sha256: str


def release(workspace: Workspace, version: str, person: str, *, candidates: bool = False, pseudonyms: bool = False) -> Released:
    """Write `releases/<version>/` with what is gold (and with `candidates`), and record the decision of `person`, a maintainer.

    A call that was cut short between the two can be given again. Raises UsageError for a version that is no name, Refused when it is there
    already or nothing is decided, CheckFailed when the dataset is not sound or a text holds what must not be published.
    """
    try:
        _version.validate_python(version)
    except ValidationError:
        raise UsageError(f"{version!r} cannot be a version: letters, digits, '+', '_', '-', and dots between them, such as 1.0.0") from None
    if not has_role(workspace.config, person, Role.MAINTAINER):
        raise Refused(f"{person} is not a maintainer; releases are made by maintainers")
    if any(isinstance(logged.event, Release) and logged.event.version == version for logged in _decisions(workspace)):
        raise Refused(f"{version} was released already; a release is written once, so give the next one another version")
    require_sound(workspace)
    level = "gold-candidate" if candidates else "gold"
    what = content(workspace, level, pseudonyms=pseudonyms)
    if not what.decided:
        why = ", ".join(f"{number} {reason}" for reason, number in sorted(what.chosen.left_out.items()))
        raise Refused(f"{workspace.config.id}: no sample is {level} ({why or 'there are none'}), so there is nothing to release")
    _refuse_leaks(workspace, what)
    # A call that died between folder and decision may have left an empty session behind, which changes today's digest and nothing else.
    before = released_sha256(workspace.dataset.folder, version) or workspace.dataset.sha256()
    files = files_of(workspace, version, level, what, before)
    _put(workspace, version, files)
    digest = sha256(files[MANIFEST])
    event = {
        "op": "release",
        "n": 1,
        "at": workspace.dataset.now(),
        "by": person,
        "version": version,
        "status": level,
        "samples": len(what.decided),
        "manifest_sha256": digest,
        "dataset_sha256": UNKNOWN,
    }
    with workspace.sitting(layout.DECISIONS, person) as sitting:
        sitting.append(Release.model_validate(event, strict=False))
    return Released(release_path(version, "").rstrip("/"), sorted(files), len(what.decided), digest, before, workspace.dataset.sha256())


def _decisions(workspace: Workspace) -> list[Logged]:
    return [logged for session in workspace.decision_sessions for logged in session.events]


def _put(workspace: Workspace, version: str, files: dict[str, bytes]) -> None:
    folder = workspace.dataset.folder
    if version in versions(folder):
        if released(folder, version) != files:
            raise Refused(f"{folder.show(release_path(version, ''))}: is there already and holds something else; give another version")
        return
    try:
        write_release(folder, version, files)
    except FileExistsError as error:
        raise Refused(f"{error.filename}: cannot be made ({error.strerror}); nothing was released") from None


def _refuse_leaks(workspace: Workspace, what: Content) -> None:
    """Raises CheckFailed with every place that a rule names and that dataset.yaml does not allow; a found text is never shown whole."""
    names = frozenset(what.renamed)
    allowed = workspace.config.release.allow
    problems = [
        f"{where}: {leak.rule} {_hidden(leak)} (SHA-256 {digest})"
        for where, text, about_work in texts(workspace, what)
        for leak in (*leaks(text), *(names_in(text, names) if about_work else ()))
        if (digest := hashlib.sha256(leak.text.encode()).hexdigest()) not in allowed
    ]
    if problems:
        more = [f"and {len(problems) - _LISTED} more"] if len(problems) > _LISTED else []
        advice = "take them out, or allow each in dataset.yaml under `release: {allow: {SHA-256: reason}}`"
        raise CheckFailed(
            "\n  ".join(["nothing was released, since texts hold what must not be published:", *problems[:_LISTED], *more, advice])
        )


def _hidden(leak: Leak) -> str:
    return repr(leak.text[:_SHOWN] + "…" if len(leak.text) > _SHOWN else leak.text)
