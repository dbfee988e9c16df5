"""A script for each extra, run by .ci/extras where that extra alone is installed; see there.

A new extra takes one file here: it says what must be absent until it is asked for, and tries the extra once.
"""
