"""One number for a model: the scores of patients, gains and metrics; no intervals."""
