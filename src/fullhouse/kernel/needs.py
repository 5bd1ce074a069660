"""Combinators for the needs of a rule, which are loaded step by step.

Each step sees the results of the steps before it.
"""

from collections.abc import Callable
from typing import Any

from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs

Asking = Callable[[Any, Found], Needs]


class LoadedState(dict[str, Any]):
    """The results so far, and how many steps of each sequence are done and not repeated."""

    def __init__(self) -> None:
        """Start without results."""
        super().__init__()
        self.answered: dict[Asking, int] = {}


def no_needs(_command: object, _found: Found) -> Needs:
    """Return no needs."""
    return {}


def in_sequence(*asking: Asking, at_last: Asking = no_needs) -> Asking:
    """Load the needs of one function after the other, each once and with the results so far.

    `at_last` is called again after each result, until it returns nothing new.
    """

    def needs(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command
        answered: dict[Asking, int] = {}
        if isinstance(found, LoadedState):
            answered = found.answered
        for step in range(answered.get(needs, 0), len(asking)):
            answered[needs] = step + 1
            if fresh := _fresh(asking[step](command, found), found):
                return fresh
        if at_last is no_needs:
            return {}
        return _fresh(at_last(command, found), found)

    return needs


def together(*asking: Asking) -> Asking:
    """Load the needs of several functions in one step; none may depend on another's result."""

    def needs(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command
        wanted: Needs = {}
        for ask in asking:
            wanted |= ask(command, found)
        return wanted

    return needs


def _fresh(wanted: Needs, found: Found) -> Needs:
    if found.keys().isdisjoint(wanted):  # the usual case, without a copy
        return wanted
    return {name: need for name, need in wanted.items() if name not in found}


def found_many(found: Found, name: str) -> tuple[Any, ...]:
    """Return everything found under keys of the form "name:…"."""
    begin = f"{name}:"
    values = []
    for key, value in found.items():
        if value is not None and key.startswith(begin):
            values.append(value)
    return tuple(values)


def about_people(asking: Asking) -> Asking:
    """Load these needs only for a message to a person; a note to staff needs nothing."""

    def needs(message: Any, found: Found) -> Needs:  # noqa: ANN401 - a message
        if not message.person:
            return {}
        return asking(message, found)

    return needs
