"""Explanations of the figures of one evaluation.

`explanation` makes the records; `page` and `terminal` turn them into HTML and text.
"""
