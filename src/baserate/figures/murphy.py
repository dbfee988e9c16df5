"""Murphy diagram: a model's loss at every threshold; twice the area is the Brier score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from baserate.deployment.deployment import CostLike
from baserate.figures.display import Panel
from baserate.figures.losses import CUT_OFFS, Band, LossDisplay
from baserate.figures.style import FAINT
from baserate.results.evidence import Evidence
from baserate.results.loss_curves import LossCurve, threshold_range
from baserate.results.loss_curves import murphy as murphy_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(eq=False, kw_only=True)
class MurphyDisplay(LossDisplay):
    """Murphy diagram: the mean elementary loss per 1,000 patients against the threshold probability.

    At a threshold ``t`` a missed case counts ``1 - t`` and an unnecessary treatment ``t``, which is what the
    threshold says of the two (Ehm et al. 2016, doi:10.1111/rssb.12154); every proper score is an average of
    these losses. Twice the area under a curve is the Brier score. A model that is lower at every threshold is
    better whatever the costs. Scores and prevalence are those observed.
    """

    FACTOR: ClassVar[float] = 1000.0
    SHADED: ClassVar[str] = CUT_OFFS

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        thresholds: CostLike | None = None,
        band: Band = "pointwise",
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev, models, group
            The evaluation; some of its models, one of its groups.
        thresholds
            The part of the axis to draw, from 0 to 1 unless stated; also as costs, ``("1:50", "1:5")``.
        band
            "pointwise" for the interval at each threshold, None for none.
        """
        return cls._of(ev, murphy_of, threshold_range, models, group, thresholds, band)

    def brier(self, model: str) -> float:
        """The Brier score of a model: twice the area under its curve."""
        return 2.0 * self.curves[self.models.index(model)].area

    def _named(self, panel: Panel, curve: LossCurve) -> str:
        return f"{panel.shown(curve.model)}, Brier {self.brier(curve.model):.3g}"

    def _draw_rest(self, panel: Panel) -> None:
        from baserate.figures.ticks import label_percent, with_odds

        x = np.unique([*np.linspace(*self.limits, 201), np.clip(self.prevalence, *self.limits)])
        loss = np.minimum(x * (1.0 - self.prevalence), self.prevalence * (1.0 - x))
        (line,) = panel.ax.plot(x, self.FACTOR * loss, color=FAINT, linewidth=1.0, zorder=1.8)
        panel.artists["without a model"] = line
        panel.name(line, "without a model")
        label_percent(panel.ax.xaxis, with_odds, even=True)
        panel.ax.set_xlabel("threshold probability, and as odds")
        panel.ax.set_ylabel("loss per 1,000 patients\n(twice the area: Brier score)")

    def _top(self) -> float:
        low, high = self.limits
        peak = float(np.clip(self.prevalence, low, high))
        without = min(peak * (1.0 - self.prevalence), self.prevalence * (1.0 - peak))
        return max(super()._top(), 1.05 * self.FACTOR * without)


def murphy(data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any) -> MurphyDisplay:
    """Draw a Murphy diagram: of an evaluation, or of outcomes and probabilities.

    Parameters
    ----------
    data, y_prob, ax, options
        As for :meth:`MurphyDisplay.draw` and :meth:`MurphyDisplay.from_evaluation`.
    """
    return MurphyDisplay.draw(data, y_prob, ax=ax, **options)
