"""Arrays of torch, JAX, CuPy and others: which library they are of, where they lie, what they hold.

Whatever the library, the kernels ask for the same dozen operations. Torch is asked in its own words, all
others in those of the array API standard (https://data-apis.org/array-api).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

import numpy as np

from baserate.errors import DataError, SettingError

# An array of any library: there is no type that they share.
Array = Any

# Sums are taken over rows of so many patients in the numbers' own precision, and these sums added up in
# 64 bits. Short enough that 32 bits lose nothing that matters, long enough that the second sum is free.
BLOCK = 2048

# log(1 + f) / f, f up to a third from 0, by a polynomial through Chebyshev points: within 1e-8 of it. The
# coefficients, that of the highest power first.
_POINTS = np.polynomial.chebyshev.chebpts1(10) / 3.0
_SERIES = tuple(float(c) for c in np.polyfit(_POINTS, np.log1p(_POINTS) / _POINTS, 9))


class Library:
    """The operations of a library that follows the array API standard."""

    # Whether kernels are compiled without being asked to.
    always_compiles = False

    def __init__(self, namespace: Any) -> None:
        self.namespace = namespace

    @property
    def name(self) -> str:
        """The library's name, for messages."""
        return str(self.namespace.__name__).removeprefix("array_api_compat.").partition(".")[0]

    def double_precision(self, array: Array) -> AbstractContextManager[object]:  # noqa: ARG002
        """Within this, the library computes in 64 bits where it is asked to."""
        return nullcontext()

    def has_double(self, array: Array) -> bool:  # noqa: ARG002
        """Whether the array's device knows numbers of 64 bits."""
        return True

    def detached(self, array: Array) -> Array:
        """The numbers alone, without what a library remembers for gradients."""
        return array

    def kind(self, array: Array) -> str:
        """'b', 'i' or 'f' for truth values, whole numbers and floating-point ones; else '?'."""
        for kind, name in (("b", "bool"), ("i", "integral"), ("f", "real floating")):
            if self.namespace.isdtype(array.dtype, name):
                return kind
        return "?"

    def bits(self, array: Array) -> int:
        """How many bits a floating-point number of the array has."""
        return int(self.namespace.finfo(array.dtype).bits)

    def as_float(self, array: Array, bits: int) -> Array:
        """The array as floating-point numbers of 32 or 64 bits."""
        dtype = self.namespace.float64 if bits == 64 else self.namespace.float32
        return self.namespace.astype(array, dtype, copy=False)

    def alike(self, array: Array, other: Array) -> Array:
        """The array in the precision of another."""
        return self.namespace.astype(array, other.dtype, copy=False)

    def constants(self, numbers: Sequence[float], like: Array, bits: int) -> Array:
        """Numbers as an array where another lies, of 32 or 64 bits."""
        dtype = self.namespace.float64 if bits == 64 else self.namespace.float32
        return self.namespace.asarray(list(numbers), dtype=dtype, device=like.device)

    def number(self, value: float, like: Array) -> Array:
        """One number as an array without dimensions where another lies, as precise as may be."""
        return self.namespace.asarray(value, dtype=self.namespace.float64, device=like.device)

    def contiguous(self, array: Array) -> Array:
        """The array, its numbers side by side; what is true is 1."""
        return array

    def block(self, array: Array) -> int:  # noqa: ARG002
        """How many patients are added up in the numbers' own precision."""
        return BLOCK

    def rows(self, array: Array) -> Array:
        """As rows of one block each; what is shorter than a block is one row."""
        return self.namespace.reshape(array, (-1, min(self.block(array), array.shape[0])))

    def rows_like(self, array: Array, rows: Array) -> Array:
        """As rows beside others: those who compile see that both are as long."""
        return self.namespace.reshape(array, rows.shape)

    def where(self, condition: Array, first: Array, second: Array) -> Array:
        """The first where the condition holds, else the second."""
        return self.namespace.where(condition, first, second)

    def log(self, array: Array, least: Array) -> Array:
        """The logarithm of what is positive; 0 is taken for ``least``."""
        return self.namespace.log(self.namespace.maximum(array, least))

    def clip(self, array: Array, low: Array, high: Array) -> Array:
        """What lies beyond the ends, moved to them."""
        return self.namespace.minimum(self.namespace.maximum(array, low), high)

    def absolute(self, array: Array) -> Array:
        """Absolute values."""
        return self.namespace.abs(array)

    def sums(self, arrays: Sequence[Array]) -> Array:
        """Sums over the rows of each: shape (arrays, rows)."""
        return self.namespace.stack([self.namespace.sum(array, axis=1) for array in arrays])

    def extremes(self, low: Sequence[Array], high: Sequence[Array]) -> tuple[Array, Array]:
        """The smallest of each row of the first, the largest of the second; what is no number stays so."""
        xp = self.namespace
        return xp.stack([xp.min(x, axis=1) for x in low]), xp.stack([xp.max(x, axis=1) for x in high])

    def ends(self, low: Array, high: Array) -> tuple[Array, Array]:
        """The smallest of each line of the first, and the largest of each of the second."""
        return self.namespace.min(low, axis=1), self.namespace.max(high, axis=1)

    def add_up(self, sums: Array) -> Array:
        """The sum of each line, in 64 bits where the device has them."""
        return self.namespace.sum(self.as_float(sums, 64), axis=1)

    def pick(self, array: Array, mask: Array) -> Array:
        """The entries where a mask holds."""
        return array[mask]

    def count(self, mask: Array) -> int:
        """How many entries of a mask hold."""
        return int(self.namespace.sum(self.namespace.astype(mask, self.namespace.int64)))

    def count_ones(self, array: Array) -> int:
        """How many entries are not 0."""
        return self.count(array != 0 if self.kind(array) != "b" else array)

    def together(self, arrays: Sequence[Array]) -> Array:
        """Arrays of one shape as the lines of one."""
        return self.namespace.stack(list(arrays))

    def to_numpy(self, array: Array) -> np.ndarray[Any, Any]:
        """Brought to the host, in 64 bits."""
        return np.asarray(self._on_host(array), dtype=np.float64)

    def _on_host(self, array: Array) -> Any:
        get = getattr(array, "get", None)  # CuPy
        return array if get is None else get()

    def compiled(self, kernel: Any) -> Any:
        """The kernel, made into one program where the library can."""
        return kernel

    def of_any_length(self, arrays: Sequence[Array]) -> None:
        """Before a kernel is compiled: what follows may be longer or shorter than these."""

    def chunk(self, array: Array, bits: int, *, compiled: bool) -> int:  # noqa: ARG002
        """How many patients are looked at together: many where each step has to be sent to a device."""
        return 1 << 24 if self.name == "cupy" else 1 << 20


