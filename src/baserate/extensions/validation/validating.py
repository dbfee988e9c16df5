"""validate(): what a model that was fitted to these patients can be expected to be worth for new ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Literal, TypeAlias

import numpy as np

from baserate.deployment.deployment import (
    CostLike,
    Deployment,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.errors import AssumptionWarning, BaserateError, SettingError, tell
from baserate.evaluation.evaluate import ask
from baserate.evaluation.evaluation import Evaluation
from baserate.extensions.validation.fitting import (
    Fit,
    Learning,
    Numbers,
    Rows,
    fit_all,
    fit_and_ask,
    read_estimators,
)
from baserate.extensions.validation.measured import AUC, Measure, Scored, difference, estimate, measures
from baserate.extensions.validation.pairs import Left, added_variance, division, left_out
from baserate.extensions.validation.splits import bootstrap_samples, folds, whole_count
from baserate.extensions.validation.validation import Corrected, Validation, with_value
from baserate.inference.draws import check_seed
from baserate.inference.estimate import Estimate, check_level
from baserate.odds import adjust
from baserate.scores.metrics import source_by_model

Method = Literal["cross-validation", "bootstrap"]
# A measure of a model, or of a model minus another.
About: TypeAlias = tuple[str, str | None, Measure]
_REPEATS = {"cross-validation": 10, "bootstrap": 200}


def validate(
    estimators: Any,
    X: Any,
    y: Any,
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    method: Method = "cross-validation",
    cv: Any = 10,
    repeats: int | None = None,
    pairs: bool = True,
    cluster: Any = None,
    sample_weight: Any = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
    positive: object = None,
    thresholds: Any = None,
    level: float = 0.95,
    seed: int = 0,
    n_jobs: int | None = None,
) -> Validation:
    """Internal validation: how good models fitted to these patients will be for others like them.

    The whole fit is repeated, so that everything in it that looks at outcomes belongs into the estimator:
    a :class:`sklearn.pipeline.Pipeline` with its selection of features, a search with its own folds.

    ``"cross-validation"``, the default: every patient's risk comes from models fitted without that patient;
    they are pooled and scored once, and a patient is one cluster over the repeats, so that repeats do not
    pass for more patients. What is estimated is a model fitted to ``(cv - 1)/cv`` of the patients. The
    interval is meant for the worth of the model fitted to all of them, ``fitted``: that of the pooled risks,
    widened by what the chance of the patients fitted to adds. For that, models are fitted without each pair
    of folds too (45 with ten folds); an interval without it is too narrow where there are many features for
    the patients (Bates, Hastie and Tibshirani 2023, doi:10.1080/01621459.2023.2197686).
    ``"bootstrap"``: ``apparent - mean_b(apparent_b - test_b)`` with a model fitted to each bootstrap sample,
    on that sample and on all patients (Harrell, Lee and Mark 1996,
    doi:10.1002/(SICI)1097-0258(19960229)15:4<361::AID-SIM168>3.0.CO;2-4). It corrects too little where a
    learner remembers its patients, and says so with an ``AssumptionWarning``. Vickers, Cronin, Elkin and
    Gonen (2008, doi:10.1186/1472-6947-8-53) prefer repeated cross-validation for decision curves.

    Parameters
    ----------
    estimators
        One classifier with ``fit`` and ``predict_proba``, several, or a mapping from names.
    X, y
        Features (arrays, sparse matrices, frames of pandas or Polars) and outcomes, two values.
    cost, prevalence
        Where the model will be used, as for :func:`baserate.evaluate`.
    method
        "cross-validation" or "bootstrap".
    cv
        The number of folds, or a splitter of scikit-learn.
    repeats
        How often patients are divided into folds (10), or how many bootstrap samples are drawn (200).
    pairs
        Whether cross-validation fits models without each pair of folds, for the width of its intervals.
        False saves these fits, and leaves intervals too narrow for a learner that overfits.
    cluster
        What belongs together, one value for each row: never torn apart by folds, drawn as a whole.
    sample_weight
        Weights, both in fitting and in scoring.
    source_prevalence
        The prevalence to which risks are calibrated. None, the default, is that of the patients whom each
        model was fitted to, which folds differ in; for a learner that balances classes, 0.5. One for all
        models, or a mapping from the names of some.
    positive
        The outcome that means disease, if it is not 1 or True.
    thresholds
        Threshold probabilities at which net benefit is validated too.
    level
        The confidence level of the intervals.
    seed
        Of folds and bootstrap samples; estimators have their own ``random_state``.
    n_jobs
        On how many cores models are fitted, as scikit-learn has it.
    """
    _need_sklearn()
    if method not in _REPEATS:
        raise SettingError(f"method must be 'cross-validation' or 'bootstrap'; found {method!r}.")
    named = read_estimators(estimators)
    often = whole_count(_REPEATS[method] if repeats is None else repeats, "repeats", 1)
    study = _Study(
        named,
        Learning.of(X, y, positive, sample_weight, cluster),
        Deployment.of(prevalence, cost),
        _stated(named, source_prevalence),
        measures(thresholds),
        check_level(level),
        check_seed(seed),
        _cores(n_jobs),
    )
    if method == "bootstrap":
        return _bootstrap(study, bootstrap_samples(study.data, often, study.seed))
    return _cross_validate(study, folds(study.data, cv, often, study.seed), cv, often, pairs=pairs)


def _need_sklearn() -> None:
    try:
        import sklearn  # noqa: F401 - only whether it is there
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "baserate.extensions.validation.validate needs scikit-learn: pip install 'baserate[sklearn]'",
            name="sklearn",
        ) from error


def _cores(n_jobs: object) -> int | None:
    """On how many cores: a number as joblib has it, -1 for all."""
    is_whole = isinstance(n_jobs, (int, np.integer)) and not isinstance(n_jobs, bool)
    if n_jobs is not None and (not is_whole or n_jobs == 0):
        raise SettingError(f"n_jobs must be a whole number other than 0, or None; found {n_jobs!r}.")
    return None if n_jobs is None else int(n_jobs)  # type: ignore[call-overload]


def _stated(named: Mapping[str, Any], source: Value | Mapping[str, Value] | None) -> dict[str, float | None]:
    """The source prevalence of each model that has one of its own."""
    by_model = source_by_model(named, source)
    return {name: None if value is None else source_prevalence_of(value) for name, value in by_model.items()}


@dataclass(frozen=True, eq=False)
class _Study:
    """What is validated, on whom, and what is asked."""

    estimators: Mapping[str, Any]
    data: Learning
    deployment: Deployment
    stated: Mapping[str, float | None]
    measures: tuple[Measure, ...]
    level: float
    seed: int
    n_jobs: int | None

    @property
    def everyone(self) -> Rows:
        """All rows."""
        return np.arange(len(self.data))

    @property
    def asked(self) -> list[About]:
        """Every measure of every model, then of every pair."""
        single: list[About] = [(name, None, measure) for name in self.estimators for measure in self.measures]
        pairs = combinations(self.estimators, 2)
        compared = [measure for measure in self.measures if measure.is_compared]
        return single + [(one, other, measure) for one, other in pairs for measure in compared]

    def source(self, model: str, rows: Rows) -> float | None:
        """The prevalence to which a model fitted to these rows is calibrated.

        At the observed prevalence risks are taken as they are: None.
        """
        if self.stated[model] is not None:
            return self.stated[model]
        return None if self.deployment.prevalence is None else self.data.prevalence(rows)

    def common(self, model: str, risk: Numbers, train: Rows) -> Numbers:
        """Risks of a model fitted to some patients as one fitted to all would give them.

        A model knows how likely its findings are with and without the disease, and adds the prevalence
        that it was fitted to. Folds differ in that; the full model has the one of all patients.
        """
        if self.stated[model] is not None:
            return risk
        here, there = self.data.prevalence(train), self.data.prevalence(self.everyone)
        return _rounded(np.asarray(adjust(risk, here, there)))

    def pool(self, fits: Sequence[Fit], risks: Sequence[Numbers], model: str) -> Numbers:
        """Risks by several models, one after the other, as one fitted to all patients would give them."""
        pairs = zip(fits, risks, strict=True)
        return np.concatenate([self.common(model, risk, fit.train) for fit, risk in pairs])

    def evaluate(self, rows: Rows, risks: Mapping[str, Numbers], *, repeated: bool) -> Evaluation:
        """The evaluation of risks of these rows, of which one may come several times; nothing is told."""
        data, models = self.data, list(self.estimators)
        clustered = data.cluster is not None
        outcome, cluster, weight = _names(data.name, "cluster" if clustered else "patient", models)
        columns: dict[str, Any] = {outcome: data.label[rows], **risks, cluster: data.units[rows]}
        if data.weight is not None:
            columns[weight] = data.weight[rows]
        sources = {name: self.source(name, self.everyone) for name in models}
        return ask(
            columns,
            outcome=outcome,
            scores=models,
            prevalence=self.deployment.prevalence,
            cost=self.deployment.cost,
            cluster=cluster if repeated or clustered else None,
            weight=None if data.weight is None else weight,
            source_prevalence={name: source for name, source in sources.items() if source is not None},
            level=self.level,
            seed=self.seed,
        )

    def value(self, rows: Rows, risk: Numbers, source: float | None, measure: Measure) -> float:
        """A measure as a plain number."""
        weight = None if self.data.weight is None else self.data.weight[rows]
        return Scored(self.data.label[rows], risk, weight, source).value(measure, self.deployment)

    def difference(self, about: About, rows: Rows, risks: Mapping[str, Numbers]) -> float:
        """A measure of a model, or of a model minus another, as one fitted to all patients gives risks."""
        model, reference, measure = about
        names = (model,) if reference is None else (model, reference)
        every = [self.value(rows, risks[one], self.source(one, self.everyone), measure) for one in names]
        return every[0] - (0.0 if reference is None else every[1])

    def read(self, ev: Evaluation, model: str, reference: str | None, measure: Measure) -> Estimate:
        """A measure with its interval."""
        if reference is None:
            return estimate(ev, model, measure, own_source=self.stated[model] is not None)
        return difference(ev, model, reference, measure)

    def seen(self, apparent: Evaluation, about: About) -> float:
        """The apparent value; no number where there is none, as a slope where scores separate patients."""
        try:
            return self.read(apparent, *about).value
        except BaserateError:
            return math.nan

    def result(self, method: str, how: str, fits: int, **found: Any) -> Validation:
        """What was found."""
        pandas = type(self.data.features).__module__.partition(".")[0] == "pandas"
        return Validation(method, how, fits=fits, kind="pandas" if pandas else "polars", **found)


# Bits of a risk that are kept: what rounding leaves in the last ones must not break ties between folds.
_BITS = 44


def _rounded(risk: Numbers) -> Numbers:
    """Risks to 13 digits."""
    mantissa, exponent = np.frexp(risk)
    return np.asarray(np.minimum(np.ldexp(np.round(np.ldexp(mantissa, _BITS)), exponent - _BITS), 1.0))


def _names(outcome: str, cluster: str, models: list[str]) -> list[str]:
    """Names of the columns of outcomes, clusters and weights that no model and no other has."""
    taken, names = set(models), []
    for name in (outcome, cluster, "weight"):
        while name in taken:
            name += "_"
        taken.add(name)
        names.append(name)
    return names


def _apparent(study: _Study) -> tuple[Evaluation, dict[str, Any]]:
    """Models fitted to all patients, judged on these same patients."""
    everyone = study.everyone
    fit = Fit("all rows", everyone, (everyone,))
    made = {name: fit_and_ask(one, name, study.data, fit) for name, one in study.estimators.items()}
    # What there is to warn of is said of risks that mean something.
    ev = study.evaluate(everyone, {name: risks[0] for name, (_, risks) in made.items()}, repeated=False)
    return ev, {name: model for name, (model, _) in made.items()}


def _cross_validate(study: _Study, fits: list[Fit], cv: Any, repeats: int, *, pairs: bool) -> Validation:
    single, double = division(study.data, fits, cv, study.seed) if pairs else ([], [])
    asked = [*fits, *(one for one in single if one not in fits), *double]
    every = fit_all(study.estimators, study.data, asked, study.n_jobs)
    predicted = {name: risks[: len(fits)] for name, risks in every.items()}
    apparent, fitted = _apparent(study)
    rows = np.concatenate([fit.tests[0] for fit in fits])
    risks = {name: study.pool(fits, [risk for (risk,) in every], name) for name, every in predicted.items()}
    ev = study.evaluate(rows, risks, repeated=len(np.unique(rows)) < len(rows))
    tell(ev.cautions)
    is_number = isinstance(cv, (int, np.integer))
    parts = np.split(np.arange(len(rows)), repeats) if is_number and repeats > 1 else []
    error = partial(_error_of_folds, study, rows, risks, parts)
    left = _left_out(study, asked, every, single, double)
    how = f"{cv}-fold cross-validation" if is_number else f"cross-validation with {cv!r:.60}"
    how += f", {repeats} times" if parts else ""
    results = tuple(_from_folds(study, ev, apparent, error, left))
    found = {"evaluation": ev, "apparent": apparent, "fitted": fitted, "results": results}
    return study.result("cross-validation", how, len(asked), widened=bool(double), **found)


def _left_out(
    study: _Study, asked: list[Fit], every: Mapping[str, Any], single: list[Fit], double: list[Fit]
) -> list[Left]:
    """What is left of the patients without each fold, with risks by models without one fold and two."""
    place = {fit: number for number, fit in enumerate(asked)}

    def risks(model: str, fit: Fit) -> tuple[Numbers, ...]:
        return tuple(study.common(model, risk, fit.train) for risk in every[model][place[fit]])

    once = {name: [risks(name, fit)[0] for fit in single] for name in every}
    return left_out(single, once, {name: [risks(name, fit) for fit in double] for name in every})


def _error_of_folds(
    study: _Study, rows: Rows, risks: Mapping[str, Numbers], parts: list[Rows], about: About
) -> float:
    """The standard error that comes from how patients were divided: how much repeats differ."""
    found = ({name: risk[part] for name, risk in risks.items()} for part in parts)
    values = [study.difference(about, rows[part], some) for part, some in zip(parts, found, strict=True)]
    return float(np.std(values, ddof=1)) / math.sqrt(len(values)) if values else math.nan


def _from_folds(
    study: _Study, ev: Evaluation, apparent: Evaluation, error: Callable[[About], float], left: list[Left]
) -> Iterator[Corrected]:
    for about in study.asked:
        seen = study.seen(apparent, about)
        try:
            corrected = study.read(ev, *about)
        except BaserateError as reason:
            yield Corrected(*about, seen, reason=str(reason.unquoted()))
            continue
        added = added_variance(left, partial(study.difference, about))
        widened = with_value(corrected, corrected.value, math.sqrt(added))
        yield Corrected(*about, seen, widened, error(about))


def _bootstrap(study: _Study, fits: list[Fit]) -> Validation:
    predicted = fit_all(study.estimators, study.data, fits, study.n_jobs)
    apparent, fitted = _apparent(study)
    ev = _out_of_bag(study, fits, predicted)
    results = tuple(_from_resamples(study, ev, apparent, fits, predicted))
    _warn_of_overfitting(study, ev, apparent)
    found = {"evaluation": ev, "apparent": apparent, "fitted": fitted, "results": results}
    how = f"Harrell's optimism bootstrap, {len(fits):,} resamples"
    return study.result("bootstrap", how, len(fits), **found)


def _out_of_bag(study: _Study, fits: list[Fit], predicted: Mapping[str, Any]) -> Evaluation:
    """The evaluation of every patient's risks by the models whose samples the patient is not in."""
    units = study.data.units
    left = [np.flatnonzero(~np.isin(units, units[fit.train])) for fit in fits]
    risks = {
        name: study.pool(fits, [risk[out] for (_, risk), out in zip(every, left, strict=True)], name)
        for name, every in predicted.items()
    }
    ev = study.evaluate(np.concatenate(left), risks, repeated=True)
    tell(ev.cautions)
    return ev


