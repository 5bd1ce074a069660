"""What an event costs: the calls that a played event really made, times AWS's prices.

The calls are measured on played events and stand in `measured`; they grow in a straight line with the guests, which
the tests hold against a new play.
"""

from collections import defaultdict

import msgspec

from fullhouse.platforms.aws.measured import FIXED, PER_GUEST
from fullhouse.platforms.aws.prices import PRICES

SIZES = (50, 200, 1_000, 2_000)
# What the plan that this implements reckons with for an event of that size.
PLANNED: dict[int, float] = {50: 0.80, 200: 2.40, 1_000: 9.00, 2_000: 18.00}


class Bill(msgspec.Struct, frozen=True):
    """What one event costs, by service, the dearest first."""

    guests: int
    services: dict[str, float]

    @property
    def total(self) -> float:
        """All of it, in dollars."""
        return sum(self.services.values())


def usage(guests: int) -> dict[str, float]:
    """Say how much of each thing an event of that many guests uses."""
    return {unit: FIXED.get(unit, 0.0) + PER_GUEST.get(unit, 0.0) * guests for unit in PRICES}


def bill(guests: int) -> Bill:
    """Add up what an event of that many guests costs."""
    return priced(guests, usage(guests))


def priced(guests: int, used: dict[str, float]) -> Bill:
    """Put a price on what was used."""
    services: defaultdict[str, float] = defaultdict(float)
    for unit, count in used.items():
        price = PRICES[unit]
        services[price.service] += count * price.dollars / price.per
    dearest = sorted(services.items(), key=lambda one: -one[1])
    return Bill(guests, {service: dollars for service, dollars in dearest if dollars})
