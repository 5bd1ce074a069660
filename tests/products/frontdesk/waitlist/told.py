"""Messages as the waitlist's rules write them, for tests that read what is said."""

from datetime import UTC, datetime
from typing import Any

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message
from fullhouse.products.frontdesk.waitlist.wording import STAFF_KINDS, compose
from tests.products.saying import link, merged, message_of

NOW = datetime(2026, 6, 11, 9, 0, tzinfo=UTC)  # eleven o'clock in Berlin, a Thursday
BUSINESS = {"name": "Salon Jess", "zone": "Europe/Berlin", "language": "en"}
ENTRY = {
    "id": "E1",
    "name": "Ada",
    "service": "Colour",
    "party": 1,
    "earliest": "2026-06-10",
    "latest": "2026-06-30",
    "staff": "",
    "state": "waiting",
}
SLOT = {
    "id": "S1",
    "service": "Colour",
    "starts_at": datetime(2026, 6, 12, 12, 0, tzinfo=UTC),
    "minutes": 90,
    "staff": "Jess",
    "party_capacity": 1,
    "reason": "cancelled",
    "tried": 2,
    "why": "",
    "closes_at": datetime(2026, 6, 12, 11, 50, tzinfo=UTC),
}
OFFER = {
    "seq": 1,
    "name": "S1-1",
    "made_at": NOW,
    "ends_at": datetime(2026, 6, 11, 9, 10, tzinfo=UTC),
}
MONTH = {
    "freed": 7,
    "filled": 5,
    "handed_back": 2,
    "offers": 9,
    "minutes_to_fill": 14,
    "money": {"EUR": 60000},
}
TRIED = [{"id": "E1", "name": "Ada"}, {"id": "E2", "name": "Ben"}]
PROPOSAL = {
    "sender": "ada@example.org",
    "subject": "A colour in June?",
    "name": "Ada",
    "service": "Colour",
    "phone": "+6581237200",
    "email": "ada@example.org",
    "earliest": "2026-06-20",
    "latest": "2026-06-30",
    "weekdays": ["mon"],
    "from_time": "17:00",
    "staff": "Jess",
}
OF_STAFF: dict[str, dict[str, Any]] = {
    "nobody_fits": {"slot": {**SLOT, "why": "nobody_fits", "tried": 0}, "tried": []},
    "handed_back": {"slot": {**SLOT, "why": "tries_spent"}, "tried": TRIED},
    "claim_question": {"slot": SLOT, "tried": TRIED[:1]},
    "summary": {"month": "2026-05", "summary": MONTH},
    "proposal": {"proposal": PROPOSAL},
    "text_warning": {"month": "2026-06", "limit": {"amount": 2000, "currency": "EUR"}},
    "text_limit": {"month": "2026-06", "limit": {"amount": 2000, "currency": "EUR"}},
    "text_half": {"month": "2026-06", "limit": {"amount": 2000, "currency": "EUR"}},
    "removal": {"removal": {"source": "sheet", "gone": 4, "people": TRIED}},
}


def message(kind: str, channel: Channel = "mail", *, now: datetime = NOW, **facts: Any) -> Message:
    """Make a message of this kind; facts replace the usual ones, those of records one by one."""
    usual: dict[str, Any] = {"business": BUSINESS, **OF_STAFF.get(kind, {})}
    to_staff = kind in STAFF_KINDS
    if not to_staff:
        offer = OFFER if kind in {"offer", "booked"} else None
        usual |= {
            "entry": ENTRY,
            "slot": None if kind == "joined" else SLOT,
            "offer": offer,
            "template": {},
        }
    told = {key: merged(usual.get(key), value) for key, value in facts.items()}
    return message_of(
        "waitlist", kind, channel, usual | told, now=now, person="" if to_staff else "E1"
    )


def letter(kind: str, channel: Channel = "mail", **facts: Any) -> Letter:
    """Compose a message of this kind."""
    return compose(message(kind, channel, **facts), link)
