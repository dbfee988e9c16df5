"""A model month by month, with a stated chance of a false alarm."""
