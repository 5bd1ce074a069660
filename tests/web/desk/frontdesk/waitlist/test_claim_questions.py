"""Questions on the desk about claimed slots that another tool reports as free."""

from typing import Any

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import SlotPage
from tests.web.desk.frontdesk.salon import TWO, Salon, tidy
from tests.web.desk.frontdesk.waitlist.test_proposals import proposes
from tests.web.desk.support import Desk, text_of

PROPOSALS = "/desk/waitlist/proposals"
QUESTION = f"{PROPOSALS}/claim-two"
TODAY = "/desk/waitlist"


def report(salon: Salon, slot_id: str, **more: Any) -> str:
    facts: dict[str, Any] = {"service": "Colour", "staff": "Jess", "starts_at": TWO, **more}
    code: str = salon.evening.give(FreeSlot(slot_id=slot_id, **facts), "webhook").code
    return code


@pytest.fixture
def asked(salon: Salon) -> Salon:
    """Ada claimed a slot by one ref, and the same time is reported under another."""
    salon.joins("Ada")
    salon.joins("Ben")
    salon.frees(ref="event-1", source="webhook")
    salon.claims()
    assert report(salon, "late", ref="booking-1", source="calendar") == "asked"
    return salon


@pytest.mark.parametrize("path", [TODAY, PROPOSALS, QUESTION])
def test_staff_are_asked_on_today_and_among_the_proposals(
    desk: Desk, asked: Salon, path: str
) -> None:
    page = tidy(desk.read(path))
    assert "Is this booking cancelled?" in page
    assert "Ada took this slot from the waitlist and still has it." in page
    assert "Reference in the report: booking-1." in page
    assert "What was written" not in page
    assert "There is nothing to decide on." not in page


@pytest.mark.parametrize("path", [TODAY, PROPOSALS])
def test_mails_of_strangers_do_not_hide_it(desk: Desk, asked: Salon, path: str) -> None:
    for number in range(60):
        proposes(asked, f"h{number:02d}")
    page = tidy(desk.read(path))
    assert "Is this booking cancelled?" in page
    if path == PROPOSALS:
        assert page.index("Is this booking cancelled?") < page.index("Ada Lovelace")
        assert "Is this booking cancelled?" not in desk.read(f"{PROPOSALS}?before=h40")


@pytest.mark.parametrize("path", [TODAY, PROPOSALS])
def test_nobody_is_asked_about_a_time_that_is_over(desk: Desk, asked: Salon, path: str) -> None:
    asked.evening.passes(hours=5)
    assert "Is this booking cancelled?" not in desk.read(path)


def test_the_booking_is_kept(desk: Desk, asked: Salon) -> None:
    answer = desk.send(f"{QUESTION}/discard")
    assert "The booking is kept" in tidy(desk.read(answer.headers["location"]))
    assert asked.slot().booked_by == "ada"
    assert "Is this booking cancelled?" not in desk.read(TODAY)
    assert len(desk.evening.load(SlotPage())) == 1
    assert "booking kept" in tidy(desk.read(PROPOSALS))


def test_it_is_cancelled_and_the_next_one_is_asked(desk: Desk, asked: Salon) -> None:
    answer = desk.send(f"{QUESTION}/approve")
    assert answer.headers["location"].endswith("?done=freed")
    (newest,) = (one.id for one in desk.evening.load(SlotPage()) if one.id != "two")
    assert asked.holder(newest).id == "ben"
    told = desk.evening.load(MessagePage("appointments", kind="cancelled"))
    assert [one.to for one in told] == [asked.entry("ada").phone]
    page = desk.web.get(PROPOSALS).text
    assert "booking cancelled" in tidy(page)
    assert '<a href="/desk/waitlist/slots/two">Colour' in page
    assert 'href="/desk/waitlist/entries/"' not in page


def test_a_question_that_changed_is_not_answered(desk: Desk, asked: Salon) -> None:
    answer = desk.send(f"{QUESTION}/approve", {"rev": "7"})
    assert answer.status_code == 409
    assert "It has changed since you opened it" in text_of(answer)
    assert asked.slot().booked_by == "ada"


