"""TextOnDisk: whether what lies before a reviewer is still what stands in the folder, which another program may change meanwhile."""

from __future__ import annotations

from annotator.errors import Refused
from annotator.store import layout
from annotator.store.dataset import Dataset
from annotator.store.folder import Signature


class TextOnDisk:
    """The questions and passages of a dataset; they are read again only where their files are no longer those that were seen."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._seen = self._signatures()

    def require(self, sample: str, sample_sha256: str) -> None:
        """Raises Refused where the sample is no longer the one of that digest: what is said about it would not count."""
        seen = self._signatures()
        if seen != self._seen:
            self._dataset, self._seen = Dataset(self._dataset.folder.root), seen
        if self._dataset.sample_digests.get(sample) != sample_sha256:
            raise Refused("NOT saved: its text was changed while it was open; leave and begin again to see it, what you entered is kept")

    def _signatures(self) -> dict[str, Signature | None]:
        folder = self._dataset.folder
        paths = [path for top in (layout.CORPUS, layout.SAMPLES) for path in (f"{top}.jsonl", *folder.files(top))]
        return {path: folder.signature(path) for path in paths}
