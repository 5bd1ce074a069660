"""Wishes that a customer who waits already asks for, and confirms by the link of a message."""

import hashlib
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.waitlist.message_facts import read_facts
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.frontdesk.waitlist.wishes import WISHES

MARK_LENGTH = 8


def wishes_mark(wishes: dict[str, Any], rev: int = 0) -> str:
    """Return a short digest that is the same if the same wishes are asked of the same entry."""
    return hashlib.sha256(f"{rev} {sorted(wishes.items())}".encode()).hexdigest()[:MARK_LENGTH]


def again_on(asked_on: str) -> str:
    """Return the occasion of the message to a customer who joins again."""
    return f"again:{asked_on}"


def asked_wishes(entry: Entry, sent: Message | None) -> Entry | None:
    """Return the entry with the wishes that a message asks to confirm; None if it asks for none.

    They are no longer asked for once the wishes of the entry have changed since.
    """
    facts = read_facts(sent) if sent is not None else None
    if facts is None or facts.asked is None:
        return None
    if any(getattr(facts.entry, name) != getattr(entry, name) for name in WISHES):
        return None
    return replace(entry, **{name: getattr(facts.asked, name) for name in WISHES})