def _from_resamples(
    study: _Study, ev: Evaluation, apparent: Evaluation, fits: list[Fit], predicted: Mapping[str, Any]
) -> Iterator[Corrected]:
    drawn = {
        (name, measure): _resampled(study, name, measure, fits, predicted[name])
        for name in study.estimators
        for measure in study.measures
    }
    for about in study.asked:
        model, reference, measure = about
        values = drawn[model, measure] - (0.0 if reference is None else drawn[reference, measure])
        lost = int((~np.isfinite(values).all(axis=1)).sum())
        if lost:
            reason = f"there is none in {lost:,} of {len(fits):,} resamples."
            yield Corrected(*about, study.seen(apparent, about), reason=reason)
            continue
        try:
            seen, out_of_bag = (study.read(one, *about) for one in (apparent, ev))
        except BaserateError as error:
            yield Corrected(*about, reason=str(error.unquoted()))
            continue
        yield _correct(about, seen.value, out_of_bag, values)


def _correct(about: About, seen: float, out_of_bag: Estimate, values: Numbers) -> Corrected:
    """Apparent minus optimism, with an interval for the model that was fitted.

    As wide as that of the out-of-bag risks, with two errors more: that of the simulated optimism, and how
    much models that are fitted to other samples differ in worth, which this one does too.
    """
    optimism = values[:, 0] - values[:, 1]
    simulated = float(np.std(optimism, ddof=1)) / math.sqrt(len(optimism))
    noise = math.hypot(simulated, float(np.std(values[:, 1], ddof=1)))
    return Corrected(*about, seen, with_value(out_of_bag, seen - float(optimism.mean()), noise), simulated)


