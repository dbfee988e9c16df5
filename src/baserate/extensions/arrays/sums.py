"""A pass over arrays on their device: in pieces, in 32 or 64 bits, and only sums come back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from baserate.errors import BaserateWarning, OneClassError, tell
from baserate.extensions.arrays.checks import label_error, score_error, weight_error
from baserate.extensions.arrays.kernels import (
    ClassTotals,
    Shape,
    Terms,
    class_totals,
    pair_kernel,
    score_kernel,
)
from baserate.extensions.arrays.libraries import (
    Array,
    Library,
    check_alike,
    check_library,
    column,
    library_of,
)
from baserate.scores import complaints
from baserate.scores.columns import binary_scale, is_moderate

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

# Below so many rows scores of 32 bits are looked at in 64: it takes no time, and agrees to the last digit.
FEW_ROWS = 1 << 22


class Totals(NamedTuple):
    """Sums over both classes, and the least and largest of whatever a kernel looks at the range of.

    These are the scores of each model; with weights, the scores of those who count; and of two models the
    differences of the gains of cases and of non-cases, last.
    """

    classes: tuple[ClassTotals, ClassTotals]
    low: Numbers
    high: Numbers
    models: int

    def of_model(self, place: int) -> Totals:
        """With the range of one model's scores: of all, and last of those who count."""
        scores = self.low.size - (2 if self.models == 2 else 0)
        return self._replace(
            low=self.low[place : scores : self.models], high=self.high[place : scores : self.models]
        )


@dataclass(frozen=True, eq=False)
class Columns:
    """Labels, scores of one or two models, and weights, which have been found to be of one kind."""

    library: Library
    y: Array
    scores: dict[str, Array]
    weight: Array | None
    compiled: bool
    weight_scale: float = field(default=1.0)

    @classmethod
    def of(cls, y: Array, scores: dict[str, Array], weight: Array | None, *, compiled: bool) -> Columns:
        """Refuse what does not belong together; the numbers are checked as they are added up."""
        library = library_of(y, "y")
        named = {"y": y, **scores} | ({} if weight is None else {"weight": weight})
        check_library(library, named)
        own = {name: column(library, array, name) for name, array in named.items()}
        check_alike(own)
        columns = cls(library, own.pop("y"), own, own.pop("weight", None), compiled)
        return columns if weight is None else columns._with_moderate_weights()

    def _with_moderate_weights(self) -> Columns:
        """Sums of extreme weights would overflow, or vanish; only their ratios matter."""
        _, low, high = self._weights
        if not (low >= 0.0 and high < np.inf):
            raise weight_error(self.library, self.weight)
        if high == 0.0:
            raise complaints.weights_of_nothing("weight")
        return self if is_moderate(high) else replace(self, weight_scale=binary_scale(high))

    @property
    def rows(self) -> int:
        return int(self.y.shape[0])

    @cached_property
    def class_weights(self) -> tuple[float, float]:
        """The weight of the cases, and of the non-cases: what is not 0 is taken for a case."""
        if self.weight is None:
            ones = float(self.library.count_ones(self.y))
            sides = ones, self.rows - ones
        else:
            sides = self._weights[0]
        if min(sides) <= 0.0:
            raise self.one_class(sides)
        return sides

    def one_class(self, sides: tuple[float, float]) -> Exception:
        """One outcome only; or labels that are no labels, which is to be said first."""
        wrong = label_error(self.library, self.y)
        return wrong if wrong is not None else complaints.one_class(sides[0], self.rows)

    @cached_property
    def _weights(self) -> tuple[tuple[float, float], float, float]:
        """The weight of both classes, and the least and the largest weight."""
        library, sums, ends = self.library, [], []
        for start, stop in pieces(
            self.rows, library.chunk(self.y, 64, compiled=False), library.block(self.y)
        ):
            part = library.contiguous(self.y[start:stop])
            weight = library.rows(self._weight_of(start, stop))
            case = library.alike(library.rows(part), weight)
            sums.append(library.add_up(library.sums([weight, library.where(case != 0.0, weight, case)])))
            ends.append(library.together(library.ends(*library.extremes([weight], [weight]))))
        total = library.to_numpy(library.together(sums)).sum(axis=0)
        found = library.to_numpy(library.together(ends))
        cases, least, most = float(total[1]), float(found[:, 0].min()), float(found[:, 1].max())
        return (cases, float(total[0]) - cases), least, most

    def _weight_of(self, start: int, stop: int) -> Array:
        weight: Array = self.weight
        return self.library.as_float(weight[start:stop], 64) * self.weight_scale

    def bits(self, shape: Shape) -> int:
        """The precision to compute in: that of the scores where there are many, else 64 bits."""
        library, scores = self.library, list(self.scores.values())
        if not library.has_double(self.y):
            return 32
        short = all(library.kind(s) == "f" and library.bits(s) < 64 for s in scores)
        return 32 if short and self.rows >= FEW_ROWS and self.weight is None and not shape.narrow else 64

    def add_up(self, shapes: list[Shape], speeds: tuple[float, ...] = (1.0, 1.0)) -> Totals:
        """One pass: the sums of one model's gains, or of the difference of two models'."""
        library, bits = self.library, self.bits(shapes[0])
        scores = list(self.scores.values())[: len(shapes)]
        constants = [
            library.constants(shape.constants(speed), self.y, bits)
            for shape, speed in zip(shapes, speeds, strict=False)
        ]
        run = runner(
            library, shapes[0].terms, len(shapes), self.compiled and self.rows >= library.block(self.y)
        )
        sums, lows, highs = [], [], []
        for start, stop in pieces(
            self.rows, library.chunk(self.y, bits, compiled=run.compiled), library.block(self.y)
        ):
            parts = [library.contiguous(array[start:stop]) for array in (self.y, *scores)]
            weight = None if self.weight is None else self._weight_of(start, stop)
            pairs = [x for pair in zip(parts[1:], constants, strict=True) for x in pair]
            found, low, high = run(parts[0], weight, *pairs)
            low, high = library.ends(low, high)
            sums.append(library.add_up(found))
            lows.append(low)
            highs.append(high)
        total = library.to_numpy(library.together(sums)).sum(axis=0)
        low = library.to_numpy(library.together(lows)).min(axis=0)
        high = library.to_numpy(library.together(highs)).max(axis=0)
        self._check(float(total[1]), low, high)
        return Totals(
            class_totals(total, self.rows, weighted=self.weight is not None), low, high, len(shapes)
        )

    def of_model(self, place: int) -> Columns:
        """One of the models alone."""
        name, score = list(self.scores.items())[place]
        return replace(self, scores={name: score})

    def differences(self, shapes: list[Shape], side: int, step: int) -> Iterator[Array]:
        """The differences of two models' gains for the patients of one class, or for some of them."""
        library, y, weight = self.library, self.y[::step], self.weight
        scores = [score[::step] for score in self.scores.values()]
        constants = [library.constants(shape.constants(), self.y, 64) for shape in shapes]
        rows = int(y.shape[0])
        for start in range(0, rows, FEW_ROWS):
            part = slice(start, min(start + FEW_ROWS, rows))
            chosen = library.alike(library.contiguous(y[part]), constants[0]) == (0.0 if side else 1.0)
            if weight is not None:
                chosen = chosen & (library.as_float(weight[::step][part], 64) > 0.0)
            own = [library.alike(library.pick(s[part], chosen), constants[0]) for s in scores]
            case = own[0] >= (2.0 if side else 0.0)  # nobody, or everybody
            gains = [
                shape.terms(library, case, s, c)[0]
                for shape, s, c in zip(shapes, own, constants, strict=True)
            ]
            yield gains[0] - gains[1]

    def _check(self, strange: float, low: Any, high: Any) -> None:
        """Labels that are neither 0 nor 1, and scores that are no probabilities, are looked for and shown."""
        if strange != 0.0:
            raise label_error(self.library, self.y) or OneClassError("the labels cannot be read.")
        for (name, score), least, most in zip(self.scores.items(), low, high, strict=False):
            if not (least >= 0.0 and most <= 1.0):
                raise score_error(self.library, score, name)


