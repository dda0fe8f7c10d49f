"""Inputs of every kind -> the same evaluations: one module a kind."""
