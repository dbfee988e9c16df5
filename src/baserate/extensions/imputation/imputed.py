"""pool_imputations(): one result from the evaluations of several completed copies of the same data."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from baserate.deployment.deployment import Deployment, Value, threshold_of
from baserate.errors import BaserateError, DataError, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.extensions.imputation.rubin import ImputedEstimate
from baserate.inference.estimate import Estimate, Interval
from baserate.inference.simultaneous import adjusted_level
from baserate.inference.strategies import DEFAULT_STRATEGIES, WITHOUT_MODEL
from baserate.patients.patients import PatientRows
from baserate.results.judged import Cutoff
from baserate.results.measures import OF_MODELS
from baserate.results.question import Question
from baserate.results.standing import Standing
from baserate.results.words import per_thousand

if TYPE_CHECKING:
    import polars as pl


class ImputedSplit(NamedTuple):
    """Discrimination and calibration loss over imputations; see :func:`baserate.split`."""

    total: ImputedEstimate
    sharpness: ImputedEstimate
    calibration: ImputedEstimate
    calibration_corrected: ImputedEstimate


@dataclass(frozen=True, eq=False, repr=False)
class ImputedEvaluation:
    """Evaluations of the same patients over imputations, pooled by Rubin's rules.

    See :func:`pool_imputations`. ``evaluations`` are those of the completed copies.
    """

    evaluations: tuple[Evaluation, ...]
    question: Question
    _kept: dict[Hashable, object] = field(default_factory=dict, repr=False)

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order in which they were given."""
        return self.evaluations[0].models

    def score(self, model: str, group: str | None = None) -> ImputedEstimate:
        """Net benefit of a model, or of a default strategy, at the deployment; zero is treating none."""
        return self._pool(("score", model, group), lambda ev: ev.score(model, group))

    def compare(self, model: str, reference: str, group: str | None = None) -> ImputedEstimate:
        """Net benefit of a model minus that of another, or of a default strategy; paired in every copy."""
        return self._pool(
            ("compare", model, reference, group), lambda ev: ev.compare(model, reference, group)
        )

    def measure(self, model: str, name: str, group: str | None = None) -> ImputedEstimate:
        """One of the measures of :meth:`to_frame`, such as "brier"; an error where a copy has none."""
        if name not in OF_MODELS:
            raise SettingError(f"no measure {name!r}; there are {', '.join(OF_MODELS)}.")
        return self._pool((name, model, group), lambda ev: ev.judged(model, group).measure(name).get())

    def auc(self, model: str, group: str | None = None) -> ImputedEstimate:
        """The AUC, its interval made on the log odds."""
        return self.measure(model, "auc", group)

    def at_threshold(self, model: str, threshold: Value, group: str | None = None) -> ImputedEstimate:
        """Net benefit at another threshold probability, at the prevalence of the deployment."""
        where = Deployment.of(self.question.deployment.prevalence, threshold_of(threshold))
        return self._pool(
            ("at", model, where, group),
            lambda ev: (
                ev.judged(model, group)
                .worth(ev.question.deployment_of(model, where))
                .at_level(self.question.level)
            ),
        )

    def split(self, model: str, group: str | None = None) -> ImputedSplit:
        """Discrimination and calibration loss, each pooled; total is sharpness minus calibration."""

        def part(name: str) -> ImputedEstimate:
            return self._pool(
                (f"split {name}", model, group), lambda ev: getattr(ev.split(model, group), name)
            )

        return ImputedSplit(*map(part, ImputedSplit._fields))

    def threshold(self, model: str, group: str | None = None) -> Cutoff:
        """The cut-off on the model's score, the same in every copy, as outcomes are."""
        return self.evaluations[0].threshold(model, group=group)

    def simultaneous(self, model: str, reference: str) -> Interval:
        """The interval of a difference that holds together with those of all other comparisons."""
        return self.compare(model, reference).interval(self.level_of_comparisons)

    @functools.cached_property
    def level_of_comparisons(self) -> float:
        """The level of each comparison's interval at which all of them hold together."""
        items = (*self.models, *DEFAULT_STRATEGIES)
        variances = np.zeros((len(items), len(items)))
        for (i, one), (j, other) in combinations(enumerate(items), 2):
            variances[i, j] = variances[j, i] = self.compare(one, other).spread.variance
        pairs = [(items.index(one), items.index(other)) for one, other in self.evaluations[0].comparisons]
        return adjusted_level(variances, pairs, self.question.level)

    def error_bound(self, model: str) -> float:
        """How far bins can move a model's net benefit, at most."""
        return max(ev.error_bound(model) for ev in self.evaluations)

    @functools.cached_property
    def standing(self) -> Standing:
        """Who is best, and who cannot be told from the best, by the pooled differences taken together."""
        return Standing.of(self)

    @property
    def missing_information(self) -> float:
        """The largest fraction of missing information of any model's net benefit and of any difference."""
        every = [self.score(model) for model in self.models]
        every += [self.compare(one, other) for one, other in combinations(self.models, 2)]
        return max(one.missing_information for one in every)

    @property
    def verdict(self) -> str:
        """Which model to use, in a sentence that says no more than the pooled intervals do."""
        standing, best = self.standing, self.standing.ranked[0]
        if not standing.better_than_without:
            return "No model is shown to be better than deciding without one."
        if best == WITHOUT_MODEL:
            return "No model is better than deciding without one."
        if not standing.decided:
            others = ", ".join(standing.tied[1:])
            if best not in standing.better_than_without:
                others += f"; {best} itself is not shown to be better than deciding without a model"
            ahead = self.compare(best, standing.tied[1]).value > 0.0
            return (
                f"{best} has the highest net benefit, but cannot be told from {others}."
                if ahead
                else (f"{best} cannot be told from {others}.")
            )
        added = per_thousand(cast(Estimate, self.compare(best, WITHOUT_MODEL)))
        return (
            f"Use {best}: it is worth {added} more cases found per 1,000 patients than deciding without a "
            "model."
        )

    def to_frame(self) -> pl.DataFrame:
        """One line for each number: value, standard error, interval, degrees, missing information.

        ``reference`` is the model or default strategy that is subtracted, null where none is; what a copy
        does not give has no numbers.
        """
        import polars as pl

        lines = [
            {"model": model, "reference": reference, "measure": name, **_numbers(find)}
            for model, reference, name, find in self._every()
        ]
        text = ("model", "reference", "measure")
        return pl.DataFrame(lines, schema={key: pl.String if key in text else pl.Float64 for key in lines[0]})

    def _every(self) -> Iterable[tuple[str, str | None, str, Callable[[], ImputedEstimate]]]:
        for model in self.models:
            for name in OF_MODELS:
                yield model, None, name, functools.partial(self.measure, model, name)
        for model, reference in self.evaluations[0].comparisons:
            yield model, reference, "net_benefit", functools.partial(self.compare, model, reference)

    def __str__(self) -> str:
        from baserate.extensions.imputation.imputed_text import as_text

        return as_text(self)

    def __repr__(self) -> str:
        return f"ImputedEvaluation({', '.join(self.models)}; {len(self.evaluations)} imputations)"

    def _pool(self, key: Hashable, find: Callable[[Evaluation], Estimate]) -> ImputedEstimate:
        if key not in self._kept:
            self._kept[key] = ImputedEstimate(tuple(find(ev) for ev in self.evaluations))
        return cast(ImputedEstimate, self._kept[key])


