"""The effect of a protocol on a score: the same summaries scored as different papers score theirs.

`protocol` is the record, `table` the comparison of many, `parting` that of two in a single evaluation;
the other modules write them.
"""
