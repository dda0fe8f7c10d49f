"""The engine: evaluations -> counts -> results and comparisons; a profile says what is to be done."""
