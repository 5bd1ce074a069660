"""Proposed bookings on the desk: moved or booked, and whether the customer is told."""

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from tests.support.rsvp_world import there
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk

PROPOSALS = "/desk/waitlist/proposals"
EMAIL = "otto@example.org"
ANSWERED = "otto@example.org answered our message to Otto about Cut, Tomorrow."


def _proposes(salon: Salon, change: str = "", **fields: str) -> None:
    about = (
        ProposedField("change", change, "sure", ANSWERED),
        ProposedField("appointment", "a1", "sure"),
    )
    known = {"name": "Otto", "email": EMAIL, "service": "Cut", **fields}
    proposal = Proposal(
        id="p1",
        product="appointments",
        fields=(
            *(about if change else ()),
            *(ProposedField(name, value, "sure") for name, value in known.items()),
        ),
        sender=EMAIL,
        text="Sorry, I can't come.",
        mail="m1",
        at=salon.evening.engine.now(),
    )
    salon.evening.give(ProposeAppointment(proposal=proposal), "mail")


def _booked(salon: Salon) -> Appointment:
    book = BookAppointment(
        appointment_id="a1",
        name="Otto",
        email=EMAIL,
        service="Cut",
        starts_at=there("2026-06-02 15:00"),
        minutes=45,
    )
    salon.evening.give(book, "staff")
    return _appointment(salon)


def _appointment(salon: Salon) -> Appointment:
    found = salon.evening.load(Get(Appointment, ("a1",)))
    assert found is not None
    return found


def _kinds(salon: Salon) -> list[str]:
    return [one.kind for one in salon.evening.load(MessagePage(to=EMAIL))]


@pytest.mark.parametrize(
    ("typed", "said", "kinds"),
    [
        ({"tell": "yes"}, "A confirmation is on its way.", ["booked"]),
        ({}, "The customer has not been told.", []),
    ],
)
def test_whoever_approves_a_booking_decides_whether_its_customer_is_told(
    desk: Desk, salon: Salon, typed: dict[str, str], said: str, kinds: list[str]
) -> None:
    _proposes(salon, date="2026-06-02", time="15:00")
    page = desk.web.get(PROPOSALS).text
    assert 'name="tell" type="checkbox" value="yes" checked' in page
    answer = desk.send(f"{PROPOSALS}/p1/approve", typed)
    assert said in tidy(desk.read(answer.headers["location"]))
    assert _kinds(salon) == kinds


def test_a_reply_with_another_time_moves_the_appointment(desk: Desk, salon: Salon) -> None:
    _booked(salon)
    _proposes(salon, "moved", date="2026-06-02", time="16:00")
    page = tidy(desk.read(PROPOSALS))
    assert "Another time is wanted" in page
    assert ANSWERED in page
    assert "Move the appointment" in page
    desk.send(f"{PROPOSALS}/p1/approve", {"tell": "yes"})
    assert salon.evening.load(Get(Appointment, ("p1",))) is None
    assert _appointment(salon).starts_at == there("2026-06-02 16:00")
    assert _kinds(salon) == ["rescheduled"]


def test_a_reply_without_a_time_is_read_and_done(desk: Desk, salon: Salon) -> None:
    old = _booked(salon)
    _proposes(salon, "reply")
    page = desk.web.get(PROPOSALS).text
    assert "A reply to our message" in page
    assert f"{PROPOSALS}/p1/approve" not in page
    assert 'href="/desk/appointments/a/a1"' in page
    answer = desk.send(f"{PROPOSALS}/p1/discard")
    assert "Done. The reply is closed" in desk.read(answer.headers["location"])
    assert salon.evening.load(Get(Appointment, ("a1",))) == old
