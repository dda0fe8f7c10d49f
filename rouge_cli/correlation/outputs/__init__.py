"""Correlations, Lin's table and power as text: one module a kind, the formats in one table each."""
