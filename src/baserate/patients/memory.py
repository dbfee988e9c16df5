"""Too little memory, however it is said."""

from __future__ import annotations

import errno

# What systems, loaders of libraries and Polars say where there is no memory left.
_NO_MEMORY = ("cannot allocate memory", "out of memory", "allocation failed", "failed to map segment")


def is_memory_failure(error: BaseException) -> bool:
    """Whether something failed for want of memory, however that is said."""
    said = str(error).lower()
    return (
        isinstance(error, MemoryError)
        or getattr(error, "errno", None) == errno.ENOMEM
        or any(words in said for words in _NO_MEMORY)
    )
