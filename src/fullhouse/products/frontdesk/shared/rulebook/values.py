"""Durations, amounts of money and phone numbers in the rules: parsed and written back."""

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

# Currencies with two decimals and with none. A sign is known if one currency owns it, or is `$`.
CENTS = (
    "EUR USD GBP CHF SEK NOK DKK PLN CZK HUF RON BGN TRY UAH "
    "ILS AED ZAR CAD AUD NZD BRL MXN ARS INR SGD HKD THB CNY"
)
WHOLE = "JPY KRW ISK CLP VND"
DECIMALS = {**dict.fromkeys(CENTS.split(), 2), **dict.fromkeys(WHOLE.split(), 0)}
SIGNS = {"€": "EUR", "EURO": "EUR", "EUROS": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "ZŁ": "PLN"}
CURRENCY = "|".join([*DECIMALS, "euros?", "[€$£¥]", "zł"])
MONEY = re.compile(
    rf"(?P<before>{CURRENCY})? ?(?P<whole>[1-9]\d{{0,2}}(?:[.,']\d{{3}}){{1,3}}|\d{{1,7}})"
    rf"(?:[.,](?P<part>\d{{1,2}}))?(?!\d)(?: ?(?P<after>{CURRENCY})(?![a-z]))?",
    FLAGS,
)

# "+49 (0)30" is often written: the zero is dialled only inside the country.
TRUNK_ZERO = re.compile(r"\(0\)")
PHONE_MARKS = re.compile(r"[()./-]")
PHONE = re.compile(r"\+[1-9]\d{6,14}", re.ASCII)


class NotUnderstood(Exception):
    """Raised for text that cannot be parsed; its message says why."""


def duration_at(text: str, at: int) -> tuple[int, int] | None:
    """Parse a duration that begins here; return its minutes and its end."""
    found = DURATION.match(text, at)
    if found is None or found.end() == at:
        return None
    pairs = zip(found.groups(default="0"), (DAY, HOUR, 1), strict=True)
    minutes = sum(Decimal(number.replace(",", ".")) * unit for number, unit in pairs)
    if minutes != int(minutes):
        return None
    return int(minutes), found.end()


def minutes_of(text: str, least: int, most: int) -> int:
    """Parse a text that is only a duration, within these bounds."""
    found = duration_at(text, 0)
    if found is None or found[1] != len(text):
        raise NotUnderstood("That is not a duration.")
    if not least <= found[0] <= most:
        raise NotUnderstood(f"It must be from {duration_words(least)} to {duration_words(most)}.")
    return found[0]


def duration_words(minutes: int) -> str:
    """Write a duration as it is parsed."""
    for unit, name in ((DAY, "day"), (HOUR, "hour")):
        if minutes and minutes % unit == 0 and minutes != HOUR:
            return _counted(minutes // unit, name)
    return _counted(minutes, "minute")


def _counted(number: int, name: str) -> str:
    if number == 1:
        return f"{number} {name}"
    return f"{number} {name}s"


def money_at(text: str, at: int) -> tuple[Money, int] | None:
    """Parse an amount that begins here; return it and its end.

    The currency must stand on exactly one side of it.
    """
    found = MONEY.match(text, at)
    if found is None or (found["before"] is None) == (found["after"] is None):
        return None
    named = (found["before"] or found["after"]).upper()
    currency = SIGNS.get(named, named)
    whole = int("".join(char for char in found["whole"] if char.isdigit()))
    amount = _smallest(whole, found["part"] or "", DECIMALS[currency])
    if amount is None:
        return None
    return Money(amount, currency), found.end()


def _smallest(whole: int, part: str, decimals: int) -> int | None:
    if len(part) > decimals:
        return None
    amount: int = whole * 10**decimals + int(part.ljust(decimals, "0") or "0")
    if amount > LARGEST_AMOUNT:
        return None
    return amount


def phone_of(text: str) -> str:
    """Return a number with its country's code, such as "+49 30 1234567", in the groups written."""
    written = " ".join(PHONE_MARKS.sub(" ", TRUNK_ZERO.sub(" ", text)).split())
    if not PHONE.fullmatch(written.replace(" ", "")):
        raise NotUnderstood(
            "A phone number begins with a plus sign and the country's code, and has 7 digits or "
            "more."
        )
    return written


def money_words(money: Money) -> str:
    """Write an amount as it is parsed."""
    decimals = DECIMALS[money.currency]
    whole, part = divmod(money.amount, 10**decimals)
    if not part:
        return f"{whole} {money.currency}"
    return f"{whole}.{part:0{decimals}} {money.currency}"
