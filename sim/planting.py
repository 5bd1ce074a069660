"""Planting a bug in the shipped code, and removing it again."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import timedelta
from typing import Any, cast

import msgspec

from fullhouse.engine import catalogue
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Rule

Bug = Callable[[], AbstractContextManager[None]]
FAR = timedelta(days=4000)


@contextmanager
def swapped(owner: Any, name: Any, new: Any) -> Iterator[None]:
    """Replace an attribute of an object, or a value of a table, for a while."""
    old = owner[name] if isinstance(owner, dict) else getattr(owner, name)
    put = (
        owner.__setitem__
        if isinstance(owner, dict)
        else lambda key, value: setattr(owner, key, value)
    )
    put(name, new)
    try:
        yield
    finally:
        put(name, old)


def swap(owner: Any, name: Any, new: Any) -> Bug:
    """Plant another function under a name, or under the key of a table."""
    return lambda: swapped(owner, name, new)


def wrap(owner: Any, name: str, around: Callable[..., Any]) -> Bug:
    """Plant a function that is given the old one first."""
    old = getattr(owner, name)
    return swap(owner, name, lambda *args, **more: around(old, *args, **more))


def together(*bugs: Bug) -> Bug:
    """Plant several at once."""

    @contextmanager
    def planted() -> Iterator[None]:
        with ExitStack() as stack:
            for bug in bugs:
                stack.enter_context(bug())
            yield

    return planted


def rule(command: type[Command], around: Callable[..., Decision]) -> Bug:
    """Plant a rule that is given the old one first."""
    rules = cast("dict[Any, Rule]", catalogue.RULES)
    old = rules[command]
    new = msgspec.structs.replace(old, decide=lambda *args: around(old.decide, *args))
    return lambda: swapped(rules, command, new)


def without(*fields: str) -> Callable[..., Any]:
    """Make conditions that forget some fields."""
    return lambda old, record, *names: old(record, *(name for name in names if name not in fields))


def later(by: timedelta) -> Callable[..., Any]:
    """Make alarms that ring later than they should."""
    return lambda old, *args: msgspec.structs.replace(old(*args), due_at=old(*args).due_at + by)
