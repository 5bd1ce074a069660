"""Online bookings that anyone may invent never use up the texts of customers whom staff entered."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.products.frontdesk.shared.contacts import (
    BookedThere,
    Contact,
    contact_id,
    is_known_number,
)
from fullhouse.products.frontdesk.shared.sms_budget import KEPT_FOR_OFFERS
from tests.products.frontdesk.appointments.clinic import STAFF, Clinic, mail, phone
from tests.products.frontdesk.appointments.test_public_bookings import (
    LITTLE,
    by_text,
    clinic_online,
)

NOW = datetime(2026, 6, 1, 8, tzinfo=UTC)
REMINDED = "2026-06-02 16:00"


def half_spent(*strangers: str) -> Clinic:
    """Return a clinic in which two confirmations of online bookings used up the half."""
    clinic = clinic_online(LITTLE)
    for hour, name in enumerate(("anna", "ben", *strangers)):
        assert by_text(clinic, name, f"2026-06-03 1{hour}:00").code == "booked"
    return clinic


def reminded(clinic: Clinic) -> list[tuple[str, str]]:
    """Return who was really sent a reminder, and on which channel."""
    return [
        (one.person, one.channel) for one in clinic.messages("reminder") if one.status == "sent"
    ]


def test_reminders_of_strangers_leave_the_other_half_to_customers_of_staff() -> None:
    clinic = half_spent("cleo", "dan")
    clinic.book("zoe", "2026-06-03 15:00", phone=phone("zoe"))
    clinic.until(REMINDED)
    assert reminded(clinic) == [("zoe", "text")]
    texts = [one for one in clinic.messages("reminder") if one.person != "zoe"]
    assert {one.error for one in texts} == {KEPT_FOR_OFFERS}
    assert len(texts) == 4


def test_staff_hear_of_each_stranger_who_is_not_reminded() -> None:
    clinic = half_spent()
    clinic.until(REMINDED)
    facts = [one.facts for one in clinic.messages("gap_alert")]
    assert [(one["appointment"]["name"], one["reason"], one["why"]) for one in facts] == [
        ("Anna", "unreachable", "kept"),
        ("Ben", "unreachable", "kept"),
    ]


def test_a_stranger_with_an_email_is_reminded_there() -> None:
    clinic = half_spent()
    by_text(clinic, "cleo", "2026-06-03 14:00", email=mail("cleo"))
    clinic.until(REMINDED)
    assert reminded(clinic) == [("cleo", "mail")]


def test_before_the_half_is_used_everyone_is_reminded_by_text() -> None:
    clinic = clinic_online(LITTLE)
    by_text(clinic, "anna", "2026-06-03 10:00")
    clinic.until(REMINDED)
    assert reminded(clinic) == [("anna", "text")]


def test_a_number_with_an_appointment_by_staff_is_reminded_from_the_whole_budget() -> None:
    clinic = half_spent()
    clinic.book("annas mother", "2026-06-20 10:00", phone=phone("anna"))
    clinic.until(REMINDED)
    assert reminded(clinic) == [("anna", "text")]


@pytest.mark.parametrize(
    ("fields", "known"),
    [
        ({"given": "staff"}, True),
        ({"given": "sheet"}, True),
        ({"given": "email"}, True),
        ({"given": "forwarded", "consent_at": NOW}, True),
        ({"given": "forwarded"}, False),
        ({"given": "form"}, False),
        ({}, False),
    ],
)
def test_a_number_is_known_by_how_it_was_given(fields: dict[str, Any], known: bool) -> None:
    contact = Contact(id=contact_id(phone("anna")), at=NOW, **fields)
    assert is_known_number(phone("anna"), (contact,), ()) is known
    assert not is_known_number(phone("ben"), (contact,), ())


def test_a_number_is_not_known_by_what_was_booked_online() -> None:
    online = BookedThere("Anna", NOW, online=True)
    assert not is_known_number(phone("anna"), (), (online,))
    assert is_known_number(phone("anna"), (), (online, BookedThere("Anna", NOW)))


def test_staff_are_told_once_that_the_half_is_used_up() -> None:
    clinic = half_spent("cleo")
    (note,) = clinic.messages("text_half")
    assert (note.channel, note.facts["month"]) == (STAFF, "2026-06")
    assert note.facts["limit"] == {"amount": 32, "currency": "EUR"}
    clinic.until("2026-06-03 13:00")
    assert len(clinic.messages("text_half")) == 1
