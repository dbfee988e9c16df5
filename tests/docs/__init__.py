"""The documentation: every block is run, every link leads somewhere, every public name is described."""
