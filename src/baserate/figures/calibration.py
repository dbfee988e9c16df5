"""Calibration: observed against predicted risk, and where the patients are, cases and non-cases apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.logistic_curve import logistic_curve
from baserate.calibration.measures import reliability
from baserate.calibration.risk_groups import RiskGroup, by_risk_of
from baserate.errors import ScoreError, SettingError
from baserate.figures.axes import BandKind, band_words, check_band, shade_range
from baserate.figures.display import FEW_MODELS, Display, Panel, Size, chosen_models
from baserate.figures.style import FAINT, INK, look
from baserate.inference.bands import pointwise_band, simultaneous_band
from baserate.inference.estimate import Estimate
from baserate.odds import adjust, expit
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

Numbers = NDArray[np.float64]
Fit = Literal["isotonic", "logistic"]

_POINTS, _BARS = 101, 40
# So much of the patients the axes show at least; beyond are a few whom nobody could see.
_IN_VIEW = 0.995
# Axes that would end beyond this end at 1.
_NEARLY_ALL = 0.7
# Groups of risk, where patients are censored.
_GROUPS = 10
# Bands of so many models can be told apart.
_MOST_BANDS = 2
# Height of a model's distributions below the curves and the space before them, over that of the curves.
_STRIP, _SPACE = 0.2, 0.04
# Height of all of them together at most.
_STRIPS = 0.55
# Enough points for a smooth band.
_ENOUGH = 400


@dataclass(frozen=True, eq=False)
class ModelCalibration:
    """What is drawn of one model; risks are those at the observed prevalence.

    Attributes
    ----------
    predicted, observed
        The curve.
    at, low, high
        The band: about the curve (logistic), or where a calibrated model would lie (isotonic).
    cases, non_cases
        Shares of either class in bins of predicted risk.
    observed_expected, slope
        Measures with their intervals; None where these patients do not give it.
    groups
        Observed risk in groups of similar predicted risk, where patients are censored: by Kaplan-Meier.
    """

    predicted: Numbers
    observed: Numbers
    at: Numbers
    low: Numbers
    high: Numbers
    cases: Numbers = field(repr=False)
    non_cases: Numbers = field(repr=False)
    observed_expected: Estimate | None
    slope: Estimate | None
    groups: tuple[RiskGroup, ...] = ()

    @property
    def words(self) -> str:
        """O/E and slope with their intervals."""
        named = (("O/E", self.observed_expected), ("slope", self.slope))
        return "\n".join(f"{name} {_interval(estimate)}" for name, estimate in named)

    @property
    def short_words(self) -> str:
        """The same without the intervals, for a figure of many models."""
        named = (("O/E", self.observed_expected), ("slope", self.slope))
        values = ((name, "n/a" if one is None else f"{one.value:.2f}") for name, one in named)
        return ", ".join(f"{name} {value}" for name, value in values)


def _interval(estimate: Estimate | None) -> str:
    if estimate is None:
        return "not estimable"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


@dataclass(eq=False, kw_only=True)
class CalibrationDisplay(Display):
    """Observed against predicted risk at the observed prevalence, with the distributions by outcome.

    Attributes
    ----------
    fit
        "isotonic" (CORP: Dimitriadis, Gneiting and Jordan 2021, doi:10.1073/pnas.2016191118) or "logistic".
    calibrations
        By model, what is drawn.
    edges
        Of the bins of the distributions.
    limit
        Where the axes end: hardly any patient has a higher predicted risk.
    thresholds
        The lowest and the highest cut-off of the deployment, on the axis of predicted risk.
    band
        "pointwise", "simultaneous" (logistic fit only) or None.
    distributions
        Whether those are drawn.
    """

    SIZE: ClassVar[Size] = (4.6, 5.2)

    fit: Fit
    calibrations: Mapping[str, ModelCalibration]
    edges: Numbers
    limit: float
    thresholds: tuple[float, float]
    band: BandKind
    distributions: bool = True

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        fit: Fit = "isotonic",
        band: BandKind | Literal["auto"] = "auto",
        limit: float | None = None,
        distributions: bool = True,
        groups: int | Literal["auto"] | None = "auto",
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev
            The evaluation.
        models, group
            Which models, and in which group of patients; all unless named.
        fit
            "isotonic", without any bins or smoothing to choose; its band is where a calibrated model would
            lie. Or "logistic", the line through the log odds, with the band of its own error.
        band
            "pointwise", with the logistic fit also "simultaneous", or None; pointwise for one or two models
            and none for more unless stated.
        limit
            Where the axes end; unless stated, where hardly any patient has a higher predicted risk.
        distributions
            Whether to draw the distributions of predicted risk below, cases upwards and non-cases downwards.
        groups
            In how many groups of similar risk the observed risk is drawn, too, by each group's own
            Kaplan-Meier curve; None for none. Unless stated 10 where one or two models are drawn and some
            patients are censored, and none otherwise.
        """
        names = chosen_models(ev, models)
        kind = _kind_of_band(band, fit, len(names))
        judged = {model: ev.judged(model, group) for model in names}
        spans = [_thresholds(one) for one in judged.values()]  # which differ where the shift does
        thresholds = min(low for low, _ in spans), max(high for _, high in spans)
        end = _limit(judged.values(), thresholds) if limit is None else _checked_limit(limit)
        edges = np.linspace(0.0, end, _BARS + 1)
        many = _number_of_groups(groups, ev, len(names))
        return cls(
            models=names,
            level=ev.question.level,
            group=group,
            fit=fit,
            calibrations={model: _calibration(one, fit, kind, edges, many) for model, one in judged.items()},
            edges=edges,
            limit=end,
            thresholds=thresholds,
            band=kind,
            distributions=distributions,
        )

    def to_frame(self) -> pl.DataFrame:
        """One row for each point of a curve or band, and for each bin of a distribution: see ``what``."""
        import polars as pl

        frames = []
        for model, one in self.calibrations.items():
            parts = {"curve": {"predicted": one.predicted, "observed": one.observed}}
            if self.band is not None:
                parts["band"] = {"predicted": one.at, "low": one.low, "high": one.high}
            shares = {"cases": one.cases, "non_cases": one.non_cases}
            if one.groups:
                parts["group"] = _columns_of(one.groups)
            parts["distribution"] = {"predicted": self.edges[:-1], **shares}
            for what, columns in parts.items():
                named = pl.lit(model).alias("model"), pl.lit(what).alias("what")
                frames.append(pl.DataFrame(columns).select(*named, pl.all()))
        return pl.concat(frames, how="diagonal")

    def _draw(self, panel: Panel) -> None:
        ax = panel.ax
        panel.artists["thresholds"] = shade_range(ax, self.thresholds)
        (diagonal,) = ax.plot([0.0, 1.0], [0.0, 1.0], color=FAINT, linewidth=1.0, linestyle=":")
        for number, (model, one) in enumerate(self.calibrations.items()):
            if self.band is not None:
                panel.band(number, model, one.at, one.low, one.high)
            # All patients with one score are one point, which no line would show.
            alone: dict[str, Any] = {"markevery": None} if np.ptp(one.predicted) == 0.0 else {}
            line = panel.curve(number, model, one.predicted, one.observed, zorder=3, **alone)
            self._draw_groups(panel, number, model)
            few = len(self.models) <= FEW_MODELS
            panel.name(line, panel.shown(model) + (f"\n{one.words}" if few else f": {one.short_words}"))
        panel.name(diagonal, "perfectly calibrated")
        if f"groups of {self.models[0]}" in panel.artists:
            curve = f"groups of equal size (Kaplan-Meier), {100 * self.level:g} % CI"
            panel.name(panel.artists[f"groups of {self.models[0]}"], curve)
        if self.band is not None:
            first = panel.artists[f"band of {self.models[0]}"]
            panel.name(first, self._band_words)
        panel.name(panel.artists["thresholds"], "cut-offs of the deployment")
        self._set_axes(panel)

    def _draw_groups(self, panel: Panel, number: int, model: str) -> None:
        """Observed risk in groups of similar risk, with its interval."""
        columns = _columns_of(self.calibrations[model].groups)
        if len(columns["predicted"]) == 0:
            return
        value, style = columns["observed"], look(number)
        ends = np.array([value - columns["low"], columns["high"] - value])
        panel.artists[f"groups of {model}"] = panel.ax.errorbar(
            *(columns["predicted"], value, ends),
            fmt=style.marker,
            color=style.colour,
            markeredgecolor=INK,
            markersize=4.0,
            linewidth=1.0,
            zorder=4,
        )

    @property
    def _band_words(self) -> str:
        if self.fit == "isotonic":
            return f"{100 * self.level:g} % range of a calibrated model"
        return band_words(self.band, self.level)

    def _set_axes(self, panel: Panel) -> None:
        from baserate.figures.ticks import label_percent, percent_label

        ax = panel.ax
        depth = len(self.models) * (self._strip + _SPACE) + 0.02 if self.distributions else 0.0
        ax.set(xlim=(0.0, self.limit), ylim=(-depth * self.limit, self.limit))
        for axis in (ax.xaxis, ax.yaxis):
            label_percent(axis, percent_label, even=True)
        if self.distributions:
            ax.axhline(0.0, color=INK, linewidth=0.8)
            for number, model in enumerate(self.models):
                self._draw_distribution(panel, number, model)
        ax.set(xlabel="predicted risk", ylabel="observed risk")

    @property
    def _strip(self) -> float:
        """Height of a model's distributions, over that of the curves."""
        return min(_STRIP, _STRIPS / len(self.models))

    def _draw_distribution(self, panel: Panel, number: int, model: str) -> None:
        """Cases upwards and non-cases downwards from a line, each class to its own highest bar."""
        one, ax, style = self.calibrations[model], panel.ax, look(number)
        half = self._strip * self.limit / 2.0
        middle = -(number + 1) * (_SPACE + self._strip) * self.limit + half
        width = float(self.edges[1] - self.edges[0])
        for side, shares, shade in ((1.0, one.cases, 0.9), (-1.0, one.non_cases, 0.45)):
            height = side * half * shares / max(float(shares.max()), 1e-12)
            place: dict[str, Any] = {"bottom": middle, "align": "edge", "linewidth": 0}
            bars = ax.bar(self.edges[:-1], height, width, color=style.colour, alpha=shade, **place)
            name = "cases" if side > 0.0 else "non-cases"
            panel.artists[f"{name} of {model}"] = bars
            if number >= 1 and len(self.models) > FEW_MODELS:
                continue  # said once, where strips are too low for words
            text = ax.annotate(name, (1.01, middle + side * half / 2.0), xycoords=("axes fraction", "data"))
            text.set(ha="left", va="center", fontsize=7.0, color=INK, annotation_clip=False)
        ax.plot([0.0, self.limit], [middle, middle], color=INK, linewidth=0.6)


