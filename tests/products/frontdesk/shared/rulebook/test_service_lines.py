"""Lines about services and staff."""

import pytest

from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Service
from fullhouse.products.frontdesk.shared.rulebook.services import service_words
from tests.products.frontdesk.shared.rulebook.lines import reason, understood


@pytest.mark.parametrize(
    ("written", "service"),
    [
        ("Colour: 90 minutes, 120 EUR", Service("Colour", 90, Money(12000))),
        (
            "Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours",
            Service("Cut", 45, Money(5500), (24, 1)),
        ),
        (
            "Dental cleaning: 30 minutes; remind at 48 and 2 hours",
            Service("Dental cleaning", 30, None, (48, 2)),
        ),
        (
            "Consult: 1 hour; remind at 72, 24 and 3 hours before",
            Service("Consult", 60, None, (72, 24, 3)),
        ),
        ("Consult: 1 hour; remind at 3h, 24h", Service("Consult", 60, None, (24, 3))),
        ("Cut: remind at 24 hours; 55,50 EUR; 45 min", Service("Cut", 45, Money(5550), (24,))),
        ("Cut: 1h 30m", Service("Cut", 90)),
        ("Cut: 1h30m", Service("Cut", 90)),
        ("Cut: 1 hour and 30 minutes", Service("Cut", 90)),
        ("Cut: 1.5 hours", Service("Cut", 90)),
        ("Cut: 1,5 hrs", Service("Cut", 90)),
        ("Cut: 90 min, €120", Service("Cut", 90, Money(12000))),
        ("Cut: 90 min,120 €", Service("Cut", 90, Money(12000))),
        ("Cut: 90 min 120 euros", Service("Cut", 90, Money(12000))),
        ("Cut: 90 min, $55.50", Service("Cut", 90, Money(5550, "USD"))),
        ("Cut: 90 min, 55,5 EUR", Service("Cut", 90, Money(5550))),
        ("Cut: 90 min, CHF 1'200.50", Service("Cut", 90, Money(120050, "CHF"))),
        ("Cut: 90 min, 1.200 EUR", Service("Cut", 90, Money(120000))),
        ("Cut: 90 min, 1.200,50 EUR", Service("Cut", 90, Money(120050))),
        ("Cut: 90 min, 4500 JPY", Service("Cut", 90, Money(4500, "JPY"))),
        ("Cut: 90 min, 200 zł", Service("Cut", 90, Money(20000, "PLN"))),
        ("Retreat: 1 day", Service("Retreat", 1440, None, (24, 2))),
        ("Cut: 90 min, no reminders", Service("Cut", 90, None, ())),
        ("Cut: 90 min; Without reminders; 55 EUR", Service("Cut", 90, Money(5500), ())),
        (
            "Cut: 45 min; also called trim, a bit off the top; 55 EUR",
            Service("Cut", 45, Money(5500), also=("trim", "a bit off the top")),
        ),
        ("Cut: 45 min; also trim", Service("Cut", 45, also=("trim",))),
        ("Wash, cut & dry (long): 60 minutes", Service("Wash, cut & dry (long)", 60)),
    ],
)
def test_a_service_says_how_long_it_takes_what_it_costs_and_when_to_remind(
    written: str, service: Service
) -> None:
    assert understood(f"Services\n- {written}").services == (service,)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("Colour", "behind a colon"),
        ("Colour: 90 minutes; also called", "is not a name"),
        ("Colour: 90 minutes; also called tint, , henna", "is not a name"),
        (f"Colour: 90 min; also called {', '.join('abcdefghijk')}", "at most 10 other names"),
        ("Colour:", "how long it takes"),
        ("Colour: 120 EUR", "how long it takes"),
        ("Colour: 0 minutes", "from 1 minute to 1 day"),
        ("Colour: 25 hours", "from 1 minute to 1 day"),
        ("Colour: 1.3 minutes", "I do not know what '1.3 minutes' is"),
        ("Colour: 90 minutes, 120", "I do not know what '120' is"),
        ("Colour: 90 minutes, 12.345 pesos", "I do not know what '12.345 pesos' is"),
        ("Colour: 90 minutes, 0.075 EUR", "I do not know what '0.075 EUR' is"),
        ("Colour: 90 minutes, €120 EUR", "I do not know what '€120 EUR' is"),
        ("Colour: 90 minutes, 45.50 JPY", "I do not know what '45.50 JPY' is"),
        ("Colour: 90 minutes, 999,999,999 EUR", "I do not know what '999,999,999 EUR' is"),
        ("Colour: 90 minutes, 45 minutes", "I do not know what '45 minutes' is"),
        ("Colour: 90 minutes, 5 EUR, 6 EUR", "I do not know what '6 EUR' is"),
        ("Colour: 90 minutes" + " and more" * 20, "and more and more…' is."),
        ("Colour: 90 minutes; remind at ² hours", "Reminders are told in hours before"),
        ("Colour: 90 minutes; no reminders; remind at 1 hour", "I do not know what 'remind at 1"),
        ("Colour: 90 minutes; remind at dawn", "Reminders are told in hours before"),
        ("Colour: 90 minutes; remind at 24 and 1", "Reminders are told in hours before"),
        ("Colour: 90 minutes; remind at 2 days and 3 hours", "Reminders are told in hours before"),
        ("Colour: 90 minutes; remind at 24 and 024 hours", "each at another time"),
        ("Colour: 90 minutes; remind at 1 2 3 4 5 6 7 8 9 10 11 hours", "at most 10 reminders"),
        ("Colour: 90 minutes; remind at 0 hours", "from 1 to 720 hours before"),
        ("Colour: 90 minutes; remind at 721 hours", "from 1 to 720 hours before"),
        (f"Colour: 90 minutes; remind at {'9' * 5000} hours", "from 1 to 720 hours before"),
        ("Colour: long: 90 minutes", "'Colour: long' is not a name"),
        ("!!: 90 minutes", "'!!' is not a name"),
        (f"{'x' * 81}: 90 minutes", "at most 80 characters"),
    ],
)
def test_a_service_that_cannot_be_meant_is_named(written: str, why: str) -> None:
    found = reason(f"Services\n- {written}")
    assert why in found
    assert found.endswith(
        "I understand lines such as `- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours`."
    )


