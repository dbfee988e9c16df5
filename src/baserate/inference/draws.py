"""What is asked of a simulation: how many draws, and from which seed."""

from __future__ import annotations

import numpy as np

from baserate.errors import SettingError

__all__ = ["check_draws", "check_seed"]


def check_seed(seed: object) -> int:
    """A seed from which draws can be made again."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise SettingError(f"\0seed=\0 is a whole number, at least 0; found {seed!r}.")
    return int(seed)


def check_draws(number: object, what: str) -> int:
    """How often is drawn: at least twice, because one draw says nothing about another.

    ``what`` needs the draws, as in "a bootstrap needs at least two replicates".
    """
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 2:
        raise SettingError(f"{what}, a whole number; found {number!r}.")
    return int(number)
