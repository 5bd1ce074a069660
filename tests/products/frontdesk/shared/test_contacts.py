"""What is remembered of a phone number or an address."""

import pytest

from fullhouse.kernel.decisions import if_unchanged
from fullhouse.products.frontdesk.shared.contacts import NoteReach, write_reach
from tests.products.frontdesk.appointments.clinic import Clinic, mail, phone


def known(clinic: Clinic, address: str) -> tuple[str, str]:
    found = clinic.contact(address)
    return (found.reach, found.note) if found is not None else ("", "")


def test_whoever_is_fine_and_was_never_spoken_of_needs_no_record() -> None:
    clinic = Clinic()
    assert clinic.reach(phone("anna"), "fine") == "noted"
    assert clinic.contact(phone("anna")) is None


@pytest.mark.parametrize("reach", ["opted_out", "bounced", "unreachable"])
def test_it_is_remembered_without_the_address_and_taken_back(reach: str) -> None:
    clinic = Clinic()
    number = phone("anna")
    clinic.reach(number, reach, f"{number} said so, {number[1:]} too")
    assert known(clinic, number) == (reach, "… said so, … too")
    clinic.reach(number, "fine")
    assert known(clinic, number) == ("fine", "")
    assert clinic.contact_actions() == [reach, "reach_fine"]


@pytest.mark.parametrize("reach", ["bounced", "unreachable"])
def test_what_a_carrier_says_again_is_not_news(reach: str) -> None:
    clinic = Clinic()
    clinic.reach(phone("anna"), reach, "gone")
    clinic.reach(phone("anna"), reach, "still gone")
    assert known(clinic, phone("anna")) == (reach, "gone")
    assert clinic.contact_actions() == [reach]


def test_a_stop_that_is_said_again_holds_against_a_start_of_the_same_moment() -> None:
    clinic = Clinic()
    clinic.reach(phone("anna"), "opted_out")
    stopped = clinic.contact(phone("anna"))
    assert stopped is not None
    command = NoteReach(address=phone("anna"), reach="opted_out", note="again")
    again = write_reach((stopped,), command, clinic.now)
    assert again is not None
    assert again.guards == if_unchanged(stopped, "rev")
    clinic.reach(phone("anna"), "fine")
    started = clinic.contact(phone("anna"))
    assert started is not None
    assert started.rev != stopped.rev


def test_what_a_person_said_is_not_overruled_by_a_carrier() -> None:
    clinic = Clinic()
    clinic.reach(mail("anna"), "opted_out")
    clinic.reach(mail("anna"), "bounced")
    assert known(clinic, mail("anna"))[0] == "opted_out"
    clinic.reach(mail("ben"), "bounced")
    clinic.reach(mail("ben"), "opted_out")
    assert known(clinic, mail("ben"))[0] == "opted_out"
