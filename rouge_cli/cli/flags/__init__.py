"""The flags of `rouge-eval`, in groups, with what the help says of each."""

from __future__ import annotations

from ..._version import __version__
from .classic import CLASSIC
from .inputs import INPUTS
from .kinds import shows
from .outputs import OUTPUTS
from .papers import PAPERS
from .profiles import OTHER_ROUGES


def _help(*, full: bool) -> str:
    from ..help import help_text  # No other run needs it.

    return help_text(GROUPS, full=full)


def _examples() -> str:
    from ..examples import examples_text

    return examples_text()


def _version() -> str:
    from ...kernel import NAME

    return f"rouge-eval {__version__} ({NAME} kernel)\n"


GROUPS = {
    **CLASSIC,
    **PAPERS,
    **OTHER_ROUGES,
    **INPUTS,
    **OUTPUTS,
    "Help": [
        shows(lambda: _help(full=False), "-h", "--help", help="this help"),
        shows(lambda: _help(full=True), "-H", "--full-help", help="this help in full"),
        shows(_examples, "--examples", help="five commands to try, on summaries of the package"),
        shows(_version, "--version", help="the version, and the kernel that runs"),
    ],
}
