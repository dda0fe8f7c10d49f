"""A peer and two models that share some words."""

from __future__ import annotations

PEER = "the cats sat happily on the mat\n"
MODELS = ("the cat sat on the mat\nit was happy\n", "a cat is on a mat\nhappy cats sat\n")