def _kind_of_band(band: BandKind | Literal["auto"], fit: object, models: int) -> BandKind:
    if fit not in ("isotonic", "logistic"):
        raise SettingError(f"fit is 'isotonic' or 'logistic'; found {fit!r}.")
    if band == "auto":
        return "pointwise" if models <= _MOST_BANDS else None
    check_band(band)
    if band == "simultaneous" and fit == "isotonic":
        raise SettingError("the isotonic fit has a pointwise band only; fit='logistic' has both.")
    return band


def _checked_limit(limit: float) -> float:
    if isinstance(limit, (int, float)) and 0.0 < limit <= 1.0:
        return float(limit)
    raise SettingError(f"limit is a risk above 0 and up to 1; found {limit!r}.")


def _thresholds(judged: Judged) -> tuple[float, float]:
    """The cut-offs of the deployment as risks at the observed prevalence."""
    cut = judged.cutoff
    low, high = (float(adjust(end, judged.source, judged.prevalence)) for end in (cut.low, cut.high))
    return low, high


def _limit(judged: Any, thresholds: tuple[float, float]) -> float:
    """A round risk that hardly any patient is above, and the thresholds are well below."""
    most = [_quantile(one.at_observed_prevalence.score, one.sample.weight) for one in judged]
    needed = max(*most, min(1.0, 1.3 * thresholds[1]))
    if needed > _NEARLY_ALL:
        return 1.0
    step = 0.05 if needed > 0.2 else 0.01
    return float(min(1.0, np.ceil(needed / step - 1e-9) * step)) or step


