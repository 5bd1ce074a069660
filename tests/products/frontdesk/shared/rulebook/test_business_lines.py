"""Lines about the business: its name, time zone, language, phone and address."""

import pytest

from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from tests.products.frontdesk.shared.rulebook.lines import reason, understood


@pytest.mark.parametrize(
    ("written", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/vienna", "Europe/Vienna"),
        ("America/New York", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_time_zone_is_known_by_its_name(written: str, zone: str) -> None:
    assert understood(f"Time zone: {written}").zone == zone


@pytest.mark.parametrize(
    "written", ["Berlin/Europe", "CEST (Berlin)", "../etc", "x" * 300, "Europe/Berl\0in/x"]
)
def test_a_time_zone_that_is_not_there_is_named(written: str) -> None:
    assert reason(f"Time zone: {written}") == (
        "There is no time zone of that name. I understand lines such as `Time zone: Europe/Berlin`."
    )


@pytest.mark.parametrize(
    ("written", "language"),
    [
        ("en", "en"),
        ("DE", "de"),
        ("French", "fr"),
        ("spanish", "es"),
        ("Italiano", "it"),
        ("Polish", "pl"),
        ("PORTUGUÊS", "pt"),
        ("العربية", "ar"),
    ],
)
def test_a_language_is_one_that_is_spoken_here(written: str, language: str) -> None:
    assert understood(f"Language: {written}").language == language


def test_another_language_is_refused() -> None:
    assert "I write in en, de, fr, es, it, pt, nl, pl, sv, ar." in reason("Language: Klingon")


def test_the_business_has_a_name() -> None:
    assert understood("Business: Salon Jess & Co.").business == "Salon Jess & Co"
    assert "is not a name" in reason("Business: Jess: the salon")
    assert "at most 80 characters" in reason(f"Business: {'x' * 81}")


@pytest.mark.parametrize(
    ("written", "phone"),
    [
        ("+49 30 1234567", "+49 30 1234567"),
        ("+49 (0)30 / 123-45 67", "+49 30 123 45 67"),
        ("+1.212.555.0100.", "+1 212 555 0100"),
        ("+33123456789", "+33123456789"),
    ],
)
def test_the_phone_of_the_business_has_its_countrys_code(written: str, phone: str) -> None:
    assert understood(f"Phone: {written}").phone == phone


@pytest.mark.parametrize(
    "written", ["030 1234567", "+49", "+0 123 456 789", "call us", "+49 30 12345x", "+" + "4" * 99]
)
def test_another_phone_is_refused(written: str) -> None:
    assert reason(f"Phone: {written}") == (
        "A phone number begins with a plus sign and the country's code, and has 7 digits or more. "
        "I understand lines such as `Phone: +49 30 1234567`."
    )


def test_the_address_is_one_line_as_written() -> None:
    book = understood("Address: Hauptstr. 1; 2nd floor, 10115 Berlin\u202e\u200b.")
    assert book.address == "Hauptstr. 1; 2nd floor, 10115 Berlin"


def test_an_address_that_goes_on_below_is_named() -> None:
    (problem,) = parse_rules("Address: Hauptstr. 1\n10115 Berlin").problems
    assert problem.line == 2


def test_an_address_is_not_longer_than_a_line() -> None:
    assert "at most 120 characters" in reason(f"Address: {'x' * 121}")
    assert understood(f"Address: {'x' * 120}").address == "x" * 120
