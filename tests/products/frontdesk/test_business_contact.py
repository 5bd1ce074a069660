"""Customers find and call the business: its phone and address in emails and calendar entries."""

from typing import Any

import pytest

from fullhouse.engine.ical import entry_file
from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.products.frontdesk.appointments import wording as appointment_wording
from fullhouse.products.frontdesk.shared.message_facts import (
    BusinessFacts,
    business_facts,
    facts_of,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.wording import compose as compose_waitlist
from tests.products.frontdesk.appointments import told as appointments
from tests.products.frontdesk.waitlist import told as waitlist
from tests.products.saying import link

BUSINESS = {
    "name": "Salon Jess",
    "zone": "Europe/Berlin",
    "language": "en",
    "phone": "+49 30 1234567",
    "address": "Hauptstr. 1; 2nd floor, Berlin",
}


def from_waitlist(kind: str, **facts: Any) -> Letter:
    return compose_waitlist(waitlist.message(kind, business=BUSINESS, **facts), link)


def from_appointments(kind: str) -> Letter:
    return appointment_wording.compose(appointments.message(kind, business=BUSINESS), link)


@pytest.mark.parametrize("kind", ["joined", "offer", "booked", "cancelled"])
def test_emails_of_the_waitlist_say_where_and_whom_to_call(kind: str) -> None:
    said = as_text(from_waitlist(kind))
    assert "Where: Hauptstr. 1; 2nd floor, Berlin\nPhone: +49 30 1234567\n" in said


@pytest.mark.parametrize("kind", ["reminder", "booked", "rescheduled", "cancelled", "restored"])
def test_emails_about_appointments_say_where_and_whom_to_call(kind: str) -> None:
    said = as_text(from_appointments(kind))
    assert "Where: Hauptstr. 1; 2nd floor, Berlin\nPhone: +49 30 1234567\n" in said


def test_staff_are_not_told_their_own_address() -> None:
    note = waitlist.message("nobody_fits", business=BUSINESS)
    assert "Hauptstr" not in as_text(compose_waitlist(note, link))


def test_an_address_cannot_write_markup_or_lines() -> None:
    hostile = {**BUSINESS, "address": "<b>Main</b>\r\nBcc: x\u202e", "phone": "+49\n30"}
    booked = compose_waitlist(waitlist.message("booked", business=hostile), link)
    assert "&lt;b&gt;Main&lt;/b&gt; Bcc: x" in as_html(booked)
    assert booked.calendar is not None
    assert booked.calendar.location == "<b>Main</b> Bcc: x"
    assert booked.calendar.description == "Salon Jess\n+49 30"


def test_calendar_entries_have_the_address_as_their_place() -> None:
    for booked in (from_waitlist("booked"), from_appointments("booked")):
        assert booked.calendar is not None
        file = entry_file(booked.calendar)
        assert b"LOCATION:Hauptstr. 1\\; 2nd floor\\, Berlin\r\n" in file
        assert b"DESCRIPTION:Salon Jess\\n+49 30 1234567\r\n" in file


def test_without_an_address_the_place_is_the_name() -> None:
    known = BusinessFacts("Salon Jess", phone="+49 30 1234567")
    assert (known.location, known.description) == ("Salon Jess", "+49 30 1234567")
    assert (BusinessFacts("Salon Jess").location, BusinessFacts().description) == ("Salon Jess", "")


def test_the_facts_are_those_of_the_rules() -> None:
    book = Rulebook(business="Salon Jess", phone="+49 30 1234567", address="Road 1")
    assert business_facts(book) == {
        "name": "Salon Jess",
        "zone": "Europe/Berlin",
        "language": "en",
        "phone": "+49 30 1234567",
        "address": "Road 1",
        "chosen": "",
    }
    assert facts_of(book).dialled == "+49301234567"