def _quantile(score: NDArray[Any], weight: NDArray[Any] | None) -> float:
    order = np.argsort(score)
    share = np.cumsum(np.ones(len(score)) if weight is None else np.asarray(weight, dtype=float)[order])
    return float(score[order][np.searchsorted(share, _IN_VIEW * share[-1])])


def _number_of_groups(groups: object, ev: Evidence, models: int) -> int | None:
    """How many groups of risk to draw."""
    if groups != "auto":
        return groups  # type: ignore[return-value]
    followed = ev.patients.followed()
    wanted = followed is not None and not followed.is_complete and not ev.patients.in_bins
    return _GROUPS if wanted and models <= _MOST_BANDS else None


def _columns_of(groups: Sequence[RiskGroup]) -> dict[str, Numbers]:
    """Groups whose risk is known, as columns."""
    known = [(one.predicted, one.observed) for one in groups if one.observed is not None]
    rows = [(predicted, *(risk.value, risk.low, risk.high)) for predicted, risk in known]
    columns = np.array(rows, dtype=np.float64).reshape(-1, 4).T
    return dict(zip(("predicted", "observed", "low", "high"), columns, strict=True))


def _calibration(
    judged: Judged, fit: Fit, band: BandKind, edges: Numbers, groups: int | None
) -> ModelCalibration:
    curve = _isotonic(judged, band) if fit == "isotonic" else _logistic(judged, band, edges)
    score = judged.at_observed_prevalence.score.astype(np.float64)
    weight = np.ones(len(score)) if judged.sample.weight is None else judged.sample.weight
    is_case = judged.sample.label == 1
    cases, others = (
        np.histogram(score[side], edges, weights=weight[side])[0] / weight[side].sum()
        for side in (is_case, ~is_case)
    )
    ratio, slope = (judged.measure(name).estimate for name in ("observed_expected", "calibration_slope"))
    parts = () if groups is None else by_risk_of(judged, groups)
    shown = tuple(_at_level(one, judged) for one in parts)
    return ModelCalibration(*curve, cases, others, ratio, slope, shown)