class JaxLibrary(Library):
    """JAX: kernels are compiled, and 64 bits are asked for where they are needed."""

    always_compiles = True

    def double_precision(self, array: Array) -> AbstractContextManager[object]:  # noqa: ARG002
        import jax

        if hasattr(jax, "enable_x64"):
            context: AbstractContextManager[object] = jax.enable_x64(True)
            return context
        from jax.experimental import enable_x64

        older: AbstractContextManager[object] = enable_x64()
        return older

    def detached(self, array: Array) -> Array:
        import jax

        return jax.lax.stop_gradient(array)

    def number(self, value: float, like: Array) -> Array:
        """In 32 bits, unless the program has asked JAX for 64."""
        return self.namespace.asarray(value, dtype=float, device=like.device)

    def compiled(self, kernel: Any) -> Any:
        import jax

        return jax.jit(kernel)

    def chunk(self, array: Array, bits: int, *, compiled: bool) -> int:
        if any(device.platform != "cpu" for device in array.devices()):
            return 1 << 28
        return super().chunk(array, bits, compiled=compiled)


class TorchLibrary(Library):
    """Torch, which has no namespace of the standard's."""

    name = "torch"

    def has_double(self, array: Array) -> bool:
        return str(array.device.type) != "mps"

    def detached(self, array: Array) -> Array:
        return array.detach()

    def kind(self, array: Array) -> str:
        if array.dtype == self.namespace.bool:
            return "b"
        if array.dtype.is_floating_point:
            return "f"
        return "?" if array.dtype.is_complex else "i"

    def as_float(self, array: Array, bits: int) -> Array:
        wide = bits == 64 and self.has_double(array)
        return array.to(self.namespace.float64 if wide else self.namespace.float32)

    def alike(self, array: Array, other: Array) -> Array:
        return array.to(other.dtype)

    def constants(self, numbers: Sequence[float], like: Array, bits: int) -> Array:
        dtype = self.namespace.float64 if bits == 64 else self.namespace.float32
        return self.namespace.tensor(list(numbers), dtype=dtype, device=like.device)

    def number(self, value: float, like: Array) -> Array:
        torch = self.namespace
        dtype = torch.float64 if self.has_double(like) else torch.float32
        return torch.tensor(value, dtype=dtype, device=like.device)

    def contiguous(self, array: Array) -> Array:
        array = array.contiguous()
        return array.view(self.namespace.uint8) if array.dtype == self.namespace.bool else array

    def rows(self, array: Array) -> Array:
        block = self.block(array)
        return array.reshape(-1, block if array.shape[0] >= block else array.shape[0])

    def rows_like(self, array: Array, rows: Array) -> Array:
        return array.reshape(rows.shape)

    def log(self, array: Array, least: Array) -> Array:  # noqa: ARG002
        return _log32(self.namespace, array) if array.dtype == self.namespace.float32 else array.log()

    def sums(self, arrays: Sequence[Array]) -> Array:
        return self.namespace.stack([array.sum(dim=1) for array in arrays])

    def extremes(self, low: Sequence[Array], high: Sequence[Array]) -> tuple[Array, Array]:
        stack = self.namespace.stack
        return stack([array.amin(dim=1) for array in low]), stack([array.amax(dim=1) for array in high])

    def ends(self, low: Array, high: Array) -> tuple[Array, Array]:
        return low.amin(dim=1), high.amax(dim=1)

    def add_up(self, sums: Array) -> Array:
        return self.as_float(sums, 64).sum(dim=1)

    def count(self, mask: Array) -> int:
        return int(mask.count_nonzero())

    def block(self, array: Array) -> int:
        """Longer where thousands of threads share it, each of which adds up a few."""
        return 1 << 15 if array.device.type == "cuda" else BLOCK

    def count_ones(self, array: Array) -> int:
        if array.device.type == "cuda" and array.element_size() == 1 and self.kind(array) != "f":
            return self._count_bytes(array)
        return int(array.count_nonzero())  # on processors several times as fast as a sum of bytes

    def _count_bytes(self, array: Array) -> int:
        """The sum of bytes that are 0 or 1, a tenth of the time: four at once, until one could overflow.

        Others, which are refused as soon as they are added up, may give any number.
        """
        torch = self.namespace
        array = array.contiguous().view(torch.uint8)
        # Four bytes are one word only where they begin at a multiple of four: a slice may not.
        before = -array.data_ptr() % 4
        sums = max(0, len(array) - before) // (4 * _WORDS)
        if sums == 0 or (array.storage_offset() + before) % 4 != 0:
            return int(array.count_nonzero())
        whole = before + sums * 4 * _WORDS
        words = array[before:whole].view(torch.int32).reshape(sums, _WORDS).sum(dim=1, dtype=torch.int32)
        ends = int(array[:before].count_nonzero()) + int(array[whole:].count_nonzero())
        return int(words.view(torch.uint8).sum(dtype=torch.int64)) + ends

    def to_numpy(self, array: Array) -> np.ndarray[Any, Any]:
        return np.asarray(array.cpu().to(self.namespace.float64).numpy())

    def compiled(self, kernel: Any) -> Any:
        from torch._inductor import config

        options = {name: 1 << 20 for name in _ONE_LOOP if hasattr(config, name)}
        return self.namespace.compile(kernel, options=options)

    def of_any_length(self, arrays: Sequence[Array]) -> None:
        from torch import _dynamo

        for array in arrays:
            _dynamo.maybe_mark_dynamic(array, 0)

    def chunk(self, array: Array, bits: int, *, compiled: bool) -> int:
        if compiled and bits == 32:
            return 1 << 30  # positions within a chunk fit into 32 bits, and nothing is kept between steps
        return 1 << 19 if array.device.type == "cpu" else 1 << 24


