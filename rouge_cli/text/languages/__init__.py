"""Tokens, stems, stop words and sentence ends of any language; a default run imports nothing of this room."""
