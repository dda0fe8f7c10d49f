"""The measures: each is one class in one module, which owns all that is particular to it."""
