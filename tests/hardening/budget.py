"""How much is tried: little with every run of the tests, much where BASERATE_FUZZ=thorough asks for it."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

THOROUGH = os.environ.get("BASERATE_FUZZ") == "thorough"
# A thorough run tries so many times as many examples as a short one, and does not repeat itself.
TIMES = 50 if THOROUGH else 1


def examples(count: int, *, shrink: bool = True) -> settings:
    """Settings that try so many examples, or many more in a thorough run.

    Without ``shrink`` what fails is shown as it is: to make it smaller takes minutes where one example
    takes a second.
    """
    phases = [phase for phase in Phase if shrink or phase not in (Phase.shrink, Phase.explain)]
    return settings(
        max_examples=count * TIMES,
        deadline=None,
        derandomize=not THOROUGH,
        phases=phases,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
