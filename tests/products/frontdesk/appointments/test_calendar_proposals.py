"""Repeated calendar news of a booking: updates an open proposal, or makes a change request."""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import CHANNELS
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    EditAppointment,
)
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    DiscardAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from tests.products.frontdesk.appointments.clinic import RULES
from tests.support.rsvp_world import there

NOW = there("2026-11-16 09:00")
FRIDAY = there("2026-11-20 14:00")


class Desk:
    """The rules of appointments on a store in memory."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.orders = 0
        self.decide(
            SaveDocument(name="rules", text="Services\n- Cut: 45 minutes\nStaff: Jess, Sam\n")
        )

    def decide(self, command: Command, now: datetime = NOW) -> Decision:
        self.orders += 1
        return execute(
            self.store,
            RULES,
            Invocation(f"o{self.orders}", "staff", command),
            now,
            carries=CHANNELS,
        )

    def ask(self, command: Command, now: datetime = NOW) -> str:
        return str(self.decide(command, now).answer.code)

    def proposal(self, name: str) -> Proposal:
        found = self.store.load(Get(Proposal, (name,)))
        assert found is not None
        return found

    def appointment(self, name: str) -> Appointment:
        found = self.store.load(Get(Appointment, (name,)))
        assert found is not None
        return found


def seen(name: str = "p1", time: str = "14:00", **more: str) -> Proposal:
    fields = {
        "name": "Anna Berg",
        "service": "Cut",
        "staff": "Jess",
        "date": "2026-11-20",
        "time": time,
        **more,
    }
    made = tuple(
        ProposedField(field, value, "sure", "Cut with Jess: Anna Berg")
        for field, value in fields.items()
    )
    return Proposal(id=name, product="appointments", fields=made, subject="Cut with Jess", at=NOW)


def book(name: str = "p1", starts_at: datetime = FRIDAY, **more: Any) -> BookAppointment:
    given = {"name": "Anna Berg", "service": "Cut", "staff": "Jess", "source": "calendar", **more}
    return BookAppointment(appointment_id=name, starts_at=starts_at, **given)


def approved() -> Desk:
    desk = Desk()
    desk.decide(ProposeAppointment(proposal=seen()))
    assert desk.ask(ApproveAppointment(proposal_id="p1", book=book())) == "booked"
    return desk


def test_an_open_proposal_that_is_renewed_says_the_new_time_and_staff_are_told_again() -> None:
    desk = Desk()
    desk.decide(ProposeAppointment(proposal=seen()))
    decision = desk.decide(ProposeAppointment(proposal=seen(time="15:00"), renew=True))
    assert [one.id for one in decision.messages] == ["proposal:appointments:staff:p1-1"]
    assert (desk.proposal("p1").value("time"), desk.proposal("p1").rev) == ("15:00", 1)


def test_the_same_seen_again_changes_nothing() -> None:
    desk = Desk()
    desk.decide(ProposeAppointment(proposal=seen()))
    assert desk.decide(ProposeAppointment(proposal=seen(), renew=True)).is_empty
    assert desk.decide(ProposeAppointment(proposal=seen(time="15:00"))).is_empty


def test_a_proposal_that_was_decided_on_is_not_opened_again() -> None:
    desk = Desk()
    desk.decide(ProposeAppointment(proposal=seen()))
    desk.decide(DiscardAppointment(proposal_id="p1"))
    assert desk.decide(ProposeAppointment(proposal=seen(time="15:00"), renew=True)).is_empty
    assert desk.proposal("p1").state == "discarded"


def test_approving_that_it_was_moved_moves_the_appointment_and_books_no_second_one() -> None:
    desk = approved()
    desk.decide(ProposeAppointment(proposal=seen("p2", "15:00", appointment="p1", change="moved")))
    later = FRIDAY + timedelta(hours=1)
    decision = desk.decide(ApproveAppointment(proposal_id="p2", book=book("p2", later)))
    assert [one.action for one in decision.steps] == ["moved", "proposal_approved"]
    assert (desk.appointment("p1").starts_at, desk.appointment("p1").chain) == (later, 2)
    assert desk.store.load(Get(Appointment, ("p2",))) is None
    assert (desk.proposal("p2").state, desk.proposal("p2").became) == ("approved", "p1")


def moved(desk: Desk, read: Proposal, wanted: BookAppointment) -> Appointment:
    desk.decide(ProposeAppointment(proposal=read))
    assert desk.ask(ApproveAppointment(proposal_id="p2", book=wanted)) == "edited"
    return desk.appointment("p1")


def test_approving_a_move_leaves_what_staff_know_better_than_the_calendar() -> None:
    desk = approved()
    better: dict[str, Any] = {
        "name": "Anna B.",
        "phone": "+4915123456789",
        "email": "anna@example.org",
        "staff": "Sam",
        "minutes": 60,
    }
    desk.decide(EditAppointment(appointment_id="p1", **better))
    later = FRIDAY + timedelta(hours=1)
    one = moved(desk, seen("p2", "15:00", appointment="p1", change="moved"), book("p2", later))
    assert {name: getattr(one, name) for name in better} == better
    assert one.starts_at == later


def test_what_staff_type_while_they_approve_a_move_takes_effect_as_well() -> None:
    desk = approved()
    desk.decide(
        EditAppointment(appointment_id="p1", phone="+4915123456789", email="anna@example.org")
    )
    read = seen("p2", "15:00", appointment="p1", change="moved", email="anna@example.org")
    typed = book("p2", FRIDAY + timedelta(hours=1), staff="Sam", email="", minutes=30)
    one = moved(desk, read, typed)
    assert (one.staff, one.phone, one.email, one.minutes) == ("Sam", "+4915123456789", "", 30)


def test_approving_that_it_is_gone_cancels_the_appointment() -> None:
    desk = approved()
    desk.decide(ProposeAppointment(proposal=seen("p2", appointment="p1", change="gone")))
    assert desk.ask(ApproveAppointment(proposal_id="p2")) == "cancelled"
    assert desk.appointment("p1").status == "cancelled"
    assert desk.proposal("p2").state == "approved"


def test_approving_that_it_is_gone_closes_the_proposal_where_it_was_cancelled_meanwhile() -> None:
    desk = approved()
    desk.decide(ProposeAppointment(proposal=seen("p2", appointment="p1", change="gone")))
    desk.decide(CancelAppointment(appointment_id="p1"))
    assert desk.ask(ApproveAppointment(proposal_id="p2")) == "appointment_cancelled"
    assert desk.proposal("p2").state == "approved"


def test_a_move_of_what_was_cancelled_meanwhile_stays_open() -> None:
    desk = approved()
    desk.decide(ProposeAppointment(proposal=seen("p2", "15:00", appointment="p1", change="moved")))
    desk.decide(CancelAppointment(appointment_id="p1"))
    answer = desk.ask(
        ApproveAppointment(proposal_id="p2", book=book("p2", FRIDAY + timedelta(hours=1)))
    )
    assert answer == "appointment_cancelled"
    assert desk.proposal("p2").state == "open"


def test_a_booking_that_nobody_has_put_into_words_stays_open() -> None:
    desk = Desk()
    desk.decide(ProposeAppointment(proposal=seen()))
    assert desk.ask(ApproveAppointment(proposal_id="p1")) == "unknown_service"
    assert desk.proposal("p1").state == "open"


def test_approving_what_is_not_there_or_was_decided_on_does_nothing() -> None:
    desk = approved()
    assert desk.ask(ApproveAppointment(proposal_id="nothing", book=book())) == "unknown_proposal"
    assert desk.ask(ApproveAppointment(proposal_id="p1", book=book())) == "proposal_approved"