# Words whose sum leaves every byte of them below 256.
_WORDS = 128

# Torch would write what several sums share to memory first; here it is cheaper to keep all in one loop.
_ONE_LOOP = (
    "realize_opcount_threshold",
    "realize_cpu_opcount_threshold",
    "realize_reads_threshold",
    "realize_acc_reads_threshold",
    "realize_cpu_acc_reads_threshold",
)

# The bits of 2/3: numbers are taken apart into a power of 2 and a factor from 2/3 to 4/3.
_TWO_THIRDS, _FRACTION_BITS = 0x3F2AAAAB, 23


def _log32(torch: Any, array: Array) -> Array:
    """The logarithm of positive numbers of 32 bits, by steps that compile into one loop with all else.

    With ``x = 2^e (1 + f)`` it is ``e log 2 + f P(f)``. Torch's own logarithm is an order of magnitude slower
    on processors because it is not kept within the loop.
    """
    bits = array.view(torch.int32)
    exponent = (bits - _TWO_THIRDS) >> _FRACTION_BITS
    f = (bits - (exponent << _FRACTION_BITS)).view(torch.float32) - 1.0
    polynomial = f * _SERIES[0] + _SERIES[1]
    for coefficient in _SERIES[2:]:
        polynomial = polynomial * f + coefficient
    return exponent.to(torch.float32) * math.log(2.0) + polynomial * f


