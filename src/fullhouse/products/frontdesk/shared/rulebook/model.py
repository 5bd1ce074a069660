"""The rules of a business as values; `document` parses the text."""

from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

from fullhouse.kernel.offers import OfferRules
from fullhouse.kernel.times import QuietHours

NAMES_KEPT = 2048
USUAL_REMINDERS = (24, 2)
FairOrder = Literal["priority", "joined"]
NameKind = Literal["service", "staff"]


class Money(msgspec.Struct, frozen=True):
    """An amount in the smallest unit of its currency."""

    amount: int
    currency: str = "EUR"


class Service(msgspec.Struct, frozen=True):
    """A bookable service: its duration, its price, and the hours before it to remind.

    A service whose line does not mention reminders has the usual ones. `also` is what customers
    call it, too.
    """

    name: str
    minutes: int
    price: Money | None = None
    remind_at_hours: tuple[int, ...] = USUAL_REMINDERS
    also: tuple[str, ...] = ()


class Hours(msgspec.Struct, frozen=True):
    """Open on a day of the week (Monday is 0) from a time of day to another."""

    day: int
    opens: str
    closes: str


class Closed(msgspec.Struct, frozen=True):
    """A closed day: every year, or in one year only."""

    month: int
    day: int
    year: int = 0

    def covers(self, one: date) -> bool:
        """Return True if this is the day."""
        return (one.month, one.day) == (self.month, self.day) and self.year in (0, one.year)


class StaffHours(msgspec.Struct, frozen=True):
    """The hours of one staff member within the opening hours; a gap on a day is a break."""

    staff: str
    hours: tuple[Hours, ...] = ()


class PublicBooking(msgspec.Struct, frozen=True):
    """Booking by anyone at `/book`: off unless the rules say so; no services means all.

    A time is booked at least `notice_minutes` and at most `horizon_days` ahead.
    """

    is_on: bool = False
    services: tuple[str, ...] = ()
    notice_minutes: int = 120
    horizon_days: int = 60

    def covers(self, service: Service) -> bool:
        """Return True if anyone may book the service."""
        return self.is_on and (not self.services or service.name in self.services)


class SmsLimits(msgspec.Struct, frozen=True):
    """The monthly limit on SMS cost (None: no limit), and the price of one SMS part.

    `prices` are those of numbers that begin with a country's code, such as +33.
    """

    limit: Money | None = Money(2000)
    each: Money = Money(8)
    prices: tuple[tuple[str, Money], ...] = ()

    def price_to(self, phone: str) -> Money:
        """Return the price of one part to a number; the longest code counts."""
        fitting = [(len(code), price) for code, price in self.prices if phone.startswith(code)]
        if not fitting:
            return self.each
        return max(fitting, key=lambda found: found[0])[1]


class FormerName(msgspec.Struct, frozen=True):
    """A service or staff member that has another name now. Other tools may still use the old."""

    kind: NameKind
    old: str
    new: str


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """All values of the rules document, with defaults for what it leaves out.

    `phone` is a plus sign and digits, in groups that are easy to read. `former` names count as the
    new ones for as long as nothing else has them.
    """

    business: str = ""
    phone: str = ""
    address: str = ""
    zone: str = "Europe/Berlin"
    language: str = "en"
    services: tuple[Service, ...] = ()
    staff: tuple[str, ...] = ()
    # How many customers can have a time where no staff are named; 0 if the rules do not say.
    places: int = 0
    opening_hours: tuple[Hours, ...] = ()
    closed: tuple[Closed, ...] = ()
    holidays_of: str = ""
    order: FairOrder = "priority"
    claim_window_minutes: int = 10
    quiet_hours: QuietHours = QuietHours()
    tries: int = 5
    cut_off_minutes: int = 10
    down_fitting: bool = True
    gap_alert_minutes: int = 45
    refill: bool = True
    texts: SmsLimits = SmsLimits()
    public_booking: PublicBooking = PublicBooking()
    staff_hours: tuple[StaffHours, ...] = ()
    buffer_minutes: int = 0
    # Bookings a day of staff members; those of the empty name count everyone's.
    daily_maximum: tuple[tuple[str, int], ...] = ()
    # Bookings a day of one service.
    service_maximum: tuple[tuple[str, int], ...] = ()
    former: tuple[FormerName, ...] = ()

    @property
    def offer_rules(self) -> OfferRules:
        """The rules for offering freed slots."""
        return OfferRules(
            self.zone,
            timedelta(minutes=self.claim_window_minutes),
            self.quiet_hours,
            tries=self.tries,
        )

    @property
    def chairs(self) -> int:
        """How many customers can have the same time: one for each staff member, or place."""
        return len(self.staff) or self.places or 1

    @property
    def public_services(self) -> tuple[Service, ...]:
        """The services that anyone may book at `/book`."""
        return tuple(filter(self.public_booking.covers, self.services))

    def service(self, name: str) -> Service | None:
        """Return the service of that name, or formerly so called, ignoring case and spacing."""
        # Most names are written as in the rules: that comparison is the faster one.
        for service in self.services:
            if service.name == name:
                return service
        wanted = normalized_name(name)
        by_name = {normalized_name(service.name): service for service in self.services}
        return by_name.get(wanted) or by_name.get(self._name_now("service", wanted))

    def staff_member(self, name: str) -> str:
        """Return the name as the rules write it; empty if no staff member has it, or had it."""
        wanted = normalized_name(name)
        by_name = {normalized_name(member): member for member in self.staff}
        return by_name.get(wanted) or by_name.get(self._name_now("staff", wanted), "")

    def _name_now(self, kind: NameKind, wanted: str) -> str:
        """Return the new name of what was called so, in the form in which names are compared."""
        renamed = (one for one in self.former if one.kind == kind)
        found = (one.new for one in renamed if normalized_name(one.old) == wanted)
        return normalized_name(next(found, ""))

    def names_of(self, kind: NameKind) -> dict[str, str]:
        """Return what services or staff members are called, or were, and their names now."""
        names = [service.name for service in self.services] if kind == "service" else self.staff
        called = {name: name for name in names}
        known = {normalized_name(name): name for name in names}
        for one in self.former:
            name = known.get(normalized_name(one.new))
            if one.kind == kind and name is not None and normalized_name(one.old) not in known:
                called[one.old] = name
        return called

    def former_names(self, kind: NameKind, name: str) -> list[str]:
        """Return what a service or staff member was called, the last name first."""
        now = normalized_name(name)
        called = [old for old, new in self.names_of(kind).items() if normalized_name(new) == now]
        return [old for old in reversed(called) if normalized_name(old) != now]

    def hours_of(self, staff: str) -> tuple[Hours, ...] | None:
        """Return a staff member's own hours; None if they work whenever the business is open."""
        return next((own.hours for own in self.staff_hours if own.staff == staff), None)


class RuleProblem(msgspec.Struct, frozen=True):
    """A line that could not be understood: its number, its beginning, and a reason."""

    line: int
    text: str
    reason: str


@lru_cache(NAMES_KEPT)
def normalized_name(name: str) -> str:
    """Return a name in the form in which names are compared."""
    return " ".join(name.split()).casefold()
