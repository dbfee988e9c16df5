"""ROC curves with their areas, and where on them the deployment decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from baserate.curves import Roc
from baserate.curves import roc_curve as roc_of
from baserate.figures.display import FEW_MODELS, Display, Panel, Size, chosen_models, is_narrow
from baserate.figures.style import FAINT, INK, look
from baserate.inference.estimate import Estimate
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes


class CutoffPoint(NamedTuple):
    """A cut-off on the score, and the shares of non-cases and of cases that are treated at it."""

    cutoff: float
    false_positive: float
    true_positive: float


@dataclass(eq=False, kw_only=True)
class RocDisplay(Display):
    """True against false positive rate, with the area and its interval, and the deployment's cut-offs.

    Attributes
    ----------
    curves
        By model: false and true positive rate, from treating none to treating all.
    auc
        By model, the area with DeLong's interval.
    cutoffs
        By model, the deployment's lowest, median and highest cut-off.
    """

    SIZE: ClassVar[Size] = (4.6, 5.0)

    curves: Mapping[str, Roc]
    auc: Mapping[str, Estimate]
    cutoffs: Mapping[str, tuple[CutoffPoint, CutoffPoint, CutoffPoint]]

    @classmethod
    def from_evaluation(
        cls, ev: Evidence, *, models: str | Sequence[str] | None = None, group: str | None = None
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev
            The evaluation.
        models, group
            Which models, and in which group of patients; all unless named.
        """
        names = chosen_models(ev, models)
        judged = {model: ev.judged(model, group) for model in names}
        curves = {model: _curve(one) for model, one in judged.items()}
        return cls(
            models=names,
            level=ev.question.level,
            group=group,
            curves=curves,
            auc={model: one.measure("auc").get() for model, one in judged.items()},
            cutoffs={model: _cutoffs(one, curves[model]) for model, one in judged.items()},
        )

    def to_frame(self) -> pl.DataFrame:
        """One row for each point of each curve."""
        import polars as pl

        return pl.concat(
            pl.DataFrame(
                {
                    "threshold": curve.threshold.astype(np.float64),
                    "false_positive_rate": curve.false_positive,
                    "true_positive_rate": curve.true_positive,
                }
            ).select(pl.lit(model).alias("model"), pl.all())
            for model, curve in self.curves.items()
        )

    def _draw(self, panel: Panel) -> None:
        ax = panel.ax
        ax.plot([0.0, 1.0], [0.0, 1.0], color=FAINT, linewidth=0.9, linestyle=":")
        for number, model in enumerate(self.models):
            curve, auc = self.curves[model], self.auc[model]
            line = panel.curve(number, model, curve.false_positive, curve.true_positive, zorder=3)
            few = len(self.models) <= FEW_MODELS
            # Of many models in a narrow figure the intervals are left to the text of the paper.
            brief = auc.is_exact or (is_narrow(ax) and not few)
            area = f"AUC {auc.value:.3f}" + ("" if brief else f" ({auc.low:.3f} to {auc.high:.3f})")
            panel.name(line, panel.shown(model) + ("\n" if few else ": ") + area)
            self._draw_cutoffs(panel, number, model)
        ax.set_aspect("equal")
        ax.set(xlim=(-0.015, 1.015), ylim=(-0.015, 1.015))
        ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
        shown = ["0 %", "", "50 %", "", "100 %"]
        ax.set_xticks(ticks, shown)
        ax.set_yticks(ticks, shown)
        ax.set(xlabel="treated, of non-cases\n(1 \N{MINUS SIGN} specificity)")
        ax.set(ylabel="treated, of cases\n(sensitivity)")

    def _draw_cutoffs(self, panel: Panel, number: int, model: str) -> None:
        """The stretch between the outer cut-offs, and a mark at the median one."""
        ax, curve, style = panel.ax, self.curves[model], look(number)
        low, median, high = self.cutoffs[model]
        chosen = (curve.true_positive >= high.true_positive) & (curve.true_positive <= low.true_positive)
        chosen &= (curve.false_positive >= high.false_positive) & (curve.false_positive <= low.false_positive)
        stretch = curve.false_positive[chosen], curve.true_positive[chosen]
        ax.plot(*stretch, color=style.colour, linewidth=6.0, alpha=0.3, solid_capstyle="round", zorder=2)
        (mark,) = ax.plot([median.false_positive], [median.true_positive], marker=style.marker, zorder=5)
        mark.set(linestyle="none", color=style.colour, markersize=8, markeredgecolor=INK)
        panel.artists[f"cut-off of {model}"] = mark
        if number == len(self.models) - 1:
            (sample,) = ax.plot([], [], color=FAINT, linewidth=6.0, alpha=0.4, marker="o", markersize=6)
            sample.set(markerfacecolor=FAINT, markeredgecolor=INK)
            panel.name(sample, "cut-offs of the deployment" + ("" if low == high else ", median marked"))


def _curve(judged: Judged) -> Roc:
    sample = judged.sample
    return roc_of(sample.label, sample.ranking, sample_weight=sample.weight)


def _cutoffs(judged: Judged, curve: Roc) -> tuple[CutoffPoint, CutoffPoint, CutoffPoint]:
    cut = judged.cutoff
    low, median, high = (_point(judged, curve, end) for end in (cut.low, cut.value, cut.high))
    return low, median, high


def _point(judged: Judged, curve: Roc, cut: float) -> CutoffPoint:
    """The last point of the curve whose scores reach the cut-off."""
    place = int(np.count_nonzero(curve.threshold >= judged.lowest_treated(cut))) - 1
    return CutoffPoint(cut, float(curve.false_positive[place]), float(curve.true_positive[place]))


def roc_curve(data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any) -> RocDisplay:
    """Draw ROC curves with their areas, and the cut-offs of the deployment on them.

    An ROC curve shows how patients are ranked, not whether the risks are right.

    Parameters
    ----------
    data, y_prob, ax
        As for :func:`decision_curve`.
    options
        As for :meth:`RocDisplay.from_evaluation`, :meth:`Display.plot` and, with predictions,
        :func:`baserate.evaluate`.
    """
    return RocDisplay.draw(data, y_prob, ax=ax, **options)