def is_numpy(array: object) -> bool:
    """Whether this is a NumPy array, which the library itself takes."""
    return isinstance(array, (np.ndarray, np.generic))


def library_of(array: Array, name: str) -> Library:
    """The library of an array, or an error that says what can be given."""
    home = type(array).__module__.partition(".")[0]
    if home == "torch":
        return _torch()
    if home in ("jax", "jaxlib"):
        return _jax()
    if hasattr(array, "__array_namespace__"):
        return _standard(array.__array_namespace__())
    if home == "cupy":
        return _standard(_compatible(array))
    raise DataError(
        f"{{column}} must be an array of torch, JAX, CuPy or NumPy; found {type(array).__name__}.",
        column=name,
        advice="For lists, frames and files see baserate.Cohort and baserate.evaluate.",
    )


@lru_cache(maxsize=1)
def _torch() -> Library:
    import torch

    return TorchLibrary(torch)


@lru_cache(maxsize=1)
def _jax() -> Library:
    import jax.numpy as jnp

    return JaxLibrary(jnp)


@lru_cache(maxsize=8)
def _standard(namespace: Any) -> Library:
    return Library(namespace)


def _compatible(array: Array) -> Any:
    """The namespace of an array whose library does not name one itself."""
    try:
        from array_api_compat import array_namespace
    except ImportError:
        raise SettingError(
            "arrays of this version of CuPy need array-api-compat: pip install 'baserate[arrays]'."
        ) from None
    return array_namespace(array)


def column(library: Library, array: Array, name: str) -> Array:
    """One number for each patient, without its gradient; a column of a matrix of one column is one, too."""
    if len(array.shape) == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if len(array.shape) != 1:
        shape = str(tuple(array.shape))
        advice = f"Pass the column of the positive class only, usually {name}[:, 1]."
        raise DataError(
            f"{{column}} must be one value per patient; found an array of shape {shape}.",
            column=name,
            advice=advice if len(array.shape) == 2 and array.shape[1] == 2 else "",
        )
    if getattr(array, "is_sparse", False):
        raise DataError("{column} is sparse.", column=name, advice=f"Pass {name}.to_dense().")
    if library.kind(array) == "?":
        raise DataError(f"{{column}} must be numbers; found {array.dtype}.", column=name)
    return library.detached(array)


def check_library(library: Library, arrays: dict[str, Array]) -> None:
    """Refuse arrays of different libraries."""
    first = next(iter(arrays))
    for name, array in arrays.items():
        other = "NumPy" if is_numpy(array) else library_of(array, name).name
        if other != library.name:
            raise DataError(
                f"{first} is an array of {library.name}, {{column}} one of {other}: use one library for all.",
                column=name,
            )


def check_alike(columns: dict[str, Array]) -> None:
    """Refuse columns on different devices, or of different lengths, and empty ones."""
    (first, leading), *others = columns.items()
    for name, array in others:
        if array.device != leading.device:
            raise DataError(
                f"{first} lies on {leading.device}, {{column}} on {array.device}: move one to the other.",
                column=name,
            )
        if array.shape[0] != leading.shape[0]:
            raise DataError(
                f"{first} has {leading.shape[0]:,} rows, {{column}} has {array.shape[0]:,}. They must match.",
                column=name,
            )
    if leading.shape[0] == 0:
        raise DataError("{column} is empty: there are no patients to evaluate.", column=first)
