"""Reads parts of one file in forked processes, for files too large for one core and too small to be worth a library."""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from annotator.store.trec import open_trec

Part = tuple[int, int | None]


class WorkerFailed(Exception):
    """A worker did not finish its part."""


def processors() -> int:
    """How many processes may share the work; 1 where forking is impossible or unsafe."""
    # A fork copies only the calling thread, and whatever lock another one held stays locked for ever.
    if not hasattr(os, "fork") or _threads() > 1:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        threads = sys.modules.get("threading")
        return 1 if threads is None else int(threads.active_count())


def parts_of(path: str, count: int) -> list[Part]:
    """`count` or fewer stretches of a plain run file of about one size, none of which begins inside a query."""
    size = os.stat(path).st_size
    cuts = [0]
    with open_trec(path) as stream:
        for number in range(1, count):
            stream.seek(max(cuts[-1], number * size // count))
            stream.readline()
            at = stream.tell()
            words = stream.readline().split(None, 1)
            query = words[:1]
            while words and words[:1] == query:
                at = stream.tell()
                words = stream.readline().split(None, 1)
            if cuts[-1] < at < size:
                cuts.append(at)
    return list(zip(cuts, [*cuts[1:], size], strict=True))


def in_parts(parts: list[Part], work: Callable[[int, int | None], Any]) -> Iterator[Any]:
    """`work(start, end)` of every part, the first in this process and each other in one of its own.

    Results travel by marshal, so they are built-in values. WorkerFailed where a worker did not finish.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    started = [_start(part, work) for part in parts[1:]]
    try:
        yield work(*parts[0])
        for _, reading in started:
            with os.fdopen(reading, "rb", closefd=False) as stream:
                data = stream.read()
            if not data:
                raise WorkerFailed
            yield marshal.loads(data)  # noqa: S302, bytes of our own child
    finally:
        for child, reading in started:
            os.close(reading)
            os.waitpid(child, 0)


def _start(part: Part, work: Callable[[int, int | None], Any]) -> tuple[int, int]:
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    # The child leaves by _exit whatever happens: it must not run its parent's clean-up or print its buffers again.
    try:
        os.close(reading)
        data = marshal.dumps(work(*part))
        with os.fdopen(writing, "wb") as stream:
            stream.write(data)
    finally:
        os._exit(0)
