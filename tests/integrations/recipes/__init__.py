"""What docs/recipes.md shows with libraries that are too large for the environment of the tests."""
