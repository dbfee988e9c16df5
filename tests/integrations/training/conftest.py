"""These tests are there only where the libraries that they train with are installed: .ci/training."""

from __future__ import annotations

import os

# Before Keras is imported: it asks once.
os.environ.setdefault("KERAS_BACKEND", "torch")

collect_ignore_glob = [] if os.environ.get("BASERATE_TRAINING") == "1" else ["test_*.py"]
