"""What the patients say about several models at one deployment, and the verdict: no text, no files."""
