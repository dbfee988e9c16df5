"""Tables as other programs keep them: Stata, SAS, SPSS, Excel, DuckDB and SQLite."""
