"""The package that stands in for rouge-score."""