def _numbers(find: Callable[[], ImputedEstimate]) -> dict[str, float | None]:
    names = ("value", "standard_error", "low", "high", "degrees", "missing_information")
    try:
        one = find()
    except BaserateError:
        return dict.fromkeys(names)
    values = (one.value, one.standard_error, one.low, one.high, one.degrees, one.missing_information)
    return {name: value if np.isfinite(value) else None for name, value in zip(names, values, strict=True)}


def pool_imputations(evaluations: Iterable[Evaluation]) -> ImputedEvaluation:
    """Pool the evaluations of several imputed copies of the same data, by Rubin's rules.

    Impute ``m`` times, let each model predict every copy, evaluate each copy, and pool: the models stay as
    they are, the predictions differ by copy. ``T = mean U + (1 + 1/m) B``, with the degrees of freedom of
    Barnard and Rubin (1999, doi:10.1093/biomet/86.4.948) from those that each interval has for complete
    data. Scores and differences are pooled as they are, the AUC and other shares on the log odds, observed
    over expected on the logarithm.

    Parameters
    ----------
    evaluations
        Of :func:`baserate.evaluate`, at least two: the same patients in the same order, the same outcomes,
        weights and clusters, the same models and deployment. Where rows stay in an engine, only how many
        patients, outcomes and clusters there are is checked.

    >>> from baserate.datasets import icu_cohort
    >>> stays, asked = icu_cohort(), {"prevalence": (0.01, 0.10), "cost": "1:30"}
    >>> import numpy as np, baserate
    >>> def copy(seed):
    ...     noise = np.random.default_rng(seed).normal(0, 0.3, len(stays))
    ...     log_odds = baserate.odds.logit(stays["severity"].to_numpy()) + noise
    ...     return {"died": stays["died"], "severity": baserate.odds.expit(log_odds)}
    >>> evaluations = [baserate.evaluate(copy(i), "died", ["severity"], **asked) for i in range(5)]
    >>> print(1000 * pool_imputations(evaluations).score("severity"))
    23.29 (95 % CI 22.7 to 23.87)
    """
    if not isinstance(evaluations, Iterable):
        raise SettingError(
            f"a list of evaluations is pooled, one for each imputation; found {type(evaluations).__name__}."
        )
    given = tuple(evaluations)
    if any(not isinstance(ev, Evaluation) for ev in given):
        wrong = next(ev for ev in given if not isinstance(ev, Evaluation))
        raise SettingError(f"evaluations of baserate.evaluate are pooled; found {type(wrong).__name__}.")
    for ev in given:
        ev.judged(ev.models[0])  # for its error, where one was read and has no patients
    if len(given) < 2:
        raise SettingError(f"Rubin's rules need at least two imputations; found {len(given)}.")
    for number, ev in enumerate(given[1:], 2):
        _check_question(given[0].question, ev.question, number)
        _check_patients(given[0], ev, number)
    return ImputedEvaluation(given, given[0].question)


