"""How a rule asks for what it needs to know: one question after the other, each with what was found so far."""

from collections.abc import Callable
from typing import Any

from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs

Asking = Callable[[Any, Found], Needs]


class LoadedState(dict[str, Any]):
    """What was found, and how many of each row of questions are answered: those are not asked again."""

    def __init__(self) -> None:
        """Start with nothing."""
        super().__init__()
        self.answered: dict[Asking, int] = {}


def no_needs(_command: object, _found: Found) -> Needs:
    """Ask for nothing."""
    return {}


def in_sequence(*asking: Asking, at_last: Asking = no_needs) -> Asking:
    """Ask one question after the other, each once and with what was found so far.

    What is asked `at_last` is asked again with each answer, until it asks for nothing new.
    """

    def needs(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command
        answered = found.answered if isinstance(found, LoadedState) else {}
        for at in range(answered.get(needs, 0), len(asking)):
            answered[needs] = at + 1
            if fresh := _fresh(asking[at](command, found), found):
                return fresh
        return _fresh(at_last(command, found), found) if at_last is not no_needs else {}

    return needs


def together(*asking: Asking) -> Asking:
    """Ask several questions in one step, as none of them hangs on what another finds."""

    def needs(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command
        wanted: Needs = {}
        for ask in asking:
            wanted |= ask(command, found)
        return wanted

    return needs


def _fresh(wanted: Needs, found: Found) -> Needs:
    if found.keys().isdisjoint(wanted):  # most often
        return wanted
    return {name: need for name, need in wanted.items() if name not in found}


def found_many(found: Found, name: str) -> tuple[Any, ...]:
    """Return all that was found under a name, a colon, and which one it is."""
    begin = f"{name}:"
    return tuple([one for key, one in found.items() if one is not None and key.startswith(begin)])


def about_people(asking: Asking) -> Asking:
    """Ask of a message to a person; a note to staff leaves as it is."""

    def needs(message: Any, found: Found) -> Needs:  # noqa: ANN401 - a message
        return asking(message, found) if message.person else {}

    return needs
