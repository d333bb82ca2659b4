"""Alpha equals the krippendorff package's on random data, with gaps and without."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest

from annotator.agreement.overall import overall
from annotator.agreement.ratings import Ratings
from annotator.agreement.scale import Scale
from tests.agreement.rated import figures_of

SCALE = Scale("grade", tuple(range(5)))
NAMES = {"nominal": "alpha-nominal", "ordinal": "alpha", "interval": "alpha-interval"}


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("metric", NAMES)
def test_equal_to_the_krippendorff_package_with_gaps(seed, metric):
    random = np.random.default_rng(seed)
    matrix = random.integers(0, 5, size=(int(random.integers(2, 6)), 40)).astype(float)
    matrix[random.random(matrix.shape) < 0.3] = np.nan
    ratings = Ratings(
        {f"r{who}": {item: int(value) for item, value in enumerate(row) if not np.isnan(value)} for who, row in enumerate(matrix)}
    )
    ours = overall(ratings, SCALE, None)[NAMES[metric]]
    theirs = krippendorff.alpha(reliability_data=matrix, level_of_measurement=metric, value_domain=list(range(5)))
    assert ours.value == pytest.approx(theirs, abs=1e-12)
    assert ours.n == sum((~np.isnan(matrix)).sum(axis=0) >= 2)


@pytest.mark.parametrize("metric", NAMES)
def test_equal_to_the_krippendorff_package_for_two_reviewers_without_gaps(metric):
    left, right = np.random.default_rng(3).integers(0, 5, size=(2, 50)).tolist()
    theirs = krippendorff.alpha(reliability_data=[left, right], level_of_measurement=metric, value_domain=list(range(5)))
    assert figures_of(left, right, SCALE)[NAMES[metric]].value == pytest.approx(theirs, abs=1e-12)
