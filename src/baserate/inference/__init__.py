"""How sure: samples of patients, moments of their gains, estimates with intervals, the bootstrap."""
