"""Pages that need real data find them where the tests do, and are skipped without them."""

from __future__ import annotations

import pytest
from tests.support.data import real_data

NEEDS = {"groups.md": "eicu_demo", "shift.md": "support2", "support2.md": "support2"}


@pytest.fixture(autouse=True)
def _data_of_the_page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    name = NEEDS.get(request.node.path.name)
    if name is not None:
        monkeypatch.setenv("BASERATE_DATA", str(real_data(name).parent))
