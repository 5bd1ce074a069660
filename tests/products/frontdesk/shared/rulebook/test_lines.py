"""What each line of the rules may say, and what it must not."""

import pytest

from fullhouse.kernel.times import QuietHours
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Closed,
    Hours,
    Money,
    Rulebook,
    Service,
    SmsLimits,
)


def understood(text: str) -> Rulebook:
    reading = parse_rules(text)
    assert reading.problems == ()
    return reading.rulebook


def reason(text: str) -> str:
    (problem,) = parse_rules(text).problems
    assert problem.line == len(text.splitlines())
    return problem.reason


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
    ("written", "language"), [("en", "en"), ("DE", "de"), ("French", "fr"), ("spanish", "es")]
)
def test_a_language_is_one_that_is_spoken_here(written: str, language: str) -> None:
    assert understood(f"Language: {written}").language == language


def test_another_language_is_refused() -> None:
    assert "I write in en, de, fr, es." in reason("Language: Klingon")


def test_the_business_has_a_name() -> None:
    assert understood("Business: Salon Jess & Co.").business == "Salon Jess & Co"
    assert "is not a name" in reason("Business: Jess: the salon")
    assert "at most 80 characters" in reason(f"Business: {'x' * 81}")


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
        ("Retreat: 1 day", Service("Retreat", 1440)),
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


def week(*days: tuple[int, str, str]) -> tuple[Hours, ...]:
    return tuple(Hours(*day) for day in days)


@pytest.mark.parametrize(
    ("written", "hours"),
    [
        (
            "Mon-Tue 09:00-18:00, Sat 10:00-14:00",
            week((0, "09:00", "18:00"), (1, "09:00", "18:00"), (5, "10:00", "14:00")),
        ),
        (
            "Mon, Wed-Thu 9-12",
            week((0, "09:00", "12:00"), (2, "09:00", "12:00"), (3, "09:00", "12:00")),
        ),
        (
            "Sat-Mon 10:00-11:00",
            week((0, "10:00", "11:00"), (5, "10:00", "11:00"), (6, "10:00", "11:00")),
        ),
        ("Monday 09:00-12:00 and 13:00-18:00", week((0, "09:00", "12:00"), (0, "13:00", "18:00"))),
        (
            "Tues: from 09:00 to 12:00, 12:00 to 18:00",
            week((1, "09:00", "12:00"), (1, "12:00", "18:00")),
        ),
        (
            "Mondays & Thurs 9am-5:30pm; Fri closed",
            week((0, "09:00", "17:30"), (3, "09:00", "17:30")),
        ),
        ("Fri 12am - 12pm", week((4, "00:00", "12:00"))),
        ("weekends 09.00-23.59", week((5, "09:00", "23:59"), (6, "09:00", "23:59"))),
        (
            "weekdays 08:00-09:00, Sat, Sun: closed",
            week(*((day, "08:00", "09:00") for day in range(5))),
        ),
        ("daily 08:00-09:00", week(*((day, "08:00", "09:00") for day in range(7)))),
    ],
)
def test_opening_hours_name_days_and_times(written: str, hours: tuple[Hours, ...]) -> None:
    assert understood(f"Opening hours: {written}").opening_hours == hours


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("Mon-Fri", "There are days without times."),
        ("Mon 09:00-12:00, Tue", "There are days without times."),
        ("09:00-18:00", "The days come first"),
        ("closed", "The days come first"),
        ("and", "No day is named."),
        ("Mon 18:00-09:00", "so 18:00-09:00 cannot be"),
        ("Mon 09:00", "so 09:00-09:00 cannot be"),
        ("Mon 09:00-24:00", "'24:00' is not a time of day"),
        ("Mon 09:00-12:60", "'12:60' is not a time of day"),
        ("Mon 09:00-13pm", "'13pm' is not a time of day"),
        ("Mon 09:00:00-10:00", "'0' is neither a day nor a time"),
        ("Mon 09:00-12:00 and 11:00-18:00", "The hours of Monday contradict each other."),
        ("Mon-Wed 09:00-12:00, Tue 11:00-13:00", "The hours of Tuesday contradict each other."),
        ("Mon-Fri 09:00-12:00, Wed closed", "The hours of Wednesday contradict each other."),
        ("Wed closed, Wed closed", "The hours of Wednesday contradict each other."),
        ("Mon, Fri-Mon 09:00-12:00", "Monday is named twice."),
        ("Mo-Fr 09:00-12:00", "'mo' is not a day of the week"),
        ("Funday 09:00-12:00", "'funday' is not a day of the week"),
        ("Mon ☀ 09:00-12:00", "'☀' is neither a day nor a time"),
        ("Mon-Wed-Fri 09:00-12:00", "I cannot see from when to when."),
        ("Mon - 09:00-12:00", "I cannot see from when to when."),
        ("- Mon 09:00-12:00", "I cannot see from when to when."),
        ("Mon 09:00-", "I cannot see from when to when."),
        ("Mon closed-closed", "I cannot see from when to when."),
        (
            "Mon "
            + " and ".join(
                f"{at // 60:02}:{at % 60:02}-{at // 60:02}:{at % 60 + 1:02}"
                for at in range(0, 1010, 10)
            ),
            "at most 100",
        ),
    ],
)
def test_opening_hours_that_cannot_be_are_named(written: str, why: str) -> None:
    found = reason(f"Opening hours: {written}")
    assert why in found
    example = "Opening hours: Mon-Fri 09:00-12:00 and 13:00-18:00, Sat 10:00-14:00"
    assert f"I understand lines such as `{example}`." in found


