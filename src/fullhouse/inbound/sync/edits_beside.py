"""Edits of staff in rows whose records were changed elsewhere before the sheet could show it."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name

TOGETHER = (
    "This was changed by the customer or at the desk at the same time, and stays as they have it. "
    "Write it once more if yours is right."
)


class EditsBeside(msgspec.Struct, frozen=True):
    """The fields that staff changed: those that nobody else did, and those that others did, too."""

    survive: dict[str, Any]
    late: list[str]


def edits_beside(
    typed: Mapping[str, Any], before: Mapping[str, Any], stored: Callable[[str], Any]
) -> EditsBeside:
    """Compare a row with the same row as it was last, and with its record.

    Of a cell that could not be read before, nobody knows who changed it first.
    """
    survive: dict[str, Any] = {}
    late: list[str] = []
    for name, value in typed.items():
        was = before.get(name, UNSET)
        if is_same(value, was) or is_same(value, stored(name)):
            continue
        if is_same(was, stored(name)):
            survive[name] = value
        else:
            late.append(name)
    return EditsBeside(survive, late)


def is_same(one: Any, other: Any) -> bool:  # noqa: ANN401 - of any field
    """Return True if two values mean the same; names are compared as the rules do."""
    if isinstance(one, str) and isinstance(other, str):
        return normalized_name(one) == normalized_name(other)
    return bool(one == other)
