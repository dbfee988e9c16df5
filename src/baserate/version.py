"""The version, apart, so that the command line can print it without importing NumPy."""

__version__ = "0.1.0"
