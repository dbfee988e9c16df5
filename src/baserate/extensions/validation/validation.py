"""What internal validation found: how good models look, how much of it is optimism, and what is left."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from baserate.deployment.notation import percent, ratio
from baserate.errors import SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.extensions.validation.measured import NET_BENEFIT, Measure
from baserate.inference.estimate import Estimate, Noise
from baserate.inference.kept import Once
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.report.blocks import Paragraph, Table, as_plain
from baserate.results.words import per_thousand, thousandths, with_interval


@dataclass(frozen=True, eq=False)
class Corrected:
    """One measure of a model, or of a model minus another.

    ``apparent`` is its value on the patients to whom the model was fitted, ``corrected`` what can be
    expected of new ones, with its interval, and ``optimism`` the difference. ``monte_carlo`` is the
    standard error that comes from the folds or resamples drawn, and vanishes with more of them.
    ``reason`` says why there is no number where there is none.
    """

    model: str
    reference: str | None
    measure: Measure
    apparent: float = math.nan
    corrected: Estimate | None = None
    monte_carlo: float = math.nan
    reason: str = ""

    @property
    def optimism(self) -> float:
        """By how much a model looks better than it is."""
        return math.nan if self.corrected is None else self.apparent - self.corrected.value

    def get(self) -> Estimate:
        """The corrected estimate, or an error that says why there is none."""
        if self.corrected is None:
            raise SettingError(f"{self.model}: {self.measure.words} is not available: {self.reason}")
        return self.corrected

    def as_dict(self) -> dict[str, Any]:
        """As plain data; what cannot be had is None."""
        one = self.corrected
        ends = (None,) * 4 if one is None else (one.value, one.standard_error, one.low, one.high)
        names = ("apparent", "optimism", "corrected", "standard_error", "low", "high", "monte_carlo")
        numbers = dict(zip(names, (self.apparent, self.optimism, *ends, self.monte_carlo), strict=True))
        about = {"model": self.model, "reference": self.reference, "measure": self.measure.name}
        finite = {name: v if v is not None and math.isfinite(v) else None for name, v in numbers.items()}
        return {**about, "threshold": self.measure.threshold, **finite}


def with_value(estimate: Estimate, value: float, noise: float) -> Estimate:
    """An estimate about another value, with an error more, given as its standard deviation."""
    more = {Once(partial(_square, noise)): 1.0} if noise > 0.0 else {}
    if estimate.is_exact and not more:
        return Estimate.exact(value).at_level(estimate.level)
    return replace(estimate, value=value, noise={**estimate.noise, **more})


def _square(number: float) -> float:
    return number**2


@dataclass(frozen=True, eq=False, repr=False)
class Validation:
    """Apparent, optimism and corrected for every measure: what ``validate`` found.

    ``evaluation`` is a whole :class:`baserate.Evaluation` of risks by models that had not seen the
    patient: out of fold, or for the bootstrap out of bag. ``apparent`` is that of the models ``fitted`` to
    all patients on these same patients, and flatters. ``results`` are all measures, ``fits`` how many
    models were fitted for each estimator. ``widened`` says that intervals count what the chance of the
    patients fitted to adds; those of ``evaluation`` take its risks as given, and never do.
    """

    method: str
    how: str
    evaluation: Evaluation
    apparent: Evaluation
    fitted: Mapping[str, Any]
    results: tuple[Corrected, ...]
    fits: int
    kind: str = field(default="polars", repr=False)
    widened: bool = False

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the estimators, in the order in which they were given."""
        return self.evaluation.models

    def measure(
        self,
        model: str,
        measure: str = NET_BENEFIT,
        *,
        threshold: float | None = None,
        minus: str | None = None,
    ) -> Corrected:
        """One measure of a model, or of a model minus another.

        Parameters
        ----------
        model
            Its name.
        measure
            "net_benefit", "auc", "calibration_slope" or "observed_expected".
        threshold
            For net benefit, one of the thresholds that were asked for; None for the deployment.
        minus
            The name of another model, given after the first, for "net_benefit" and "auc".
        """
        found = self._find(model, minus, Measure(measure, threshold))
        if found is not None:
            return found
        asked = Measure(measure, threshold).words + ("" if minus is None else f", minus {minus!r}")
        there = dict.fromkeys(one.measure.words for one in self.results)
        raise SettingError(
            f"no {asked} of {model!r}; there are {', '.join(there)} of {', '.join(map(repr, self.models))}."
        )

    def _find(self, model: str, reference: str | None, measure: Measure) -> Corrected | None:
        asked = (model, reference, measure)
        matching = (one for one in self.results if (one.model, one.reference, one.measure) == asked)
        return next(matching, None)

    def score(self, model: str) -> Estimate:
        """Corrected net benefit at the deployment; zero is treating none.

        Parameters
        ----------
        model
            The name of a model.
        """
        return self.measure(model).get()

    def auc(self, model: str) -> Estimate:
        """Corrected AUC.

        Parameters
        ----------
        model
            The name of a model.
        """
        return self.measure(model, "auc").get()

    def compare(self, model: str, reference: str) -> Estimate:
        """Corrected net benefit of a model minus that of another, or of a default strategy; paired.

        Parameters
        ----------
        model, reference
            Names of two models, or of a model and a default strategy.
        """
        direct, reverse = (
            self._find(one, other, Measure(NET_BENEFIT))
            for one, other in ((model, reference), (reference, model))
        )
        if direct is not None:
            return direct.get()
        if reverse is not None:
            return -reverse.get()
        base = self.evaluation.compare(model, reference)
        (first, first_noise), (second, second_noise) = self._moved(model), self._moved(reference)
        return replace(base, value=base.value + first - second, noise={**first_noise, **second_noise})

    def _moved(self, model: str) -> tuple[float, Mapping[Noise, float]]:
        """How far a model's corrected net benefit is from that of the evaluation, and the noise in it."""
        if model in DEFAULT_STRATEGIES:
            return 0.0, {}
        corrected = self.score(model)
        return corrected.value - self.evaluation.score(model).value, corrected.noise

    def to_frame(self) -> Any:
        """One line for each measure, as a frame of pandas if the features came in one, else of Polars."""
        lines = [result.as_dict() for result in self.results]
        if self.kind == "pandas":
            import pandas as pd

            return pd.DataFrame(lines)
        import polars as pl

        text = ("model", "reference", "measure")
        return pl.DataFrame(lines, schema={key: pl.String if key in text else pl.Float64 for key in lines[0]})

    def __str__(self) -> str:
        blocks: list[Paragraph | Table] = [
            Paragraph(self._asked()),
            *self._tables(),
            Paragraph(self._note()),
        ]
        return "\n\n".join(as_plain(block) for block in blocks)

    def __repr__(self) -> str:
        return f"Validation({', '.join(self.models)}; {self.apparent.everyone.patients:,} rows; {self.how})"

    def _asked(self) -> str:
        where, everyone = self.apparent.question.deployment, self.apparent.everyone
        counted = "rows" if self.apparent.question.roles.cluster else "patients"
        stated = where.prevalence
        prevalence = "the observed prevalence" if stated is None else f"a prevalence of {stated}"
        return (
            f"Internal validation by {self.how}; {self.fits:,} fits of each estimator. {everyone.patients:,} "
            f"{counted}, {everyone.positives:,} with the outcome ({percent(everyone.prevalence)}). Net "
            f"benefit at {prevalence} and a cost of {where.cost.distribution.words(ratio)}; zero is treat "
            "none."
        )

    def _note(self) -> str:
        if self.method == "bootstrap":
            return _NOTES["bootstrap"]
        return f"{_NOTES[self.method]} {_WIDENED if self.widened else _NOT_WIDENED}"

    def _tables(self) -> list[Table]:
        heads = ("", "apparent", "optimism", f"corrected ({100 * self.apparent.question.level:g} % CI)")
        tables = []
        for model, reference in dict.fromkeys((one.model, one.reference) for one in self.results):
            chosen = [one for one in self.results if (one.model, one.reference) == (model, reference)]
            title = model if reference is None else f"{model} minus {reference}"
            tables.append(Table(title, heads, tuple(map(_row, chosen))))
        return tables


