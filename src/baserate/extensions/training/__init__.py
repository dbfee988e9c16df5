"""Net benefit as a loss to train with."""
