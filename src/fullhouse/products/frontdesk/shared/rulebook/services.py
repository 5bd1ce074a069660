"""A service in the rules: how long it takes, what it costs and when people are reminded, read and written back."""

import re

from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook, Service
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
REMINDER_WORDS = {"remind", "reminder", "reminders", "at", "and", "hours", "hour", "h", "before"}
REMINDER_TOKEN = re.compile(r"\d+|[a-z]+|[^\sa-z\d,]", re.ASCII)
SEPARATORS = " ,;."


def service_of(text: str) -> Service:
    """Read "Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours"."""
    name, _, told = text.rpartition(":")
    if not name:
        raise NotUnderstood("A service says how long it takes, behind a colon.")
    minutes, price, reminders = _told(told.strip(" _"))
    if minutes is None:
        raise NotUnderstood("A service says how long it takes.")
    if not 1 <= minutes <= DAY:
        raise NotUnderstood("A service takes from 1 minute to 1 day.")
    return Service(name_of(name), minutes, price, reminders)


def _told(text: str) -> tuple[int | None, Money | None, tuple[int, ...]]:
    minutes: int | None = None
    price: Money | None = None
    reminders: tuple[int, ...] = ()
    at = _skipped(text, 0)
    while at < len(text):
        if minutes is None and (lasting := duration_at(text, at)):
            minutes, end = lasting
        elif price is None and (amount := money_at(text, at)):
            price, end = amount
        elif not reminders and text[at : at + 6].lower() == "remind":
            told = text[at:].partition(";")[0]
            reminders, end = _reminders(told), at + len(told)
        else:
            raise NotUnderstood(f"I do not know what {_begin(text[at:])!r} is.")
        at = _skipped(text, end)
    return minutes, price, reminders


def _skipped(text: str, at: int) -> int:
    while at < len(text) and text[at] in SEPARATORS:
        at += 1
    return at


def _begin(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"


def _reminders(text: str) -> tuple[int, ...]:
    tokens = REMINDER_TOKEN.findall(text.lower())
    numbers = [one for one in tokens if one.isascii() and one.isdigit()]
    words = set(tokens).difference(numbers)
    if not numbers or not words <= REMINDER_WORDS or not words & {"hours", "hour", "h"}:
        raise NotUnderstood("Reminders are told in hours before.")
    hours = {int(one[:ENOUGH_DIGITS]) for one in numbers}
    if len(numbers) > MOST_REMINDERS or len(hours) < len(numbers):
        raise NotUnderstood(f"There are at most {MOST_REMINDERS} reminders, each at another time.")
    if min(hours) < 1 or max(hours) > LONGEST_REMINDER_HOURS:
        raise NotUnderstood(f"A reminder comes from 1 to {LONGEST_REMINDER_HOURS} hours before.")
    return tuple(sorted(hours, reverse=True))


def name_of(text: str) -> str:
    """Read a name of a sane length, or refuse it."""
    name = text.strip(" _")
    if not any(one.isalnum() for one in name) or ":" in name:
        raise NotUnderstood(f"{_begin(name)!r} is not a name.")
    if len(name) > LONGEST_NAME:
        raise NotUnderstood(f"A name has at most {LONGEST_NAME} characters.")
    return name


def with_service(book: Rulebook, service: Service) -> Rulebook:
    """Add a service, unless there is one of that name or there are too many."""
    if book.service(service.name):
        raise NotUnderstood(f"There is already a service {service.name}.")
    if len(book.services) >= MOST_SERVICES:
        raise NotUnderstood(f"There are at most {MOST_SERVICES} services.")
    return replace(book, services=(*book.services, service))


def service_words(service: Service) -> str:
    """Write a service as it is read."""
    price = f", {money_words(service.price)}" if service.price else ""
    return f"{service.name}: {duration_words(service.minutes)}{price}{_reminder_words(service.remind_at_hours)}"


def _reminder_words(hours: tuple[int, ...]) -> str:
    if not hours:
        return ""
    *most, last = map(str, hours)
    numbers = f"{', '.join(most)} and {last}" if most else last
    return f"; remind at {numbers} {'hour' if hours == (1,) else 'hours'}"
