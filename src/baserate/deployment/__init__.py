"""What is asked: distributions of a prevalence or a cost, units, deployments; no patients."""
