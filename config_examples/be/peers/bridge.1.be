Bridge|Harrow|nn
opened|Bridge|subj
opened|Saturday|on
years|seven|num
long|3.2 kilometres|mod
joins|Sull|obj
joins|mainland|to
cost|640 million|obj
cost|planned|mod
walked|thousands|subj
day|opening|mod
crews|ferry|nn
losing|jobs|obj
welcome|islanders|subj
bridge|nil|nil
