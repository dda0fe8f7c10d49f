"""The archives of a release: their contents, how they are built, and that they install."""
