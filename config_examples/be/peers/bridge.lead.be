reach|Anna Brill|subj
reach|side|obj
side|other|mod
walked|kilometres|obj
kilometres|3.2|num
Bridge|Harrow|nn
Bridge|new|mod
sticks|two|num
flask|tea|of
came|thousands|subj
thousands|islanders|of
singing|nil|nil
waited|bridge|for
driven|nil|nil
