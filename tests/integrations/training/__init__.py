"""Training with torch. BASERATE_TRAINING=1 where it is installed: see .ci/training."""
