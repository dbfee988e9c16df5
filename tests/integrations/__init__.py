"""What belongs to other libraries."""
