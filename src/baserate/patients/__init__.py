"""Any source to patients: files, outcomes, groups, checks, bins on engines."""
