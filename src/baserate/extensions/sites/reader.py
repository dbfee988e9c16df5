"""What reads site summaries: which data are such, what they hold, and what cannot be asked of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from baserate.errors import BaserateError, SettingError
from baserate.extensions.sites.summaries import read_summaries, read_summary
from baserate.extensions.sites.summary_file import is_summary
from baserate.patients.files import no_file
from baserate.patients.named_table import check_path

__all__ = [
    "decided_before",
    "is_summary",
    "not_a_summary",
    "read_summaries",
    "read_summary",
    "summary_paths",
]


def summary_paths(data: object) -> list[str]:
    """The files of site summaries, one or several; empty where the data are something else.

    Where one of several is a summary, all must be.
    """
    several = data if isinstance(data, (list, tuple)) else [data]
    paths = [os.fspath(one) for one in several if isinstance(one, (str, os.PathLike))]
    if len(paths) < max(len(several), 1):
        return []
    # A pipe can be read once only, and is not looked into.
    others = [path for path in paths if not (Path(path).is_file() and is_summary(path))]
    if not others:
        return paths
    if len(others) < len(paths):
        raise not_a_summary(others[0])
    return []


def not_a_summary(path: str) -> BaserateError:
    """The error for one of several files that is none: patients of several files are not put together."""
    check_path(path)
    if not Path(path).exists():
        return no_file(path, Path(path))
    return SettingError(
        f"{path} is not a site summary made by baserate reduce.",
        advice="Of several files each must be one; name one file of patients, or a folder of them.",
    )


def decided_before(path: str, stated: Sequence[str]) -> SettingError:
    """The error for what is asked of a site summary, and was decided when it was made."""
    return SettingError(
        f"{', '.join(stated)} cannot be honoured: {path} is a site summary, which was made with its outcome, "
        "scores, groups and weights, and knows no clusters.",
        advice="Say it to baserate reduce.",
    )
