"""The archives that are published: what is in them, that they are built the same each time, and that they install."""