_NOTES = {
    "cross-validation": (
        "Corrected: every patient's risk is from models fitted without that patient; all are scored once, "
        "each patient one cluster over the repeats. Apparent: on the patients fitted to."
    ),
    "bootstrap": (
        "Corrected: apparent minus the mean over bootstrap samples of what a model fitted to the sample "
        "scores on it minus what it scores on all patients (Harrell). The interval is as wide as that of the "
        "out-of-bag risks, with the error of the simulation and how much fitted models differ in worth."
    ),
}
_WIDENED = "Intervals count what the chance of the patients fitted to adds, by models without two folds."
_NOT_WIDENED = "Intervals take the models as given, and are too narrow for a learner that overfits."


def _row(result: Corrected) -> tuple[str, str, str, str]:
    words, both = result.measure.words, (result.apparent, result.optimism)
    if result.corrected is None:
        return words, "-", "-", f"not available: {result.reason}"
    if result.measure.name == NET_BENEFIT:
        digits = len(thousandths(result.corrected)[0].partition(".")[2])
        first, second = (_plain(1000 * number, digits) for number in both)
        return words, first, second, per_thousand(result.corrected)
    first, second = (_plain(number, 3) for number in both)
    return words, first, second, with_interval(result.corrected)


def _plain(number: float, digits: int) -> str:
    return f"{round(number, digits) + 0.0:.{digits}f}" if math.isfinite(number) else "-"
