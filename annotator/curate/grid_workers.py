"""Who does the pieces of a grid: this process, several on this machine (joblib), or a Dask cluster; the results are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar

from annotator import __version__
from annotator.errors import MissingPrerequisite, RetrieverFailed

S = TypeVar("S")
P = TypeVar("P")
R = TypeVar("R")
# `each(work, shared, pieces)` is `work(shared, piece)` for every piece, in the order of the pieces.
Each = Callable[[Callable[[S, P], R], S, Sequence[P]], list[R]]
_PACKAGE = "gold-annotator"
# Seconds in which a scheduler has to answer.
_PATIENCE = 5


class Workers(NamedTuple):
    """`jobs` processes on this machine, or the workers of the Dask cluster whose `scheduler` (such as tcp://HOST:8786) is named."""

    jobs: int = 1
    scheduler: str | None = None


@contextmanager
def hired(workers: Workers) -> Iterator[Each[Any, Any, Any]]:
    """The workers for the length of the block, so that an absent cluster is told before anything is computed.

    Raises MissingPrerequisite without the library `distributed` or a scheduler that answers; the work raises RetrieverFailed when a
    worker dies.
    """
    if workers.scheduler is None:
        yield partial(_here, workers.jobs)
        return
    with _client(workers.scheduler) as client:
        yield partial(_on_cluster, client, workers.scheduler)


def _here(jobs: int, work: Callable[[S, P], R], shared: S, pieces: Sequence[P]) -> list[R]:
    # More processes than pieces would only be started.
    jobs = min(jobs, len(pieces))
    if jobs <= 1:
        return [work(shared, piece) for piece in pieces]
    from concurrent.futures.process import BrokenProcessPool

    from joblib import Parallel, delayed

    try:
        done: list[R] = Parallel(n_jobs=jobs)(delayed(work)(shared, piece) for piece in pieces)
    except BrokenProcessPool:
        raise RetrieverFailed("a process of --jobs died, most likely for want of memory; give fewer jobs") from None
    return done


def _client(scheduler: str) -> Any:
    import asyncio
    from importlib import import_module

    try:
        # The library declares no types for what is called here.
        distributed: Any = import_module("distributed")
        comm: Any = import_module("distributed.comm")
    except ImportError:
        raise MissingPrerequisite(
            "--backend dask needs the library distributed, which is not installed; install gold-annotator[cluster]"
        ) from None

    async def knock() -> None:
        await (await comm.connect(scheduler, timeout=_PATIENCE)).close()

    try:
        # A client whose own start failed would hang later, when it is cleared away.
        asyncio.run(knock())
        client = distributed.Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise MissingPrerequisite(
            f"--scheduler {scheduler}: no Dask scheduler answers there ({_first_line(error)}); name one that runs"
        ) from None
    found = [worker["packages"][_PACKAGE] for worker in client.get_versions(packages=[_PACKAGE])["workers"].values()]
    # Without any worker the cluster would wait for one for ever.
    if not found or any(version != __version__ for version in found):
        client.close()
        there = ", ".join(sorted({str(version) for version in found})) or "no worker"
        raise MissingPrerequisite(
            f"--scheduler {scheduler}: its workers need {_PACKAGE} {__version__}, and there is {there}; install it where they run"
        )
    return client


def _on_cluster(client: Any, scheduler: str, work: Callable[[S, P], R], shared: S, pieces: Sequence[P]) -> list[R]:
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    try:
        # What all pieces need goes to the cluster once.
        there = client.scatter(shared, broadcast=True)
        done: list[R] = client.gather(client.map(work, [there] * len(pieces), pieces, pure=False))
    except (KilledWorker, CancelledError, ImportError, OSError, RuntimeError) as error:
        raise RetrieverFailed(
            f"--scheduler {scheduler}: the cluster did not finish ({_first_line(error)}); each worker needs memory for the whole corpus"
        ) from None
    return done


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
