"""Which data are site summaries, and what cannot be asked of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from baserate.data.files import no_file
from baserate.data.formats.addresses import shown
from baserate.data.summary_file import is_summary
from baserate.errors import BaserateError, SettingError


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
    if not Path(path).exists() and "://" not in path:
        return no_file(shown(path), Path(path))
    return SettingError(
        f"{shown(path)} is not a site summary made by baserate reduce.",
        advice="Of several files each must be one; name one file of patients, or a folder of them.",
    )


def decided_before(path: str, stated: Sequence[str]) -> SettingError:
    """The error for what is asked of a site summary, and was decided when it was made."""
    return SettingError(
        f"{', '.join(stated)} cannot be honoured: {path} is a site summary, which was made with its outcome, "
        "scores, groups and weights, and knows no clusters.",
        advice="Say it to baserate reduce.",
    )
