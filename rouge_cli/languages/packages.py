"""The packages that other languages need, and how they are installed."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from ..errors import InputError
from .table import Language


class Package(NamedTuple):
    """A package that is not needed for English as ROUGE-1.5.5 reads it."""

    name: str
    """As package indexes list it."""
    module: str
    purpose: str
    install: str
    """A command that installs it."""

    def installed(self) -> str | None:
        """Return the version that is installed, or `None` where it cannot be imported."""
        try:
            import_module(self.module)
        except ImportError:
            return None
        return self.version()

    def version(self) -> str:
        """Return the version of the package, which is installed."""
        from importlib.metadata import version  # Not every user of the table asks for it.

        return version(self.name)


_EXTRA = "pip install 'rouge-eval[languages]'"
REGEX = Package("regex", "regex", "tokenizers unicode and character", "pip install regex")
SNOWBALL = Package("snowballstemmer", "snowballstemmer", "stemmers snowball-LANGUAGE", _EXTRA)
SENTENCES = Package("sentencex", "sentencex", "sentences of texts in which none are marked", _EXTRA)
STOP_LISTS = Package("stopwordsiso", "stopwordsiso", "stop lists by language", _EXTRA)
ICU = Package(
    "PyICU",
    "icu",
    "tokenizer icu",
    "apt install libicu-dev pkg-config g++; pip install 'rouge-eval[icu]'",
)
PACKAGES = (REGEX, SNOWBALL, SENTENCES, STOP_LISTS, ICU)
_OF_TOKENIZERS = {"unicode": REGEX, "icu": ICU}


def packages_of(language: Language) -> list[Package]:
    """Return the packages that the choices of a language need: for its tokens, stems and sentences."""
    stemmer = [SNOWBALL] if language.stemmer.startswith("snowball-") else []
    return [_OF_TOKENIZERS[language.tokenizer], *stemmer, SENTENCES]


def needed(package: Package, wanted: str) -> ModuleType:
    """Import the module of a package.

    `wanted` begins the message of the `InputError` that is raised where it cannot be imported.
    """
    try:
        return import_module(package.module)
    except ImportError as error:
        raise InputError(
            f"{wanted} needs the package {package.name}, which cannot be imported ({error}); run"
            f" {package.install}"
        ) from error


def versioned(rule: str, package: Package) -> str:
    """Return a rule as a signature shows it, with the version of the package that has it."""
    return f"{rule}({package.name}-{package.version()})"
