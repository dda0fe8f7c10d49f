"""Evaluations -> counts, scores, estimates and comparisons."""
