"""Torch and JAX are large: these tests are collected with BASERATE_TRAINING=1, where they are installed.

Those on array_api_strict, which is small and stricter than any library, run wherever it is.
"""

from __future__ import annotations

import os

collect_ignore = [] if os.environ.get("BASERATE_TRAINING") == "1" else ["test_jax.py", "test_torch.py"]
