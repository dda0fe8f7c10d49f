"""Texts in any language: tokens, stems, stop words and sentence ends beyond those of ROUGE-1.5.5."""
