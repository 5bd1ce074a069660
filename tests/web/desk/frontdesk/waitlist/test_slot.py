"""One slot's page: where it stands, who was asked in which order, and what happened."""

from datetime import UTC, datetime

import pytest

from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk


def test_the_ledger_tells_who_was_asked(desk: Desk, day: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist/slots/two"))
    assert "14:00 Colour with Jess offered" in said
    assert "Offered to Ben until 11:10" in said
    assert said.index("1 Ada on the list since") < said.index("2 Ben on the list since")
    assert "It rolled on: Ben was offered Colour with Jess, Mon 1 Jun, 14:00 next" in said
    assert "· by the booking tool" in said


def test_what_became_of_it_is_said(desk: Desk, day: Salon) -> None:
    assert "Filled with Emil, less than a minute after it was freed." in tidy(
        desk.read("/desk/waitlist/slots/early")
    )
    said = tidy(desk.read("/desk/waitlist/slots/three"))
    assert (
        "Nobody on the list fits and can be reached. It stays open until Mon 1 Jun 2026, 15:50"
        in said
    )
    assert "Still open Nobody on the list fits and can be reached." in said
    day.stops("three")
    said = tidy(desk.read("/desk/waitlist/slots/three"))
    assert "Handed back It is no longer offered." in said
    assert "Offer again" in said


@pytest.mark.parametrize("page", ["/desk/waitlist", "/desk/waitlist/slots/three"])
def test_a_slot_whose_time_was_booked_says_so(desk: Desk, day: Salon, page: str) -> None:
    starts_at = datetime(2026, 6, 1, 14, 0, tzinfo=UTC)
    day.evening.give(
        BookAppointment(
            appointment_id="fay", name="Fay", service="Cut", staff="Jess", starts_at=starts_at
        )
    )
    assert "Its time was booked." in tidy(desk.read(page))


def test_a_slot_that_waits_for_someone_with_another_offer_says_so(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    salon.frees("two")
    salon.frees("four", staff="Sam")
    said = "Everyone who fits holds another offer just now. The slot waits for them."
    for page in ("/desk/waitlist", "/desk/waitlist/slots/four", "/desk/appointments"):
        assert said in tidy(desk.read(page))


def test_someone_who_fits_and_cannot_be_reached_is_not_said_to_misfit(
    desk: Desk, salon: Salon
) -> None:
    salon.joins("Ada", email="", phone="+4915123456789")
    salon.evening.give(NoteReach(address="+4915123456789", reach="opted_out"))
    salon.frees()
    said = tidy(desk.read("/desk/waitlist/slots/two"))
    assert "Nobody on the list fits and can be reached." in said
    assert "Nobody on the list fits." not in said
