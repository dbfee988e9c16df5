"""Wilson's score interval of a share (1927, doi:10.1080/01621459.1927.10502953).

It never leaves 0 to 1, and has a width where nobody, or everybody, was counted.
"""

from __future__ import annotations

import math


def score_interval(share: float, size: float, quantile: float) -> tuple[float, float]:
    """All shares that a score test does not refuse, for one that was seen among ``size`` patients.

    ``quantile`` is how many standard errors the interval reaches to either side.

    >>> [round(end, 4) for end in score_interval(0.9, 20, 1.959964)]
    [0.699, 0.9721]
    """
    share = min(max(share, 0.0), 1.0)  # rounding may have taken it beyond
    more = quantile**2 / size
    middle = (share + more / 2.0) / (1.0 + more)
    half = math.sqrt(more * share * (1.0 - share) + more**2 / 4.0) / (1.0 + more)
    # At either end the share itself is one end of the interval, which rounding must not move.
    return min(max(middle - half, 0.0), share), max(min(middle + half, 1.0), share)