def test_closed_days_come_every_year_or_once_and_holidays_are_those_of_a_place() -> None:
    book = understood(
        "Closed: public holidays of DE-BE, 24 Dec, "
        "31. December, Jan 2nd, 29 Feb, 1 May 2027, 2026-12-27"
    )
    assert book.holidays_of == "DE-BE"
    assert book.closed == (
        *(Closed(12, 24), Closed(12, 31), Closed(1, 2), Closed(2, 29)),
        *(Closed(5, 1, 2027), Closed(12, 27, 2026)),
    )


@pytest.mark.parametrize(
    ("written", "place"), [("holidays in at", "AT"), ("Bank holidays of GB-SCT", "GB-SCT")]
)
def test_holidays_are_those_of_a_country_or_a_part_of_it(written: str, place: str) -> None:
    assert understood(f"Closed: {written}").holidays_of == place


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("public holidays of QQ", "There is no country QQ."),
        ("public holidays of Bavaria", "'public holidays of Bavaria' is not a day of the year"),
        ("public holidays of DE, public holidays of FR", "those of one place"),
        ("30 Feb", "There is no 30 Feb."),
        ("29 Feb 2027", "There is no 29 Feb 2027."),
        ("24 Doc", "There is no 24 Doc."),
        ("2026-13-01", "There is no 2026-13-01."),
        ("1 May 1927", "1927 is too far away"),
        ("0000-05-01", "0000 is too far away"),
        ("Sundays", "'Sundays' is not a day of the year"),
        ("24 Dec, December 24", "24 Dec is named twice."),
        (
            ", ".join(f"{day} Jan {year}" for year in range(2000, 2020) for day in range(1, 29)),
            "at most 400 closed days",
        ),
    ],
)
def test_closed_days_that_cannot_be_are_named(written: str, why: str) -> None:
    assert why in reason(f"Closed: {written}")


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("priority first, then join time", "priority"),
        ("Priority, then join time", "priority"),
        ("join time", "joined"),
        ("Join  Time.", "joined"),
    ],
)
def test_the_order_is_one_of_two(written: str, order: str) -> None:
    assert understood(f"Order: {written}").order == order


def test_another_order_is_refused() -> None:
    assert "The order is one of two" in reason("Order: whoever shouts loudest")


@pytest.mark.parametrize(
    ("written", "minutes"),
    [
        ("1 minute", 1),
        ("10 minutes", 10),
        ("1 hour", 60),
        ("1h 30m", 90),
        ("7 days", 10080),
        ("1 day, 2 hours", 1560),
    ],
)
def test_the_claim_window_lasts_from_a_minute_to_a_week(written: str, minutes: int) -> None:
    assert understood(f"Claim window: {written}").claim_window_minutes == minutes


@pytest.mark.parametrize("written", ["0 minutes", "8 days", "169 hours"])
def test_a_claim_window_out_of_bounds_is_named(written: str) -> None:
    assert reason(f"Claim window: {written}") == (
        "It must be from 1 minute to 7 days. I understand lines such as `Claim window: 10 minutes`."
    )


@pytest.mark.parametrize(
    "written", ["ten minutes", "10", "10 minuets", "10 minutes each", "-10 minutes", "٣ minutes"]
)
def test_a_claim_window_that_is_no_duration_is_named(written: str) -> None:
    assert reason(f"Claim window: {written}") == (
        "That is not a duration. I understand lines such as `Claim window: 10 minutes`."
    )


