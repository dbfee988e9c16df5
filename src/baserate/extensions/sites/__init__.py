"""Site summaries: what a site may give away of its patients, written, read, checked and combined."""
