"""What builds and checks baserate; run from the root of the repository."""
