"""`explain`: the page that explains scores, for programs and notebooks."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape
from os import PathLike, fspath

from ..errors import InputError, OptionError, several, short
from ..evaluation import Evaluation, text_of
from ..explanations import explanation, terminal_text
from ..inputs.streams import models_of
from ..kernel import Item
from ..options import Options
from ..rendering.whole_files import write_whole
from ..scoring.profile import NO_MEASURE, Profile
from . import USUAL


class Page:
    """A page that explains the scores of an evaluation: a notebook shows it, and `save` writes it."""

    def __init__(self, explained: explanation.Explanation) -> None:
        """Make the page of an explanation; `explain` and `Evaluation.explain` return one."""
        self._explained = explained

    @cached_property
    def html(self) -> str:
        """The page as HTML, which needs neither network nor script."""
        return explanation.page(self._explained)

    @cached_property
    def text(self) -> str:
        """The page as text, with brackets around the matches."""
        return terminal_text.listing(self._explained, colour=False)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file, whole or not at all. Raises `InputError` where it cannot be written."""
        write_whole(fspath(path), self.html.encode())

    def __repr__(self) -> str:
        systems = several(len(self._explained.systems), "system")
        return f"<Page on evaluation {short(self._explained.evaluation)}: {systems}; see `text` or `save` it>"

    def _repr_html_(self) -> str:
        """Return the page in a frame, which confines its style sheet."""
        return (
            f'<iframe sandbox="allow-scripts" style="width: 100%; height: 40em; border: 0"'
            f' srcdoc="{escape(self.html)}"></iframe>'
        )


def explain(
    peer: Item | Evaluation,
    models: Item | Sequence[Item] | None = None,
    options: Options | None = None,
    *,
    systems: str | Iterable[str] | None = None,
) -> Page:
    """Return the page that explains the score of a peer, with the matches marked in the texts.

    Texts, models and default options are as in `score`. Instead of a peer and its models, pass an
    evaluation: it may have files and several `systems`, and its default options are as in `evaluate`. Without
    `systems` the page lists the figures of all systems and explains the first dozen.

    Raises `InputError` for a missing model, for a system without a summary in the evaluation and for input
    that `evaluate` refuses, `OptionError` for options without a measure, and `TypeError` for anything that is
    not a text, and for models beside an evaluation.
    """
    if isinstance(peer, Evaluation):
        if models is not None:
            raise TypeError("an evaluation has models of its own; pass options by name: `options=…`")
        evaluation, usual = peer, Options()
    else:
        texts = tuple(
            text_of(model)._replace(name=f"model {place}") for place, model in enumerate(models_of(models), 1)
        )
        if not texts:
            raise InputError("models is empty; give at least one text")
        evaluation = Evaluation("1", {"peer": text_of(peer)._replace(name="peer")}, texts)
        usual, systems = USUAL, None
    options = usual if options is None else options
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    if systems is not None:
        systems = [systems] if isinstance(systems, str) else list(systems)
    return Page(explanation.explain(evaluation, options, systems))
