"""Speed and memory of baserate side by side with its peers, as ratios: ``python -m benchmarks``.

A time in seconds says as much about the machine as about the code. Here the two sides of each
ratio take turns in one process on one thread, so that whatever slows one slows the other.
"""
