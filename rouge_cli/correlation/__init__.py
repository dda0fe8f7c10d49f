"""Correlation of measures with human scores: tables of scores, coefficients, intervals, tests and power.

Readers hand over `records.Cell`s, `correlate.correlate` makes `records.Correlations` of them, and outputs
print these. NumPy and SciPy do the arithmetic; modules that need neither (`records`, `correlate`) can be
imported without them.
"""
