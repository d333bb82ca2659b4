"""Bootstrap intervals: samples are drawn, not rows; the same seed gives the same bounds; undefined draws are left out and counted."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from annotator.agreement.interval import CHANCE_CORRECTED, SHARE, Bootstrap, Bounds, estimate, interval, redrawn, units_of
from annotator.agreement.ratings import Rating, Ratings
from annotator.agreement.scale import Scale
from annotator.agreement.scaled import scaled_pair
from annotator.model.figure import Figure


def figures_of(rows: list[Rating], scale: tuple[int, ...] = (0, 1, 2, 3), plan: Bootstrap | None = Bootstrap()) -> dict[str, Figure]:  # noqa: B008  # frozen
    return scaled_pair(Ratings.of(rows).pair("a", "b"), Scale("grade", scale), plan).estimates.figures


def rows_of(seed: int, samples: int, per_sample: int) -> list[Rating]:
    random = np.random.default_rng(seed)
    rows = []
    for sample in range(samples):
        mood = int(random.integers(0, 4))
        for place in range(per_sample):
            for name in "ab":
                value = mood if random.random() < 0.7 else int(random.integers(0, 4))
                rows.append(Rating(name, (sample, place), value, f"s{sample}"))
    return rows


def test_the_interval_is_that_of_scikit_learn_on_resampled_rows():
    random = np.random.default_rng(5)
    a = random.integers(0, 3, size=400)
    b = np.where(random.random(400) < 0.6, a, random.integers(0, 3, size=400))
    rows = [Rating(name, place, int(value)) for name, values in (("a", a), ("b", b)) for place, value in enumerate(values)]
    ours = figures_of(rows, (0, 1, 2))["kappa"]
    draws = []
    for _ in range(500):
        chosen = random.integers(400, size=400)
        draws.append(cohen_kappa_score(a[chosen], b[chosen], labels=[0, 1, 2]))
    low, high = np.quantile(draws, [0.025, 0.975])
    # 500 draws against our own 2,000: bounds differ by a few thousandths.
    assert ours.low == pytest.approx(low, abs=0.01)
    assert ours.high == pytest.approx(high, abs=0.01)


def test_pairs_of_a_sample_move_together():
    # Ten copies of each judgement tell no more than one: the interval must not shrink by √10.
    single = rows_of(3, 40, 1)
    copied = [row._replace(item=(row.item, copy)) for row in single for copy in range(10)]
    as_if_independent = [row._replace(sample=None) for row in copied]
    one, clustered, wrong = (figures_of(rows)["kappa"] for rows in (single, copied, as_if_independent))
    assert one.value == clustered.value == wrong.value
    assert (clustered.low, clustered.high) == (one.low, one.high)
    assert (wrong.low or 0) > (one.low or 0)


def test_the_seed_decides_and_the_order_of_rows_does_not():
    rows = rows_of(1, 30, 3)
    shuffled = [rows[place] for place in np.random.default_rng(2).permutation(len(rows))]
    assert figures_of(rows) == figures_of(shuffled)
    other = figures_of(rows, plan=Bootstrap(seed=1))
    assert other["kappa"].value == figures_of(rows)["kappa"].value
    assert other["kappa"].low != figures_of(rows)["kappa"].low


@pytest.mark.parametrize("kinds, copies", [(2, 700), (1400, 1)])
def test_few_kinds_of_samples_and_many_spread_alike(kinds, copies):
    # The mean of n draws with replacement spreads as σ / √n, whether samples are drawn by kind or one by one.
    values = np.linspace(0, 1, kinds)
    features = np.column_stack([np.ones(kinds), values])
    units = units_of(features, np.arange(1400), np.repeat(np.arange(kinds), copies))
    means = np.concatenate([sums[:, 1] / sums[:, 0] for sums in redrawn(units, Bootstrap())])
    assert len(means) == 2000
    assert means.mean() == pytest.approx(0.5, abs=0.002)
    assert means.std() == pytest.approx(values.std() / np.sqrt(1400), rel=0.1)


def test_one_sample_has_no_interval():
    rows = [Rating(name, place, place % 2, "only") for name in "ab" for place in range(6)]
    assert figures_of(rows)["kappa"] == Figure(1.0, 6)


def test_no_plan_no_interval():
    assert figures_of(rows_of(1, 20, 1), plan=None)["kappa"].low is None


def test_undefined_draws_are_left_out_and_counted():
    rows = [Rating(name, place, int(place == 0)) for name in "ab" for place in range(40)]
    found = scaled_pair(Ratings.of(rows).pair("a", "b"), Scale("grade", (0, 1)), Bootstrap()).estimates
    # The one item that varies is missing from a draw with probability (39/40)^40 = 0.363.
    assert found.dropped["kappa"] / 2000 == pytest.approx(0.363, abs=0.04)
    assert found.figures["kappa"] == Figure(1.0, 40, 1.0, 1.0)


def test_mostly_undefined_draws_give_no_interval():
    assert interval(0.5, np.array([np.nan, np.nan, 0.5]), CHANCE_CORRECTED) is None
    assert interval(0.5, np.full(4, np.nan), CHANCE_CORRECTED) is None
    # Half of them are enough.
    assert interval(0.5, np.array([np.nan, np.nan, 0.5, 0.5]), CHANCE_CORRECTED) == (0.5, 0.5)


def test_bounds_are_clipped_and_hold_the_value():
    draws = np.array([-3.0, 0.2, 0.3, 2.0])
    assert interval(0.9, draws, SHARE, 1.0) == (0.0, 1.0)
    assert interval(0.9, np.array([0.2, 0.3]), SHARE, 1.0) == (0.2, 0.9)
    assert interval(0.1, np.array([0.2, 0.3]), SHARE, 1.0) == (0.1, 0.3)


def test_nothing_to_estimate_is_a_reason():
    units = units_of(np.zeros((0, 1)), np.zeros(0, dtype=np.int64))
    found = estimate(units, 0, lambda sums: {"x": sums[:, 0]}, {"x": Bounds(0, 1)}, lambda name: f"no {name}", Bootstrap())
    assert found.figures == {"x": Figure.none("no x")}


def test_a_million_items_of_few_kinds_stay_small():
    types = np.random.default_rng(1).integers(0, 16, size=1_000_000)
    units = units_of(np.eye(16), np.arange(1_000_000), types)
    assert units.rows.shape == (16, 16)
    assert units.samples == 1_000_000
