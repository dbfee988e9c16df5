"""Values that break things: the ends of a range, what rounding does near them, and what is no number."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

import baserate

SMALLEST = 5e-324
ALMOST_ONE = 1.0 - 2.0**-53

# Scores that are legal, and where rounding may go wrong.
EDGE_SCORES = (0.0, -0.0, 1.0, SMALLEST, 1e-300, 1e-16, ALMOST_ONE, 1.0 - 1e-12, 0.5, 0.1, 0.3, 1 / 31, 0.7)
SCORES = st.one_of(st.sampled_from(EDGE_SCORES), st.floats(0.0, 1.0))

# Weights that are legal: nobody counts less than nothing, and somebody counts.
EDGE_WEIGHTS = (0.0, 1.0, 2.0, 1e-6, 1e6, 1e-12, 0.1, 3)
WEIGHTS = st.one_of(st.sampled_from(EDGE_WEIGHTS), st.floats(1e-3, 1e3))

NOT_NUMBERS: tuple[Any, ...] = (
    None,
    "",
    "x",
    "0.3",
    "10%",
    "1:30",
    "nan",
    "inf",
    "1e999",
    "1%..10%",
    b"0.3",
    True,
    False,
    math.nan,
    math.inf,
    -math.inf,
    -1,
    2,
    10,
    30,
    10**400,
    -0.0,
    0,
    1,
    complex(0.1, 0.1),
    Decimal("0.1"),
    Fraction(1, 10),
    np.float32(0.1),
    np.float16(0.1),
    np.int8(1),
    np.bool_(True),
    np.datetime64("2024-01-01"),
    np.array(0.1),
    np.array([0.1]),
    np.array([0.1, 0.2]),
    (),
    (0.1,),
    (0.2, 0.1),
    (0.1, 0.1),
    (0.1, 0.2, 0.3),
    ("1%", "10%"),
    (None, 0.1),
    ("a", "b"),
    (math.nan, 0.5),
    [],
    [0.1, 0.2],
    {},
    {"kind": "Beta"},
    {"kind": ["Beta"]},
    {"kind": "Beta", "alpha": 2, "beta": 10**400},
    {"kind": "Sites", "shares": {"2%": 10**400}},
    {"kind": "Sites", "shares": [[0.1, 1], [0.2]]},
    {"kind": "Sites", "shares": {0.1: "much"}},
    {"kind": "Uniform", "a": [0.1], "b": 0.2},
    {"kind": "Density", "name": ["x"], "a": 0.1, "b": 0.2},
    {"kind": "Density", "name": "uniform in odds", "a": None, "b": 0.2},
    {"new": 0.1},
    {1: 2},
    set(),
    object(),
    len,
    "beta(2, 40)",
    "beta(nan, 40)",
    "beta(2, 1e999)",
    "sites 2% 3, 10% 1",
    "sites 2% 1e999",
    "sites",
    "uniform 1%..10%",
    "uniform",
    "triangular 1%..3%..10%",
    "triangular 1%..1%..10%",
    "triangular 3%..1%..10%",
    "1..2...3",
    "%",
    ":",
    "1:0",
    "0:1",
    "1:-30",
    "1e9:1",
    "1:1e9",
    "1e-400:1",
    "\u0661\u0660%",
    "\u00a05%",
    "\uff15\uff05",
    "1_0%",
    "0x1p-3",
    "{column}",
    "\ud800",
    "a" * 2000,
)
ANYTHING = st.one_of(
    st.sampled_from(NOT_NUMBERS),
    st.floats(),
    st.integers(),
    st.text(max_size=6),
    st.tuples(st.floats(), st.floats()),
)

EDGE_SHARES = (1e-15, 1e-9, 1e-6, 0.01, 0.5, 0.99, 1.0 - 1e-9, 1.0 - 1e-15)
SHARES = st.one_of(st.sampled_from(EDGE_SHARES), st.floats(1e-15, 1.0 - 1e-15), st.floats(0.001, 0.999))


@st.composite
def ranges(draw: st.DrawFn, shares: st.SearchStrategy[float] = SHARES) -> tuple[float, float]:
    """Two ends that rise; often next to each other."""
    low = draw(shares)
    width = draw(st.sampled_from((1e-12, 1e-9, 1e-6, 1e-3, 0.1)))
    high = draw(st.one_of(shares, st.just(low * (1.0 + width)), st.just(low + width)))
    low, high = min(low, high), min(max(low, high), 1.0 - 1e-15)
    assume(low < high)
    return low, high


@st.composite
def distributions(draw: st.DrawFn) -> Any:
    """What is known of a prevalence or a cost, in every way in which it can be said."""
    ends = draw(ranges())
    return draw(
        st.one_of(
            st.just(draw(SHARES)),
            st.just(ends),
            st.just(baserate.Uniform(*ends)),
            st.just(baserate.LogOddsUniform(*ends)),
            st.just(baserate.Triangular(ends[0], (ends[0] + ends[1]) / 2.0, ends[1])),
            st.builds(baserate.Beta, st.floats(0.5, 1e4), st.floats(1.5, 1e4)),
            st.builds(baserate.Sites, st.dictionaries(SHARES, st.floats(1e-9, 1e9), min_size=1, max_size=4)),
        )
    )
