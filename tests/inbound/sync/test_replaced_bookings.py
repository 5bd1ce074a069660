"""A booking that its customer gave up for an earlier time is not brought back by its source."""

from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    ClaimSlot,
    FreeSlot,
    JoinWaitlist,
)
from tests.inbound.sync.appointment_calendar.calendar_desk import PERSON, Desk, event
from tests.inbound.sync.appointment_sheet.shop import ANNA, BEN, RULES_TEXT, Shop
from tests.inbound.sync.business import Business
from tests.support.rsvp_world import there

REFILL = RULES_TEXT.replace("waitlist: no", "waitlist: yes")


def takes_an_earlier_time(business: Business, name: str, phone: str) -> None:
    business.give(JoinWaitlist(entry_id="e", name=name, phone=phone, service="Cut"))
    business.give(
        FreeSlot(slot_id="s", service="Cut", staff="Sam", starts_at=there("2026-06-22 10:00"))
    )
    business.give(AdvanceSlot(slot_id="s"))
    answer = business.give(ClaimSlot(slot_id="s", seq=1, entry_id="e"))
    assert answer.instead_of is not None


def test_a_sheet_that_still_shows_the_old_time_does_not_bring_it_back() -> None:
    shop = Shop(ANNA, BEN, rules=REFILL)
    shop.run()
    old = shop.table
    takes_an_earlier_time(shop, "Anna", "+4915110000001")
    shop.run()
    assert shop.cell("Anna", "status") == "cancelled"
    shop.sheet.table = old
    shop.run()
    assert shop.named("Anna").status == "cancelled"
    assert shop.cell("Anna", "status") == "cancelled"


def test_a_calendar_that_still_shows_the_old_time_asks_nobody() -> None:
    entry = event(description=PERSON)
    desk = Desk(entry)
    desk.look()
    booked = desk.approve()
    takes_an_earlier_time(desk, "Anna Berg", "+4915123456789")
    assert desk.appointment(booked.id).status == "cancelled"
    desk.shows(entry)
    desk.shows(event(description=f"{PERSON}\nallergic to henna"))
    assert desk.open() == []
    assert desk.appointment(booked.id).status == "cancelled"
