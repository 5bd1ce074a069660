"""Messages as the rules write them, for tests that read what is said."""

from datetime import UTC, datetime
from typing import Any

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.wording import compose

NOW = datetime(2026, 6, 13, 9, 0, tzinfo=UTC)
OFFER = {
    "id": "O1",
    "kind": "seat",
    "seats": 1,
    "ends_at": datetime(2026, 6, 20, 14, 0, tzinfo=UTC),
}
COUNTS = {"cap": 80, "confirmed": 71, "held": 4, "waiting": 9, "pending": 2, "open": 5}
STATES = {
    "waitlisted": "waitlisted",
    "declined": "waitlisted",
    "offer": "waitlisted",
    "offer_lapsed": "waitlisted",
    "invite": "pending",
    "cancelled": "cancelled",
}
GUEST_KINDS = (
    "confirmation",
    "waitlisted",
    "invite",
    "reminder",
    "offer",
    "offer_lapsed",
    "declined",
    "cancelled",
    "changed",
    "event_cancelled",
    "thank_you",
    "broadcast",
    "link",
)
HOST_KINDS = ("headcount", "summary")
EVENT = {
    "id": "E1",
    "name": "Summer party",
    "starts_at": datetime(2026, 6, 20, 18, 0),
    "ends_at": datetime(2026, 6, 20, 21, 0),
    "timezone": "Europe/Berlin",
    "venue": "The old mill",
    "host_email": "host@example.org",
    "language": "en",
    "sequence": 2,
}


def message(
    kind: str, *, to: str = "ada@example.org", now: datetime = NOW, **facts: Any
) -> Message:
    """Make a message of this kind; facts replace the usual ones, those of records one by one."""
    guest = {
        "id": "G1",
        "name": "Ada",
        "party": 1,
        "state": STATES.get(kind, "confirmed"),
        "sequence": 1,
    }
    usual: dict[str, Any] = {"offer": OFFER if kind in {"offer", "invite"} else None}
    usual |= (
        {"headcount": COUNTS} if kind in HOST_KINDS else {"guest": guest | facts.pop("guest", {})}
    )
    told = {"event": EVENT | facts.pop("event", {})} | usual | facts
    return Message(
        id=f"{kind}:E1:G1:1",
        product="rsvp",
        kind=kind,
        to=to,
        scope="E1",
        person="" if kind in HOST_KINDS else "G1",
        facts=told,
        queued_at=now,
        not_before=now,
        at=now,
    )


def link(purpose: str) -> str:
    """Say where a purpose leads."""
    return f"https://party.example/l/{purpose}"


def letter(kind: str, **facts: Any) -> Letter:
    """Compose a message of this kind."""
    return compose(message(kind, **facts), link)