def test_the_page_of_a_booked_slot_says_who_hears_of_it(desk: Desk, asked: Salon) -> None:
    page = tidy(desk.read(f"{TODAY}/slots/two"))
    assert "we write to Ada that the booking is cancelled" in page


def test_a_second_table_is_freed_from_the_page_of_the_first(desk: Desk, salon: Salon) -> None:
    form = {"service": "Table", "starts_at": "2026-06-01T14:00", "party_capacity": "4"}
    salon.joins("Ada", "Table", party=4)
    salon.joins("Ben", "Table", party=4)
    desk.send("/desk/waitlist/free", form)
    same = desk.send("/desk/waitlist/free", form).headers["location"]
    assert same.endswith("?done=already_open")
    assert "Free another one like it" in desk.read(same)
    answer = desk.send(same.replace("?done=already_open", "/another"), {"back": "slot"})
    assert answer.headers["location"].endswith("?done=freed")
    newest, first = desk.evening.load(SlotPage())
    assert {salon.holder(newest.id).id, salon.holder(first.id).id} == {"ada", "ben"}


@pytest.fixture
def two_tables(salon: Salon) -> Salon:
    """Ada and Ben claimed two equal tables, and another tool reports one as free."""
    table = {"service": "Table", "staff": "", "party_capacity": 4}
    for name in ("Ada", "Ben"):
        salon.joins(name, "Table", party=4)
    for number in ("one", "two"):
        assert report(salon, number, ref=f"T-{number}", source="webhook", **table) == "freed"
    salon.claims("one")
    salon.claims("two")
    assert report(salon, "late", ref="X1", source="api", **table) == "asked"
    return salon


@pytest.mark.parametrize("path", [TODAY, PROPOSALS, QUESTION])
def test_a_question_about_equal_tables_names_everyone_who_may_be_meant(
    desk: Desk, two_tables: Salon, path: str
) -> None:
    page = tidy(desk.read(path))
    assert "Ben and Ada took these slots from the waitlist and still have them." in page
    for button in ("Keep all bookings", "Ada cancelled: offer", "Ben cancelled: offer"):
        assert button in page


@pytest.mark.parametrize(("chosen", "stays"), [("one", "two"), ("two", "one")])
def test_staff_choose_whose_table_is_free(
    desk: Desk, two_tables: Salon, chosen: str, stays: str
) -> None:
    answer = desk.send(f"{QUESTION}/approve", {"slot": chosen})
    assert answer.headers["location"].endswith("?done=freed")
    standing = desk.evening.load(Get(Appointment, (stays,)))
    assert standing is not None
    assert standing.stands
    assert "Is this booking cancelled?" not in desk.read(TODAY)


def test_staff_who_choose_nobody_are_asked_to(desk: Desk, two_tables: Salon) -> None:
    answer = desk.send(f"{QUESTION}/approve")
    assert answer.status_code == 422
    assert "Please say which of these bookings is cancelled." in text_of(answer)


def test_a_guest_who_gave_their_table_up_is_not_named_any_more(
    desk: Desk, two_tables: Salon
) -> None:
    two_tables.evening.give(CancelAppointment(appointment_id="one"), "ada")
    page = tidy(desk.read(QUESTION))
    assert "Ben took this slot from the waitlist and still has it." in page


def test_a_question_about_two_tables_where_nobody_came(desk: Desk, two_tables: Salon) -> None:
    desk.send(f"{QUESTION}/discard")
    two_tables.evening.passes(hours=5)
    table = {"service": "Table", "staff": "", "party_capacity": 4, "reason": "no_show"}
    assert report(two_tables, "late2", ref="X9", source="calendar", **table) == "asked"
    page = tidy(desk.read(QUESTION))
    assert "another tool reported that nobody came to one of them" in page
    assert "All came: keep the bookings" in page
    assert "Ada did not come: offer the time that is left" in page
