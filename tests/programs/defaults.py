"""An extension of the reference: options show their defaults alone, and values in place of constants."""

from __future__ import annotations

from typing import Any

import griffe

from rouge_cli import options


class Values(griffe.Extension):  # type: ignore[misc]  # Only the environment of `make docs` has the package.
    """Replace the fields of the options by their defaults."""

    def on_package(self, *, pkg: griffe.Module, **rest: Any) -> None:
        """Look at each field."""
        for field in pkg["options.Options"].attributes.values():
            for one in getattr(field.value, "arguments", ()):
                if isinstance(one, griffe.ExprKeyword) and one.name == "default":
                    is_named = isinstance(one.value, griffe.ExprName)
                    field.value = repr(getattr(options, one.value.name)) if is_named else one.value
