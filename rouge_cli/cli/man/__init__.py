"""The man pages of both commands, and what writes them from the helps: `python -m rouge_cli.man.pages`."""
