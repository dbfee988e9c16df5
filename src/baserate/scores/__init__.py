"""One number for a model: patients' scores, gains, metrics, curves and comparators.

No intervals in this room.
"""
