rains|heavy|mod
Tamber|river|nn
burst|Tamber|subj
burst|banks|obj
people|4,000|num
left|people|subj
left|homes|obj
wall|flood|nn
failed|wall|subj
failed|midnight|before
bridges|two|num
swept away|bridges|obj
slept|children|subj
worked|boats|from
asked|mayor|subj
asked|government|obj
repairs|nil|nil
