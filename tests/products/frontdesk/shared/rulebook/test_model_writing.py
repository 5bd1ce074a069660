"""Rules that were written are read as the same rules."""

import string
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fullhouse.kernel.times import QuietHours
from fullhouse.products.frontdesk.shared.rulebook.document import (
    EXAMPLE_RULES,
    format_rules,
    parse_rules,
)
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Closed,
    Hours,
    Money,
    PublicBooking,
    Rulebook,
    Service,
    SmsLimits,
    StaffHours,
    normalized_name,
)
from fullhouse.products.frontdesk.shared.rulebook.values import (
    DECIMALS,
    duration_words,
    money_words,
)

LETTERS = string.ascii_letters + string.digits + "äéñøßŁİ漢字ы '&/().+"
WINDOW = st.integers(1, 7 * 24 * 60)
CLOCK = st.times().map(lambda one: f"{one:%H:%M}")
MONEY = st.builds(Money, st.integers(0, 999_999_999), st.sampled_from(sorted(DECIMALS))).filter(
    lambda one: one.amount <= 9_999_999 * 10 ** DECIMALS[one.currency]
)


def as_name(text: str) -> str:
    return f"A {' '.join(text.split())}".replace(" and ", " ").strip(" '&/().+")


NAMES = st.text(LETTERS, max_size=78).map(as_name)
SERVICES = st.builds(
    Service,
    NAMES,
    st.integers(1, 1440),
    st.none() | MONEY,
    st.sets(st.integers(1, 720), max_size=10).map(lambda hours: tuple(sorted(hours, reverse=True))),
)
YEARS = st.dates(date(2000, 1, 1), date(2100, 12, 31))
DATES = YEARS.map(lambda day: Closed(day.month, day.day)) | YEARS.map(
    lambda day: Closed(day.month, day.day, day.year)
)
PLACES = st.sampled_from(["", "DE", "DE-BE", "GB-SCT", "US-CA"])


@st.composite
def weeks(draw: st.DrawFn) -> tuple[Hours, ...]:
    found: list[Hours] = []
    for day in range(7):
        times = sorted(draw(st.sets(CLOCK, max_size=6)))
        found += [
            Hours(day, opens, closes)
            for opens, closes in zip(times[::2], times[1::2], strict=False)
        ]
    return tuple(found)


@st.composite
def texts(draw: st.DrawFn) -> SmsLimits:
    each = draw(MONEY)
    limit = draw(st.none() | MONEY.map(lambda one: Money(one.amount % 1_000_000, each.currency)))
    return SmsLimits(limit, each)


USUAL_BOOKS = st.builds(
    Rulebook,
    business=st.just("") | NAMES,
    phone=st.sampled_from(["", "+49 30 1234567", "+12125550100"]),
    address=st.just("") | NAMES,
    zone=st.sampled_from(
        ["Europe/Berlin", "America/New_York", "America/Argentina/Buenos_Aires", "UTC"]
    ),
    language=st.sampled_from(["en", "de", "fr", "es"]),
    services=st.lists(SERVICES, max_size=4, unique_by=lambda one: normalized_name(one.name)).map(
        tuple
    ),
    staff=st.lists(NAMES, max_size=4, unique_by=normalized_name).map(tuple),
    opening_hours=weeks(),
    closed=st.lists(DATES, max_size=4, unique=True).map(tuple),
    holidays_of=PLACES,
    order=st.sampled_from(["priority", "joined"]),
    claim_window_minutes=WINDOW,
    quiet_hours=st.builds(QuietHours, CLOCK, CLOCK),
    tries=st.integers(0, 100),
    cut_off_minutes=st.just(0) | WINDOW,
    down_fitting=st.booleans(),
    gap_alert_minutes=WINDOW,
    refill=st.booleans(),
    texts=texts(),
    buffer_minutes=st.integers(0, 480),
)


@st.composite
def rulebooks(draw: st.DrawFn) -> Rulebook:
    """Draw a rulebook in which anyone may book some of its services, with some of its staff."""
    book = draw(USUAL_BOOKS)
    names = [service.name for service in book.services]
    booking = PublicBooking(
        draw(st.booleans()), (), draw(st.integers(0, 86_400)), draw(st.integers(1, 366))
    )
    if booking.is_on and names:
        some = tuple(draw(st.lists(st.sampled_from(names), unique=True)))
        booking = replace(booking, services=some)
    staff = draw(st.lists(st.sampled_from(["", *book.staff]), unique=True))
    hours = tuple(StaffHours(name, draw(weeks())) for name in staff if name)
    most = tuple((name, draw(st.integers(1, 999))) for name in staff)
    own = [name for name in names if not book.staff_member(name)]
    some_services = draw(st.lists(st.sampled_from(own), unique=True)) if own else []
    of_services = tuple((name, draw(st.integers(1, 999))) for name in some_services)
    book = replace(book, public_booking=booking, staff_hours=hours)
    return replace(book, daily_maximum=most, service_maximum=of_services)


RULEBOOKS = rulebooks()


@given(RULEBOOKS)
def test_what_was_written_is_read_as_the_same_rulebook(book: Rulebook) -> None:
    reading = parse_rules(format_rules(book))
    assert reading.problems == ()
    assert reading.rulebook == book


def test_the_example_is_written_as_people_write_it() -> None:
    written = format_rules(parse_rules(EXAMPLE_RULES).rulebook).splitlines()
    assert [
        line for line in written if not line.startswith(("Language", "Texts"))
    ] == EXAMPLE_RULES.replace("120 EUR", "120 EUR; remind at 24 and 2 hours").splitlines()


def test_rules_are_written_with_all_they_can_say() -> None:
    text = """\
Business: Salon Jess
Time zone: Europe/Vienna
Language: de
Services
- Trim: 60 minutes, 20.05 CHF; remind at 1 hour
- Retreat: 1 day; remind at 72, 24 and 3 hours
Staff: Jess
Opening hours: Mon 09:00-12:00 and 13:00-18:00, Wed-Fri 09:00-12:00
Closed: 1 May 2027
Order: join time
Claim window: 2 hours
Quiet hours: none
Tries per slot: no limit
Cut-off: 0 minutes before
Smaller parties may take a larger slot: no
Gap alert: 1 minute before
Refill from the waitlist: no
Texts: no limit, 9 JPY each
"""
    assert format_rules(parse_rules(text).rulebook) == text


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "0 minutes"),
        (1, "1 minute"),
        (60, "60 minutes"),
        (90, "90 minutes"),
        (120, "2 hours"),
        (10080, "7 days"),
    ],
)
def test_a_duration_is_written_in_the_unit_that_fits(minutes: int, words: str) -> None:
    assert duration_words(minutes) == words


def test_an_amount_is_written_with_cents_only_where_there_are_some() -> None:
    assert [
        money_words(one) for one in (Money(5500), Money(8), Money(5050), Money(300, "JPY"))
    ] == [
        *("55 EUR", "0.08 EUR", "50.50 EUR", "300 JPY"),
    ]
