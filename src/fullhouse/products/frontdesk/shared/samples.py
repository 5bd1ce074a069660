"""Made-up bookings of a business, for samples of its messages."""

from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale import known_language
from fullhouse.products.frontdesk.shared.opening_hours import open_on
from fullhouse.products.frontdesk.shared.rulebook.model import USUAL_REMINDERS, Rulebook, Service
from fullhouse.products.frontdesk.shared.voice import SAMPLE
from fullhouse.products.frontdesk.shared.wording import SHARED, Phrases

SAMPLE_NAME = SAMPLE["name"]
LONG_NAME = "Wilhelmina"
# Ids are part of long links. These are as long as those of a customer who waits, of an appointment
# that staff enter, and of its time once it is free; from elsewhere come only shorter ones.
SAMPLE_ENTRY = "sample00000000"
SAMPLE_APPOINTMENT = "sample00000000000000000000000"
SAMPLE_SLOT = f"{SAMPLE_APPOINTMENT}c1"
AFTERNOON = time(14)
USUAL_MINUTES = 60
DAYS_AHEAD = 31
# Where places are counted, such as tables, people often come together.
USUAL_PARTY = 2


class SampleBooking(msgspec.Struct, frozen=True):
    """A made-up booking: tomorrow, of a service of the business, with the first of its staff."""

    name: str
    service: str
    minutes: int
    staff: str
    party: int
    starts_at: datetime
    remind_at_hours: tuple[int, ...]


def sample_booking(rulebook: Rulebook, now: datetime, service: str = "") -> SampleBooking:
    """Return a sample booking of a service, or of the first one that the rules have."""
    meant = _service(rulebook, service)
    return SampleBooking(
        SAMPLE_NAME,
        meant.name,
        meant.minutes,
        staff=next(iter(rulebook.staff), ""),
        party=USUAL_PARTY if rulebook.places else 1,
        starts_at=_tomorrow(rulebook, now),
        remind_at_hours=meant.remind_at_hours or USUAL_REMINDERS,
    )


def longest_booking(rulebook: Rulebook, now: datetime, service: str = "") -> SampleBooking:
    """Return a sample booking with a long name, and the longest that texts insert."""
    names = [other.name for other in rulebook.services]
    longest = service or max(names, key=len, default="")
    return msgspec.structs.replace(
        sample_booking(rulebook, now, longest),
        name=LONG_NAME,
        staff=max(rulebook.staff, key=len, default=""),
        starts_at=_longest_day(rulebook, now),
    )


def _longest_day(rulebook: Rulebook, now: datetime) -> datetime:
    """Return the afternoon within a month whose date has the most letters."""
    language, first = known_language(rulebook.language), wall_time(now, rulebook.zone).date()
    days = [first + timedelta(days=ahead) for ahead in range(1, DAYS_AHEAD + 1)]
    times = [datetime.combine(day, AFTERNOON, tzinfo=None) for day in days]
    longest = max(times, key=lambda time: len(format_datetime(time, language)))
    return instant(longest, rulebook.zone)


def _service(rulebook: Rulebook, name: str) -> Service:
    phrases = Phrases(known_language(rulebook.language), SHARED)
    usual = Service(phrases.say("a_service", {}), USUAL_MINUTES)
    first = next(iter(rulebook.services), usual)
    if not name:
        return first
    return rulebook.service(name) or Service(name, first.minutes)


def _tomorrow(rulebook: Rulebook, now: datetime) -> datetime:
    """Return tomorrow afternoon; if the business is closed then, when it opens tomorrow."""
    tomorrow = wall_time(now, rulebook.zone).date() + timedelta(days=1)
    return instant(_open_time(rulebook, tomorrow), rulebook.zone)


def _open_time(rulebook: Rulebook, day: date) -> datetime:
    afternoon = datetime.combine(day, AFTERNOON, tzinfo=None)
    spans = open_on(rulebook, None, day)
    if not spans or any(opens <= afternoon < closes for opens, closes in spans):
        return afternoon
    return spans[0][0]
