"""Amounts as people write them in each language that letters are written in: durations, numbers, money."""

import msgspec

from fullhouse.kernel.localized_dates import known_language
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.products.frontdesk.shared.rulebook.values import DAY, DECIMALS, HOUR


class AmountWords(msgspec.Struct, frozen=True):
    """How one language counts time, sets digits apart, and writes money; each unit of time for one and for several."""

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
    """Say "1 hour 30 minutes"; of what takes days not every minute."""
    words = AMOUNT_WORDS[known_language(language)]
    days, rest = divmod(max(0, minutes), DAY)
    hours, left = divmod(rest, HOUR)
    counted = ((days, words.days), (hours, words.hours), (0 if days else left, words.minutes))
    return (
        " ".join(f"{count} {names[count != 1]}" for count, names in counted if count)
        or words.moment
    )


def format_count(count: int, language: str) -> str:
    """Say "1,234"."""
    words = AMOUNT_WORDS[known_language(language)]
    digits = f"{abs(count):,}" if abs(count) >= 10 ** (words.least_grouped - 1) else f"{abs(count)}"
    return ("-" if count < 0 else "") + digits.replace(",", words.thousands)


def format_money(money: Money, language: str) -> str:
    """Say "€1,234.50", or "1.234,50 €" where the sign stands behind; whole amounts without decimals."""
    words, decimals = AMOUNT_WORDS[known_language(language)], DECIMALS.get(money.currency, 2)
    whole, part = divmod(abs(money.amount), 10**decimals)
    number = format_count(whole, language) + (f"{words.decimals}{part:0{decimals}}" if part else "")
    sign, minus = SIGNS.get(money.currency, money.currency), "-" if money.amount < 0 else ""
    if words.sign_first:
        return (
            f"{minus}{sign}{number}"
            if money.currency in SIGNS
            else f"{minus}{sign}{NO_BREAK}{number}"
        )
    return f"{minus}{number}{NO_BREAK}{sign}"
