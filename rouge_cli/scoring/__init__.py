"""The engine: evaluations -> counts -> results and comparisons, by the rules of a profile."""
