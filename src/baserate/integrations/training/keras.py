"""Net benefit at a deployment as loss and metric of Keras 3, on any of its backends.

::

    model.compile(
        loss=baserate.keras.NetBenefitLoss((0.01, 0.10), "1:30", train_prevalence=0.08),
        metrics=[baserate.keras.NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence=0.08)],
    )
    keras.callbacks.EarlyStopping("val_net_benefit", mode="max", patience=5)

Both classes are made when they are first used: ``pip install 'baserate[keras]'`` and a backend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from baserate.deployment.deployment import CostLike, PrevalenceLike, Value
from baserate.errors import SettingError
from baserate.extensions.training.lazy import load, public_class
from baserate.extensions.training.loss import LOG_LOSS_SHARE, MarginLoss, train_prevalence_of
from baserate.inference.estimate import Estimate
from baserate.integrations.training.binned import BINS, PLACE, REACH, SHAPE, WEIGHT, BinnedNetBenefit
from baserate.patients.binning import FINE

if TYPE_CHECKING:
    NetBenefitLoss: Any
    NetBenefitMetric: Any

__all__ = ["NetBenefitLoss", "NetBenefitMetric"]


class _Loss:
    """Net benefit at a deployment, negative and mixed with a little log loss, as a loss of Keras.

    Parameters
    ----------
    prevalence, cost, train_prevalence, log_loss_share, smooth
        As for :class:`baserate.extensions.training.torch.NetBenefitLoss`; the training prevalence has to be stated.
    from_logits
        Whether the model gives logits (better: nothing is rounded) or probabilities.

    Labels outside 0 to 1 make the loss NaN. A model that is saved with the loss is loaded with
    ``custom_objects={"NetBenefitLoss": baserate.keras.NetBenefitLoss}``; the metric likewise.
    """

    def __init__(
        self,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        train_prevalence: Value,
        log_loss_share: float = LOG_LOSS_SHARE,
        smooth: float | None = None,
        from_logits: bool = False,
        name: str = "net_benefit_loss",
        **settings: Any,
    ) -> None:
        super().__init__(name=name, **settings)  # type: ignore[call-arg]
        self.from_logits = from_logits
        self._kernel = MarginLoss.of(prevalence, cost, train_prevalence, log_loss_share, smooth)
        self._asked = {
            "prevalence": prevalence,
            "cost": cost,
            "train_prevalence": train_prevalence,
            "log_loss_share": log_loss_share,
            "smooth": smooth,
            "from_logits": from_logits,
        }

    def get_config(self) -> dict[str, Any]:
        """What a saved model keeps, and makes the loss of again."""
        return {**super().get_config(), **self._asked}  # type: ignore[misc]

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss of each row."""
        from keras import ops

        margin = y_pred if self.from_logits else _logit(y_pred)
        # Keras gives labels (rows,) beside scores (rows, 1), which would be taken for all pairs of rows.
        case = ops.reshape(ops.cast(y_true, margin.dtype), ops.shape(margin))
        case = ops.where(ops.logical_and(case >= 0.0, case <= 1.0), case, float("nan"))
        prevalence, offset, scale, share = self._kernel.constants
        missed, wasted = self._lost(margin - offset)
        missed = scale * missed / prevalence + share * ops.softplus(-margin)
        wasted = scale * wasted / (1.0 - prevalence) + share * ops.softplus(margin)
        return ops.mean(case * missed + (1.0 - case) * wasted, axis=-1)

    def _lost(self, z: Any) -> tuple[Any, Any]:
        """What a case and a non-case lose, by the cubic of the panel that each z is in."""
        from keras import ops

        table, cubics = self._kernel.table, self._kernel.cubics
        position = ops.zeros_like(z)
        for low, high, panels in zip(table.starts[:-1], table.starts[1:], np.diff(table.first), strict=True):
            inside = ops.clip(z, float(low), float(high)) - float(low)
            position = position + inside * float(panels / (high - low))
        panel = ops.clip(ops.cast(ops.stop_gradient(position), "int32"), 0, cubics.shape[-1] - 1)
        t = position - ops.cast(panel, position.dtype)
        sides = []
        for side in cubics:
            powers = [ops.take(ops.convert_to_tensor(one, dtype=z.dtype), panel) for one in side]
            sides.append(powers[0] + t * (powers[1] + t * (powers[2] + t * powers[3])))
        return sides[0], sides[1]


