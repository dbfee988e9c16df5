"""Scores on JAX arrays, whether or not the program has asked JAX for 64 bits."""

from __future__ import annotations

import numpy as np
import pytest

from baserate.errors import ScoreError
from baserate.extensions import arrays
from tests.integrations.arrays.patients import ASKED, by_cohort, numbers, patients

jnp = pytest.importorskip("jax.numpy")


@pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])
def test_scores_and_differences_are_those_of_a_cohort(weighted: bool) -> None:
    y, p, q, w = patients(5000, kind=np.float32)
    weight = w.astype(np.float32) if weighted else None
    columns = [jnp.asarray(column) for column in (y, p, q)]
    ours = None if weight is None else jnp.asarray(weight)
    score = arrays.score(*columns[:2], weight=ours, **ASKED)
    # Sums are in 64 bits; the arrays that are handed over are in 32, as everything the program makes.
    assert score.numbers == pytest.approx(by_cohort(y, p, weight=weight, **ASKED), rel=1e-11)
    assert score.value.dtype == jnp.float32
    assert numbers(score) == pytest.approx(score.numbers, rel=1e-6)
    difference = arrays.compare(*columns, weight=ours, **ASKED)
    assert difference.numbers == pytest.approx(by_cohort(y, p, q, weight=weight, **ASKED), rel=1e-9)


def test_what_is_wrong_is_found() -> None:
    y, p, _, _ = patients(300, kind=np.float32)
    p[5] = 1.5
    with pytest.raises(
        ScoreError, match=r"p must lie between 0 and 1; it does not in 1 of 300 \(1.5 in row 5\)"
    ):
        arrays.score(jnp.asarray(y), jnp.asarray(p), **ASKED)
