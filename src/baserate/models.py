"""Several models of the same patients: a mapping from name to scores."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.typing import ArrayLike

from baserate.deployment import Value
from baserate.errors import SettingError


def scores_by_model(models: Mapping[str, ArrayLike]) -> Mapping[str, ArrayLike]:
    """The models, or an error if they are not a mapping with at least one."""
    if not isinstance(models, Mapping) or not models:
        raise SettingError(
            "models must be a mapping from name to scores with at least one entry, such as "
            f"{{'new': scores}}; found {type(models).__name__}."
        )
    return models


def source_by_model(
    models: Mapping[str, ArrayLike], source_prevalence: Value | Mapping[str, Value] | None
) -> dict[str, Value | None]:
    """The prevalence for which each model's scores are calibrated; None is the data's own."""
    if not isinstance(source_prevalence, Mapping):
        return dict.fromkeys(models, source_prevalence)
    unknown = sorted(set(source_prevalence) - set(models))
    if unknown:
        raise SettingError(
            f"source_prevalence names {', '.join(map(repr, unknown))}, which is not among the models: "
            f"{', '.join(map(repr, models))}."
        )
    return {name: source_prevalence.get(name) for name in models}
