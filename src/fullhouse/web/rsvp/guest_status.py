"""Where a guest stands, in words: one heading, and what happens next. Pure: records in, sentences out."""

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
    """What a page tells a guest: a heading, sentences below it, and their dots in the picture."""

    heading: str
    lines: tuple[str, ...] = ()
    seats_of_mine: int = 0
    place_of_mine: int = 0


def sentence(answer: GuestResult) -> str:
    """Say what became of a command, in one or two sentences."""
    said = DONE.get(answer.code) or PROBLEMS[answer.code]
    if answer.code == "already" and answer.guest is not None and answer.guest.state == "confirmed":
        return f"{said} {DONE['confirmed']}"
    return said if answer.position is None else f"{said} You are number {answer.position} in line."


def about(event: Event) -> dict[str, Any]:
    """Gather what every page says about an event."""
    return {
        "event": event,
        "day": format_day(event.starts_at, LANGUAGE),
        "hours": hours(event),
        "clock": say_clock(event.timezone, event.starts_at, LANGUAGE),
        "count": Headcount.of(event),
    }


def hours(event: Event) -> str:
    """Say from when to when: 18:00 to 21:00, or until another day."""
    same_day = event.ends_at - event.starts_at < timedelta(hours=20)
    end = (
        f"{event.ends_at:%H:%M}"
        if same_day
        else format_datetime(event.ends_at, LANGUAGE, year=False)
    )
    return f"{event.starts_at:%H:%M} to {end}"


def deadline(event: Event, moment: datetime) -> str:
    """Say until when, on the event's own clock."""
    return format_datetime(wall_time(moment, event.timezone), LANGUAGE, year=False)


def seats(number: int) -> str:
    """Count seats in words."""
    return "a seat" if number == 1 else f"{number} seats"


def length(text: str) -> str:
    """Say a duration such as 6h in words."""
    left, said = duration(text), []
    for name, unit in UNITS:
        number, left = divmod(left, unit)
        said += [f"{number} {name}{'' if number == 1 else 's'}"] if number else []
    return " and ".join(said) or "less than a minute"


def outlook(event: Event, now: datetime) -> str:
    """Say what a sign-up would bring; empty if there can be none."""
    if why_closed(event, now):
        return ""
    if event.free:
        return f"{event.free:,} {'seat' if event.free == 1 else 'seats'} open"
    return f"Full: you would be number {event.waiting + 1:,} in line"


def why_closed(event: Event, now: datetime) -> str:
    """Say why nobody can sign up; empty if they can."""
    if event.state == "cancelled":
        return "This event has been cancelled."
    if now >= event.ends:
        return "This event is over."
    if now >= event.starts:
        return "This event has begun."
    return "Sign-up is closed." if event.state == "closed" else ""


def standing(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    """Say where someone on the list stands."""
    if event.state == "cancelled":
        return GuestStatus("The event has been cancelled.", ("There is nothing you need to do.",))
    if guest.offer is not None:
        return _held(event, guest, deadline(event, guest.offer.ends_at))
    if guest.state == "confirmed":
        lines = ("We look forward to seeing you.",)
        return GuestStatus(f"You have {seats(guest.party)}.", lines, seats_of_mine=guest.party)
    if guest.state == "waitlisted":
        return _in_line(event, guest, position)
    return GuestStatus(
        "You are not on the list.", ("Would you like to come? You are welcome to sign up again.",)
    )


def _held(event: Event, guest: Guest, until: str) -> GuestStatus:
    heading = f"{'A seat is' if guest.party == 1 else f'{guest.party} seats are'} held for you."
    return GuestStatus(
        heading, (f"Until {until} nobody else can take {'it' if guest.party == 1 else 'them'}.",)
    )


def _in_line(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    heading = "You are in line." if position is None else f"You are number {position:,} in line."
    free = "a seat is" if guest.party == 1 else f"{guest.party} seats are"
    window = length(event.settings.claim_window)
    lines = (
        f"When {free} free for you, we hold {'it' if guest.party == 1 else 'them'} for {window} and mail you.",
    )
    return GuestStatus(heading, lines, place_of_mine=position or 0)


def after_sign_up(event: Event, guest: Guest, position: int | None) -> GuestStatus:
    """Say what a sign-up brought, and what was mailed."""
    told = standing(event, guest, position)
    if guest.state == "confirmed":
        lines: tuple[str, ...] = (
            f"The details and a calendar file are on their way to {guest.email}.",
            "If you cannot come after all, the mail has a link that gives the seat to someone else.",
        )
    elif guest.state == "pending":
        until = deadline(event, guest.offer.ends_at) if guest.offer else "the start"
        heading = "Almost there: look into your inbox."
        lines = (
            f"We have written to {guest.email}. Confirm in that mail until {until}, and the seat is yours.",
        )
        return GuestStatus(heading, lines)
    else:
        lines = (
            *told.lines,
            f"We have written to {guest.email}. That mail also has a link to leave the line.",
        )
    return msgspec.structs.replace(told, lines=lines)
