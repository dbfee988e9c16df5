"""Numbers of single patients whose mean is asked for, and how fast each rises with log odds of the score."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baserate.scores.sample import Sample

Numbers = NDArray[np.float64]


def given(numbers: Numbers) -> Numbers:
    """The numbers themselves."""
    return numbers


def scores_of(sample: Sample) -> Numbers:
    """The scores."""
    return sample.score.astype(np.float64)


def squared_errors(sample: Sample) -> Numbers:
    """What each adds to the Brier score."""
    return np.asarray((scores_of(sample) - sample.label) ** 2)


def score_slopes(sample: Sample) -> Numbers:
    """How fast a score rises."""
    score = scores_of(sample)
    return np.asarray(score * (1.0 - score))


def squared_error_slopes(sample: Sample) -> Numbers:
    """How fast a squared error does."""
    return np.asarray(2.0 * (scores_of(sample) - sample.label) * score_slopes(sample))


def surprise_slopes(sample: Sample) -> Numbers:
    """How fast a surprise does."""
    return np.asarray(scores_of(sample) - sample.label)


def surprises(sample: Sample) -> Numbers:
    """What a prediction adds to the log loss; nothing where it was certain, and wrong, and does not count."""
    right = np.where(sample.label == 1, sample.score, 1.0 - sample.score).astype(np.float64)
    return np.asarray(-np.log(np.where(right == 0.0, 1.0, right)))
