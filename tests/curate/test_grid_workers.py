"""Who computes makes no difference, and what is not there is said in one sentence."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from annotator.curate.grid_workers import Workers, hired
from annotator.errors import MissingPrerequisite, RetrieverFailed


def power(base: int, exponent: int) -> int:
    """A piece of work."""
    return int(base**exponent)


def dying(_: int, __: int) -> None:
    """A process that the system ends."""
    os._exit(1)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster


@pytest.mark.parametrize("jobs", [1, 2, 10**9])
def test_pieces_come_back_in_order(jobs: int) -> None:
    with hired(Workers(jobs)) as each:
        assert each(power, 2, [5, 1, 3]) == [32, 2, 8]
        assert each(power, 2, []) == []


def test_two_workers_of_a_cluster_give_the_same(cluster: Any) -> None:
    with hired(Workers(scheduler=cluster.scheduler_address)) as each:
        assert each(pow, 2, [5, 1, 3]) == [32, 2, 8]


def test_a_process_that_died_is_told_in_a_sentence() -> None:
    with pytest.raises(RetrieverFailed, match="give fewer jobs"), hired(Workers(2)) as each:
        each(dying, 1, [1, 2, 3])


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "carrier-pigeon://x:1"])
def test_a_scheduler_that_does_not_answer_is_told_and_not_waited_for(address: str) -> None:
    with pytest.raises(MissingPrerequisite, match=f"{address}: no Dask scheduler answers there"), hired(Workers(scheduler=address)):
        pytest.fail("nobody is there to be hired")


def test_a_cluster_without_workers_is_not_waited_for() -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, dashboard_address=":0") as empty, pytest.raises(MissingPrerequisite, match="and there is no worker"):
        hired(Workers(scheduler=empty.scheduler_address)).__enter__()


def test_workers_with_another_version_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotator.curate.grid_workers.__version__", "99.0")
    with (
        pytest.raises(MissingPrerequisite, match=r"workers need gold-annotator 99\.0"),
        hired(Workers(scheduler=cluster.scheduler_address)),
    ):
        pytest.fail("these workers cannot be hired")


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPrerequisite, match=r"install gold-annotator\[cluster\]"), hired(Workers(scheduler="tcp://127.0.0.1:1")):
        pytest.fail("nothing can be hired")
