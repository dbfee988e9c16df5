"""What is asked: odds, distributions of a prevalence or a cost, units, and the deployment they make.

No patients in this room.
"""
