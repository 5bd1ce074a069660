"""A rehearsal in words: the rows of its timeline with reasons, and each reminder's outcome."""

from datetime import datetime

import msgspec

from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import current_language, gettext, ngettext, translate
from fullhouse.products.rsvp.model import MORNING, Event
from fullhouse.products.rsvp.rehearsal import (
    MOST_GUESTS,
    Rehearsal,
    RehearsalGroup,
    RehearsedMessage,
)
from fullhouse.products.rsvp.reminder_times import ReminderOutcome

MOST_NAMES = 3
FEWEST_GUESTS = 20
LABELS = {
    "confirmation": "Confirmation",
    "waitlisted": "“You are on the waitlist”",
    "invite": "Invitation to confirm",
    "offer": "Offer of a seat",
    "offer_lapsed": "“Your offer has ended”",
    "declined": "Thanks for telling us",
    "cancel_pending": "“Your seat will be cancelled”",
    "cancelled": "“You are off the list”",
    "changed": "News of a change",
    "event_cancelled": "News that it is cancelled",
    "thank_you": "Thank-you",
    "broadcast": "Message to all",
    "link": "Their own link",
    "headcount": "Headcount",
    "summary": "Summary, with a thank-you to edit",
}
HAPPENS = {
    "cancelled": "{who} cancels",
    "left_line": "{who} leaves the waitlist",
    "declined": "{who} says no to the seat",
    "lapsed": "{who} does not answer in time",
    "lapsed_out": "{who} does not answer again and leaves the waitlist",
    "invite_declined": "{who} says no to the invitation",
    "invite_lapsed": "{who} does not confirm in time",
    "claimed": "{who} takes the seat",
    "seats_opened": "Nobody on the waitlist can be asked: free seats are open to all",
}
WHY = {
    "deadline": "answer until {until}",
    "deadline_later": "answer until {until}: no deadline falls into quiet hours",
    "deadline_earlier": "answer until {until}: the start comes first",
}
UNITS = ("s", "m", "h", "d", "w")


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
    who = names(row.told)
    if row.status == "happens":
        return translate(HAPPENS[row.kind]).format(who=who)
    if not who:
        return label(row.kind)
    return gettext("%(message)s to %(who)s", message=label(row.kind), who=who)


def why(row: RehearsalGroup, zone: str) -> str:
    """Return the reason of a row; empty if there is nothing to explain."""
    until = "" if row.until is None else _time(row.until, zone)
    if row.status == "waits":
        return gettext("waits until %(time)s: quiet hours", time=until)
    if row.status == "dropped":
        return gettext("not sent: %(reason)s", reason=row.note)
    return translate(WHY.get(row.note, "")).format(until=until)


def _time(moment: datetime, zone: str) -> str:
    return format_datetime(wall_time(moment, zone), current_language(), year=False)


def label(kind: str) -> str:
    """Name a kind of message."""
    kind, _, name = kind.partition(":")
    if kind == "reminder":
        return reminder(name)
    return translate(LABELS.get(kind, kind))


def reminder(name: str) -> str:
    """Name a reminder in words for hosts: 7-day reminder."""
    if not name:
        return gettext("Reminder")
    if name == MORNING:
        return gettext("Morning reminder")
    number, unit = name[:-1], name[-1]
    if number.isdecimal() and unit in UNITS:
        return _timed_reminder(int(number), unit)
    return gettext("%(name)s reminder", name=name.capitalize())


def _timed_reminder(number: int, unit: str) -> str:
    if unit == "s":
        return ngettext("%(count)s-second reminder", "%(count)s-second reminder", number)
    if unit == "m":
        return ngettext("%(count)s-minute reminder", "%(count)s-minute reminder", number)
    if unit == "h":
        return ngettext("%(count)s-hour reminder", "%(count)s-hour reminder", number)
    if unit == "d":
        return ngettext("%(count)s-day reminder", "%(count)s-day reminder", number)
    return ngettext("%(count)s-week reminder", "%(count)s-week reminder", number)


def names(told: tuple[RehearsedMessage, ...]) -> str:
    """Name a few guests, and count the others."""
    # Guests have names of their own; the host is called the same in each rehearsal.
    known = [translate(message.name) for message in told if message.name]
    if len(known) <= MOST_NAMES:
        return ", ".join(known)
    first = ", ".join(known[: MOST_NAMES - 1])
    others = len(known) - MOST_NAMES + 1
    return ngettext(
        "%(names)s and %(count)s other", "%(names)s and %(count)s others", others, names=first
    )


def fate(outcome: ReminderOutcome, zone: str) -> str:
    """Return the outcome of a reminder in words."""
    due, night = _time(outcome.due_at, zone), ""
    if outcome.due_at != outcome.target:
        target = _time(outcome.target, zone)
        night = " " + gettext("(%(time)s would be in quiet hours)", time=target)
    if outcome.fate == "sent":
        return gettext("comes %(time)s", time=due) + night
    if outcome.fate == "past":
        return gettext("skipped, already past (%(time)s)", time=due)
    if outcome.fate == "merged":
        return gettext("skipped: another one comes on the same morning")
    return gettext("skipped: it would come after the start") + night
