"""Gamma is optional: without its library a sentence says what to install, and edges need no library at all."""

from __future__ import annotations

import sys

import pytest

from annotator.agreement.gamma import gamma
from annotator.agreement.ratings import Marked
from annotator.errors import MissingPrerequisite
from annotator.model.figure import Figure

ONE, OTHER, NOTHING = Marked.of([(0, 5), (10, 20)], 30), Marked.of([(0, 5), (12, 20)], 30), Marked.of([], 30)


def test_without_the_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygamma_agreement", None)
    with pytest.raises(MissingPrerequisite, match=r"pip install 'gold-annotator\[gamma\]'"):
        gamma({"a": [ONE], "b": [OTHER]})


def test_edges_have_reasons():
    assert gamma({}) == Figure.none("no shared item")
    assert gamma({"a": [ONE]}) == Figure.none("one rater", 1)
    assert gamma({"a": [ONE, ONE], "b": [NOTHING, NOTHING]}) == Figure.none("b marked nothing in 2 texts", 2)


def test_the_same_spans_are_full_agreement_and_others_are_less():
    pytest.importorskip("pygamma_agreement", reason="the optional library pygamma-agreement is not installed")
    assert gamma({"a": [ONE, NOTHING], "b": [ONE, NOTHING]}).value == pytest.approx(1.0)
    close = gamma({"a": [ONE], "b": [OTHER]})
    assert close.value is not None and 0.5 < close.value < 1.0
    assert gamma({"a": [ONE], "b": [OTHER]}) == close
