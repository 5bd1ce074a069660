"""Messages as the rules of appointments write them, for tests that read what is said."""

from datetime import UTC, datetime
from typing import Any

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message
from fullhouse.products.frontdesk.appointments.wording import STAFF_KINDS, compose
from tests.products.saying import link, merged, message_of

NOW = datetime(2026, 6, 11, 9, 0, tzinfo=UTC)  # eleven o'clock in Berlin, a Thursday
BUSINESS = {"name": "Salon Jess", "zone": "Europe/Berlin", "language": "en"}
APPOINTMENT = {
    "id": "A1",
    "name": "Ada",
    "phone": "+491701234567",
    "email": "ada@example.org",
    "service": "Cut",
    "staff": "Jess",
    "starts_at": datetime(2026, 6, 12, 12, 0, tzinfo=UTC),
    "minutes": 45,
    "status": "booked",
    "chain": 1,
    "slot": "",
    "ref": "",
}
WEEK: dict[str, Any] = {
    "appointments": 40,
    "confirmed": 31,
    "cancelled": 4,
    "no_shows": 1,
    "prevented": 5,
    "freed": 4,
    "refilled": 3,
    "money": {"EUR": 16500},
    "quiet": [{"id": "A2", "name": "Ben"}, {"id": "A3", "name": "Cem"}],
    "more_quiet": 0,
}
PROPOSAL = {
    "sender": "ada@example.org",
    "subject": "Your booking",
    "name": "Ada",
    "service": "Cut",
    "staff": "Jess",
    "phone": "+6581237200",
    "email": "ada@example.org",
    "date": "2026-06-20",
    "time": "14:30",
}
OF_A_KIND: dict[str, dict[str, Any]] = {
    "reminder": {"move": "first_reminder", "hours": 24, "reply": "1-24"},
    "gap_alert": {"appointment": APPOINTMENT, "reason": "no_answer"},
    "booked_online": {"appointment": APPOINTMENT},
    "summary": {"week": "2026-06-01", "summary": WEEK},
    "proposal": {"proposal": PROPOSAL},
    "text_warning": {"month": "2026-06", "limit": {"amount": 2000, "currency": "EUR"}},
    "text_limit": {"month": "2026-06", "limit": {"amount": 2000, "currency": "EUR"}},
    "removal": {"removal": {"source": "appointments-sheet", "gone": 4, "people": WEEK["quiet"]}},
}


def message(kind: str, channel: Channel = "mail", *, now: datetime = NOW, **facts: Any) -> Message:
    """Make a message of this kind; facts replace the usual ones, those of records one by one."""
    usual: dict[str, Any] = {"business": BUSINESS, **OF_A_KIND.get(kind, {})}
    to_staff = kind in STAFF_KINDS
    if not to_staff:
        usual |= {"appointment": APPOINTMENT, "template": {}}
    told = {key: merged(usual.get(key), value) for key, value in facts.items()}
    return message_of(
        "appointments", kind, channel, usual | told, now=now, person="" if to_staff else "A1"
    )


def letter(kind: str, channel: Channel = "mail", **facts: Any) -> Letter:
    """Compose a message of this kind."""
    return compose(message(kind, channel, **facts), link)
