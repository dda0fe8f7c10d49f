"""Tests against the original ROUGE-1.5.5, run live; `make oracle` fetches it."""
