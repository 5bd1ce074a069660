"""Cost of an event, and of a month of waitlist or appointments: measured usage times prices.

The usage in `measurements` comes from runs on the emulator. It grows linearly with guests, entries
or appointments; tests compare it with a new run.
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
# Dollars that the plans expect, for an event and for a month of that size.
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
    """Cost of an event or a month in dollars by service, the most expensive first."""

    size: int
    services: dict[str, float]

    @property
    def total(self) -> float:
        """The sum in dollars."""
        return sum(self.services.values())


def usage(guests: int) -> dict[str, float]:
    """Return the usage by unit of an event with this many guests."""
    return {unit: FIXED.get(unit, 0.0) + PER_GUEST.get(unit, 0.0) * guests for unit in PRICES}


def usage_of_month(entries: int) -> dict[str, float]:
    """Return the usage by unit of a month with this many new entries."""
    return _in_a_month(ROUNDS, PER_ENTRY, entries)


def usage_of_book(appointments: int) -> dict[str, float]:
    """Return the usage by unit of a month with this many appointments."""
    return _in_a_month(ROUNDS_OF_APPOINTMENTS, PER_APPOINTMENT, appointments)


def _in_a_month(
    rounds: tuple[Round, ...], each: Mapping[str, float], size: int
) -> dict[str, float]:
    used = {}
    for unit in PRICES:
        base = sum(task.times * task.uses.get(unit, 0.0) for task in rounds)
        used[unit] = base + each.get(unit, 0.0) * size
    return used


def bill(guests: int) -> Bill:
    """Return the cost of an event with this many guests."""
    return priced(guests, usage(guests))


def month(entries: int, text_dollars: float | None = None) -> Bill:
    """Return the cost of a month of the waitlist; `text_dollars` is the price of an SMS."""
    return priced(entries, usage_of_month(entries), _with_texts_at(text_dollars))


def book(appointments: int, text_dollars: float | None = None) -> Bill:
    """Return the cost of a month of appointments; `text_dollars` is the price of an SMS."""
    return priced(appointments, usage_of_book(appointments), _with_texts_at(text_dollars))


def _with_texts_at(dollars: float | None) -> Mapping[str, Price]:
    if dollars is None:
        return PRICES
    return {**PRICES, "texts": PRICES["texts"]._replace(dollars=dollars)}


def priced(size: int, used: Mapping[str, float], prices: Mapping[str, Price] = PRICES) -> Bill:
    """Return the cost of a usage."""
    services: defaultdict[str, float] = defaultdict(float)
    for unit, count in used.items():
        price = prices[unit]
        services[price.service] += count * price.dollars / price.per
    by_cost = sorted(services.items(), key=lambda cost: -cost[1])
    return Bill(size, {service: dollars for service, dollars in by_cost if dollars})
