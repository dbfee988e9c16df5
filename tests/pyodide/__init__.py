"""What runs in a browser's Python; see .ci/pyodide."""
