"""Lines of the rules about times that customers pick: online booking, staff hours, buffers."""

import re
from itertools import pairwise

from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.rulebook.days import DAYS, weekly_hours, weekly_words
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Hours,
    PublicBooking,
    Rulebook,
    StaffHours,
    normalized_name,
)
from fullhouse.products.frontdesk.shared.rulebook.values import (
    DAY,
    HOUR,
    NotUnderstood,
    duration_words,
    minutes_of,
)

LONGEST_NOTICE = 60 * DAY
LONGEST_HORIZON_DAYS = 366
LONGEST_BUFFER = 8 * HOUR
MOST_A_DAY = 999
NO, YES = "no", "yes"
NEVER = "Mon-Sun closed"
ITEM = re.compile(r"(?:(?P<name>.{1,80}?):? )?(?P<most>\d{1,3})(?: (?:a|per) day)?", re.ASCII)
USUAL = PublicBooking()


def items(value: str) -> list[str]:
    """Split a list at commas, semicolons and "and"."""
    listed = value.replace(";", ",").replace(" and ", ",").split(",")
    names = [item.strip(" ._") for item in listed]
    return [name for name in names if name]


def is_closed(hours: Hours) -> bool:
    """Return True if the day is marked closed instead of having times."""
    return hours.opens == hours.closes


def public_booking(book: Rulebook, value: str) -> Rulebook:
    """Parse `yes`, `no`, or the services that anyone may book."""
    said = value.lower()
    if said in (NO, YES):
        return _with(book, is_on=said == YES, services=())
    names: list[str] = []
    for item in items(value):
        service = book.service(item)
        if service is None:
            raise NotUnderstood(f"There is no service {item[:80]!r} above this line.")
        if service.name not in names:
            names.append(service.name)
    return _with(book, is_on=True, services=tuple(names))


def _with(book: Rulebook, **sets: object) -> Rulebook:
    return replace(book, public_booking=replace(book.public_booking, **sets))


def public_words(book: Rulebook) -> str:
    """Write who may book what; nothing while it is off."""
    rules = book.public_booking
    if not rules.is_on:
        return ""
    return ", ".join(rules.services) or YES


def notice(book: Rulebook, value: str) -> Rulebook:
    """Parse how long before its start a time can still be booked."""
    said = value.lower().removesuffix(" before").removesuffix(" ahead")
    return _with(book, notice_minutes=minutes_of(said, 0, LONGEST_NOTICE))


def notice_words(book: Rulebook) -> str:
    """Write the notice unless it is the usual one."""
    minutes = book.public_booking.notice_minutes
    if minutes == USUAL.notice_minutes:
        return ""
    return f"{duration_words(minutes)} before"


def horizon(book: Rulebook, value: str) -> Rulebook:
    """Parse how far ahead a time can be booked, in days."""
    minutes = minutes_of(value.lower().removesuffix(" ahead"), DAY, LONGEST_HORIZON_DAYS * DAY)
    if minutes % DAY:
        raise NotUnderstood("It is a number of days.")
    return _with(book, horizon_days=minutes // DAY)


def horizon_words(book: Rulebook) -> str:
    """Write the horizon unless it is the usual one."""
    days = book.public_booking.horizon_days
    if days == USUAL.horizon_days:
        return ""
    return f"{duration_words(days * DAY)} ahead"


def buffer(book: Rulebook, value: str) -> Rulebook:
    """Parse the time that stays free between two appointments."""
    return replace(book, buffer_minutes=minutes_of(value, 0, LONGEST_BUFFER))


def buffer_words(book: Rulebook) -> str:
    """Write the buffer if there is one."""
    if not book.buffer_minutes:
        return ""
    return duration_words(book.buffer_minutes)


def staff_hours(book: Rulebook, value: str) -> Rulebook:
    """Parse "Jess: Mon-Wed 09:00-14:00"; several people are separated by semicolons."""
    for part in filter(None, (part.strip() for part in value.split(";"))):
        name = _whose(book, part)
        if book.hours_of(name) is not None:
            raise NotUnderstood(f"The hours of {name} are written twice.")
        own = StaffHours(name, _own_hours(part[len(name) :].lstrip(" :")))
        book = replace(book, staff_hours=(*book.staff_hours, own))
    return book


def _whose(book: Rulebook, text: str) -> str:
    """Return the staff member with whose name a text begins."""
    same = normalized_name(text)
    found = [
        name for name in book.staff if re.match(f"{re.escape(normalized_name(name))}[ :]", same)
    ]
    if not found:
        raise NotUnderstood("It begins with a name from the line `Staff`, which stands above it.")
    return max(found, key=len)


def _own_hours(text: str) -> tuple[Hours, ...]:
    found = sorted(weekly_hours(text), key=lambda hours: (hours.day, hours.opens))
    for hours, after in pairwise(found):
        if hours.day == after.day and (after.opens < hours.closes or is_closed(hours)):
            raise NotUnderstood(f"The hours of {DAYS[hours.day]} contradict each other.")
    return tuple(hours for hours in found if not is_closed(hours))


def staff_hours_words(book: Rulebook) -> str:
    """Write each staff member's own hours in a line."""
    return "".join(
        f"\n- {own.staff}: {weekly_words(own.hours) or NEVER}" for own in book.staff_hours
    )


def daily_maximum(book: Rulebook, value: str) -> Rulebook:
    """Parse "12" for all together, or "Jess 6, Colour 3" for staff members and services."""
    for item in items(value):
        book = _with_maximum(book, item)
    return book


def _with_maximum(book: Rulebook, item: str) -> Rulebook:
    said = ITEM.fullmatch(item)
    if said is None or not 1 <= int(said["most"]) <= MOST_A_DAY:
        raise NotUnderstood(f"It is a number from 1 to {MOST_A_DAY}, for all or behind a name.")
    name, most = said["name"] or "", int(said["most"])
    member, service = book.staff_member(name), book.service(name)
    if member or not name:
        return replace(book, daily_maximum=_added(book.daily_maximum, member, most))
    if service is None:
        raise NotUnderstood("A name is one of the staff or services, which stand above it.")
    return replace(book, service_maximum=_added(book.service_maximum, service.name, most))


def _added(known: tuple[tuple[str, int], ...], name: str, most: int) -> tuple[tuple[str, int], ...]:
    if name in dict(known):
        raise NotUnderstood(f"The maximum of {name or 'all'} is written twice.")
    return (*known, (name, most))


def daily_maximum_words(book: Rulebook) -> str:
    """Write the maximum of all, and of each staff member and service that has one."""
    maxima = (*book.daily_maximum, *book.service_maximum)
    return ", ".join(f"{name} {most}".strip() for name, most in maxima)
