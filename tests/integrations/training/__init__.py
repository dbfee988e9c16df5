"""Libraries that models are trained with. BASERATE_TRAINING=1 where they are installed: see .ci/training."""