def _resampled(study: _Study, model: str, measure: Measure, fits: list[Fit], predicted: Any) -> Numbers:
    """For each bootstrap sample, what its model scores on it, and what it scores on all patients."""
    values = []
    for fit, risks in zip(fits, predicted, strict=True):
        source = study.source(model, fit.train)
        both = zip(fit.tests, risks, strict=True)
        values.append([study.value(rows, risk, source, measure) for rows, risk in both])
    return np.array(values)


# By how much the AUC may be lower out of bag; by less where a learner puts nearly all it has seen in order.
_MUCH, _NEARLY_PERFECT, _MUCH_OF_PERFECT = 0.15, 0.9, 0.1


def _warn_of_overfitting(study: _Study, ev: Evaluation, apparent: Evaluation) -> None:
    for name in study.estimators:
        seen, new = (estimate(one, name, Measure(AUC), own_source=True).value for one in (apparent, ev))
        if seen - new > (_MUCH_OF_PERFECT if seen >= _NEARLY_PERFECT else _MUCH):
            text = (
                f"the apparent AUC is {seen:.3f}, out of bag it is {new:.3f}: where a learner remembers its "
                "patients so well, the bootstrap takes off too little."
            )
            advice = "Use method='cross-validation'."
            tell([AssumptionWarning(text, model=name, advice=advice)])
