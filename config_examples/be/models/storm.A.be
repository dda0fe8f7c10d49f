Petra|hurricane|nn
struck|Petra|subj
struck|coast|obj
coast|south|nn
winds|kilometres|of
people|seven|num
died|people|subj
trees|falling|mod
hit|trees|by
homes|half a million|num
electricity|nil|nil
airport|Cape Lorne|at
closed|airport|obj
weakened|storm|subj
moved|inland|mod
warned|forecasters|subj
rain|heavy|mod
flooding|nil|nil
