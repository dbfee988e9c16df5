"""Coverage-guided fuzzing of everything that reads bytes: ``python -m fuzz --seconds 60``.

A reader gets bytes from Atheris, which watches which branches they reach and breeds more from those
that reach new ones. What a reader may answer is in :mod:`fuzz.readers`: one of the project's errors,
or what another parser reads from the same bytes. The corpus holds small inputs to start from; the
tests replay it without Atheris.
"""
