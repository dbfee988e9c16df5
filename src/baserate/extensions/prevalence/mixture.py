"""Prevalence as the root of one equation on unlabelled scores, for any share of label shift.

With ``eta`` the recalibrated log odds at the source's prevalence ``pi0``, the prevalence of the target is
where the mean of the adjusted risks is the prevalence that they were adjusted to::

    mean expit(eta + gamma (logit pi - logit pi0)) = pi

At ``gamma = 1`` this is the likelihood equation of the mixture of the two classes, whose root the EM
algorithm of Saerens, Latinne and Decaestecker approaches (Neural Computation 2002;14:21,
doi:10.1162/089976602753284446). At ``gamma = 0`` it is the mean of the calibrated risks. With
``x = logit pi`` and ``p`` the adjusted risks, the slope of the left side minus the right is ``-A``,
``A = (1 - gamma) pi (1 - pi) + gamma var p``, at every root: it crosses zero downwards only, so for
``gamma <= 1`` there is one root and no other.

The integral of the equation over ``x`` is a quasi-likelihood, for ``gamma = 1`` the likelihood itself. The
interval holds all ``x`` at which it lies below its top by no more than ``t^2 A V / 2``, where ``V`` is the
variance of ``x`` by M-estimation: from the target's scores, from the source's recalibration and
prevalence, and from ``gamma`` where it was fitted. At ``gamma = 1`` this is the profile likelihood
interval adjusted for the error of the source, and it stays within 0 and 1 by itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit, log_expit, stdtrit

from baserate.deployment.shift import Shift
from baserate.extensions.prevalence.recalibration import LabelledScores, Recalibration
from baserate.extensions.prevalence.unlabelled import UnlabelledScores
from baserate.inference.sampling import Sampling, Spread, joint_spreads
from baserate.odds import log_odds

Numbers = NDArray[np.float64]
Ends = tuple[float, float]

# Log odds at which a prevalence is as good as 0 or 1.
_FARTHEST = 25.0
# Below this share of label shift the difference of two logarithms would cancel.
_SMALL_GAMMA = 1e-3


class Quantified(NamedTuple):
    """A prevalence with its standard error, its interval, and that of this very sample's share."""

    value: float
    standard_error: float
    interval: Ends
    prediction: Ends


def source_spread(sampling: Sampling, contribution: Numbers) -> Spread:
    """Variance of a number from what each patient of the source contributes to it."""
    return joint_spreads({sampling: contribution}, {sampling: (0.0, 0.0)}).seen


def critical(level: float, degrees: float) -> float:
    """The quantile of t beyond which an interval of this level ends."""
    return float(stdtrit(degrees, 0.5 + level / 2.0))


