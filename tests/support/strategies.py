"""Patients and deployments for the property tests."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from tests.support.oracles import Patients

# Ties, and scores of exactly 0 and 1, must occur often.
SCORES = st.one_of(
    st.sampled_from([0.0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0]),
    st.floats(0.0, 1.0, allow_subnormal=False),
)
INNER_SCORES = st.one_of(st.sampled_from([0.1, 0.25, 0.5, 0.75, 0.9]), st.floats(0.01, 0.99))
SHARES = st.floats(0.001, 0.999)


@st.composite
def patients(draw: st.DrawFn, scores: st.SearchStrategy[float] = SCORES, of_each: int = 1) -> Patients:
    """Up to thirty patients, at least ``of_each`` in either class, weighted or not."""
    y = [0] * of_each + [1] * of_each + draw(st.lists(st.integers(0, 1), max_size=30 - 2 * of_each))
    s = draw(st.lists(scores, min_size=len(y), max_size=len(y)))
    weights = st.lists(st.floats(0.1, 10.0), min_size=len(y), max_size=len(y))
    w = draw(st.one_of(st.just([1.0] * len(y)), weights))
    return Patients(np.array(y, dtype=float), np.array(s), np.array(w))


@st.composite
def ranges(draw: st.DrawFn) -> tuple[float, float]:
    """A range of prevalences, or of costs, that is not degenerate."""
    low = draw(st.floats(0.001, 0.98))
    return low, draw(st.floats(low + 0.01, 0.995))
