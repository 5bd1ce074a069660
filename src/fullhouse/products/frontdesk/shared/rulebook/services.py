"""Services in the rules: duration, price and reminders, parsed and written back."""

import re

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
NO_REMINDERS = re.compile(r"(?:no|without) reminders?\b", re.IGNORECASE)
SEPARATORS = " ,;."


def service_of(text: str) -> Service:
    """Parse "Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours"."""
    name, _, details = text.rpartition(":")
    if not name:
        raise NotUnderstood("A service says how long it takes, behind a colon.")
    minutes, price, reminders = _details(details.strip(" _"))
    if minutes is None:
        raise NotUnderstood("A service says how long it takes.")
    if not 1 <= minutes <= DAY:
        raise NotUnderstood("A service takes from 1 minute to 1 day.")
    if reminders is None:
        reminders = USUAL_REMINDERS
    return Service(name_of(name), minutes, price, reminders)


def is_bare(text: str) -> bool:
    """Return True if a service that can be parsed says only how long it takes."""
    _minutes, price, reminders = _details(text.rpartition(":")[2].strip(" _"))
    return price is None and reminders is None


def _details(text: str) -> tuple[int | None, Money | None, tuple[int, ...] | None]:
    minutes: int | None = None
    price: Money | None = None
    reminders: tuple[int, ...] | None = None
    at = _skipped(text, 0)
    while at < len(text):
        if minutes is None and (lasting := duration_at(text, at)):
            minutes, end = lasting
        elif price is None and (amount := money_at(text, at)):
            price, end = amount
        elif reminders is None and (hours := _reminders_at(text, at)):
            reminders, end = hours
        else:
            raise NotUnderstood(f"I do not know what {_begin(text[at:])!r} is.")
        at = _skipped(text, end)
    return minutes, price, reminders


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
    return f"{service.name}: {duration_words(service.minutes)}{price}{reminders}"


def _reminder_words(hours: tuple[int, ...]) -> str:
    if not hours:
        return "; no reminders"
    unit = "hour" if hours == (1,) else "hours"
    *most, last = map(str, hours)
    if not most:
        return f"; remind at {last} {unit}"
    return f"; remind at {', '.join(most)} and {last} {unit}"
