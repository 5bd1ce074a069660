"""A time on offer is booked for someone: its holder hears of it, unless they have it themselves."""

from typing import Any

import pytest

from tests.engine.front_desk import TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import mail, phone

ENDED = "offer_withdrawn"


def offered(**fields: Any) -> FrontDesk:
    """Offer Tess the time of Tuesday."""
    desk = FrontDesk()
    desk.join("tess", **fields)
    desk.free(starts_at=TUESDAY)
    assert desk.asked() == "tess"
    return desk


@pytest.mark.parametrize(
    ("waits", "booked"),
    [
        ({}, {}),
        ({"phone": "", "email": mail("tess")}, {"email": mail("tess")}),
        ({"email": mail("tess")}, {"phone": "", "email": mail("tess")}),
    ],
)
def test_whoever_is_booked_into_their_own_offer_reads_no_sorry(
    waits: dict[str, str], booked: dict[str, str]
) -> None:
    desk = offered(**waits)
    desk.book("tess", TUESDAY, **booked)
    desk.after(minutes=30)
    assert desk.story() == [("tess", "withdrawn")]
    assert desk.handed(ENDED) == []
    assert [one.error for one in desk.messages(ENDED)] == ["they are booked at that time"]


def test_someone_else_with_the_same_number_takes_the_time_away() -> None:
    desk = offered()
    desk.book("ole", TUESDAY, phone=phone("tess"))
    desk.after(minutes=30)
    assert desk.handed(ENDED) == [("tess", "text")]


def test_a_booking_of_another_time_does_not_matter() -> None:
    desk = offered()
    desk.book("tess", "2026-06-24 15:00")
    desk.book("ole", TUESDAY)
    desk.after(minutes=30)
    assert desk.handed(ENDED) == [("tess", "text")]


def night(staff: str = "Jess") -> FrontDesk:
    """Offer Tess the time of Tuesday late in the evening, and book it for Ole at night."""
    desk = FrontDesk(now="2026-06-20 20:50")
    desk.join("tess", staff=staff)
    desk.free(starts_at=TUESDAY)
    desk.until("2026-06-20 21:30")
    desk.book("ole", TUESDAY)
    assert (desk.asked(), desk.handed(ENDED)) == ("", [])
    return desk


def test_a_time_that_is_on_offer_again_in_the_morning_is_not_denied() -> None:
    desk = night()
    desk.until("2026-06-21 07:00")
    desk.cancel("ole")
    desk.until("2026-06-21 08:05")
    assert desk.handed("offer") == [("tess", "text")] * 2
    assert desk.handed(ENDED) == []
    assert [one.error for one in desk.messages(ENDED)] == ["they hold an offer of that time"]


def test_nor_is_one_that_they_have_claimed_since() -> None:
    desk = night()
    desk.until("2026-06-21 07:00")
    desk.cancel("ole")
    desk.until("2026-06-21 08:00")
    desk.claim("tess")
    desk.after(minutes=30)
    assert desk.handed(ENDED) == []


def test_another_time_on_offer_in_the_morning_does_not_matter() -> None:
    desk = night()
    desk.until("2026-06-21 07:00")
    desk.free("other", starts_at="2026-06-24 10:00")
    desk.until("2026-06-21 08:05")
    assert desk.asked("other") == "tess"
    assert desk.handed(ENDED) == [("tess", "text")]
