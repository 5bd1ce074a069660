"""News of changes that wait for the morning, and later news that cannot wait."""

from typing import Any

from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Needs

# So many changes before and after one are looked at.
NEAR = 3
LEFT = ("sending", "sent", "kept")


def near_news(message: Message) -> Needs:
    """Load the news of the changes before and after the one that a message is about."""
    number = _number(message)
    if not number:
        return {}
    begin = message.id.rpartition(":")[0]
    first = max(1, number - NEAR)
    others = [other for other in range(first, number + NEAR + 1) if other != number]
    return {f"news:{other}": Get(Message, (f"{begin}:{other}",)) for other in others}


def _number(message: Message) -> int:
    """Return the number of the change that a message is about; 0 if it is about no such change."""
    occasion = message.id.rpartition(":")[2]
    return int(occasion) if message.kind == "changed" and occasion.isdecimal() else 0


def is_told(message: Message, near: tuple[Message, ...]) -> bool:
    """Return True if later news has left and says all that a message says."""
    number, changes = _number(message), set(_changes(message))
    later = [other for other in near if _number(other) > number and other.status in LEFT]
    return any(changes <= set(_changes(other)) for other in later)


def with_waiting(message: Message, near: tuple[Message, ...]) -> list[str]:
    """Return the changes that a message names, with those of earlier news that still waits."""
    number = _number(message)
    earlier = [other for other in near if _number(other) < number and other.status == "queued"]
    named = [change for other in (*earlier, message) for change in _changes(other)]
    return list(dict.fromkeys(named))


def _changes(message: Message) -> list[Any]:
    return list(message.facts.get("changes") or ())
