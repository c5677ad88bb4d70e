"""Benchmarks: `python dev.py bench` or `python -m bench [NAME…] [--seconds S] [--json FILE]`.

Every comparison is interleaved in one run and given as a ratio, because machines are noisy: absolute figures of different
runs do not compare. Nothing here is a test.
"""
