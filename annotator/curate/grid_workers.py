"""Who does the pieces of a grid: this process, several on this machine (joblib), or a Dask cluster; the results are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from annotator.errors import MissingPrerequisite, RetrieverFailed

S = TypeVar("S")
P = TypeVar("P")
R = TypeVar("R")
# Seconds in which a scheduler has to answer.
_PATIENCE = 5


class Workers(NamedTuple):
    """`jobs` processes on this machine, or the workers of the Dask cluster whose `scheduler` (such as tcp://HOST:8786) is named."""

    jobs: int = 1
    scheduler: str | None = None


def each(work: Callable[[S, P], R], shared: S, pieces: Sequence[P], workers: Workers) -> list[R]:
    """`work(shared, piece)` for every piece, in the order of the pieces.

    Raises MissingPrerequisite without the library `distributed` or a scheduler that answers, RetrieverFailed when a worker died.
    """
    if workers.scheduler is not None:
        return _on_cluster(work, shared, pieces, workers.scheduler)
    if workers.jobs == 1:
        return [work(shared, piece) for piece in pieces]
    from concurrent.futures.process import BrokenProcessPool

    from joblib import Parallel, delayed

    try:
        done: list[R] = Parallel(n_jobs=workers.jobs)(delayed(work)(shared, piece) for piece in pieces)
    except BrokenProcessPool:
        raise RetrieverFailed("a process of --jobs died, most likely for want of memory; give fewer jobs") from None
    return done


def _on_cluster(work: Callable[[S, P], R], shared: S, pieces: Sequence[P], scheduler: str) -> list[R]:
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise MissingPrerequisite(
            "--backend dask needs the library distributed, which is not installed; install gold-annotator[cluster]"
        ) from None
    try:
        client: Any = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise MissingPrerequisite(
            f"--scheduler {scheduler}: no Dask scheduler answers there ({_first_line(error)}); name one that runs"
        ) from None
    with client:
        try:
            # What all pieces need goes to the cluster once.
            there = client.scatter(shared, broadcast=True)
            done: list[R] = client.gather(client.map(work, [there] * len(pieces), pieces, pure=False))
        except (KilledWorker, ImportError) as error:
            raise RetrieverFailed(
                f"--scheduler {scheduler}: a worker failed ({_first_line(error)}); each needs this version of gold-annotator installed"
            ) from None
    return done


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
