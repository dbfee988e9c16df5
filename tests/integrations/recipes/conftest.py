"""These tests are there only where their libraries are installed: .ci/recipes does it."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("BASERATE_RECIPES") == "1" else ["test_*.py"]
