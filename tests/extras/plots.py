"""``baserate[plots]`` alone: matplotlib is there and, until a figure is drawn, not loaded."""

import importlib.util
import sys
from importlib.metadata import requires

import baserate

absent = [name for name in ("sklearn", "pandas", "duckdb") if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
baserate.net_benefit([0, 1, 0, 1], [0.1, 0.9, 0.4, 0.3], cost="1:30")
if "matplotlib" in sys.modules:
    sys.exit("a score loads matplotlib")
import matplotlib  # noqa: E402

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402

curve = baserate.curves.decision_curve([0, 1, 0, 1], [0.1, 0.9, 0.4, 0.3], cost=(0.05, 0.5))
figure, axes = pyplot.subplots()
axes.plot(*curve.points())
figure.canvas.draw()
if not any("matplotlib" in needed for needed in requires("baserate") or ()):
    sys.exit("the extra is not in the wheel")
