"""Is it label shift? The dial, from groups whose prevalences differ: how much of that the score carries.

Groups j (hospitals, wards, years) with outcomes have prevalences ``pi_j``; ``pi_0`` is any reference::

    logit P(Y = 1 | s, j) = alpha + f(logit s) + gamma (logit pi_j - logit pi_0) + u_j

At ``gamma = 1`` scores are spread within the sick and within the well as everywhere (label shift): nothing of
the difference in prevalence shows in a patient's score beyond the outcome, and scores are to be adjusted in
full. At ``gamma = 0`` a score means the same everywhere (covariate shift). ``f`` is one smooth recalibration,
``u_j`` what no dial explains. How it is fitted: :mod:`.dial_groups`, and how sure that is: :mod:`.dial_line`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, ndtri, stdtrit

from baserate.errors import ScaleWarning, SettingError, TooFewError, tell
from baserate.inference.estimate import check_level
from baserate.inference.sampling import Sampling
from baserate.odds import expit, log_odds
from baserate.patients.clusters import BinClusters
from baserate.patients.groupings import title
from baserate.patients.named_table import in_table
from baserate.patients.patients import Patients
from baserate.patients.reading import read_patients
from baserate.patients.roles import Missing, Roles
from baserate.registry import site_summaries
from baserate.results.dial_estimate import GroupPrevalence, Heterogeneity, ShiftEstimate
from baserate.results.dial_groups import Covariance, GroupFit, GroupRows, fit_groups, within_reach
from baserate.results.dial_line import Line

__all__ = ["shift_of"]

Numbers = NDArray[np.float64]

# A line has two degrees of freedom, and how far groups lie from it needs one more.
_FEWEST_GROUPS = 3
# The recalibration is said to fall where it falls by more than chance: so many standard errors, as the
# steepest of many places is looked at.
_FALLS = 3.0


def shift(
    y_true: object,
    y_prob: object,
    by: object,
    *,
    data: object = None,
    sample_weight: object = None,
    cluster: object = None,
    positive: object = None,
    missing: Missing = "error",
    level: float = 0.95,
    table: str | None = None,
) -> ShiftEstimate:
    """How much of what differs in prevalence between groups is label shift, and how much the score carries.

    Parameters
    ----------
    y_true, y_prob, by
        Outcomes, predicted probabilities, and the group of each patient: a hospital, a ward, a year. At least
        three groups, better eight or more, of different prevalence. With ``data`` these are names of columns.
    data
        Anything that :func:`baserate.evaluate` reads: a frame, a mapping, a file, a folder, an engine. Also
        site summaries with groups: a path or several, with ``y_prob`` the name of a model and ``y_true`` and
        ``by`` None, since a summary knows these by itself.
    sample_weight, cluster
        Weights, and what belongs together within groups (a patient with several stays); or their columns.
    positive, missing
        As for :func:`baserate.evaluate`.
    level
        The confidence level.
    table
        The sheet or the table of a file, as for :func:`baserate.evaluate`.

    Returns
    -------
    ShiftEstimate
        ``Deployment(..., shift=estimate)`` and ``evaluate(..., shift=estimate)`` take it as it is.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> hospital = np.repeat(np.arange(8), 1000)
    >>> sicker = np.linspace(-1.0, 1.0, 8)[hospital]
    >>> log_odds = rng.normal(-2.0 + 0.7 * sicker, 1.2)  # the score knows most of why hospitals differ
    >>> died = rng.random(8000) < 1 / (1 + np.exp(-log_odds - 0.4 * sicker))
    >>> estimate = shift(died, 1 / (1 + np.exp(-log_odds)), hospital)
    >>> round(estimate.gamma, 2), round(estimate.low, 2), round(estimate.high, 2)
    (0.43, 0.34, 0.51)
    """
    if data is None:
        in_table(data, table)  # arrays have none
        optional = {"by": by, "sample_weight": sample_weight, "cluster": cluster}
        given = {name: values for name, values in optional.items() if values is not None}
        data = {"y_true": y_true, "y_prob": y_prob, **given}
        y_true, y_prob = "y_true", "y_prob"
        by, sample_weight, cluster = (name if name in given else None for name in optional)
    patients = read_groups(data, y_true, y_prob, by, sample_weight, cluster, positive, missing, table)
    estimate = shift_of(patients, y_prob, level)
    tell((*patients.cohort(estimate.model)[0].cautions, *cautions_of_shift(estimate)))
    return estimate


def read_groups(
    data: object,
    outcome: Any,
    scores: Any,
    by: Any,
    weight: Any = None,
    cluster: Any = None,
    positive: object = None,
    missing: Missing = "error",
    table: str | None = None,
) -> Patients:
    """The patients of any source with their groups; site summaries know their columns by themselves."""
    summaries = site_summaries()
    if paths := summaries.summary_paths(data):
        stated = {"outcome": outcome, "by": by, "weight": weight, "cluster": cluster, "positive": positive}
        stated["table"] = table
        if refused := [name for name, value in stated.items() if value is not None]:
            raise summaries.decided_before(paths[0], refused)
        return summaries.read_summaries(paths)
    roles = Roles.of(outcome, scores, by, cluster, weight)
    return read_patients(in_table(data, table), roles, positive=positive, missing=missing)


def shift_of(patients: Patients, model: object, level: float = 0.95) -> ShiftEstimate:
    """The dial of a model on patients with groups who have been read."""
    check_level(level)
    if not isinstance(model, str) or model not in patients.models:
        raise SettingError(f"no model {model!r}; there are {', '.join(map(repr, patients.models))}.")
    if patients.roles.by is None:
        raise SettingError(
            "the dial needs groups whose prevalences differ, such as hospitals, wards or years: name their "
            "column with \0by=\0. A site summary has groups if it was made with --by."
        )
    if len(patients.roles.ways) > 1:
        raise SettingError(
            "the dial needs groups of one column: these are divided by each of "
            f"{', '.join(repr(title(way)) for way in patients.roles.ways)}. Say which: ev.shift(by=...)."
        )
    groups = _Groups.of(patients, model)
    return _estimate(groups, title(patients.roles.ways[0]), level)


def cautions_of_shift(estimate: ShiftEstimate) -> tuple[ScaleWarning, ...]:
    """What a reader of it must know, as warnings."""
    return tuple(ScaleWarning(text, model=estimate.model) for text in estimate.cautions)


@dataclass(frozen=True, eq=False)
class _Groups:
    """A model's patients by group, fitted."""

    model: str
    names: tuple[str, ...]
    counts: tuple[tuple[int, int], ...]
    sampling: Sampling
    fit: GroupFit
    kept: NDArray[np.bool_]

    @classmethod
    def of(cls, patients: Patients, model: str) -> _Groups:
        sampling = patients.cohort(model)[0].sampling  # refuses what is wrong with the columns
        binned = patients.binned([model])
        code = np.zeros(len(binned), dtype=np.intp)
        kept = binned.weight > 0.0
        names = [name for name in patients.group_names if (patients.members([model], name) & kept).any()]
        _check_number(names, title(patients.roles.ways[0]))
        for number, name in enumerate(names):
            code[patients.members([model], name)] = number
        rows = GroupRows(
            code[kept],
            binned.label[kept],
            within_reach(binned.log_odds[kept, 0]),
            binned.weight[kept],
            binned.squares[kept],
        )
        counts = tuple(patients.counts(name) for name in names)
        return cls(model, tuple(names), counts, sampling, fit_groups(rows), kept)

    @cached_property
    def line(self) -> Line:
        """The line through the groups."""
        return Line(self.fit.intercepts, self.fit.prevalences, self._errors)

    @property
    def _errors(self) -> Covariance:
        """Errors of patients who are independent; where there are clusters, what these add to them."""
        alone = self.fit.covariance()
        if not self.sampling.clustered:
            return alone
        # Never surer than without clusters, in any direction: few of them may agree by chance.
        added, directions = np.linalg.eigh(self._between_clusters() - alone.whole)
        return Covariance.of_whole(alone.whole + (directions * np.maximum(added, 0.0)) @ directions.T)

    def _between_clusters(self) -> Numbers:
        """The covariance of errors from the sums of what clusters contribute.

        In a group with G clusters these sums add up to 0, so that their squares are too small by (G-1)/G.
        """
        k, weight = len(self.names), self.fit.rows.weight
        members = [self._everyone(weight * (self.fit.rows.group == j)) for j in range(k)]
        contributions = [self._everyone(one) for one in self.fit.contributions()]
        clusters = self.sampling.clusters
        if isinstance(clusters, BinClusters):  # all in one pass over the data
            clusters.shared.fetch(
                [part for one in (*members, *contributions) for part in clusters.wanted(one)]
            )
        within = [int(np.count_nonzero(self._by_cluster(one) > 0.0)) for one in members]
        for name, number in zip(self.names, within, strict=True):
            if number < 2:
                raise TooFewError(
                    "all patients are in one cluster, so that what differs within the group cannot be told "
                    "from what differs between groups.",
                    group=name,
                    advice="Leave cluster out where it is the group, or holds it: how far groups differ is "
                    "part of the interval in any case.",
                )
        scale = np.sqrt(
            [g / (g - 1.0) for g in (*within, *within, *[sum(within)] * (len(contributions) - 2 * k))]
        )
        errors = self.fit.errors_of(np.column_stack([self._by_cluster(one) for one in contributions]) * scale)
        return np.asarray(errors.T @ errors)

    def _everyone(self, numbers: Numbers) -> Numbers:
        """Numbers of those who count, among all rows."""
        everyone = np.zeros(len(self.kept))
        everyone[self.kept] = numbers
        return everyone

    def _by_cluster(self, contribution: Numbers) -> Numbers:
        cases, others = self.sampling.cluster_totals(contribution)
        return cases + others

    def prevalences(self, level: float) -> tuple[GroupPrevalence, ...]:
        """Observed and carried prevalence of each group."""
        line, gamma = self.line, 1.0 if math.isnan(self.line.gamma) else self.line.gamma
        usual = line.level_at(gamma) + gamma * float(log_odds(self.reference))
        carried = line.prevalences - (line.intercepts - usual)
        errors, z = line.errors, float(ndtri(0.5 + level / 2.0))
        half = z * np.sqrt(np.diag(errors.prevalences))
        left = np.diag(errors.intercepts + errors.prevalences - 2.0 * errors.both)
        other = z * np.sqrt(np.maximum(left, 0.0))
        x = line.prevalences
        columns = [expit(one) for one in (x, x - half, x + half, carried, carried - other, carried + other)]
        return tuple(
            GroupPrevalence(name, *counts, *map(float, shares))
            for name, counts, shares in zip(self.names, self.counts, np.column_stack(columns), strict=True)
        )

    @property
    def reference(self) -> float:
        """Prevalence of all groups together."""
        rows = self.fit.rows
        return float(rows.weight @ rows.label) / float(rows.weight.sum())

    @property
    def prevalences_differ(self) -> float:
        """How often chance alone makes prevalences differ as much as these."""
        variance = np.diag(self.line.errors.prevalences)
        mean = np.average(self.line.prevalences, weights=1.0 / variance)
        squares = float(((self.line.prevalences - mean) ** 2 / variance).sum())
        return float(chdtrc(len(variance) - 1, squares))


