"""Customers who have a booking and are offered an earlier time, on a real store."""

from pathlib import Path

import pytest

from fullhouse.products.frontdesk.appointments import commands as appointments
from tests.stories.test_closed_loop import Business, a_business
from tests.support.rsvp_world import there

pytestmark = pytest.mark.anyio
LATER = "2026-06-10 14:00"


async def kim_gives_wednesday_up(business: Business) -> None:
    """Kim's Wednesday is free; Anna, who has one a week later, is asked first."""
    await business.book("kim")
    await business.book("anna", LATER)
    await business.join("anna")
    await business.join("ben")
    await business.engine.execute(appointments.CancelAppointment(appointment_id="kim"), "staff")


async def test_an_earlier_time_is_taken_and_the_old_one_goes_to_the_next(tmp_path: Path) -> None:
    async with a_business(tmp_path) as business:
        await kim_gives_wednesday_up(business)
        assert (await business.press("anna", "offer", "claim")).instead_of == there(LATER)

        assert business.appointment("kimc1").name == "Anna"
        assert business.appointment("anna").status == "cancelled"
        confirmation = business.carrier.to("anna", "booked")[-1]
        letter = business.engine.composer.letter(confirmation)
        assert "It replaces your later appointment (Wednesday 10 June, 14:00)" in " ".join(
            letter.paragraphs
        )
        first = business.engine.composer.letter(business.carrier.to("anna", "offer")[-1])
        assert (letter.calendar is not None, first.replaced) == (True, None)
        assert letter.replaced is not None
        assert (letter.replaced.method, letter.replaced.starts) == ("CANCEL", there(LATER))
        assert letter.replaced.uid.startswith("appointments.anna.")
        (note,) = (
            one
            for one in business.told("gap_alert", "appointments")
            if one.facts["reason"] == "moved_earlier"
        )
        words = " ".join(business.engine.composer.letter(note).paragraphs)
        assert "another tool" in words

        assert (await business.press("ben", "offer", "claim")).code == "booked"
        assert business.appointment("annac1").name == "Ben"
        await business.until("2026-06-10 15:00")
        assert business.times("anna", "reminder") == [
            there("2026-06-02 14:00"),
            there("2026-06-03 13:00"),
        ]


async def test_the_tool_that_booked_the_old_time_does_not_bring_it_back(tmp_path: Path) -> None:
    async with a_business(tmp_path) as business:
        await kim_gives_wednesday_up(business)
        await business.press("anna", "offer", "claim")
        assert (await business.book("anna", LATER)).code == "already"
        assert business.appointment("anna").status == "cancelled"


async def test_a_claimed_time_is_given_back_by_the_link_in_its_confirmation(tmp_path: Path) -> None:
    async with a_business(tmp_path) as business:
        await kim_gives_wednesday_up(business)
        await business.press("anna", "offer", "claim")
        assert (await business.press("anna", "booked", "cancel")).code == "cancelled"
        assert business.appointment("kimc1").status == "cancelled"


async def test_nobody_is_offered_the_hour_in_which_they_are_booked(tmp_path: Path) -> None:
    async with a_business(tmp_path) as business:
        await business.book("kim")
        await business.join("anna")
        await business.join("ben")
        sam = appointments.BookAppointment(
            appointment_id="anna",
            name="Anna",
            email="anna@example.org",
            service="Cut",
            staff="Sam",
            starts_at=there("2026-06-03 14:30"),
        )
        await business.engine.execute(sam, "staff")
        await business.engine.execute(appointments.CancelAppointment(appointment_id="kim"), "staff")
        assert not business.carrier.to("anna", "offer")
        assert business.carrier.to("ben", "offer")
