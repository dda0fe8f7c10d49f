"""A report as a folder of pages: overview, pairs of systems, evaluations, and explanations of the worst.

`records` says what stands on a page, `pages` makes the files, `folder` writes them whole or not at all.
"""
