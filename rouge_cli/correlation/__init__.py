"""Correlation of measures with human scores: tables of scores, coefficients, intervals, tests and power.

Readers return cells, `correlate` computes `Correlations` from cells, and writers print `Correlations`.
`correlate` and `power` import NumPy and SciPy, and the modules that need them, only when they are called.
"""
