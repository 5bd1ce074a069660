"""The rules as the house understands them: what staff wrote down in plain language, read into values.

How the text is read lives in `rulebook_text`; this says only what can be known from it.
"""

from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

from fullhouse.kernel.offers import OfferRules
from fullhouse.kernel.times import QuietHours

NAMES_KEPT = 2048
FairOrder = Literal["priority", "joined"]


class Money(msgspec.Struct, frozen=True):
    """An amount in the smallest unit of its currency."""

    amount: int
    currency: str = "EUR"


class Service(msgspec.Struct, frozen=True):
    """Something that can be booked: how long it takes, what it costs, and how long before it people are reminded."""

    name: str
    minutes: int
    price: Money | None = None
    remind_at_hours: tuple[int, ...] = ()


class Hours(msgspec.Struct, frozen=True):
    """Open on a day of the week (Monday is 0) from a time of day to another."""

    day: int
    opens: str
    closes: str


class Closed(msgspec.Struct, frozen=True):
    """A day on which nobody works: every year, or in one year only."""

    month: int
    day: int
    year: int = 0

    def covers(self, one: date) -> bool:
        """Say whether it is this day."""
        return (one.month, one.day) == (self.month, self.day) and self.year in (0, one.year)


class SmsLimits(msgspec.Struct, frozen=True):
    """What texts may cost in a month (None: no limit), and what one part of a text costs."""

    limit: Money | None = Money(2000)
    each: Money = Money(8)


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """All that the rules document says; what it leaves out has a default where there can be one."""

    business: str = ""
    zone: str = "Europe/Berlin"
    language: str = "en"
    services: tuple[Service, ...] = ()
    staff: tuple[str, ...] = ()
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

    @property
    def offer_rules(self) -> OfferRules:
        """How freed slots are offered here."""
        return OfferRules(
            self.zone,
            timedelta(minutes=self.claim_window_minutes),
            self.quiet_hours,
            tries=self.tries,
        )

    def service(self, name: str) -> Service | None:
        """Find a service by its name, however it is written: most often as the rules write it."""
        for one in self.services:
            if one.name == name:
                return one
        wanted = normalized_name(name)
        return next((one for one in self.services if normalized_name(one.name) == wanted), None)

    def staff_member(self, name: str) -> str:
        """Find how someone's name is written in the rules; nothing if nobody has that name."""
        wanted = normalized_name(name)
        return next((one for one in self.staff if normalized_name(one) == wanted), "")


class RuleProblem(msgspec.Struct, frozen=True):
    """A line that could not be understood: its number, how it begins, and what would be understood."""

    line: int
    text: str
    reason: str


@lru_cache(NAMES_KEPT)
def normalized_name(name: str) -> str:
    """Bring a name to the form in which names are compared."""
    return " ".join(name.split()).casefold()
