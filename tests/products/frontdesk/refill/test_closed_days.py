"""A slot on a day when the business is closed is not offered."""

import pytest

from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.engine.front_desk import NO_REFILL, OPEN, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

CLOSED = ("Claim window", "Closed: 23 June\nClaim window")
SUNDAY, TUESDAY_AT_THREE = "2026-06-21 14:00", "2026-06-23 15:00"


@pytest.mark.parametrize("changes", [(CLOSED,), (CLOSED, NO_REFILL)], ids=["refill", "no refill"])
@pytest.mark.parametrize("starts_at", [SUNDAY, TUESDAY_AT_THREE])
@pytest.mark.parametrize("source", ["webhook", "api", "calendar"])
def test_a_slot_on_a_closed_day_is_not_offered_and_goes_back_to_staff(
    changes: tuple[tuple[str, str], ...], starts_at: str, source: str
) -> None:
    desk = FrontDesk(*changes)
    desk.join("anna")
    desk.free(starts_at=starts_at, source=source)
    assert (desk.fate(), desk.handed("offer")) == (("handed_back", "closed"), [])
    (note,) = (one for one in desk.carrier.handed if one.kind == "handed_back")
    assert "You are closed on that day" in " ".join(compose(note, str).paragraphs)


def test_a_slot_on_a_public_holiday_is_not_offered() -> None:
    desk = FrontDesk(("Claim window", "Closed: public holidays of DE-BE\nClaim window"))
    desk.give(KeepHolidays(holidays=Holidays(id="DE-BE", days=("2026-06-23",))))
    desk.join("anna")
    desk.free(starts_at=TUESDAY_AT_THREE)
    assert desk.fate() == ("handed_back", "closed")
    answer = desk.free("two", TUESDAY_AT_THREE, staff="Sam", source="desk")
    assert (answer.code, answer.field) == ("closed_then", "starts_at")
    desk.free("three", "2026-06-24 15:00", source="desk")
    assert desk.asked("three") == "anna"


def test_staff_free_no_slot_on_a_day_when_they_are_closed() -> None:
    desk = FrontDesk(CLOSED)
    answer = desk.free(starts_at=TUESDAY_AT_THREE, source="desk")
    assert (answer.code, answer.field, desk.slots()) == ("closed_then", "starts_at", ())


def test_an_appointment_on_a_closed_day_is_cancelled_and_not_offered() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book(starts_at=TUESDAY_AT_THREE)
    desk.write(RULES_TEXT, OPEN, CLOSED)
    desk.cancel()
    assert (desk.appointment("kim").status, desk.slots()) == ("cancelled", ())


def test_a_claimed_booking_on_a_day_that_was_closed_since_can_still_be_cancelled() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free(starts_at=TUESDAY_AT_THREE)
    desk.claim("anna")
    desk.write(RULES_TEXT, OPEN, CLOSED)
    answer = desk.free("two", TUESDAY_AT_THREE, again="slot", source="desk")
    assert (answer.code, desk.standing()) == ("freed", {})
    assert desk.fate("two") == ("handed_back", "closed")
