"""What belongs to other libraries: each is imported where it is used, and each is an extra of its own."""
