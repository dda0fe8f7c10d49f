"""Explanations of the figures of one evaluation.

`explanation` makes the records; `page` and `terminal_text` turn them into HTML and text.
"""
