"""Rows in an order of their own, so that a result does not depend on how a file happens to be sorted.

Sums of floating numbers depend on the order of their terms in the last digit, and simulations on which
patient is the first. So patients in memory are put into an order that follows from what they are: that of a
hash of their values. Rows with the same hash are the same rows, for all that can be seen of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.intp]
Bits = NDArray[np.uint64]

# An odd number whose bits look random: the fraction of the golden ratio.
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


def order_of(numbers: Iterable[NDArray[Any]], names: Iterable[Bits] = ()) -> Places:
    """The places of rows in the order that follows from their numbers.

    ``names`` are hashes of names, which tell rows with the same numbers apart: so that other names for the
    same things change next to nothing.

    >>> one, other = np.array([0.1, 0.2, 0.3]), np.array([0.3, 0.1, 0.2])
    >>> bool((one[order_of([one])] == other[order_of([other])]).all())
    True
    """
    key = _hash(map(_bits, numbers))
    order = _argsort(key)
    same = key[order][1:] == key[order][:-1]
    names = list(names)
    if names and same.any():
        tied = np.append(same, False) | np.append(False, same)
        rows = order[tied]
        order[tied] = rows[np.lexsort((_hash(one[rows] for one in names), key[rows]))]
    return order


def _argsort(key: Bits) -> Places:
    """As ``np.argsort``, in a third of the time: each row is sorted behind the first bits of its key."""
    below = np.uint64(2 ** len(key).bit_length() - 1)
    rows = np.arange(len(key), dtype=np.uint64)
    order = (np.sort((key & ~below) | rows) & below).astype(np.intp)
    found = key[order]
    return order if (found[1:] >= found[:-1]).all() else np.argsort(key)


def _hash(columns: Iterable[Bits]) -> Bits:
    """One number for each row, from all of its columns."""
    return reduce(lambda key, bits: _mixed(key ^ bits), columns, np.zeros(1, dtype=np.uint64))


def hashes_of(names: Sequence[str]) -> Bits:
    """A number for each name that follows from the name alone."""
    texts = [name.encode("utf-8", "surrogatepass") for name in names]
    both = [zlib.crc32(text) | zlib.crc32(text, 1) << 32 for text in texts]
    return np.array(both, dtype=np.uint64)


def by_first_appearance(code: Places, size: int) -> Places:
    """The new number of each of ``size`` codes, as they come; those that do not come are the last."""
    first = np.full(size, len(code), dtype=np.intp)
    first[code[::-1]] = np.arange(len(code))[::-1]  # of several, the last that is assigned is the first
    number = np.empty(size, dtype=np.intp)
    number[np.argsort(first, kind="stable")] = np.arange(size)
    return number


def _bits(values: NDArray[Any]) -> Bits:
    if values.dtype == np.uint64:
        return values
    if values.dtype.kind == "f":
        return (values.astype(np.float64) + 0.0).view(np.uint64)  # of -0 and 0 the same
    return values.astype(np.int64).view(np.uint64)


def _mixed(key: Bits) -> Bits:
    """Every bit of a number spread over all."""
    key = key * _SPREAD
    key = (key ^ (key >> _HALF)) * _SPREAD
    return np.asarray(key ^ (key >> _HALF))
