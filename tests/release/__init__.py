"""What is released: metadata, files beside the package, and what they promise."""
