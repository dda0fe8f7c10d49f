"""Correlation of measures with human scores: tables of scores, coefficients, intervals, tests and power.

Readers hand over cells, `correlate` makes `Correlations` of them, and writers print these. NumPy and SciPy
compute; `correlate`, `power` and `study` load the modules that need both when they are called.
"""
