"""Patients who stay on an engine. BASERATE_ENGINES=1 adds DuckDB, Dask and Spark to what needs no extra."""
