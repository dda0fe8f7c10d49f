years|seven|num
building|nil|nil
Bridge|Harrow|nn
opened|Bridge|subj
opened|Saturday|on
linked|Sull|obj
linked|mainland|with
thousands|islanders|of
walked|thousands|subj
cost|bridge|subj
cost|640 million|obj
bed|sea|nn
bed|softer|mod
ferry|last|mod
sailed|ferry|subj
lost|jobs|obj
said|minister|subj
tolls|low|mod
