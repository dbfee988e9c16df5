"""One call: evaluate(), the evaluation that it gives, study files and their requirements."""
