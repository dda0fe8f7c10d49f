"""The effect of a protocol on a score: the same summaries scored as different papers score theirs.

`protocol` compares many protocols, `parting` explains where two of them differ.
"""
