"""A rehearsal in words: the rows of its timeline with reasons, and each reminder's outcome."""

from datetime import datetime

import msgspec

from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp.model import Event
from fullhouse.products.rsvp.rehearsal import (
    MOST_GUESTS,
    Rehearsal,
    RehearsalGroup,
    RehearsedMessage,
)
from fullhouse.products.rsvp.reminder_times import ReminderOutcome

LANGUAGE = "en"
MOST_NAMES = 3
FEWEST_GUESTS = 20
LABELS = {
    "confirmation": "Confirmation",
    "waitlisted": "“You are in line”",
    "invite": "Invitation to confirm",
    "offer": "Offer of a seat",
    "offer_lapsed": "“Your offer has ended”",
    "declined": "Thanks for telling us",
    "cancelled": "“You are off the list”",
    "changed": "News of a change",
    "event_cancelled": "News that it is cancelled",
    "thank_you": "Thank-you",
    "link": "Their own link",
    "headcount": "Headcount",
    "summary": "Summary, with a thank-you to edit",
}
HAPPENS = {
    "cancelled": "{who} cancels",
    "left_line": "{who} leaves the line",
    "declined": "{who} says no to the seat",
    "lapsed": "{who} does not answer in time",
    "lapsed_out": "{who} does not answer again and leaves the line",
    "invite_declined": "{who} says no to the invitation",
    "invite_lapsed": "{who} does not confirm in time",
    "claimed": "{who} takes the seat",
    "seats_opened": "Nobody in line can be asked: free seats are open to all",
}
WHY = {
    "deadline": "answer until {until}",
    "deadline_later": "answer until {until}: no deadline falls into quiet hours",
    "deadline_earlier": "answer until {until}: the start comes first",
}
UNITS = {"s": "second", "m": "minute", "h": "hour", "d": "day", "w": "week"}


class Line(msgspec.Struct, frozen=True):
    """One row of the timeline in words."""

    at: datetime
    wall: datetime
    status: str
    what: str
    why: str
    told: tuple[RehearsedMessage, ...]


def suggested(event: Event) -> int:
    """Return a number of guests that fills the event and some of the waitlist."""
    return min(MOST_GUESTS, max(FEWEST_GUESTS, event.free + event.cap // 5))


def lines(rehearsal: Rehearsal) -> list[Line]:
    """Return the timeline in words."""
    zone = rehearsal.timezone
    return [
        Line(row.at, wall_time(row.at, zone), row.status, what(row), why(row, zone), row.told)
        for row in rehearsal.rows
    ]


def what(row: RehearsalGroup) -> str:
    """Return what is sent, waits, is dropped or happens, and for whom."""
    if row.status == "happens":
        return HAPPENS[row.kind].format(who=names(row.told))
    who = names(row.told)
    return f"{label(row.kind)} to {who}" if who else label(row.kind)


def why(row: RehearsalGroup, zone: str) -> str:
    """Return the reason of a row; empty if there is nothing to explain."""
    until = ""
    if row.until is not None:
        until = format_datetime(wall_time(row.until, zone), LANGUAGE, year=False)
    if row.status == "waits":
        return f"waits until {until}: quiet hours"
    if row.status == "dropped":
        return f"not sent: {row.note}"
    return WHY.get(row.note, "").format(until=until)


def label(kind: str) -> str:
    """Name a kind of message."""
    kind, _, name = kind.partition(":")
    if kind == "reminder":
        return reminder(name)
    return LABELS.get(kind, kind)


def reminder(name: str) -> str:
    """Name a reminder in words for hosts: 7-day reminder."""
    unit = UNITS.get(name[-1:], "")
    if not name:
        return "Reminder"
    if unit and name[:-1].isdecimal():
        return f"{name[:-1]}-{unit} reminder"
    return f"{name.capitalize()} reminder"


def names(told: tuple[RehearsedMessage, ...]) -> str:
    """Name a few guests, and count the others."""
    known = [message.name for message in told if message.name]
    if len(known) <= MOST_NAMES:
        return ", ".join(known)
    return f"{', '.join(known[: MOST_NAMES - 1])} and {len(known) - MOST_NAMES + 1:,} others"


def fate(one: ReminderOutcome, zone: str) -> str:
    """Return the outcome of a reminder in words."""
    due = format_datetime(wall_time(one.due_at, zone), LANGUAGE, year=False)
    target = format_datetime(wall_time(one.target, zone), LANGUAGE, year=False)
    night = f" ({target} would be in quiet hours)" if one.due_at != one.target else ""
    return {
        "sent": f"comes {due}{night}",
        "past": f"skipped, already past ({due})",
        "merged": "skipped: another one comes on the same morning",
        "after_start": f"skipped: it would come after the start{night}",
    }[one.fate]
