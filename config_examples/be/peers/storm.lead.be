came|wind|subj
came|first|mod
took|roof|obj
market|fish|nn
came|sea|subj
street|main|mod
carrying|boats|obj
chairs|nil|nil
piano|nil|nil
seen|hurricanes|obj
hurricanes|five|num
worst|nil|nil
said|Tom Adair|subj
went|neighbours|subj
gone|nil|nil
