bridge|longest|mod
bridge|province|in
Bridge|Harrow|nn
opened|Bridge|obj
opened|minister|by
minister|transport|of
long|3.2 kilometres|mod
joins|island|obj
joins|mainland|to
time|first|mod
took|building|subj
years|seven|num
cost|640 million|obj
welcomed|islanders|subj
fear|ferrymen|subj
jobs|nil|nil
