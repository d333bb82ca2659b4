"""The usual grid is the protocol's; other lists are taken or refused."""

import pytest

from annotator.errors import UsageError
from annotator.evaluate.tuning.grid import USUAL, Grid, parse_grid, setting_at, usual_places


def test_the_usual_grid_has_two_thousand_settings() -> None:
    # 5 x 5 x 4 x 5 x 4, the lists of S2-74.
    grid = parse_grid([])
    assert (grid.shape, grid.size, len(grid.searches)) == ((5, 5, 4, 5, 4), 2000, 20)
    assert grid.rrf_k == (10, 30, 60, 90, 120)
    assert setting_at(grid, usual_places(grid)) == USUAL == {"rrf_k": 60, "bm25_weight": 0.5, "top_k": 20, "bm25_k1": 1.2, "bm25_b": 0.75}


def test_lists_are_put_in_and_sorted() -> None:
    grid = parse_grid(["rrf_k=60,10", "top_k=7", "bm25_weight=.5,1"])
    assert (grid.rrf_k, grid.top_k, grid.bm25_weight, grid.bm25_b) == ((10, 60), (7,), (0.5, 1), Grid().bm25_b)


def test_where_the_usual_value_is_not_tried_the_first_one_stands_for_it() -> None:
    grid = parse_grid(["rrf_k=30,10", "top_k=5,20"])
    assert setting_at(grid, usual_places(grid)) == {**USUAL, "rrf_k": 10}


@pytest.mark.parametrize(
    "texts, message",
    [
        (["rrf=10"], "is written as NAME=VALUE,VALUE with a name among rrf_k, bm25_weight, top_k, bm25_k1, bm25_b"),
        (["rrf_k"], "is written as NAME=VALUE"),
        (["rrf_k="], "'' is not a number from 0 to 1e"),
        (["rrf_k=ten"], "'ten' is not a number"),
        (["rrf_k=nan"], "'nan' is not a number"),
        (["rrf_k=-1"], "'-1' is not a number from 0"),
        (["bm25_weight=1.1"], "'1.1' is not a number from 0 to 1"),
        (["top_k=2.5"], "'2.5' is not a whole number from 1 to 10000"),
        (["top_k=0"], "'0' is not a whole number"),
        (["bm25_b=inf"], "'inf' is not a number from 0 to 1"),
        (["rrf_k=10,10.0"], "a value stands twice"),
        (["rrf_k=10", "rrf_k=20"], "names rrf_k twice"),
        (["rrf_k=" + ",".join(map(str, range(300)))], "has 120,000 settings, and 100,000 is the most"),
    ],
)
def test_what_is_no_list_is_refused(texts: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_grid(texts)


def test_one_setting_is_no_grid():
    words = ["rrf_k=60", "bm25_weight=0.5", "top_k=20", "bm25_k1=1.2", "bm25_b=0.75"]
    with pytest.raises(UsageError, match="nothing to compare"):
        parse_grid(words)
    assert parse_grid([*words[:-1], "bm25_b=0.5,0.75"]).size == 2
