"""Single-point changes of the package that some test should notice: `make mutants`."""
