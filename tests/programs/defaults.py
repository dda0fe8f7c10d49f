"""An extension of the reference: options whose defaults are named constants show the values."""

from __future__ import annotations

from typing import Any

import griffe

from rouge_cli import options


class Values(griffe.Extension):  # type: ignore[misc]  # Only the environment of `make docs` has the package.
    """Replace the names of constants of the package."""

    def on_package(self, *, pkg: griffe.Module, **rest: Any) -> None:
        """Look at the fields of the options."""
        for field in pkg["options.Options"].attributes.values():
            for default in getattr(field.value, "arguments", ()):
                if isinstance(default, griffe.ExprKeyword) and isinstance(default.value, griffe.ExprName):
                    default.value = repr(getattr(options, default.value.name))
