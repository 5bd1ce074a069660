"""A guest's status as text: one heading, and what happens next. Pure."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.localized_dates import format_datetime, format_day, say_clock
from fullhouse.kernel.times import duration, wall_time
from fullhouse.products.rsvp.model import Event, Guest, GuestResult
from fullhouse.products.rsvp.result_codes import DONE, PROBLEMS
from fullhouse.web.graphics.room_picture import Headcount

LANGUAGE = "en"
UNITS = (("day", timedelta(days=1)), ("hour", timedelta(hours=1)), ("minute", timedelta(minutes=1)))


class GuestStatus(msgspec.Struct, frozen=True):
    """A guest's status on a page: a heading, sentences, and their dots in the picture."""

    heading: str
    lines: tuple[str, ...] = ()
    seats_of_mine: int = 0
    place_of_mine: int = 0


def sentence(answer: GuestResult) -> str:
    """Return the result of a command in one or two sentences."""
    text = DONE.get(answer.code) or PROBLEMS[answer.code]
    if answer.code == "already" and answer.guest is not None and answer.guest.state == "confirmed":
        return f"{text} {DONE['confirmed']}"
    if answer.position is None:
        return text
    return f"{text} You are number {answer.position} in line."


def about(event: Event) -> dict[str, Any]:
    """Return the template values that every page about an event needs."""
    return {
        "event": event,
        "day": format_day(event.starts_at, LANGUAGE),
        "hours": hours(event),
        "clock": say_clock(event.timezone, event.starts_at, LANGUAGE),
        "count": Headcount.of(event),
    }


def hours(event: Event) -> str:
    """Return the hours of an event, such as 18:00 to 21:00, or with the day of a late end."""
    end = f"{event.ends_at:%H:%M}"
    if event.ends_at - event.starts_at >= timedelta(hours=20):
        end = format_datetime(event.ends_at, LANGUAGE, year=False)
    return f"{event.starts_at:%H:%M} to {end}"


def deadline(event: Event, moment: datetime) -> str:
    """Return a deadline as text, in the event's time zone."""
    return format_datetime(wall_time(moment, event.timezone), LANGUAGE, year=False)


def seats(number: int) -> str:
    """Return a number of seats as text."""
    return "a seat" if number == 1 else f"{number} seats"


def length(text: str) -> str:
    """Return a duration such as 6h as text."""
    left = duration(text)
    parts = []
    for name, unit in UNITS:
        number, left = divmod(left, unit)
        if number == 1:
            parts.append(f"1 {name}")
        elif number:
            parts.append(f"{number} {name}s")
    return " and ".join(parts) or "less than a minute"


def outlook(event: Event, now: datetime) -> str:
    """Return what a sign-up would get; empty if sign-up is closed."""
    if why_closed(event, now):
        return ""
    if event.free:
        return f"{event.free:,} {'seat' if event.free == 1 else 'seats'} open"
    return f"Full: you would be number {event.waiting + 1:,} in line"


def why_closed(event: Event, now: datetime) -> str:
    """Return why sign-up is closed; empty if it is open."""
    if event.state == "cancelled":
        return "This event has been cancelled."
    if now >= event.ends:
        return "This event is over."
    if now >= event.starts:
        return "This event has begun."
    if event.state == "closed":
        return "Sign-up is closed."
    return ""


def standing(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    """Return the status of a guest."""
    if event.state == "cancelled":
        return GuestStatus("The event has been cancelled.", ("There is nothing you need to do.",))
    if guest.offer is not None:
        return _with_offer(event, guest, deadline(event, guest.offer.ends_at))
    if guest.state == "confirmed":
        lines = ("We look forward to seeing you.",)
        return GuestStatus(f"You have {seats(guest.party)}.", lines, seats_of_mine=guest.party)
    if guest.state == "waitlisted":
        return _waitlisted(event, guest, position)
    return GuestStatus(
        "You are not on the list.", ("Would you like to come? You are welcome to sign up again.",)
    )


def _with_offer(event: Event, guest: Guest, until: str) -> GuestStatus:
    if guest.party == 1:
        heading, line = "A seat is held for you.", f"Until {until} nobody else can take it."
    else:
        heading = f"{guest.party} seats are held for you."
        line = f"Until {until} nobody else can take them."
    return GuestStatus(heading, (line,))


def _waitlisted(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    heading = "You are in line."
    if position is not None:
        heading = f"You are number {position:,} in line."
    free, pronoun = "a seat is", "it"
    if guest.party != 1:
        free, pronoun = f"{guest.party} seats are", "them"
    window = length(event.settings.claim_window)
    line = f"When {free} free for you, we hold {pronoun} for {window} and mail you."
    return GuestStatus(heading, (line,), place_of_mine=position or 0)


def after_sign_up(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    """Return the status after a sign-up, and what was mailed."""
    if guest.state == "pending":
        return _unconfirmed(event, guest)
    status = standing(event, guest, position)
    lines: tuple[str, ...] = (
        *status.lines,
        f"We have written to {guest.email}. That mail also has a link to leave the line.",
    )
    if guest.state == "confirmed":
        lines = (
            f"The details and a calendar file are on their way to {guest.email}.",
            (
                "If you cannot come after all, "
                "the mail has a link that gives the seat to someone else."
            ),
        )
    return msgspec.structs.replace(status, lines=lines)


def _unconfirmed(event: Event, guest: Guest) -> GuestStatus:
    until = deadline(event, guest.offer.ends_at) if guest.offer else "the start"
    line = (
        f"We have written to {guest.email}. "
        f"Confirm in that mail until {until}, and the seat is yours."
    )
    return GuestStatus("Almost there: look into your inbox.", (line,))
