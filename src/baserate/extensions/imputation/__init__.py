"""Rubin's rules: one result from the evaluations of several completed copies of the same data."""
