"""For MLflow: an evaluation as metrics, parameters and files of a run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from baserate.errors import SettingError

if TYPE_CHECKING:
    from baserate.evaluation.evaluate import Evaluation

# MLflow takes letters, digits, underscores, dashes, periods, spaces and slashes, at most 250 of them; a
# slash divides a name into folders. So that a model, a group and a measure fit, each has at most so many.
_NOT_TAKEN = re.compile(r"[^A-Za-z0-9_. -]")
_LONGEST = 60
_FOLDER = "baserate"
# MLflow cuts the value of a parameter off after so many characters.
_LONGEST_VALUE = 6000


def log(
    ev: Evaluation,
    *,
    name: str | None = None,
    step: int | None = None,
    page: bool = True,
    smallest_cell: int = 5,
) -> dict[str, float]:
    """Log an evaluation to the active MLflow run, or to a new one where none is active.

    Metrics: for each model every measure with the ends of its interval (``network/net_benefit``,
    ``network/net_benefit_low``), the default strategies, and the best minus the next; per patient, as in the
    JSON. Parameters: what was asked. Files, under ``baserate/``: ``result.json``, ``summary.txt`` and
    ``page.html``. A tag, ``baserate.verdict``: the verdict in one sentence.

    Parameters
    ----------
    ev
        What :func:`baserate.evaluate` returned.
    name
        Of this evaluation where a run has several: the folder of its metrics, parameters and files.
    step
        MLflow's step of the metrics, such as the month of a series.
    page
        Whether to log the page; it holds no patient rows.
    smallest_cell
        Of the page: bins of fewer patients than this are merged with their neighbours.

    Returns
    -------
    dict
        The metrics as they were logged, by name.
    """
    mlflow = _mlflow()
    result = ev.to_dict()
    lead = "" if name is None else f"{safe_names([name])[name]}/"
    metrics = {f"{lead}{measure}": value for measure, value in metrics_of(result)}
    mlflow.log_metrics(metrics, step=step)
    mlflow.log_params({f"{lead}{parameter}": value for parameter, value in parameters_of(result)})
    mlflow.set_tag(f"{lead}baserate.verdict", result["verdict"]["sentence"])
    mlflow.log_dict(result, f"{_FOLDER}/{lead}result.json")
    mlflow.log_text(ev.summary(), f"{_FOLDER}/{lead}summary.txt")
    if page:
        mlflow.log_text(ev.page(smallest_cell=smallest_cell), f"{_FOLDER}/{lead}page.html")
    return metrics


def metrics_of(result: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Names that MLflow takes, and numbers, from a result as plain data.

    Parameters
    ----------
    result
        What ``ev.to_dict()`` gives.
    """
    models = safe_names(result["models"])
    for model, measures in result["models"].items():
        for measure, number in measures.items():
            yield from _ends(f"{models[model]}/{measure}", number)
    for strategy, measures in result["default_strategies"].items():
        yield from _ends(f"{strategy}/net_benefit", measures["net_benefit"])
    yield from _ends("best minus next", result["verdict"]["difference"])
    yield from _ends("best minus without a model", result["verdict"]["added"])
    groups = safe_names(str(group["name"]) for group in result["groups"])
    for group in result["groups"]:
        for model, measures in group["models"].items():
            name = f"group {groups[str(group['name'])]}/{models[model]}/net_benefit"
            yield from _ends(name, measures.get("net_benefit"))


def parameters_of(result: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What was asked, as text: of each parameter that was stated.

    Parameters
    ----------
    result
        What ``ev.to_dict()`` gives.
    """
    for name, value in result["provenance"]["parameters"].items():
        if value is not None:
            yield name, str(value)[:_LONGEST_VALUE]
    yield "patients", str(result["data"]["used"])
    yield "cases", str(result["data"]["positives"])


def safe_names(names: Iterable[str]) -> dict[str, str]:
    """Names of models or groups as MLflow takes them: what it refuses becomes "_", and no two are alike.

    Parameters
    ----------
    names
        Those of models or groups.

    >>> safe_names(["new", "a/b", "a$b", ""])
    {'new': 'new', 'a/b': 'a_b', 'a$b': 'a_b 2', '': '_'}
    """
    safe: dict[str, str] = {}
    for name in names:
        plain = _plain(name)[:_LONGEST].strip(" .") or "_"
        unique, number = plain, 1
        while unique in safe.values():
            number += 1
            unique = f"{plain} {number}"
        safe[name] = unique
    return safe


def _plain(name: str) -> str:
    return _NOT_TAKEN.sub("_", name)


def _ends(name: str, number: Any) -> Iterator[tuple[str, float]]:
    """A number and the ends of its interval; nothing for what is no number, or cannot be had.

    The ends have names of their own, not a folder's: MLflow may keep each metric in a file of its name.
    """
    if not (isinstance(number, Mapping) and {"value", "low", "high", "standard_error"} <= number.keys()):
        return
    for key, value in (("", number["value"]), ("_low", number["low"]), ("_high", number["high"])):
        if value is not None:
            yield f"{name}{key}", float(value)


def _mlflow() -> Any:
    try:
        import mlflow
    except ModuleNotFoundError as error:
        if error.name != "mlflow":
            raise
        raise SettingError("logging to MLflow needs it: pip install 'baserate[mlflow]'") from error
    return mlflow