def _check_number(names: Sequence[str], by: str) -> None:
    if len(names) < _FEWEST_GROUPS:
        shown = ", ".join(map(repr, names))
        raise TooFewError(
            f"column {by!r} has {len(names)} group{'s' * (len(names) != 1)} ({shown}); the dial needs at "
            f"least {_FEWEST_GROUPS}.",
            advice="Two groups cannot tell a difference in prevalence from whatever else differs between "
            "them: divide the patients into three groups or more, by hospital, ward or year.",
        )


def _estimate(groups: _Groups, by: str, level: float) -> ShiftEstimate:
    line = groups.line
    low, high = line.interval(level)
    quantile = float(stdtrit(line.degrees, 0.5 + level / 2.0))
    between = Heterogeneity(
        line.tau, *line.tau_interval(level), level, line.unexplained, line.degrees, line.p_value
    )
    return ShiftEstimate(
        groups.model,
        by,
        line.gamma,
        low,
        high,
        level,
        (high - low) / (2.0 * quantile),
        line.degrees,
        groups.reference,
        groups.prevalences(level),
        between,
        groups.prevalences_differ,
        tuple(_cautions(groups.fit)),
    )


def _cautions(fit: GroupFit) -> list[str]:
    if fit.largest_fall <= _FALLS:
        return []
    return [
        "In some of its range the risk falls where the score rises: what looks like a shift may be a score "
        "that is wrong there. Look at its calibration first."
    ]
