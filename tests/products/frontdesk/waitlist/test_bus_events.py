"""What others hear of slots: read off what a line changed, without names."""

import msgspec

from fullhouse.products.frontdesk.waitlist.bus_events import bus_event
from tests.products.frontdesk.waitlist.salon import Salon


def told(salon: Salon) -> list[tuple[str, dict[str, object]]]:
    return [(one.what, one.about) for line in salon.lines() for one in bus_event(line)]


def test_a_slot_that_is_freed_offered_rolled_on_and_booked_is_told_step_by_step() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free("s1")
    salon.decline("anna")
    salon.claim("ben")
    found = told(salon)
    assert [what for what, _ in found] == ["slot_freed", "make_offer", "roll_on", "booked"]
    assert {about["slot_id"] for _, about in found} == {"s1"}
    freed, offered, rolled, booked = (about for _, about in found)
    assert freed["service"] == "Colour"
    assert (offered["entry_id"], offered["offer_seq"]) == ("anna", 1)
    assert (rolled["entry_id"], rolled["offer_seq"]) == ("ben", 2)
    assert booked["entry_id"] == "ben"


def test_a_slot_that_goes_back_to_staff_is_told_with_the_reason() -> None:
    salon = Salon()
    salon.free("s1")
    assert told(salon)[-1][0] == "slot_freed"
    salon.until("2026-06-20 17:50")
    assert told(salon)[-1] == ("hand_back", {"slot_id": "s1", "why": "too_late"})


def test_nobody_is_named_and_who_joins_is_no_news() -> None:
    salon = Salon()
    salon.join("anna")
    assert told(salon) == []
    salon.free("s1")
    assert "Anna" not in msgspec.json.encode(told(salon)).decode()
    assert "+49" not in msgspec.json.encode(told(salon)).decode()
