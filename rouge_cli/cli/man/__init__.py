"""The man pages of both commands, which `python -m rouge_cli.cli.man.pages` writes from the helps."""
