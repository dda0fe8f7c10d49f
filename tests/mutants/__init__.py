"""Changes of single points in the sources, which the tests should notice."""
