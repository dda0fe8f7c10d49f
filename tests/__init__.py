"""The tests of rouge-eval, in the rooms of the package; `support` has what they share."""
