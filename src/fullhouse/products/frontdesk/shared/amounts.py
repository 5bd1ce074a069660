"""Durations, numbers and amounts of money as each language writes them."""

import msgspec

from fullhouse.kernel.localized_dates import known_language
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.products.frontdesk.shared.rulebook.values import DAY, DECIMALS, HOUR


class AmountWords(msgspec.Struct, frozen=True):
    """Number and unit formats of one language; each unit in singular and plural."""

    days: tuple[str, str]
    hours: tuple[str, str]
    minutes: tuple[str, str]
    moment: str
    thousands: str
    decimals: str
    sign_first: bool = False
    least_grouped: int = 4


AMOUNT_WORDS = {
    "en": AmountWords(
        days=("day", "days"),
        hours=("hour", "hours"),
        minutes=("minute", "minutes"),
        moment="less than a minute",
        thousands=",",
        decimals=".",
        sign_first=True,
    ),
    "de": AmountWords(
        days=("Tag", "Tage"),
        hours=("Stunde", "Stunden"),
        minutes=("Minute", "Minuten"),
        moment="weniger als eine Minute",
        thousands=".",
        decimals=",",
    ),
    "fr": AmountWords(
        days=("jour", "jours"),
        hours=("heure", "heures"),
        minutes=("minute", "minutes"),
        moment="moins d'une minute",
        thousands="\u202f",
        decimals=",",
    ),
    "es": AmountWords(
        days=("día", "días"),
        hours=("hora", "horas"),
        minutes=("minuto", "minutos"),
        moment="menos de un minuto",
        thousands=".",
        decimals=",",
        least_grouped=5,
    ),
}
SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"}
NO_BREAK = "\u00a0"


def format_minutes(minutes: int, language: str) -> str:
    """Return "1 hour 30 minutes"; from one day on, leave the minutes out."""
    words = AMOUNT_WORDS[known_language(language)]
    days, rest = divmod(max(0, minutes), DAY)
    hours, left = divmod(rest, HOUR)
    if days:
        left = 0
    counted = ((days, words.days), (hours, words.hours), (left, words.minutes))
    parts = [f"{count} {names[count != 1]}" for count, names in counted if count]
    return " ".join(parts) or words.moment


def format_count(count: int, language: str) -> str:
    """Return "1,234"."""
    words = AMOUNT_WORDS[known_language(language)]
    digits = f"{abs(count)}"
    if len(digits) >= words.least_grouped:
        digits = f"{abs(count):,}".replace(",", words.thousands)
    if count < 0:
        return f"-{digits}"
    return digits


def format_money(money: Money, language: str) -> str:
    """Return "€1,234.50" or "1.234,50 €"; whole amounts have no decimals."""
    words = AMOUNT_WORDS[known_language(language)]
    decimals = DECIMALS.get(money.currency, 2)
    whole, part = divmod(abs(money.amount), 10**decimals)
    number = format_count(whole, language)
    if part:
        number += f"{words.decimals}{part:0{decimals}}"
    sign = SIGNS.get(money.currency, money.currency)
    minus = "-" if money.amount < 0 else ""
    if not words.sign_first:
        return f"{minus}{number}{NO_BREAK}{sign}"
    if money.currency in SIGNS:
        return f"{minus}{sign}{number}"
    return f"{minus}{sign}{NO_BREAK}{number}"
