"""Patients who stay on an engine. BASERATE_ENGINES=1 adds the engines that must be installed and started."""
