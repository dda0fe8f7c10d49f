"""The archives that are published: what is in them, how they are built, and that they install."""
