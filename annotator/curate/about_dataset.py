"""What a report of retrieval says of the dataset that it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from annotator.evaluate.report import material_sha256
from annotator.store.manifest import hashed_paths

if TYPE_CHECKING:
    from annotator.curate.gold_set import GoldSet
    from annotator.curate.workspace import Workspace


def about_dataset(workspace: Workspace, gold: GoldSet) -> dict[str, Any]:
    """Id, version, provenance, digests, how many files the SHA-256 covers, and how many samples of which status are scored."""
    return {
        "id": workspace.config.id,
        "version": workspace.config.version,
        "sha256": workspace.dataset.sha256(),
        "files": len(hashed_paths(workspace.dataset.folder)),
        "provenance": workspace.config.provenance,
        "samples": len(gold.material.queries),
        "status": gold.counts,
        "left_out": gold.left_out,
        "material_sha256": material_sha256(gold.material),
    }
