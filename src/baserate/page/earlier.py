"""Pages and site summaries that were given out before, as far as a new page must know them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from baserate.errors import FileError
from baserate.patients.given_out import GivenOut
from baserate.patients.named_table import check_path
from baserate.registry import site_summaries

__all__ = ["read_given_out"]

_STUDY = re.compile(r'<script type="application/json" id="study">(.*?)</script>', re.DOTALL)


def given_out_by(study: Mapping[str, Any], name: str) -> GivenOut:
    """What the data of a page say of how many patients there are, and in which bins."""
    data, page = study["result"]["data"], study["page"]
    counts: dict[str | None, tuple[int, int]] = {None: _classes(data["positives"], data["used"])}
    for group in study["result"]["groups"]:
        counts[group["name"]] = _classes(group["positives"], group["patients"])
    carried = json.dumps([page["models"], page["pairs"]], sort_keys=True)
    return GivenOut(name, page["smallest_cell"], counts, hashlib.sha256(carried.encode()).hexdigest())


def read_given_out(path: str | Path) -> GivenOut:
    """A page that baserate wrote, or a site summary."""
    name, summaries = str(path), site_summaries()
    check_path(name)
    if summaries.is_summary(name):
        return summaries.read_summary(name).given_out(name)
    try:
        found = _STUDY.search(Path(name).read_text("utf-8"))
        if found is not None:
            return given_out_by(json.loads(found[1]), name)
    except OSError as error:
        raise FileError(f"{name} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # not as we write them
    raise FileError(f"{name} is neither a page nor a site summary that baserate wrote.")


def _classes(cases: int, patients: int) -> tuple[int, int]:
    return cases, patients - cases
