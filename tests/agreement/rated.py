"""What two reviewers say of the same items, as the figures that a report prints."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.agreement.interval import Bootstrap
from annotator.agreement.ratings import Ratings, Value
from annotator.agreement.scale import Scale
from annotator.agreement.summary import pair_summary
from annotator.model.figure import Figure


def figures_of(left: Sequence[Value], right: Sequence[Value], scale: Scale, plan: Bootstrap | None = None) -> dict[str, Figure]:
    """Every figure of two reviewers; `left[i]` and `right[i]` are of the same item."""
    ratings = Ratings({"a": dict(enumerate(left)), "b": dict(enumerate(right))})
    return dict(pair_summary(ratings.pair("a", "b"), scale, plan).statistics)
