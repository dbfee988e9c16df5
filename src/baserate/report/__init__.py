"""What people read of a result: text, tables, documents. It computes nothing."""
