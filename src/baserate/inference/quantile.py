"""How far an interval reaches, in standard errors."""

from __future__ import annotations

__all__ = ["quantile"]


def quantile(degrees: float, level: float) -> float:
    """How many standard errors an interval at this level reaches to either side."""
    from scipy.special import stdtrit

    return float(stdtrit(min(degrees, 1e9), (1.0 + level) / 2.0))