@dataclass(frozen=True, eq=False)
class Mixture:
    """The equation for the prevalence of some scores.

    ``eta`` are the recalibrated log odds of the target's bins, ``share`` their parts of its weight and
    ``squares`` the sums of squared parts; ``origin`` is the log odds of the source's prevalence.
    """

    eta: Numbers
    share: Numbers
    squares: Numbers
    origin: float
    gamma: float

    @classmethod
    def of(
        cls, source: LabelledScores, recalibration: Recalibration, target: UnlabelledScores, gamma: float
    ) -> Mixture:
        total = float(target.weight.sum())
        return cls(
            recalibration.log_odds(target.log_odds),
            target.weight / total,
            target.squares / total**2,
            float(log_odds(source.prevalence)),
            gamma,
        )

    def adjusted(self, x: float) -> Numbers:
        """Log odds of the scores adjusted to a prevalence with log odds ``x``."""
        return self.eta + self.gamma * (x - self.origin)

    def apart(self, x: float) -> Numbers:
        """Adjusted risks minus the prevalence; near 1, from what both lack of 1."""
        if x <= 0.0:
            return np.asarray(expit(self.adjusted(x)) - expit(x))
        return np.asarray(expit(-x) - expit(-self.adjusted(x)))

    @cached_property
    def root(self) -> float:
        """Log odds of the prevalence; at the ends where the scores say that nobody, or everybody, is ill."""

        def excess(x: float) -> float:
            return float(self.share @ self.apart(x))

        if excess(-_FARTHEST) <= 0.0:
            return -_FARTHEST
        if excess(_FARTHEST) >= 0.0:
            return _FARTHEST
        return float(brentq(excess, -_FARTHEST, _FARTHEST, xtol=1e-13))

    @property
    def value(self) -> float:
        """The prevalence: exactly 0 or 1 where the root is at an end."""
        return _share(self.root)

    @cached_property
    def within(self) -> Numbers:
        """Variance of the outcome of each patient, given the score: ``p (1 - p)``."""
        at_root = self.adjusted(self.root)
        return np.asarray(expit(at_root) * expit(-at_root))

    @cached_property
    def outcome_variance(self) -> float:
        """``pi (1 - pi)`` at the root."""
        return float(expit(self.root) * expit(-self.root))

    @cached_property
    def curvature(self) -> float:
        """``A``: how fast the equation falls through its root."""
        spread = float(self.share @ self.apart(self.root) ** 2)
        return (1.0 - self.gamma) * self.outcome_variance + self.gamma * spread

    @property
    def target_variance(self) -> float:
        """Variance of the root from who happens to be in the target."""
        return float(self.squares @ self.apart(self.root) ** 2) / self.curvature**2

    @property
    def target_variance_of_share(self) -> float:
        """The same of the root's distance from the share of this very sample who have the disease.

        An outcome varies by ``p (1 - p)`` about its risk, and its risk pulls both the estimate and the
        share: the estimate by ``pi (1 - pi) / A``, the share by 1.
        """
        pull = self.outcome_variance / self.curvature - 1.0
        squares = self.squares @ (pull**2 * self.apart(self.root) ** 2 + self.within)
        return float(squares) / self.outcome_variance**2

    def source_contributions(
        self, source: LabelledScores, recalibration: Recalibration, target: UnlabelledScores
    ) -> Numbers:
        """What each patient of the source contributes to the root: by recalibration and by prevalence."""
        pull = self.share * self.within
        influence = recalibration.influence(source, recalibration.columns(target.log_odds) @ pull)
        pi0 = source.prevalence
        influence -= self.gamma * float(pull.sum()) * (source.is_case - pi0) / (pi0 * (1.0 - pi0))
        return np.asarray(source.share * influence / self.curvature)

    @property
    def shift_derivative(self) -> float:
        """How fast the root moves with the share of label shift."""
        return float(self.share @ self.within) * (self.root - self.origin) / self.curvature

    def fall(self, x: float) -> float:
        """Twice how far the quasi-likelihood at ``x`` lies below its top."""
        step = x - self.root
        start = self.adjusted(self.root)
        if self.gamma == 0.0:
            gain = expit(start) * step
        elif self.gamma < _SMALL_GAMMA:
            gain = np.log1p(expit(start) * np.expm1(self.gamma * step)) / self.gamma
        else:
            gain = (self._log_rest - log_expit(-start - self.gamma * step)) / self.gamma
        own = log_expit(-self.root) - log_expit(-x)
        return 2.0 * float(own - self.share @ gain)

    @cached_property
    def _log_rest(self) -> Numbers:
        """Logarithm of what the adjusted risks at the root lack of 1."""
        return np.asarray(log_expit(-self.adjusted(self.root)))

    def ends(self, most: float) -> Ends:
        """The prevalences on either side of the root at which the quasi-likelihood has fallen so far."""
        return _share(self._end(-_FARTHEST, most)), _share(self._end(_FARTHEST, most))

    def _end(self, farthest: float, most: float) -> float:
        if self.root == farthest or self.fall(farthest) <= most:
            return farthest
        return float(brentq(lambda x: self.fall(x) - most, *sorted((self.root, farthest)), xtol=1e-10))


def _share(x: float) -> float:
    """The prevalence with log odds ``x``; 0 and 1 beyond what can be told from them."""
    return float(expit(x)) if abs(x) < _FARTHEST else float(x > 0.0)


def quantify(
    source: LabelledScores,
    recalibration: Recalibration,
    target: UnlabelledScores,
    shift: Shift,
    level: float,
) -> Quantified:
    """The prevalence of the target under a share of label shift, with all errors that it carries."""
    mixture = Mixture.of(source, recalibration, target, shift.gamma)
    worth = target.worth
    contributions = mixture.source_contributions(source, recalibration, target)
    others = [source_spread(source.sampling, contributions)]
    others += [
        Spread((mixture.shift_derivative * shift.standard_error) ** 2, shift.degrees_of_freedom or math.inf)
    ]

    def ends(of_target: float) -> tuple[float, Ends]:
        spread = Spread.of([(of_target, worth), *others])
        most = critical(level, spread.degrees) ** 2 * mixture.curvature * spread.variance
        return spread.variance, mixture.ends(most)

    variance, interval = ends(mixture.target_variance)
    error = mixture.outcome_variance * float(np.sqrt(variance))
    return Quantified(mixture.value, error, interval, ends(mixture.target_variance_of_share)[1])
