"""Reading a queue to find whom to ask: in few steps, since each starts anew."""

from typing import TypeVar

import pytest

from fullhouse.kernel.records import Need
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.waitlist.model import FittingEntries
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, Salon

T = TypeVar("T")
BUSY = 120


class Counting(MemoryStore):
    """A store that counts how often it is asked whom a slot fits."""

    pages = 0

    def load(self, need: Need[T]) -> T:
        self.pages += isinstance(need, FittingEntries)
        return super().load(need)


@pytest.mark.parametrize("order", ["priority first, then join time", "join time"])
def test_someone_behind_many_who_hold_other_offers_is_found_in_few_steps(order: str) -> None:
    salon = Salon(now="2026-06-20 08:30", checks=False)
    salon.store = counting = Counting()
    rules = RULES_TEXT.replace("Claim window: 10 minutes", "Claim window: 600 minutes")
    salon.write(rules, ("Order: priority first, then join time", f"Order: {order}"))
    for number in range(BUSY):
        salon.join(f"busy{number}", phone=f"+4915112{number:06}", service="Cut")
        salon.free(
            f"cut{number}",
            "2026-06-20 20:00",
            service="Cut",
            staff="",
            party_capacity=2,
            ref=f"{number}",
        )
        salon.join(f"also{number}", phone=f"+4915112{number:06}")
    salon.join("free")
    counting.pages = 0
    salon.free()
    assert salon.asked() == "free"
    assert counting.pages <= 4
