"""Commands of a customer's link end with the addresses that the link was sent to."""

from typing import Any

import pytest

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    Reschedule,
)
from fullhouse.products.frontdesk.shared.link_binding import (
    is_replaced,
    sent_to,
    with_addresses,
)
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, LeaveWaitlist
from tests.products.frontdesk.appointments.clinic import Clinic, asked
from tests.products.frontdesk.waitlist.salon import Salon
from tests.support.rsvp_world import there

OLD, KEPT, NEW = "old@example.org", "+491711234567", "new@example.org"
THURSDAY = there("2026-06-04 10:00")


def replies(link: str) -> list[Command]:
    given: dict[str, Any] = {"appointment_id": "anna", "chain": 1, "link": link}
    return [
        ConfirmAppointment(**given, reply="confirm-1-0"),
        CancelAppointment(**given, reply="cancel-1-0"),
        Reschedule(**given, reply="reschedule-1-0", starts_at=THURSDAY),
    ]


def presses(link: str) -> list[Command]:
    return [
        EditEntry(entry_id="anna", weekdays=("mon",), source="form", link=link),
        LeaveWaitlist(entry_id="anna", link=link),
    ]


@pytest.mark.parametrize(
    ("sent", "left", "replaced"),
    [
        ((OLD,), (OLD,), False),
        ((OLD,), (KEPT, OLD), False),
        ((KEPT, OLD), (KEPT, NEW), False),
        ((OLD,), (KEPT, NEW), True),
        ((KEPT, OLD), (NEW,), True),
        ((OLD,), (), True),
    ],
)
def test_one_address_that_a_link_was_sent_to_is_enough(
    sent: tuple[str, ...], left: tuple[str, ...], *, replaced: bool
) -> None:
    assert is_replaced(sent_to(sent), left) == replaced


def test_a_link_of_a_page_names_the_addresses_of_the_first() -> None:
    assert with_addresses("2-0", "") == "2-0"
    assert with_addresses("2-0", sent_to([OLD])) == f"2-0-{sent_to([OLD])}"


def booked() -> Clinic:
    return asked(email=OLD, phone=KEPT)


class TestAnAppointment:
    @pytest.mark.parametrize("number", range(3))
    def test_no_reply_reaches_another_address(self, number: int) -> None:
        clinic = booked()
        clinic.edit(email=NEW)
        before = clinic.appointment()
        assert clinic.ask(replies(sent_to([OLD]))[number]).code == "link_replaced"
        assert (clinic.appointment(), clinic.replies()) == (before, [])

    @pytest.mark.parametrize("sent", [(), (KEPT,), (OLD, KEPT), (NEW,)])
    @pytest.mark.parametrize(
        ("number", "code"), [(0, "confirmed"), (1, "cancelled"), (2, "rescheduled")]
    )
    def test_every_other_reply_counts(self, number: int, code: str, sent: tuple[str, ...]) -> None:
        clinic = booked()
        clinic.edit(email=NEW)
        assert clinic.ask(replies(sent_to(sent))[number]).code == code

    def test_whoever_is_gone_is_not_known(self) -> None:
        clinic = booked()
        clinic.erase()
        for reply in replies(sent_to([OLD])):
            assert clinic.ask(reply).code == "unknown_appointment"
        nobody = ConfirmAppointment(appointment_id="bob", link=sent_to([OLD]))
        assert clinic.ask(nobody).code == "unknown_appointment"


class TestAnEntry:
    @pytest.mark.parametrize("number", range(2))
    def test_no_press_reaches_another_address(self, number: int) -> None:
        salon = Salon()
        salon.join("anna", email=OLD)
        salon.edit("anna", email=NEW)
        before = salon.entry("anna")
        assert salon.ask(presses(sent_to([OLD]))[number]).code == "link_replaced"
        assert salon.entry("anna") == before

    @pytest.mark.parametrize("sent", [(), (KEPT,), (NEW,)])
    @pytest.mark.parametrize(("number", "code"), [(0, "edited"), (1, "left")])
    def test_every_other_press_counts(self, number: int, code: str, sent: tuple[str, ...]) -> None:
        salon = Salon()
        salon.join("anna", email=OLD, phone=KEPT)
        salon.edit("anna", email=NEW)
        assert salon.ask(presses(sent_to(sent))[number]).code == code

    def test_whoever_is_gone_has_no_links(self) -> None:
        salon = Salon()
        for press in presses(sent_to([OLD])):
            assert salon.ask(press).code == "link_replaced"
        salon.join("anna", email=OLD)
        salon.erase("anna")
        for press in presses(sent_to([OLD])):
            assert salon.ask(press).code == "link_replaced"