@pytest.mark.parametrize(
    ("written", "quiet"),
    [
        ("21:00 to 08:00", QuietHours("21:00", "08:00")),
        ("From 22:30 until 7:00", QuietHours("22:30", "07:00")),
        ("21:00 \u2013 08:00", QuietHours("21:00", "08:00")),
        ("9pm to 8am", QuietHours("21:00", "08:00")),
        ("none", QuietHours("00:00", "00:00")),
    ],
)
def test_quiet_hours_have_a_beginning_and_an_end(written: str, quiet: QuietHours) -> None:
    assert understood(f"Quiet hours: {written}").quiet_hours == quiet


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("at night", "a beginning and an end"),
        ("21:00", "a beginning and an end"),
        ("21:00 to late", "'late' is not a time of day"),
        ("25:00 to 08:00", "'25:00' is not a time of day"),
    ],
)
def test_quiet_hours_that_cannot_be_are_named(written: str, why: str) -> None:
    assert why in reason(f"Quiet hours: {written}")


@pytest.mark.parametrize(("written", "tries"), [("1", 1), ("5", 5), ("100", 100), ("No limit", 0)])
def test_tries_are_counted_or_without_a_limit(written: str, tries: int) -> None:
    assert understood(f"Tries per slot: {written}").tries == tries


@pytest.mark.parametrize("written", ["0", "101", "five", "-5", "5.5", "٣"])
def test_tries_that_cannot_be_counted_are_named(written: str) -> None:
    assert "a number from 1 to 100, or `no limit`" in reason(f"Tries per slot: {written}")


@pytest.mark.parametrize(
    ("written", "minutes"),
    [("10 minutes before", 10), ("2 hours before the start", 120), ("0 min", 0)],
)
def test_the_cut_off_is_some_time_before(written: str, minutes: int) -> None:
    assert understood(f"Cut-off: {written}").cut_off_minutes == minutes
    assert understood(f"Cutoff: {written}").cut_off_minutes == minutes


def test_the_gap_alert_comes_some_time_before() -> None:
    assert understood("Gap alert: 30 minutes before").gap_alert_minutes == 30
    assert "It must be from 1 minute to 7 days." in reason("Gap alert: 0 minutes before")
    assert "That is not a duration." in reason("Cut-off: 10 minutes after")


@pytest.mark.parametrize(("written", "may"), [("yes", True), ("No", False)])
def test_smaller_parties_may_or_may_not_take_a_larger_slot(written: str, may: bool) -> None:
    assert understood(f"Smaller parties may take a larger slot: {written}").down_fitting is may


@pytest.mark.parametrize(("written", "may"), [("yes", True), ("No", False)])
def test_given_up_times_are_refilled_from_the_waitlist_or_not(written: str, may: bool) -> None:
    assert understood(f"Refill from the waitlist: {written}").refill is may
    assert understood("Language: en").refill is True


@pytest.mark.parametrize(
    "line", ["Smaller parties may take a larger slot", "Refill from the waitlist"]
)
def test_perhaps_is_no_answer(line: str) -> None:
    assert "yes or no" in reason(f"{line}: perhaps")


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        ("at most 20 EUR a month, 0.08 EUR each", SmsLimits()),
        ("at most $35 per month; $0,05 per text", SmsLimits(Money(3500, "USD"), Money(5, "USD"))),
        ("at most 50€ a month", SmsLimits(Money(5000))),
        ("0,10 EUR each", SmsLimits(each=Money(10))),
        ("at most 0 EUR a month", SmsLimits(Money(0))),
        ("no limit", SmsLimits(None)),
        ("No limit, 0.09 EUR a text", SmsLimits(None, Money(9))),
        ("no limit, 0.09 GBP each", SmsLimits(None, Money(9, "GBP"))),
    ],
)
def test_texts_have_a_price_and_a_limit_or_none(written: str, texts: SmsLimits) -> None:
    assert understood(f"Texts: {written}").texts == texts


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("yes please", "I cannot see what texts may cost"),
        ("at most 20 EUR", "I cannot see what texts may cost"),
        ("at most twenty EUR a month", "'twenty EUR' is not an amount of money"),
        ("at most 20 a month", "'20' is not an amount of money"),
        ("at most 20 EUR a month, 0.08 USD each", "the same currency"),
        ("at most 20 USD a month", "the same currency"),
    ],
)
def test_a_price_of_texts_that_cannot_be_is_named(written: str, why: str) -> None:
    assert why in reason(f"Texts: {written}")