def pieces(rows: int, chunk: int, block: int) -> Iterator[tuple[int, int]]:
    """Stretches of whole blocks, and what is left."""
    whole = rows - rows % block
    for start in range(0, whole, chunk):
        yield start, min(start + chunk, whole)
    if whole < rows:
        yield whole, rows


@lru_cache(maxsize=64)
def runner(library: Library, terms: Terms, models: int, compiled: bool) -> Runner:
    """The kernel for one model or two; what was compiled is kept."""
    kernel = partial(score_kernel if models == 1 else pair_kernel, library, terms)
    return Runner(library, kernel, compiled)


class Runner:
    """A kernel that is compiled if it can be: where it cannot, that is said once, and it is run as it is."""

    def __init__(self, library: Library, kernel: Any, compiled: bool) -> None:
        self.library, self.plain = library, kernel
        self.fast = library.compiled(kernel) if compiled or library.always_compiles else None

    @property
    def compiled(self) -> bool:
        return self.fast is not None

    def __call__(self, y: Array, *rest: Array) -> Any:
        block = self.library.block(y)
        if self.fast is None or y.shape[0] < 2 * block:
            return self.plain(y, *rest)
        try:
            self.library.of_any_length([a for a in (y, *rest) if a is not None and a.shape[0] >= block])
            return self.fast(y, *rest)
        except Exception as error:  # no compiler, or one that fails: as many kinds as there are back ends
            self.fast = None
            reason = str(error).strip().partition("\n")[0][:200]
            caution = NotCompiledWarning(
                f"the kernel could not be compiled ({type(error).__name__}: {reason}); it is run step by "
                "step, several times as slowly."
            )
            tell([caution])
            return self.plain(y, *rest)


class NotCompiledWarning(BaserateWarning):
    """A kernel was to be compiled, and could not be."""
