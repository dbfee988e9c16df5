"""The result as it stands in the page: without groups that are too small to be shown, or rows of patients."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    kept = [group for group in result["groups"] if group["name"] in shown]
    found: dict[str, Any] = _without_rows({**result, "groups": kept, "warnings": warnings})
    return found


def _without_rows(content: Any) -> Any:
    """Texts that quote single rows, shortened."""
    if isinstance(content, str):
        return _ROWS.sub("", content)
    if isinstance(content, list):
        return [_without_rows(one) for one in content]
    if isinstance(content, dict):
        return {key: _without_rows(one) for key, one in content.items()}
    return content
