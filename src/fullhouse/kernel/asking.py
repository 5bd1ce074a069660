"""How a rule asks for what it needs to know: one question after the other, each with what was found so far."""

from collections.abc import Callable
from typing import Any

from fullhouse.kernel.documents import Document
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.spending import TEXTS, Spend

Asking = Callable[[Any, Found], Needs]


class Answers(dict[str, Any]):
    """What was found, and how many of each row of questions are answered: those are not asked again."""

    def __init__(self) -> None:
        """Start with nothing."""
        super().__init__()
        self.answered: dict[Asking, int] = {}


def steps(*asking: Asking) -> Asking:
    """Ask for one thing after the other, each with what was found so far."""

    def needs(command: Any, found: Found) -> Needs:  # noqa: ANN401 - any command
        answered = found.answered if isinstance(found, Answers) else {}
        for at in range(answered.get(needs, 0), len(asking)):
            wanted = asking[at](command, found)
            if fresh := {name: wanted[name] for name in wanted if name not in found}:
                return fresh
            answered[needs] = at + 1
        return {}

    return needs


def several(found: Found, name: str) -> tuple[Any, ...]:
    """Return all that was found under a name, a colon, and which one it is."""
    return tuple(one for key, one in found.items() if key.startswith(f"{name}:") and one is not None)


def the_documents(_command: object, _found: Found) -> Needs:
    """Read the rules and the voice fresh."""
    return {"rules": Get(Document, ("rules",)), "voice": Get(Document, ("voice",))}


def the_spend(_command: object, _found: Found) -> Needs:
    """Load what texts have cost this month."""
    return {"spend": Get(Spend, (TEXTS,))}
