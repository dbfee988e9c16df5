"""These tests are there only where their peers are installed."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("BASERATE_PEERS") == "1" else ["test_*.py"]
