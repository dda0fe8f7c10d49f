"""How the figures of one evaluation come about: records of it, and what shows them.

`facts` makes the records, of which `page` and `terminal` make text.
"""