def test_no_service_is_named_twice() -> None:
    assert "already a service cut." in reason("Services\n- Cut: 45 minutes\n- cut: 50 minutes")


def test_there_are_so_many_services_and_no_more() -> None:
    text = "Services\n" + "".join(f"- Service {number}: 30 minutes\n" for number in range(201))
    assert "at most 200 services" in reason(text)
    assert len(parse_rules(text).rulebook.services) == 200


@pytest.mark.parametrize(
    "written", ["Jess, Sam Ode", "Jess and Sam Ode", "Jess; Sam Ode,", "Jess, and Sam Ode."]
)
def test_staff_are_listed_by_name(written: str) -> None:
    assert understood(f"Staff: {written}").staff == ("Jess", "Sam Ode")


def test_nobody_is_named_twice_among_the_staff() -> None:
    assert "jess is named twice." in reason("Staff: Jess, Sam, jess")


def test_there_are_so_many_staff_and_no_more() -> None:
    assert "at most 200 people" in reason(
        "Staff: " + ", ".join(f"Person {number}" for number in range(201))
    )


def test_a_service_without_reminders_is_written_so() -> None:
    assert service_words(Service("Cut", 90, None, ())) == "Cut: 90 minutes; no reminders"


def test_other_names_are_written_as_they_are_parsed() -> None:
    written = "Cut: 45 minutes; remind at 24 and 2 hours; also called trim, fringe"
    (service,) = understood(f"Services\n- {written}").services
    assert service_words(service) == written


def test_a_service_may_be_called_phone() -> None:
    book = understood("Phone: +49 30 1234567\nServices\n- Phone: 15 minutes\n- Address: 5 minutes")
    assert [service.name for service in book.services] == ["Phone", "Address"]
    assert book.phone == "+49 30 1234567"


def test_contact_lines_among_the_services_are_no_services() -> None:
    book = understood("- Cut: 45 minutes, 55 EUR\n- Phone: +49 30 1234567\n- Address: Road 30")
    assert (book.phone, book.address) == ("+49 30 1234567", "Road 30")