def _at_level(group: RiskGroup, judged: Judged) -> RiskGroup:
    observed = None if group.observed is None else group.observed.at_level(judged.level)
    return replace(group, observed=observed)


def _isotonic(judged: Judged, band: BandKind) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """The isotonic blocks, each from its first score to its last, and the band of a calibrated model."""
    asked: dict[str, Any] = {"source_prevalence": judged.stated_source, "level": judged.level}
    resamples = 2 if band is None else 400
    fit = reliability(judged.cohort, judged.sample, resamples=resamples, seed=judged.seed, **asked)
    x, y = np.column_stack((fit.first, fit.last)).ravel(), np.repeat(fit.risk, 2)
    kept = np.unique(np.searchsorted(fit.at, np.linspace(fit.at[0], fit.at[-1], _ENOUGH)))
    return x, y, fit.at[kept], fit.low[kept], fit.high[kept]


def _logistic(
    judged: Judged, band: BandKind, edges: Numbers
) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """The logistic curve over the risks that occur, with its band."""
    score = judged.at_observed_prevalence.score
    inside = score[(score > 0.0) & (score < 1.0)]
    if len(inside) == 0:
        raise ScoreError("every score is 0 or 1: no logistic curve can be drawn through them.")
    low, high = float(inside.min()), min(float(inside.max()), float(edges[-1]))
    x = np.linspace(low, high, _POINTS)
    estimates = logistic_curve(judged, x)
    made = (
        simultaneous_band(estimates, judged.level, seed=judged.seed)
        if band == "simultaneous"
        else pointwise_band(estimates, judged.level)
    )
    value = np.array([estimate.value for estimate in estimates])
    return x, np.asarray(expit(value)), x, np.asarray(expit(made.low)), np.asarray(expit(made.high))


def calibration(
    data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any
) -> CalibrationDisplay:
    """Draw a calibration plot: observed against predicted risk, with the distributions by outcome.

    Parameters
    ----------
    data, y_prob, ax
        As for :func:`decision_curve`.
    options
        As for :meth:`CalibrationDisplay.from_evaluation`, :meth:`Display.plot` and, with predictions,
        :func:`baserate.evaluate`.
    """
    return CalibrationDisplay.draw(data, y_prob, ax=ax, **options)
