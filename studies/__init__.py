"""Simulation studies: long, seeded, run by hand; their tables are kept in docs/."""
