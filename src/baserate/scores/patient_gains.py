"""Gains on patients: those of the deployment alone, or of a world in which only a part is label shift."""

from __future__ import annotations

from baserate.deployment.deployment import Deployment
from baserate.scores.gain_shapes import Gains
from baserate.scores.gains import decision_gains
from baserate.scores.sample import ByClass, prevalence_of

__all__ = ["gains_on"]


def gains_on(
    patients: ByClass,
    deployment: Deployment,
    source: float | None,
    threshold: float | None,
    observed: float | None = None,
) -> Gains:
    """The gains of the decisions that are asked about, on these patients.

    Those of the deployment alone where it is label shift or at the observed prevalence; else those of the
    world in which only a part is label shift, made of these patients.

    Parameters
    ----------
    source
        The prevalence to which the scores are calibrated; None for the observed one.
    threshold
        Decide on the raw score; None for the optimum.
    observed
        The prevalence of the patients where it is not the one they have.
    """
    here = prevalence_of(patients) if observed is None else observed
    if not is_moved(deployment):
        return decision_gains(deployment, here, source, threshold)
    # Worlds take splines, which most questions do not need.
    from baserate.scores.world import world_gains

    return world_gains(patients, deployment, here, here if source is None else source, threshold)


def is_moved(deployment: Deployment) -> bool:
    """Whether the patients at the deployment are others than those of the data, by case mix."""
    return deployment.prevalence is not None and deployment.shift.gamma < 1.0
