"""The only user of git: questions through plumbing that runs no program of the repository, and commits of the user's own."""

from annotator.git.objects import CUT_OFF, CommitObject, TreeChange, blob_id
from annotator.git.own_commits import author_email, commit_only, switch_to
from annotator.git.repository import Repository
from annotator.git.scratch import commit_scratch, scratch_repository

__all__ = [
    "CUT_OFF",
    "CommitObject",
    "Repository",
    "TreeChange",
    "author_email",
    "blob_id",
    "commit_only",
    "commit_scratch",
    "scratch_repository",
    "switch_to",
]
