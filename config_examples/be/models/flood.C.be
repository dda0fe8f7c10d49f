wall|flood|nn
broke|wall|subj
woke up|Oakmere|subj
risen|river|subj
metres|four|num
flood|worst|mod
thousands|families|of
left|families|subj
left|homes|obj
went|children|subj
repairing|wall|obj
repairing|bridges|obj
cost|crowns|obj
crowns|30 million|num
engineer|nil|nil
repair|nil|nil
asking|mayor|subj
asking|government|obj
