"""Bytes of summaries -> documents of token numbers."""
