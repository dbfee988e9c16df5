"""These tests are there only where the libraries that they are about are installed: .ci/training."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("BASERATE_TRAINING") == "1" else ["test_*.py"]
