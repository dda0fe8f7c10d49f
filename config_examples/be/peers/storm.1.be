Petra|hurricane|nn
hit|Petra|subj
hit|coast|obj
coast|south|nn
winds|kilometres|of
people|seven|num
died|people|subj
trees|falling|mod
killed|trees|by
homes|half a million|num
electricity|nil|nil
airport|Cape Lorne|at
closed|airport|obj
closed|schools|obj
weakened|storm|subj
moved|inland|mod
