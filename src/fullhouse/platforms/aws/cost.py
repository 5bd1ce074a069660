"""What an event costs, and a month of the waitlist: the calls that a played one really made, times AWS's prices.

The calls are measured on plays and stand in `measured`; they grow in a straight line with the guests or with those who
join, which the tests hold against a new play.
"""

from collections import defaultdict
from collections.abc import Mapping

import msgspec

from fullhouse.platforms.aws.measured import FIXED, PER_ENTRY, PER_GUEST, ROUNDS
from fullhouse.platforms.aws.prices import PRICES, Price

SIZES = (50, 200, 1_000, 2_000)
MONTHS = (200, 1_000, 2_000, 5_000, 10_000)
# What the plans that this implements reckon with, for an event and for a month of that size.
PLANNED: dict[int, float] = {50: 0.80, 200: 2.40, 1_000: 9.00, 2_000: 18.00}
PLANNED_MONTHS: dict[int, float] = {200: 2.00, 1_000: 6.00, 2_000: 13.00, 5_000: 30.00, 10_000: 60.00}


class Bill(msgspec.Struct, frozen=True):
    """What one event or one month costs, by service, the dearest first; `size` is how many guests or entries it has."""

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
    rounds = {unit: sum(each.times * each.uses.get(unit, 0.0) for each in ROUNDS) for unit in PRICES}
    return {unit: rounds[unit] + PER_ENTRY.get(unit, 0.0) * entries for unit in PRICES}


def bill(guests: int) -> Bill:
    """Add up what an event of that many guests costs."""
    return priced(guests, usage(guests))


def month(entries: int, text_dollars: float | None = None) -> Bill:
    """Add up what a month of the waitlist costs; a text may cost more or less than usual."""
    texts = PRICES["texts"] if text_dollars is None else PRICES["texts"]._replace(dollars=text_dollars)
    return priced(entries, usage_of_month(entries), {**PRICES, "texts": texts})


def priced(size: int, used: Mapping[str, float], prices: Mapping[str, Price] = PRICES) -> Bill:
    """Put a price on what was used."""
    services: defaultdict[str, float] = defaultdict(float)
    for unit, count in used.items():
        price = prices[unit]
        services[price.service] += count * price.dollars / price.per
    dearest = sorted(services.items(), key=lambda one: -one[1])
    return Bill(size, {service: dollars for service, dollars in dearest if dollars})
