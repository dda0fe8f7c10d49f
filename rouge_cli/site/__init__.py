"""A report as a folder of pages: `page_records` has figures, `charts` draws them, `report_pages` writes."""
