linked|Sull|obj
linked|mainland|with
time|first|mod
bridge|longest|mod
bridge|province|gen
opened|bridge|obj
opened|minister|by
minister|transport|nn
began|builders|subj
years|seven|num
bed|sea|nn
bed|softer|mod
costs|nil|nil
doubled|costs|subj
doubled|640 million|to
fear|ferrymen|subj
tolls|low|mod
promised|tolls|obj
