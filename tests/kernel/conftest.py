"""The profile of hypothesis for `make mutants`, where the first failure is enough and need not be short."""

from __future__ import annotations

from hypothesis import Phase, settings

settings.register_profile(
    "mutants", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None, deadline=None
)
