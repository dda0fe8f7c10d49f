"""The errors that rouge_cli raises on purpose; each message names the place and the remedy."""


class RougeError(Exception):
    """Base of every error that a user can mend."""


class OptionError(RougeError, ValueError):
    """A choice in `Options` is out of range, malformed or at odds with another."""


class InputError(RougeError):
    """What is to be read is missing, unreadable or malformed, or what is to be written cannot be."""
