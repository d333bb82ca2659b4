"""Gamma (Mathet, Widlöcher and Métivier 2015) of spans through the optional library pygamma-agreement, which takes many seconds to load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

import numpy as np

from annotator.agreement.interval import SEED
from annotator.agreement.ratings import Marked
from annotator.agreement.reasons import NO_SHARED_ITEM
from annotator.errors import MissingPrerequisite
from annotator.model.figure import Figure

# How far the sampled expected disorder may lie from its limit, as a share; the library's own scale.
PRECISION = 0.05


def gamma(texts: Mapping[str, Sequence[Marked]]) -> Figure:
    """Gamma of reviewers, `texts[reviewer][i]` what each marked in text i; n is the number of texts.

    The texts are laid end to end with a text's length between, so that one in which a reviewer marked nothing still counts. With tags, place and tag are
    weighed 3 to 1, the library's default. Raises MissingPrerequisite where the library is not installed.
    """
    lengths = [marked.length for marked in next(iter(texts.values()), [])]
    if not lengths:
        return Figure.none(NO_SHARED_ITEM)
    silent = [name for name, marks in texts.items() if not any(marked.spans for marked in marks)]
    if len(texts) < 2 or silent:
        return Figure.none("one rater" if len(texts) < 2 else f"{silent[0]} marked nothing in {len(lengths)} texts", len(lengths))
    try:
        library, segments = import_module("pygamma_agreement"), import_module("pyannote.core")
    except ImportError as missing:
        raise MissingPrerequisite(
            "gamma needs the library pygamma-agreement; install it with: pip install 'gold-annotator[gamma]'"
        ) from missing
    continuum = library.Continuum()
    starts = np.concatenate([[0], np.cumsum([2 * length for length in lengths])]).tolist()
    for name, marks in texts.items():
        for start, marked in zip(starts, marks, strict=False):
            for first, last, tag in marked.spans:
                continuum.add(name, segments.Segment(start + first, start + last), tag or "")
    np.random.seed(SEED)  # noqa: NPY002  # the library draws from numpy's global generator and takes no other
    kind = library.CombinedCategoricalDissimilarity(alpha=3, beta=1)
    return Figure(float(continuum.compute_gamma(kind, precision_level=PRECISION).gamma), len(lengths))
