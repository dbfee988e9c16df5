"""Training with net benefit as loss, objective and metric: torch, Keras and three boosting libraries."""
