"""Amounts of money as each language writes them."""

from fullhouse.locale import cldr, known_language
from fullhouse.locale.numbers import format_count
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.products.frontdesk.shared.rulebook.values import DECIMALS

# Languages that write the currency before the number.
SIGN_FIRST = {"en"}
SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"}
NO_BREAK = "\u00a0"


def format_money(money: Money, language: str) -> str:
    """Return "€1,234.50" or "1.234,50 €"; whole amounts have no decimals."""
    known = known_language(language)
    decimals = DECIMALS.get(money.currency, 2)
    whole, part = divmod(abs(money.amount), 10**decimals)
    number = format_count(whole, language)
    if part:
        number += f"{cldr()[known]['decimals']}{part:0{decimals}}"
    sign = SIGNS.get(money.currency, money.currency)
    minus = "-" if money.amount < 0 else ""
    if known not in SIGN_FIRST:
        return f"{minus}{number}{NO_BREAK}{sign}"
    if money.currency in SIGNS:
        return f"{minus}{sign}{number}"
    return f"{minus}{sign}{NO_BREAK}{number}"
