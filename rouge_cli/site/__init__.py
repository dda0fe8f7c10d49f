"""A report as a folder of pages: `page_records` has figures, `charts` draws, `report_pages` makes files."""
