"""Programs for development: benchmarks, sanitizers, mutants, clusters, packaging."""
