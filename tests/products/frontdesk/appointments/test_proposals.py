"""A forwarded booking is put before staff; only what one of them approves happens, once."""

from typing import Any

import msgspec
import pytest

from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments import wording
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import ERASED_NAME, Appointment
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    DiscardAppointment,
    EraseAppointmentProposal,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from tests.products.frontdesk.appointments.clinic import WEDNESDAY, Clinic, phone
from tests.support.rsvp_world import there

READ = (
    ProposedField("name", "Ada Lovelace", "sure", "Dear Ada Lovelace"),
    ProposedField("service", "Cut", "sure", "a cut"),
)


def booking(clinic: Clinic, name: str = "p1") -> Proposal:
    return Proposal(
        id=name,
        product="appointments",
        fields=READ,
        sender="sam@clinic.example",
        subject="Fwd: your booking",
        text="…",
        mail="m1",
        at=clinic.now,
    )


def book(name: str = "p1", **fields: Any) -> BookAppointment:
    usual: dict[str, Any] = {
        "name": "Ada",
        "phone": phone("ada"),
        "service": "Cut",
        "source": "mail",
    }
    return BookAppointment(appointment_id=name, starts_at=there(WEDNESDAY), **{**usual, **fields})


def proposed() -> Clinic:
    clinic = Clinic()
    clinic.give(ProposeAppointment(proposal=booking(clinic)))
    return clinic


def proposal(clinic: Clinic, name: str = "p1") -> Proposal:
    found = clinic.store.load(Get(Proposal, (name,)))
    assert found is not None
    return found


def told_staff(clinic: Clinic) -> dict[str, str]:
    (note,) = clinic.messages("proposal")
    found: dict[str, str] = note.facts["proposal"]
    return found


GONE = {"id": "p1", "sender": "", "subject": "", "name": ERASED_NAME, "service": "Cut"}


def test_a_booking_is_kept_and_staff_are_told_once() -> None:
    clinic = proposed()
    assert clinic.ask(ProposeAppointment(proposal=booking(clinic))).code == "proposed"
    assert proposal(clinic) == booking(clinic)
    assert told_staff(clinic)["name"] == "Ada Lovelace"
    assert clinic.store.load(Get(Appointment, ("p1",))) is None


def test_many_bookings_give_a_few_notes_and_then_one_for_all() -> None:
    clinic = Clinic()
    for number in range(40):
        clinic.give(ProposeAppointment(proposal=booking(clinic, f"p{number:02}")), "mail")
    assert len([one for one in clinic.carrier.handed if one.kind == "proposal"]) == 5
    clinic.after(minutes=15)
    *_, shared = [one for one in clinic.carrier.handed if one.kind == "proposal"]
    assert len(clinic.messages("proposal")) == 6
    letter = wording.compose(shared, lambda purpose: f"https://x/{purpose}")
    assert letter.heading == "Several requests are waiting for you."
    assert (letter.details, [one.url for one in letter.buttons]) == ((), ["https://x/desk"])


def test_what_is_approved_is_booked_in_the_same_commit_and_forgets_what_was_written() -> None:
    clinic = proposed()
    decision = clinic.decide(ApproveAppointment(proposal_id="p1", book=book()))
    assert [one.action for one in decision.steps] == ["booked", "proposal_approved"]
    over = proposal(clinic)
    assert (over.state, over.became, over.fields, over.text) == ("approved", "p1", (), "")
    assert clinic.appointment("p1").source == "mail"
    assert (
        clinic.ask(ApproveAppointment(proposal_id="p1", book=book(name="Again"))).code
        == "proposal_approved"
    )
    assert clinic.ask(DiscardAppointment(proposal_id="p1")).code == "proposal_approved"


def test_what_cannot_be_booked_stays_open() -> None:
    clinic = proposed()
    assert (
        clinic.ask(ApproveAppointment(proposal_id="p1", book=book(service="Shave"))).code
        == "unknown_service"
    )
    assert clinic.ask(ApproveAppointment(proposal_id="p1")).code == "unknown_service"
    assert proposal(clinic).state == "open"


def test_what_is_discarded_does_nothing() -> None:
    clinic = proposed()
    assert clinic.ask(DiscardAppointment(proposal_id="p1")).code == "discarded"
    assert (
        clinic.ask(ApproveAppointment(proposal_id="p1", book=book())).code == "proposal_discarded"
    )


@pytest.mark.parametrize("discarded", [False, True])
def test_a_proposal_is_forgotten_with_what_staff_were_told_of_it(*, discarded: bool) -> None:
    clinic = proposed()
    if discarded:
        clinic.give(DiscardAppointment(proposal_id="p1"))
    assert clinic.ask(EraseAppointmentProposal(proposal_id="p1")).code == "erased"
    assert (proposal(clinic).state, proposal(clinic).text, told_staff(clinic)) == (
        "discarded",
        "",
        GONE,
    )


def test_what_is_known_of_a_proposal_goes_with_the_appointment_that_it_became() -> None:
    clinic = proposed()
    clinic.give(ApproveAppointment(proposal_id="p1", book=book()))
    assert clinic.decide(EraseAppointmentProposal(proposal_id="p1")).is_empty
    assert told_staff(clinic)["name"] == "Ada Lovelace"
    clinic.erase("p1")
    assert told_staff(clinic) == GONE


@pytest.mark.parametrize(
    "deed",
    [
        DiscardAppointment(proposal_id="none"),
        EraseAppointmentProposal(proposal_id="none"),
        ApproveAppointment(proposal_id="none", book=book()),
    ],
)
def test_there_has_to_be_a_proposal(
    deed: DiscardAppointment | EraseAppointmentProposal | ApproveAppointment,
) -> None:
    assert Clinic().ask(deed).code == "unknown_proposal"


def test_whoever_saw_something_else_decides_nothing() -> None:
    clinic = proposed()
    anew = msgspec.structs.replace(booking(clinic), text="At four instead.")
    clinic.give(ProposeAppointment(proposal=anew, renew=True))
    assert (
        clinic.ask(ApproveAppointment(proposal_id="p1", book=book(), rev=0)).code
        == "proposal_changed"
    )
    assert clinic.ask(DiscardAppointment(proposal_id="p1", rev=0)).code == "proposal_changed"
    assert (proposal(clinic).state, clinic.store.load(Get(Appointment, ("p1",)))) == ("open", None)
    assert clinic.ask(ApproveAppointment(proposal_id="p1", book=book(), rev=1)).code == "booked"


def test_a_reply_that_asks_for_another_time_moves_the_appointment() -> None:
    clinic = Clinic()
    clinic.book("anna")
    fields = (
        ProposedField("appointment", "anna"),
        ProposedField("change", "moved"),
        ProposedField("name", "Anna"),
        ProposedField("service", "Cut", "sure", "a cut"),
    )
    reply = msgspec.structs.replace(booking(clinic), fields=fields)
    clinic.give(ProposeAppointment(proposal=reply))
    wanted = msgspec.structs.replace(book("anna"), starts_at=there("2026-06-04 10:00"))
    answer = clinic.give(ApproveAppointment(proposal_id="p1", book=wanted))
    assert (answer.code, clinic.appointment("anna").starts_at) == (
        "edited",
        there("2026-06-04 10:00"),
    )
