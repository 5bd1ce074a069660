"""Phone numbers: typed text becomes E.164, or a sentence about the problem.

A number that might exist is accepted: the tables lack new ones, and people try things out with
made-up ones.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.patterns import regex
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext

if TYPE_CHECKING:
    from phonenumbers import PhoneNumber

LONGEST_TYPED = 60
E164 = regex(r"\+[1-9]\d{6,14}", re.ASCII)
# The region of satellite phones and of services all over the world.
NO_COUNTRY = "001"
AMERICA = 1
FIELD = "phone"
NO_TEXTS = to_translate("a landline: texts can't reach it")

# Old zone names whose newer name is in another country, or that name no place.
OLD_NAMES = {
    "Africa/Asmera": "ER",
    "Africa/Timbuktu": "ML",
    "America/Coral_Harbour": "CA",
    "America/Virgin": "VI",
    "Antarctica/South_Pole": "",
    "Atlantic/Jan_Mayen": "NO",
    "Iceland": "IS",
    "Pacific/Ponape": "FM",
    "Pacific/Truk": "FM",
    "Pacific/Yap": "FM",
    **dict.fromkeys(("CET", "EET", "EST", "HST", "MET", "MST", "WET"), ""),
}


def clean_phone(text: str, region: str, *, calls: bool = False) -> str:
    """Return the number as E.164, such as +491711234567, or raise `Invalid`.

    A number without a country code is one of the region's (`DE`); without a region it must begin
    with a plus sign. With `calls` a landline is accepted: staff can call it.
    """
    typed = text.strip()
    if not typed:
        raise _unfit("phone_missing", gettext("Please tell us your mobile number."))
    number = _parsed(typed, region) if len(typed) <= LONGEST_TYPED else None
    if number is None:
        raise _unfit("bad_phone", _looks_wrong(region))
    _refuse_short(number, typed, region)
    _refuse_incomplete(number, region)
    _refuse_textless(number, calls=calls)
    from phonenumbers import PhoneNumberFormat, format_number

    return format_number(number, PhoneNumberFormat.E164)


def is_e164(text: str) -> bool:
    """Return True if a number is written as E.164: a plus sign, the country code, the rest."""
    return E164.fullmatch(text) is not None


def is_landline(number: str) -> bool:
    """Return True if an E.164 number surely takes no texts, but can be called."""
    from phonenumbers import PhoneNumberType, number_type

    parsed = _parsed(number, "") if is_e164(number) else None
    return parsed is not None and number_type(parsed) == PhoneNumberType.FIXED_LINE


def _unfit(code: str, sentence: str) -> Invalid:
    return Invalid(FieldProblem(code, sentence, FIELD))


def _looks_wrong(region: str) -> str:
    if region:
        return gettext(
            "That doesn't look like a mobile number. "
            "From another country, start with its code, such as +49."
        )
    return gettext(
        "Please begin the number with a plus sign and the country's code, such as +49 171 1234567."
    )


def _parsed(typed: str, region: str) -> "PhoneNumber | None":
    from phonenumbers import NumberParseException, parse

    try:
        return parse(typed, region or None)
    except NumberParseException:
        return None


def _refuse_short(number: "PhoneNumber", typed: str, region: str) -> None:
    """Refuse emergency and short numbers, which only a phone nearby can dial."""
    from phonenumbers import is_emergency_number, is_valid_short_number

    if (region and is_emergency_number(typed, region)) or is_valid_short_number(number):
        raise _unfit(
            "phone_short",
            gettext("This is a service number. Please give a mobile number."),
        )


def _refuse_incomplete(number: "PhoneNumber", region: str) -> None:
    from phonenumbers import (
        PhoneNumberFormat,
        ValidationResult,
        format_number,
        is_possible_number_with_reason,
    )

    fits = is_possible_number_with_reason(number) == ValidationResult.IS_POSSIBLE
    if not fits or number.extension or not is_e164(format_number(number, PhoneNumberFormat.E164)):
        raise _unfit("bad_phone", _looks_wrong(region))


def _refuse_textless(number: "PhoneNumber", *, calls: bool) -> None:
    """Refuse numbers that take no texts, or only for money.

    Where landlines and mobiles look alike, a number passes.
    """
    from phonenumbers import PhoneNumberType, number_type

    kind = number_type(number)
    if kind == PhoneNumberType.FIXED_LINE and not calls:
        sentence = gettext(
            "This is a landline, and texts do not reach it. Please give a mobile number, or an "
            "email address."
        )
        raise _unfit("phone_landline", sentence)
    if _costs_extra(number, kind):
        raise _unfit(
            "phone_premium",
            gettext(
                "Texts to this number cost extra, so we send none. Please give a mobile number."
            ),
        )
    if kind in (
        PhoneNumberType.TOLL_FREE,
        PhoneNumberType.UAN,
        PhoneNumberType.VOICEMAIL,
        PhoneNumberType.PAGER,
    ):
        raise _unfit(
            "phone_service",
            gettext("This is a company's service number. Please give a mobile number."),
        )


def region_of_zone(zone: str) -> str:
    """Return the country of a time zone, such as DE for Europe/Berlin; empty if there is none."""
    if zone in OLD_NAMES:
        return OLD_NAMES[zone]
    countries = _countries()
    return countries.get(zone) or countries.get(_newer_names().get(zone, ""), "")


@cache
def _countries() -> dict[str, str]:
    rows = [line.split("\t") for line in _table("zone.tab") if not line.startswith("#")]
    return {row[2]: row[0] for row in rows}


@cache
def _newer_names() -> dict[str, str]:
    rows = [line.split() for line in _table("tzdata.zi") if line.startswith("L ")]
    return {old: new for _, new, old in rows}


def _table(name: str) -> list[str]:
    from importlib.resources import files

    return files("tzdata.zoneinfo").joinpath(name).read_text("utf-8").splitlines()


def _costs_extra(number: "PhoneNumber", kind: int) -> bool:
    """Return True for premium, satellite and, but for America, personal numbers."""
    from phonenumbers import PhoneNumberType, region_code_for_number

    if kind == PhoneNumberType.PERSONAL_NUMBER:
        return bool(number.country_code != AMERICA)
    premium = kind in (PhoneNumberType.PREMIUM_RATE, PhoneNumberType.SHARED_COST)
    return premium or region_code_for_number(number) == NO_COUNTRY