class _Metric:
    """Net benefit at a deployment of all rows that were seen; treating none is zero, higher is better.

    The state are counts by class and by bin of log odds, 1/256 of a unit wide. ``result`` is the value;
    :meth:`estimate` gives it with its interval. Labels other than 0 and 1, and scores that are not numbers,
    make it NaN.

    Parameters
    ----------
    prevalence, cost
        The deployment, in any way that :meth:`baserate.Deployment.of` reads; a prevalence must be given.
    train_prevalence
        The prevalence of the training rows, to which the scores are calibrated: one number.
    from_logits
        Whether the model gives logits or probabilities.
    """

    def __init__(
        self,
        prevalence: PrevalenceLike,
        cost: CostLike,
        *,
        train_prevalence: Value,
        from_logits: bool = False,
        name: str = "net_benefit",
        **settings: Any,
    ) -> None:
        if prevalence is None:
            raise SettingError("the metric of Keras needs a prevalence: that of the deployment.")
        super().__init__(name=name, **settings)  # type: ignore[call-arg]
        self.from_logits = from_logits
        self._asked = {
            "prevalence": prevalence,
            "cost": cost,
            "train_prevalence": train_prevalence,
            "from_logits": from_logits,
        }
        self._net_benefit = BinnedNetBenefit(prevalence, cost, train_prevalence_of(train_prevalence))
        self._line, self._none = self._net_benefit.linear()
        self.sums = self.add_variable(shape=SHAPE, initializer="zeros", name="sums")  # type: ignore[attr-defined]

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Count the rows of a batch."""
        from keras import ops

        shape = ops.shape(y_pred)
        score = ops.reshape(ops.cast(y_pred, self.sums.dtype), (-1,))
        label = ops.reshape(ops.cast(y_true, score.dtype), (-1,))
        weight = _weights(sample_weight, shape, score)
        position = (score if self.from_logits else _logit(score)) * FINE + (REACH + 1)
        # There is no raising an error within a compiled step: what cannot be counted makes all NaN.
        right = ops.logical_and(ops.logical_or(label == 0.0, label == 1.0), score == score)
        weight = ops.where(right, weight, float("nan"))
        label, position = ops.where(right, label, 0.0), ops.where(right, position, 0.5)
        one = ops.cast(weight != 0.0, score.dtype)
        position = ops.clip(position, 0.5, BINS - 0.5)
        place = ops.floor(position)
        index = ops.cast((1.0 - label) * BINS + place, "int32")
        entries = ops.stack([one, weight, weight**2, weight * (position - place)], axis=-1)
        sums = ops.segment_sum(entries, index, num_segments=2 * BINS)
        self.sums.assign_add(ops.transpose(ops.reshape(sums, (2, BINS, 4)), (0, 2, 1)))

    def result(self) -> Any:
        """Net benefit; not a number while there is one class only."""
        from keras import ops

        line = ops.convert_to_tensor(self._line, dtype=self.sums.dtype)
        weight, place = self.sums[:, WEIGHT], self.sums[:, PLACE]
        gain = ops.sum(weight * line[:, 0] + place * line[:, 1], axis=-1)
        return ops.sum(gain / ops.sum(weight, axis=-1)) - self._none

    def get_config(self) -> dict[str, Any]:
        """What a saved model keeps, and makes the metric of again."""
        return {**super().get_config(), **self._asked}  # type: ignore[misc]

    def estimate(self) -> Estimate | None:
        """The :class:`baserate.Estimate` of the rows so far, with its interval."""
        from keras import ops

        return self._net_benefit.estimate(np.asarray(ops.convert_to_numpy(self.sums), dtype=np.float64))


def _weights(sample_weight: Any, shape: Any, score: Any) -> Any:
    """One weight for each score, from weights with as many axes as the scores had, or fewer."""
    from keras import ops

    if sample_weight is None:
        return ops.ones_like(score)
    weight = ops.cast(sample_weight, score.dtype)
    for _ in range(len(shape) - len(weight.shape)):
        weight = ops.expand_dims(weight, -1)
    return ops.reshape(ops.broadcast_to(weight, shape), (-1,))


def _logit(probability: Any) -> Any:
    """Log odds; a probability of 0 or 1 becomes a large number, so that its slope is one."""
    from keras import ops

    p = ops.clip(probability, 1e-7, 1.0 - 1e-7)
    return ops.log(p) - ops.log1p(-p)


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    keras = load("keras", name)
    parts, base = {
        "NetBenefitLoss": (_Loss, keras.losses.Loss),
        "NetBenefitMetric": (_Metric, keras.metrics.Metric),
    }[name]
    globals()[name] = public_class(name, parts, base, __name__)
    return globals()[name]