def _check_question(first: Question, other: Question, number: int) -> None:
    """The same models, deployment, source prevalences, level and groups."""
    asked = [_comparable(question) for question in (first, other)]
    for name in asked[0]:
        if asked[0][name] != asked[1][name]:
            raise SettingError(
                f"imputation {number} was asked another question: {name} is {asked[1][name]!r:.80}, in the "
                f"first it is {asked[0][name]!r:.80}."
            )


def _comparable(question: Question) -> dict[str, Any]:
    """What was asked, whatever the seed, the names of columns, and the sheet or the table they are in."""
    stated = replace(question, table=None, seed=0).to_dict()
    return {**stated, "scores": list(stated["scores"])}


def _check_patients(first: Evaluation, other: Evaluation, number: int) -> None:
    """As many patients, and the same outcomes, weights and clusters, in the same order."""
    counts = [(ev.everyone.patients, ev.everyone.positives, ev.patients.clusters()) for ev in (first, other)]
    if counts[0] != counts[1]:
        shown = [f"{rows:,} rows, {positives:,} with the outcome" for rows, positives, _ in counts]
        raise DataError(
            f"imputation {number} has other patients than the first: {shown[1]}, not {shown[0]}.",
            advice="Impute predictors, leave out no patient, and keep the rows in order.",
        )
    rows = (first.patients, other.patients)
    if isinstance(rows[0], PatientRows) and isinstance(rows[1], PatientRows):
        for what, one, two in zip(("outcomes", "weights"), _fixed(rows[0]), _fixed(rows[1]), strict=True):
            differ = int(np.count_nonzero(one != two))
            if differ:
                raise DataError(
                    f"imputation {number} has other {what} than the first in {differ:,} of {len(one):,} "
                    "rows.",
                    advice="Impute predictors only, and keep the rows in order.",
                )
        if not _same_clusters(rows[0], rows[1]):
            raise DataError(
                f"imputation {number} puts rows together into other clusters than the first.",
                advice="Impute predictors only, and keep the rows in order.",
            )


def _same_clusters(one: PatientRows, other: PatientRows) -> bool:
    """Whether rows that are one cluster in a copy are so in the other, whatever it is called."""
    codes = [_clusters(rows) for rows in (one, other)]
    if codes[0] is None or codes[1] is None:
        return codes[0] is codes[1]
    return len(set(zip(*codes, strict=True))) == len(set(codes[0])) == len(set(codes[1]))


def _clusters(rows: PatientRows) -> list[int] | None:
    """The cluster of each row, in the order in which rows were given."""
    if rows.cluster is None:
        return None
    code = rows.cluster.code
    return list((code if rows.given is None else code[np.argsort(rows.given)]).tolist())


def _fixed(rows: PatientRows) -> tuple[Any, Any]:
    """Outcomes and weights in the order in which rows were given."""
    order = np.arange(len(rows.label)) if rows.given is None else np.argsort(rows.given)
    weight = np.zeros(0) if rows.weight is None else rows.weight[order]
    return rows.label[order], weight
