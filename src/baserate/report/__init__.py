"""What people see: text, figures and the page. It reads an evaluation and computes nothing."""
