"""Curves and what best settings have in common, by hand."""

import numpy as np
import pytest

from annotator.evaluate.tuning.grid import Grid
from annotator.evaluate.tuning.sensitivity import sensitivities, tied_best

GRID = Grid((10, 60), (0.3, 0.7), (20,), (1.2,), (0.75,))


def means(rows: list[list[float]]) -> np.ndarray:
    """Values by rrf_k and weight."""
    return np.array(rows).reshape(GRID.shape)


def test_mean_and_best_over_the_others() -> None:
    found = sensitivities(GRID, means([[0.2, 0.4], [0.6, 0.5]]))
    assert found["rrf_k"].mean == pytest.approx((0.3, 0.55))
    assert found["rrf_k"].best == (0.4, 0.6)
    assert found["rrf_k"].spread == pytest.approx(0.2)
    assert found["rrf_k"].spread_of_mean == pytest.approx(0.25)
    assert found["bm25_weight"].mean == pytest.approx((0.4, 0.45))
    assert {name: one.best_value for name, one in found.items()} == {
        "rrf_k": 60,
        "bm25_weight": 0.3,
        "top_k": 20,
        "bm25_k1": 1.2,
        "bm25_b": 0.75,
    }


def test_of_equal_settings_none_is_picked() -> None:
    values = means([[0.2, 0.6], [0.6, 0.2]])
    found = sensitivities(GRID, values)
    assert (found["rrf_k"].best_value, found["bm25_weight"].best_value, tied_best(values)) == (None, None, 2)


def test_what_all_best_settings_share_is_kept() -> None:
    values = means([[0.2, 0.6], [0.1, 0.6 - 1e-12]])
    found = sensitivities(GRID, values)
    assert (found["rrf_k"].best_value, found["bm25_weight"].best_value, tied_best(values)) == (None, 0.7, 2)
