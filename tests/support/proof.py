"""The choice of cases for `make test`; the others are left to `make proof`."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def some_of(values: Iterable[object], keep: int = 3) -> list[Any]:
    """Return all values as cases; all but some, evenly spread, run only in `make proof`."""
    cases = list(values)
    last = max(1, keep - 1)
    quick = {place * (len(cases) - 1) // last for place in range(keep)}
    return [
        pytest.param(one, marks=[] if at in quick else pytest.mark.proof)
        for at, one in enumerate(cases)
    ]


def each_with_one(values: Iterable[object], others: Sequence[object]) -> list[Any]:
    """Return all pairs as cases; `make test` runs one of each value, with the others in turn."""
    return [
        pytest.param(one, other, marks=[] if at % len(others) == place else pytest.mark.proof)
        for at, one in enumerate(values)
        for place, other in enumerate(others)
    ]
