"""Services in the rules: duration, price and reminders, parsed and written back."""

import re

import msgspec
from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.rulebook.model import (
    USUAL_REMINDERS,
    Money,
    Rulebook,
    Service,
)
from fullhouse.products.frontdesk.shared.rulebook.values import (
    DAY,
    NotUnderstood,
    duration_at,
    duration_words,
    money_at,
    money_words,
)

MOST_SERVICES = 200
MOST_REMINDERS = 10
LONGEST_NAME = 80
LONGEST_REMINDER_HOURS = 30 * 24
ENOUGH_DIGITS = 9
HOUR_WORDS = {"hours", "hour", "h"}
REMINDER_WORDS = {"remind", "reminder", "reminders", "at", "and", *HOUR_WORDS, "before"}
REMINDER_TOKEN = re.compile(r"\d+|[a-z]+|[^\sa-z\d,]", re.ASCII)
ALSO = re.compile(r"also\b(?: called\b)? ?", re.IGNORECASE)
MOST_NAMES = 10
NO_REMINDERS = re.compile(r"(?:no|without) reminders?\b", re.IGNORECASE)
SEPARATORS = " ,;."


def service_of(text: str) -> Service:
    """Parse "Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours; also called trim, fringe"."""
    name, _, details = text.rpartition(":")
    if not name:
        raise NotUnderstood("A service says how long it takes, behind a colon.")
    said = _details(details.strip(" _"))
    if said.minutes is None:
        raise NotUnderstood("A service says how long it takes.")
    if not 1 <= said.minutes <= DAY:
        raise NotUnderstood("A service takes from 1 minute to 1 day.")
    reminders = USUAL_REMINDERS if said.reminders is None else said.reminders
    return Service(name_of(name), said.minutes, said.price, reminders, said.also or ())


def is_bare(text: str) -> bool:
    """Return True if a service that can be parsed says only how long it takes."""
    said = _details(text.rpartition(":")[2].strip(" _"))
    return said.price is None and said.reminders is None and said.also is None


class _Details(msgspec.Struct):
    """The details in the line of a service; None for those it does not give."""

    minutes: int | None = None
    price: Money | None = None
    reminders: tuple[int, ...] | None = None
    also: tuple[str, ...] | None = None


def _details(text: str) -> _Details:
    said = _Details()
    at = _skipped(text, 0)
    while at < len(text):
        if said.minutes is None and (lasting := duration_at(text, at)):
            said.minutes, end = lasting
        elif said.price is None and (amount := money_at(text, at)):
            said.price, end = amount
        elif said.reminders is None and (hours := _reminders_at(text, at)):
            said.reminders, end = hours
        elif said.also is None and (names := _also_at(text, at)):
            said.also, end = names
        else:
            raise NotUnderstood(f"I do not know what {_begin(text[at:])!r} is.")
        at = _skipped(text, end)
    return said


def _also_at(text: str, at: int) -> tuple[tuple[str, ...], int] | None:
    """Return the other names that begin there, and where they end; None if none begin."""
    also = ALSO.match(text, at)
    if also is None:
        return None
    part = text[also.end() :].partition(";")[0]
    names = tuple(map(name_of, part.rstrip(SEPARATORS).split(",")))
    if len(names) > MOST_NAMES:
        raise NotUnderstood(f"A service has at most {MOST_NAMES} other names.")
    return names, also.end() + len(part)


def _reminders_at(text: str, at: int) -> tuple[tuple[int, ...], int] | None:
    """Return the reminders that begin there, and where they end; None if none begin."""
    none = NO_REMINDERS.match(text, at)
    if none is not None:
        return (), none.end()
    if text[at : at + 6].lower() != "remind":
        return None
    part = text[at:].partition(";")[0]
    return _reminders(part), at + len(part)


def _skipped(text: str, at: int) -> int:
    while at < len(text) and text[at] in SEPARATORS:
        at += 1
    return at


def _begin(text: str) -> str:
    if len(text) <= LONGEST_NAME:
        return text
    return f"{text[:LONGEST_NAME]}…"


def _reminders(text: str) -> tuple[int, ...]:
    tokens = REMINDER_TOKEN.findall(text.lower())
    numbers = [token for token in tokens if token.isascii() and token.isdigit()]
    words = set(tokens).difference(numbers)
    if not numbers or not words <= REMINDER_WORDS or not words & HOUR_WORDS:
        raise NotUnderstood("Reminders are told in hours before.")
    return _reminder_hours(numbers)


def _reminder_hours(numbers: list[str]) -> tuple[int, ...]:
    hours = {int(number[:ENOUGH_DIGITS]) for number in numbers}
    if len(numbers) > MOST_REMINDERS or len(hours) < len(numbers):
        raise NotUnderstood(f"There are at most {MOST_REMINDERS} reminders, each at another time.")
    if min(hours) < 1 or max(hours) > LONGEST_REMINDER_HOURS:
        raise NotUnderstood(f"A reminder comes from 1 to {LONGEST_REMINDER_HOURS} hours before.")
    return tuple(sorted(hours, reverse=True))


def name_of(text: str) -> str:
    """Return the stripped name; raise if it is empty, too long or has a colon."""
    name = text.strip(" _")
    if not any(char.isalnum() for char in name) or ":" in name:
        raise NotUnderstood(f"{_begin(name)!r} is not a name.")
    if len(name) > LONGEST_NAME:
        raise NotUnderstood(f"A name has at most {LONGEST_NAME} characters.")
    return name


def with_service(book: Rulebook, service: Service) -> Rulebook:
    """Add a service; raise if its name is taken or there are too many."""
    if book.service(service.name):
        raise NotUnderstood(f"There is already a service {service.name}.")
    if len(book.services) >= MOST_SERVICES:
        raise NotUnderstood(f"There are at most {MOST_SERVICES} services.")
    return replace(book, services=(*book.services, service))


def service_words(service: Service) -> str:
    """Write a service as it is parsed."""
    price = f", {money_words(service.price)}" if service.price else ""
    reminders = _reminder_words(service.remind_at_hours)
    also = f"; also called {', '.join(service.also)}" if service.also else ""
    return f"{service.name}: {duration_words(service.minutes)}{price}{reminders}{also}"


def _reminder_words(hours: tuple[int, ...]) -> str:
    if not hours:
        return "; no reminders"
    unit = "hour" if hours == (1,) else "hours"
    *most, last = map(str, hours)
    if not most:
        return f"; remind at {last} {unit}"
    return f"; remind at {', '.join(most)} and {last} {unit}"
