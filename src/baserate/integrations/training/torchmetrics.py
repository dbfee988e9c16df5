"""Net benefit at a deployment as a metric of torchmetrics, with its standard error, safe across processes.

::

    metric = baserate.torchmetrics.NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence=0.08)
    for x, y in validation:
        metric.update(network(x).squeeze(-1), y)
    metric.compute()      # {"net_benefit": tensor(...), "standard_error": tensor(...)}

The class is made when it is first used: ``pip install 'baserate[torchmetrics]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from baserate.deployment.deployment import CostLike, PrevalenceLike, Value
from baserate.errors import LabelError, MissingValueError, ScoreError, ShapeError, WeightError
from baserate.extensions.training.lazy import load, public_class
from baserate.inference.estimate import Estimate
from baserate.integrations.training.binned import BINS, REACH, SHAPE, BinnedNetBenefit
from baserate.patients.binning import FINE

if TYPE_CHECKING:
    NetBenefitMetric: Any

__all__ = ["NetBenefitMetric"]


class _Metric:
    """Net benefit at a deployment, and its standard error, of all rows that were seen.

    The state are counts by class and by bin of log odds, 1/256 of a unit wide; they are summed over
    processes, so that every process computes the same number, and each row counts once. ``compute`` gives
    ``{"net_benefit", "standard_error"}``; treating none is zero. The standard error takes rows as
    independent. With fewer than two rows of a class, both are NaN and a warning says so.

    Parameters
    ----------
    prevalence, cost
        The deployment, in any way that :meth:`baserate.Deployment.of` reads; None for the observed
        prevalence.
    train_prevalence
        The prevalence of the training rows, to which the scores are calibrated. The metric sees the scored
        rows only, so this has to be said; ``"observed"`` takes the scored rows' own.
    from_logits
        Whether ``update`` gets logits (the default) or probabilities.
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = False

    def __init__(
        self,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        train_prevalence: Value,
        from_logits: bool = True,
        **settings: Any,
    ) -> None:
        import torch

        super().__init__(**settings)
        self._net_benefit = BinnedNetBenefit(prevalence, cost, train_prevalence)
        self.from_logits = from_logits
        empty = torch.zeros(SHAPE, dtype=torch.float64)
        self.add_state("sums", default=empty, dist_reduce_fx="sum")  # type: ignore[attr-defined]

    def update(self, preds: Any, target: Any, weight: Any = None) -> None:
        """Count the rows of a batch; all of one shape."""
        if preds.shape != target.shape or (weight is not None and weight.shape != preds.shape):
            raise ShapeError(f"shapes must agree; found {tuple(preds.shape)} and {tuple(target.shape)}.")
        score, label = preds.detach().double().flatten(), target.detach().double().flatten()
        counted = score.new_ones(len(score)) if weight is None else weight.detach().double().flatten()
        _check(score, label, counted, self.from_logits)
        position = (score if self.from_logits else score.logit()) * FINE + (REACH + 1)
        position = position.clamp(0.5, BINS - 0.5)
        place = position.floor()
        index = ((1.0 - label) * BINS + place).long()
        sums = score.new_zeros(2 * BINS, 4)
        entries = ((counted > 0.0).double(), counted, counted**2, counted * (position - place))
        for row, values in enumerate(entries):
            sums[:, row].index_add_(0, index, values)
        self.sums: Any = self.sums + sums.reshape(2, BINS, 4).transpose(1, 2)

    def compute(self) -> dict[str, Any]:
        """Net benefit and its standard error, over all processes."""
        estimate = self.estimate()
        numbers = (float("nan"),) * 2 if estimate is None else (estimate.value, estimate.standard_error)
        names = ("net_benefit", "standard_error")
        return {name: self.sums.new_tensor(number) for name, number in zip(names, numbers, strict=True)}

    def estimate(self) -> Estimate | None:
        """The :class:`baserate.Estimate`, with its interval, of the rows of this process or of the sum."""
        return self._net_benefit.estimate(self.sums.cpu().numpy())


def _check(score: Any, label: Any, weight: Any, from_logits: bool) -> None:
    """Refuse what no count can be made of."""
    if bool(score.isnan().any()):
        raise MissingValueError(f"{int(score.isnan().sum()):,} of {len(score):,} scores are not a number.")
    if not from_logits and bool(((score < 0.0) | (score > 1.0)).any()):
        raise ScoreError(
            "scores outside 0 to 1 are no probabilities. If they are logits, say from_logits=True."
        )
    if bool(((label != 0.0) & (label != 1.0)).any()):
        raise LabelError("targets must be 0 or 1.")
    if not bool(((weight >= 0.0) & weight.isfinite()).all()):
        raise WeightError("weights must be finite and at least 0.")


def __getattr__(name: str) -> Any:
    if name != "NetBenefitMetric":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    torchmetrics = load("torchmetrics", "NetBenefitMetric")
    globals()[name] = public_class(name, _Metric, torchmetrics.Metric, __name__)
    return globals()[name]
