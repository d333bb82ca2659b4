"""The files that an evaluation leaves in the working folder, their places checked before anything is evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from annotator.errors import Refused, UsageError
from annotator.model.names import report_stamp
from annotator.store.manifest import hashed_paths
from annotator.store.working_folder import Destination, names_folder

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def report_file(workspace: Workspace, out: str) -> str:
    """`out`; where it names a folder, a file in it that bears the time and the profile, or the dataset's id where it has no profile."""
    if not names_folder(out):
        return out
    config, conversation = workspace.config, workspace.config.evaluation.conversation
    generated = None if conversation is None else conversation.generated
    what = config.id if generated is None else generated.profile
    return f"{out.rstrip('/')}/{report_stamp(workspace.dataset.clock())}-{what}.json"


class EvaluationFiles:
    """Files by the option that names them, such as `--out`."""

    def __init__(self, workspace: Workspace, names: Mapping[str, str | None]) -> None:
        """Raises Refused for a place where nothing may be written, UsageError where two options name one file."""
        self._places = {option: Destination(name) for option, name in names.items() if name is not None}
        taken: dict[str, str] = {}
        folder = workspace.dataset.folder
        own = {folder.root / path for path in hashed_paths(folder)}
        for option, place in self._places.items():
            if place.path in taken:
                raise UsageError(f"{taken[place.path]} and {option} name one file, {place.name}; name two")
            taken[place.path] = option
            if place.absolute in own:
                raise Refused(f"{option} {place.name}: is a file of the dataset; nothing was written, name another")

    def write(self, option: str, text: str, *, crlf: bool = False) -> None:
        """Write what `option` asks for, with LF or CRLF at the ends of lines."""
        place = self._places[option]
        place.write((text.replace("\n", "\r\n") if crlf else text).encode())
