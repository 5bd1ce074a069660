"""When someone is free again, a few waiting slots look at once, and the rest after them."""

import pytest

from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot
from fullhouse.products.frontdesk.waitlist.housekeeping import PAGE
from fullhouse.products.frontdesk.waitlist.queue import MOST_WOKEN
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, Salon

MORE = 3


def waiting_slots() -> Salon:
    """Anna holds an offer, and more slots wait for her than are woken at once."""
    salon = Salon(checks=False)
    salon.join("anna")
    salon.free()
    for number in range(MOST_WOKEN + MORE):
        salon.free(
            f"s{number:02}",
            f"2026-06-20 {15 + number % 5}:{number:02}",
            staff="",
            party_capacity=2,
            ref=f"{number}",
        )
    assert salon.asked() == "anna"
    assert len(salon.line().idle) == MOST_WOKEN + MORE
    salon.settles = False
    return salon


def test_so_many_slots_look_at_once_and_the_others_wait_on() -> None:
    salon = waiting_slots()
    salon.decline("anna")
    woken = [alarm.key for alarm in salon.alarms("look:s") if alarm.due_at == salon.now]
    assert woken == [f"look:s{number:02}" for number in range(MOST_WOKEN)] + ["look:slot"]
    (rest,) = salon.alarms("look:rest:")
    names = [f"s{MOST_WOKEN + number:02}" for number in range(MORE)]
    assert rest.command == AdvanceSlot(slot_id=names[0], rest=tuple(names[1:]))


def test_in_the_end_every_slot_that_waited_has_looked() -> None:
    salon = waiting_slots()
    salon.decline("anna")
    salon.settles = True
    salon.after(minutes=0)
    for _ in range(MOST_WOKEN + MORE):
        if salon.entry("anna").offer:
            salon.decline("anna")
    fates = {salon.fate(f"s{number:02}") for number in range(MOST_WOKEN + MORE)}
    assert fates == {("open", "line_spent")}


@pytest.mark.parametrize("slots", [1, PAGE, 2 * PAGE + 1])
def test_other_quiet_hours_wake_every_slot_that_waited_for_the_old_ones_to_end(slots: int) -> None:
    salon = Salon(now="2026-06-20 21:20", checks=False)
    for number in range(slots):
        salon.join(f"anna{number}")
        salon.free(
            f"s{number:02}",
            f"2026-06-21 {10 + number // 50}:{number % 50:02}",
            staff="",
            party_capacity=2,
            ref=f"{number}",
        )
    assert not any(salon.offers(f"s{number:02}") for number in range(slots))
    salon.write(RULES_TEXT, ("Quiet hours: 21:00 to 08:00", "Quiet hours: 23:30 to 07:00"))
    salon.after(minutes=1)
    assert all(len(salon.offers(f"s{number:02}")) == 1 for number in range(slots))


def test_rules_by_which_an_offer_would_end_otherwise_leave_one_that_is_live_as_it_is() -> None:
    salon = Salon(checks=False)
    salon.join("anna", "bert")
    salon.free()
    salon.write(RULES_TEXT, ("Claim window: 10 minutes", "Claim window: 2 minutes"))
    salon.after(minutes=5)
    assert salon.asked() == "anna"
    salon.after(minutes=6)
    assert salon.asked() == "bert"
