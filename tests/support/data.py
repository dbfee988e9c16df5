"""Real data for tests: never part of this repository, looked for beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HOMES = {
    "eicu_demo": "https://physionet.org/content/eicu-crd-demo/2.0.1/ "
    "(patient, apachePatientResult and apachePredVar, .csv.gz)",
    "support2": "https://hbiostat.org/data/ (support2csv.zip)",
}


def real_data(name: str) -> Path:
    """The folder of a data set: in BASERATE_DATA, else in shared/data beside the repository; or skip."""
    given = os.environ.get("BASERATE_DATA")
    places = [Path(given)] if given else []
    places.append(Path(__file__).resolve().parents[3] / "shared" / "data")
    for place in places:
        if (place / name).is_dir():
            return place / name
    pytest.skip(
        f"no {name} in {' or '.join(map(str, places))}. Get it from {HOMES[name]}; set BASERATE_DATA."
    )
