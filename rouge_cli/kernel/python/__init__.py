"""The Python body of the kernel, which defines what the compiled body must return.

Read `rouge` first: the definition of ROUGE, as a reader of Lin (2004) would write it, from the tokens of an
evaluation to its figures. `words` makes tokens of texts, `sums` has resamples, and `counter` is the body: a
plan and a batch of texts in, columns out. `variants` has what other packages define, and the measures beside
ROUGE.
"""
