"""Durations and amounts of money in the rules, as people write them and as they are written back."""

import re
from decimal import Decimal

from fullhouse.products.frontdesk.shared.rulebook.model import Money

HOUR, DAY = 60, 24 * 60
LARGEST_AMOUNT = 1_000_000_000
FLAGS = re.IGNORECASE | re.ASCII

COUNTED = r"\d{1,5}(?:[.,]\d{1,2})?"
JOINED = r"(?![a-z])(?:,? ?(?:and )?)"
DURATION = re.compile(
    rf"(?:({COUNTED}) ?(?:days?|d){JOINED})?(?:({COUNTED}) ?(?:hours?|hrs?|h){JOINED})?"
    rf"(?:({COUNTED}) ?(?:minutes?|mins?|m)(?![a-z]))?",
    FLAGS,
)

# How many decimals each currency has; of the signs only those that one currency owns, and the dollar.
CENTS = "EUR USD GBP CHF SEK NOK DKK PLN CZK HUF RON BGN TRY UAH ILS AED ZAR CAD AUD NZD BRL MXN ARS INR SGD HKD THB CNY"
WHOLE = "JPY KRW ISK CLP VND"
DECIMALS = {**dict.fromkeys(CENTS.split(), 2), **dict.fromkeys(WHOLE.split(), 0)}
SIGNS = {"€": "EUR", "EURO": "EUR", "EUROS": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "ZŁ": "PLN"}
CURRENCY = "|".join([*DECIMALS, "euros?", "[€$£¥]", "zł"])
MONEY = re.compile(
    rf"(?P<before>{CURRENCY})? ?(?P<whole>[1-9]\d{{0,2}}(?:[.,']\d{{3}}){{1,3}}|\d{{1,7}})"
    rf"(?:[.,](?P<part>\d{{1,2}}))?(?!\d)(?: ?(?P<after>{CURRENCY})(?![a-z]))?",
    FLAGS,
)


class NotUnderstood(Exception):
    """What was written cannot be meant, and why."""


def duration_at(text: str, at: int) -> tuple[int, int] | None:
    """Read a duration that begins here: its minutes, and where it ends."""
    found = DURATION.match(text, at)
    if found is None or found.end() == at:
        return None
    pairs = zip(found.groups(default="0"), (DAY, HOUR, 1), strict=True)
    minutes = sum(Decimal(number.replace(",", ".")) * unit for number, unit in pairs)
    return (int(minutes), found.end()) if minutes == int(minutes) else None


def minutes_of(text: str, least: int, most: int) -> int:
    """Read a text that is a duration and nothing else, within these bounds."""
    found = duration_at(text, 0)
    if found is None or found[1] != len(text):
        raise NotUnderstood("That is not a duration.")
    if not least <= found[0] <= most:
        raise NotUnderstood(f"It must be from {duration_words(least)} to {duration_words(most)}.")
    return found[0]


def duration_words(minutes: int) -> str:
    """Write a duration as it is read."""
    for unit, name in ((DAY, "day"), (HOUR, "hour")):
        if minutes and minutes % unit == 0 and minutes != HOUR:
            return _counted(minutes // unit, name)
    return _counted(minutes, "minute")


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def money_at(text: str, at: int) -> tuple[Money, int] | None:
    """Read an amount that begins here, and where it ends. The currency must stand on one side of it."""
    found = MONEY.match(text, at)
    if found is None or (found["before"] is None) == (found["after"] is None):
        return None
    named = (found["before"] or found["after"]).upper()
    currency = SIGNS.get(named, named)
    whole = int("".join(one for one in found["whole"] if one.isdigit()))
    amount = _smallest(whole, found["part"] or "", DECIMALS[currency])
    return None if amount is None else (Money(amount, currency), found.end())


def _smallest(whole: int, part: str, decimals: int) -> int | None:
    if len(part) > decimals:
        return None
    amount = whole * 10**decimals + int(part.ljust(decimals, "0") or "0")
    return amount if amount <= LARGEST_AMOUNT else None


def money_words(money: Money) -> str:
    """Write an amount as it is read."""
    decimals = DECIMALS[money.currency]
    whole, part = divmod(money.amount, 10**decimals)
    return f"{whole}.{part:0{decimals}} {money.currency}" if part else f"{whole} {money.currency}"
