"""Faults of the machine: kills, interrupts, full disks, closed streams, files that change, too little memory.

``python -m tests.faults`` prints how many were tried and how they ended.
"""
