"""A customer who claims while a sheet is compared keeps the booking, and staff's edits apply."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.inbound.sync.front_desk import ANNA, BEN, CLEO, FrontDesk
from tests.inbound.sync.test_doubting import decide, question

# At which step of a sync the customer's YES arrives.
STEPS = ("known", "match", "take_over", "take_off")


def claims_at(desk: FrontDesk, step: str, name: str) -> None:
    """Let a customer claim a slot just before a step of the next sync."""
    real: Callable[..., Any] = getattr(desk.sync.listed, step)

    def claimed_first(*args: Any) -> Any:
        setattr(desk.sync.listed, step, real)
        # A thread of its own, because the sync has the event loop of this one.
        with ThreadPoolExecutor(1) as customers:
            customers.submit(desk.book, name).result()
        return real(*args)

    setattr(desk.sync.listed, step, claimed_first)


@pytest.mark.parametrize("step", STEPS)
def test_a_row_that_staff_remove_does_not_end_a_booking(step: str) -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    desk.remove("Ben")
    claims_at(desk, step, "Ben")
    desk.run()
    desk.run()
    assert ("Ben", "booked") in desk.everyone()
    assert desk.on_the_list() == ["Anna", "Cleo"]


@pytest.mark.parametrize("step", STEPS[:3])
def test_an_edit_of_a_row_does_not_undo_a_claim(step: str) -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    desk.change("Ben", Party="3", Staff="Sam")
    claims_at(desk, step, "Ben")
    desk.run()
    desk.run()
    assert ("Ben", "booked") in desk.everyone()
    assert desk.cell("Ben", "status").startswith("booked")


def test_an_answer_about_missing_rows_does_not_end_a_booking_made_meanwhile() -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    desk.remove("Anna", "Ben", "Cleo")
    desk.run()
    assert [item.id for item in question(desk).asked] != []
    desk.book("Ben")
    decide(desk)
    desk.run()
    assert ("Ben", "booked") in desk.everyone()
    assert desk.on_the_list() == []
