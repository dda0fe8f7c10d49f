"""A report as a folder of pages: overview, pairs of systems, evaluations, and explanations of the worst.

`page_records` has the figures, `charts` draws them, and `report_pages` makes the files.
"""
