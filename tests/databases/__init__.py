"""Databases that are servers."""
