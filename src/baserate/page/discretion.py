"""The result as it stands in the page: without groups that are too small to be shown, or rows of patients."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

# Examples that errors give of rows: "(0.0 in row 132, 0.0 in row 273, ...)".
_ROWS = re.compile(r"\s*\([^()]*\brows?\b[^()]*\)")


def discreet(result: dict[str, Any], shown: Sequence[str], least: int) -> dict[str, Any]:
    """The result for the page. Groups that are not shown are named in a warning, without their numbers."""
    hidden = [group["name"] for group in result["groups"] if group["name"] not in shown]
    warnings = [one for one in result["warnings"] if not any(f"group {name!r}" in one for name in hidden)]
    if hidden:
        warnings.append(
            f"not shown on this page, because fewer than {least} of their patients have the outcome, or do "
            f"not: {', '.join(hidden)}."
        )
    kept = [_group_without_rows(group) for group in result["groups"] if group["name"] in shown]
    models = _models_without_rows(result["models"])
    return {**result, "groups": kept, "models": models, "warnings": [_ROWS.sub("", one) for one in warnings]}


def _group_without_rows(group: dict[str, Any]) -> dict[str, Any]:
    return {**group, "models": _models_without_rows(group["models"])} if "models" in group else group


def _models_without_rows(models: Mapping[str, Any]) -> dict[str, Any]:
    """Why a measure is not to be had may quote single patients."""
    found = {}
    for name, measures in models.items():
        reasons = {measure: _ROWS.sub("", why) for measure, why in measures["not_available"].items()}
        found[name] = {**measures, "not_available": reasons}
    return found
