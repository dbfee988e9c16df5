"""These tests are there only where a server is: .ci/postgresql starts one and names it."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("BASERATE_POSTGRESQL") else ["test_*.py"]
