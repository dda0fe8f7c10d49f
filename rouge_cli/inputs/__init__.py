"""Inputs of every kind -> evaluations: one module for each kind."""
