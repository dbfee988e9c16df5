"""quapy's quantifiers beside ours, on the same scores."""

from __future__ import annotations

import numpy as np
import pytest
from quapy.method.aggregative import EMQ

from baserate import estimate_prevalence
from tests.transport.test_prevalence import study


def test_the_root_is_where_expectation_maximisation_ends() -> None:
    y, s, t = study()
    prior, posterior = np.array([1 - y.mean(), y.mean()]), np.stack([1 - t, t], axis=1)
    theirs = EMQ.EM(prior, posterior, epsilon=1e-12)[0][1]
    assert estimate_prevalence(y, s, t, recalibrate="none").value == pytest.approx(theirs, abs=1e-8)


def test_at_its_default_it_stops_early() -> None:
    y, s, t = study()
    prior, posterior = np.array([1 - y.mean(), y.mean()]), np.stack([1 - t, t], axis=1)
    theirs = EMQ.EM(prior, posterior)[0][1]
    ours = estimate_prevalence(y, s, t, recalibrate="none").value
    assert 1e-4 < abs(theirs - ours) < 1e-3
