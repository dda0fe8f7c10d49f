"""The same report from Dask and from Spark as from one process, with workers killed meanwhile."""
