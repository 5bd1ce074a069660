"""What an event costs, and a month of either list: the calls that a played one really made, times AWS's prices.

The calls are measured on plays and stand in `measured`; they grow in a straight line with the guests, with those who
join or with the appointments, which the tests hold against a new play.
"""

from collections import defaultdict
from collections.abc import Mapping

import msgspec

from fullhouse.platforms.aws.cost.measurements import (
    FIXED,
    PER_APPOINTMENT,
    PER_ENTRY,
    PER_GUEST,
    ROUNDS,
    ROUNDS_OF_APPOINTMENTS,
    Round,
)
from fullhouse.platforms.aws.cost.prices import PRICES, Price

SIZES = (50, 200, 1_000, 2_000)
MONTHS = (200, 1_000, 2_000, 5_000, 10_000)
# What the plans that this implements reckon with, for an event and for a month of that size.
PLANNED: dict[int, float] = {50: 0.80, 200: 2.40, 1_000: 9.00, 2_000: 18.00}
PLANNED_MONTHS: dict[int, float] = {
    200: 2.00,
    1_000: 6.00,
    2_000: 13.00,
    5_000: 30.00,
    10_000: 60.00,
}
PLANNED_BOOKS: dict[int, float] = {200: 3.00}


class Bill(msgspec.Struct, frozen=True):
    """What one event or one month costs, by service, the dearest first; `size` is how many it is for."""

    size: int
    services: dict[str, float]

    @property
    def total(self) -> float:
        """All of it, in dollars."""
        return sum(self.services.values())


def usage(guests: int) -> dict[str, float]:
    """Say how much of each thing an event of that many guests uses."""
    return {unit: FIXED.get(unit, 0.0) + PER_GUEST.get(unit, 0.0) * guests for unit in PRICES}


def usage_of_month(entries: int) -> dict[str, float]:
    """Say how much of each thing a month uses in which so many join the waitlist."""
    return _in_a_month(ROUNDS, PER_ENTRY, entries)


def usage_of_book(appointments: int) -> dict[str, float]:
    """Say how much of each thing a month uses with so many appointments."""
    return _in_a_month(ROUNDS_OF_APPOINTMENTS, PER_APPOINTMENT, appointments)


def _in_a_month(
    rounds: tuple[Round, ...], each: Mapping[str, float], size: int
) -> dict[str, float]:
    anyway = {unit: sum(one.times * one.uses.get(unit, 0.0) for one in rounds) for unit in PRICES}
    return {unit: anyway[unit] + each.get(unit, 0.0) * size for unit in PRICES}


def bill(guests: int) -> Bill:
    """Add up what an event of that many guests costs."""
    return priced(guests, usage(guests))


def month(entries: int, text_dollars: float | None = None) -> Bill:
    """Add up what a month of the waitlist costs; a text may cost more or less than usual."""
    return priced(entries, usage_of_month(entries), _with_texts_at(text_dollars))


def book(appointments: int, text_dollars: float | None = None) -> Bill:
    """Add up what a month of appointments costs; a text may cost more or less than usual."""
    return priced(appointments, usage_of_book(appointments), _with_texts_at(text_dollars))


def _with_texts_at(dollars: float | None) -> Mapping[str, Price]:
    return (
        PRICES
        if dollars is None
        else {**PRICES, "texts": PRICES["texts"]._replace(dollars=dollars)}
    )


def priced(size: int, used: Mapping[str, float], prices: Mapping[str, Price] = PRICES) -> Bill:
    """Put a price on what was used."""
    services: defaultdict[str, float] = defaultdict(float)
    for unit, count in used.items():
        price = prices[unit]
        services[price.service] += count * price.dollars / price.per
    dearest = sorted(services.items(), key=lambda one: -one[1])
    return Bill(size, {service: dollars for service, dollars in dearest if dollars})
