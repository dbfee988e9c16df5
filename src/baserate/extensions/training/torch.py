"""Net benefit at a deployment as a loss for PyTorch.

``NetBenefitLoss`` takes logits, like ``torch.nn.BCEWithLogitsLoss``::

    loss = baserate.extensions.training.torch.NetBenefitLoss((0.01, 0.10), "1:30", train_prevalence=0.08)
    loss(network(x).squeeze(-1), y).backward()

The class is made when it is first used, because it needs ``torch``: ``pip install 'baserate[torch]'``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from baserate.deployment.deployment import CostLike, PrevalenceLike, Value
from baserate.errors import DataError, LabelError, OneClassError, SettingError
from baserate.extensions.training.loss import LOG_LOSS_SHARE, MarginLoss, train_prevalence_of

if TYPE_CHECKING:
    NetBenefitLoss: Any

__all__ = ["NetBenefitLoss"]

_REDUCTIONS = ("mean", "sum", "none")


class _Loss:
    """Net benefit at a deployment, negative and mixed with a little log loss, of logits.

    The mean over rows is ``(1 - share) scale (T1 - net benefit) + share (log loss)``, with ``T1`` the net
    benefit of a perfect model; see :mod:`baserate.extensions.training.loss`. Where a logit is not a number,
    so is the loss, as with every loss of torch.

    Parameters
    ----------
    prevalence, cost
        The deployment, in any way that :meth:`baserate.Deployment.of` reads: a range of either, or a
        distribution. A prevalence of None is the training prevalence, which then must be stated.
    train_prevalence
        The prevalence of the training rows, to which the logits will be calibrated. **State it when training
        in batches**: None takes each batch's own, which is right for whole data sets alone, and refuses a
        batch of one class.
    log_loss_share
        Share of log loss, from 0 to 1; see :mod:`baserate.extensions.training.loss`.
    smooth
        Spread single thresholds over so many log odds to either side; None refuses them.
    reduction
        ``"mean"`` (weighted), ``"sum"`` or ``"none"``.
    """

    def __init__(
        self,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        train_prevalence: Value | None = None,
        log_loss_share: float = LOG_LOSS_SHARE,
        smooth: float | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__()
        if reduction not in _REDUCTIONS:
            raise SettingError(f"reduction must be 'mean', 'sum' or 'none'; found {reduction!r}.")
        if prevalence is None and train_prevalence is None:
            raise SettingError("a prevalence of None is the training prevalence: state train_prevalence.")
        self.reduction = reduction
        self.train_prevalence = None if train_prevalence is None else train_prevalence_of(train_prevalence)
        stated = 0.5 if self.train_prevalence is None else self.train_prevalence
        self._kernel = MarginLoss.of(prevalence, cost, stated, log_loss_share, smooth)
        self._constants = self._kernel.constants
        self._register_table()

    def _register_table(self) -> None:
        """The table of the deployment's weight, on the module's device; no part of the state dictionary."""
        import torch

        table = self._kernel.table
        for name, values in (
            ("_starts", table.starts),
            ("_rate", (table.first[1:] - table.first[:-1]) / (table.starts[1:] - table.starts[:-1])),
            ("_cubic", self._kernel.cubics),
        ):
            self.register_buffer(name, torch.from_numpy(values.copy()), persistent=False)  # type: ignore[attr-defined]

    def forward(self, logits: Any, target: Any, weight: Any = None) -> Any:
        """The loss of logits; ``target`` (0 or 1, or a probability) and ``weight`` have the same shape."""
        import torch

        if logits.shape != target.shape or (weight is not None and weight.shape != logits.shape):
            raise _shape_error(logits, target, weight)
        margin = logits if logits.dtype == torch.float64 else logits.float()
        case = target.to(margin.dtype)
        factor = None if weight is None else weight.to(margin.dtype)
        if not torch.compiler.is_compiling():
            _check_labels(case)
        prevalence, offset, scale, share = self._constants_for(case, factor)
        missed, wasted = self._lost(margin - offset)
        missed = scale * missed / prevalence + share * torch.nn.functional.softplus(-margin)
        wasted = scale * wasted / (1.0 - prevalence) + share * torch.nn.functional.softplus(margin)
        return self._reduce(case * missed + (1.0 - case) * wasted, factor)

    def _lost(self, z: Any) -> Any:
        """What a case and a non-case lose, by the cubic of the panel that each z is in."""
        starts, rate, cubic = (getattr(self, name).to(z.dtype) for name in ("_starts", "_rate", "_cubic"))
        # A z beyond the ends stays at them, and has no slope.
        inside = z.unsqueeze(-1).clamp(starts[:-1], starts[1:]) - starts[:-1]
        position = (inside * rate).sum(-1)
        panel = position.detach().long().clamp(0, cubic.shape[-1] - 1)
        t = position - panel
        constant, first, second, third = cubic[..., panel].unbind(1)
        return (constant + t * (first + t * (second + t * third))).unbind(0)

    def _constants_for(self, case: Any, factor: Any) -> tuple[float, float, float, float]:
        """Training prevalence, its log odds, and the two parts' factors; from the batch if none is stated."""
        if self.train_prevalence is not None:
            return self._constants
        share = case.mean() if factor is None else (case * factor).sum() / factor.sum()
        observed = float(share.detach())
        if not 0.0 < observed < 1.0:
            raise _one_class_error(observed > 0.5, case.numel())
        return self._kernel.at(observed).constants

    def _reduce(self, loss: Any, factor: Any) -> Any:
        if factor is not None:
            loss = loss * factor
        if self.reduction == "none":
            return loss
        if self.reduction == "sum":
            return loss.sum()
        return loss.mean() if factor is None else loss.sum() / factor.sum()

    def extra_repr(self) -> str:
        """What ``print(module)`` shows."""
        stated = "the batch's own" if self.train_prevalence is None else f"{self.train_prevalence:g}"
        return f"train_prevalence={stated}, log_loss_share={self._kernel.log_loss_share:g}"


def _one_class_error(cases: bool, rows: int) -> OneClassError:
    """The error of rows that are all cases, or all non-cases."""
    found = "only cases (label 1)" if cases else "only non-cases (label 0)"
    return OneClassError(
        f"the {rows:,} training rows hold {found}: net benefit needs both classes. "
        "For batches, state train_prevalence."
    )


def _shape_error(logits: Any, target: Any, weight: Any) -> DataError:
    shapes = f"logits {tuple(logits.shape)}, target {tuple(target.shape)}"
    shapes += "" if weight is None else f", weight {tuple(weight.shape)}"
    return DataError(f"shapes must agree; found {shapes}. Use network(x).squeeze(-1).")


def _check_labels(case: Any) -> None:
    wrong = ~((case >= 0.0) & (case <= 1.0))
    if bool(wrong.any()):
        raise LabelError(
            f"targets must lie between 0 and 1; found {int(wrong.sum()):,} of {case.numel():,} that do not."
        )


def __getattr__(name: str) -> Any:
    if name != "NetBenefitLoss":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        torch = import_module("torch")
    except ImportError as error:
        raise ImportError("NetBenefitLoss needs torch: pip install 'baserate[torch]'") from error
    # It is known by its public name, so that it pickles and its documentation is found.
    known = {"__module__": __name__, "__qualname__": name, "__doc__": _Loss.__doc__}
    globals()[name] = type(name, (_Loss, torch.nn.Module), known)
    return globals()[name]
