"""Staff get one note of what a customer does online, and one more for the rest of the hour."""

from typing import Any

from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.messages import CarrierDown, Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import AppointmentResult, OnlineNews
from fullhouse.products.frontdesk.appointments.online_notes import MOST_CHANGES, ONLINE_CHANGES
from fullhouse.products.frontdesk.appointments.wording import compose
from fullhouse.products.frontdesk.shared.contacts import contact_id
from tests.products.frontdesk.appointments.clinic import WEDNESDAY, Clinic, mail
from tests.products.frontdesk.appointments.test_public_bookings import books, clinic_online
from tests.products.frontdesk.appointments.told import APPOINTMENT, letter
from tests.products.saying import link, read

FRIDAY, SATURDAY = "2026-06-05 10:00", "2026-06-06 11:00"
NOTES = ("booked_online", "gap_alert", ONLINE_CHANGES)


def notes(clinic: Clinic) -> list[tuple[str, str]]:
    """Return what staff were sent, and when."""
    told = [(clinic.clock(at), note) for at, note in clinic.carrier.times if note.kind in NOTES]
    return [(at, note.facts.get("reason") or note.kind) for at, note in told]


def collected(clinic: Clinic) -> list[tuple[str, str]]:
    """Return the lines of the last note that waited, without how to reach the customer."""
    (*_, last) = [note for note in clinic.carrier.handed if note.kind == ONLINE_CHANGES]
    lines = compose(last, link).details
    return [line for line in lines if line[0] not in ("Phone", "Email")]


def waiting(clinic: Clinic) -> list[Message]:
    return [note for note in clinic.messages(ONLINE_CHANGES) if note.status == "queued"]


def another(clinic: Clinic, name: str, starts_at: str, **fields: Any) -> AppointmentResult:
    """Book one more time for Anna."""
    fields = {"name": "Anna", "email": mail("anna"), **fields}
    answer = books(clinic, appointment_id=name, starts_at=starts_at, **fields)
    assert answer.code == "booked"
    return answer


def test_the_first_note_leaves_at_once_and_the_rest_an_hour_later() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    clinic.after(minutes=10)
    another(clinic, "two", FRIDAY)
    clinic.after(minutes=10)
    another(clinic, "three", SATURDAY)
    clinic.cancel("one", "1-0")
    assert notes(clinic) == [("Mon 10:00", "booked_online")]
    clinic.until("2026-06-01 12:00")
    assert notes(clinic) == [("Mon 10:00", "booked_online"), ("Mon 11:00", ONLINE_CHANGES)]
    assert collected(clinic) == snapshot(
        [
            ("Booked", "Anna, Cut with Jess, Friday 5 June, 10:00"),
            ("Booked", "Anna, Cut with Jess, Saturday 6 June, 11:00"),
            ("Cancelled", "Anna, Cut with Jess, Wednesday 3 June, 14:00"),
        ]
    )


def test_booked_and_cancelled_again_is_one_line() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    another(clinic, "two", FRIDAY)
    clinic.after(minutes=10)
    clinic.cancel("two", "1-0")
    clinic.until("2026-06-01 12:00")
    assert len(notes(clinic)) == 2
    assert collected(clinic) == snapshot(
        [("Booked and cancelled again", "Anna, Cut with Jess, Friday 5 June, 10:00")]
    )


def test_of_several_moves_staff_hear_the_last() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    another(clinic, "two", FRIDAY)
    for chain, at in enumerate(("2026-06-05 15:00", SATURDAY), 1):
        clinic.after(minutes=5)
        assert clinic.reschedule("one", at, f"{chain}-0").code == "rescheduled"
    clinic.until("2026-06-01 12:00")
    assert len(notes(clinic)) == 2
    assert collected(clinic) == snapshot(
        [
            ("Booked", "Anna, Cut with Jess, Friday 5 June, 10:00"),
            (
                "Moved",
                "Anna, Cut with Jess, Saturday 6 June, 11:00, instead of Wednesday 3 June, 14:00",
            ),
        ]
    )


def test_a_time_that_is_as_it_was_and_one_that_was_cancelled_say_so() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    clinic.reschedule("one", FRIDAY, "1-0")
    clinic.reschedule("one", WEDNESDAY, "2-0")
    clinic.until("2026-06-01 11:00")
    assert collected(clinic) == snapshot(
        [("Moved, and back again", "Anna, Cut with Jess, Wednesday 3 June, 14:00")]
    )
    clinic.reschedule("one", FRIDAY, "3-0")
    clinic.reschedule("one", SATURDAY, "4-0")
    clinic.cancel("one", "5-0")
    clinic.until("2026-06-01 12:00")
    assert collected(clinic) == snapshot(
        [("Cancelled", "Anna, Cut with Jess, Friday 5 June, 10:00")]
    )
    assert [reason for _, reason in notes(clinic)] == snapshot(
        ["booked_online", "online_changes", "rescheduled", "online_changes"]
    )


def test_it_says_what_staff_did_meanwhile() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    another(clinic, "two", FRIDAY)
    clinic.edit("two", starts_at=SATURDAY)
    clinic.until("2026-06-01 11:00")
    assert collected(clinic) == snapshot(
        [("Booked", "Anna, Cut with Jess, Saturday 6 June, 11:00")]
    )


def test_others_have_notes_of_their_own() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    books(clinic, "ben", FRIDAY)
    assert notes(clinic) == [("Mon 10:00", "booked_online")] * 2
    assert waiting(clinic) == []


def test_after_the_hour_the_next_note_leaves_at_once_again() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    clinic.after(hours=1)
    another(clinic, "two", FRIDAY)
    assert notes(clinic) == [("Mon 10:00", "booked_online"), ("Mon 11:00", "booked_online")]


def test_a_near_time_is_told_at_once_with_all_that_waits() -> None:
    clinic = clinic_online(("Refill from", "Booking notice: 30 minutes\nRefill from"))
    another(clinic, "one", WEDNESDAY)
    another(clinic, "two", FRIDAY)
    clinic.after(minutes=15)
    another(clinic, "soon", "2026-06-01 12:15")
    assert notes(clinic) == [("Mon 10:00", "booked_online"), ("Mon 10:15", ONLINE_CHANGES)]
    assert collected(clinic) == snapshot(
        [
            ("Booked", "Anna, Cut with Jess, Friday 5 June, 10:00"),
            ("Booked", "Anna, Cut with Jess, today, Monday 1 June, 12:15"),
        ]
    )
    clinic.cancel("two", "1-0")
    clinic.until("2026-06-01 12:00")
    assert notes(clinic)[2] == ("Mon 11:00", ONLINE_CHANGES)
    assert collected(clinic) == snapshot(
        [("Cancelled", "Anna, Cut with Jess, Friday 5 June, 10:00")]
    )


def test_a_near_time_needs_no_note_that_waits() -> None:
    clinic = clinic_online(("Refill from", "Booking notice: 30 minutes\nRefill from"))
    another(clinic, "one", WEDNESDAY)
    another(clinic, "soon", "2026-06-01 11:30")
    clinic.cancel("soon", "1-0")
    assert [reason for _, reason in notes(clinic)] == [
        "booked_online",
        "booked_online",
        "cancelled",
    ]


def test_a_time_that_goes_to_the_waitlist_has_its_own_note() -> None:
    clinic = clinic_online()
    clinic.book("anna", WEDNESDAY, phone="", email=mail("anna"))
    another(clinic, "one", FRIDAY)
    clinic.cancel("anna", "1-24")
    assert waiting(clinic) == []
    clinic.until("2026-06-01 11:00")
    assert [reason for _, reason in notes(clinic)] == ["booked_online", "cancelled"]


def test_many_changes_do_not_wait() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    for number in range(MOST_CHANGES):
        another(clinic, f"more{number}", FRIDAY)
        clinic.cancel(f"more{number}", "1-0")
    assert [kind for _, kind in notes(clinic)] == ["booked_online", ONLINE_CHANGES]


def test_what_cannot_join_a_note_that_is_leaving_has_another() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    another(clinic, "two", FRIDAY)
    clinic.carrier.always = CarrierDown("no line")
    clinic.until("2026-06-01 11:00")
    news = clinic.store.load(Get(OnlineNews, (contact_id(mail("anna")),)))
    assert news is not None
    assert news.note == clinic.messages(ONLINE_CHANGES)[0].id


def test_an_erased_customer_is_not_named() -> None:
    clinic = clinic_online()
    another(clinic, "one", WEDNESDAY)
    another(clinic, "two", FRIDAY)
    clinic.erase("two")
    clinic.until("2026-06-01 11:00")
    (note,) = clinic.messages(ONLINE_CHANGES)
    assert "Anna" not in repr(note.facts)
    assert mail("anna") not in repr(note.facts)


def test_staff_bookings_without_an_address_have_a_note_each() -> None:
    clinic = clinic_online()
    clinic.book("anna", WEDNESDAY, phone="")
    clinic.cancel("anna", "1-24")
    assert [note.facts["reason"] for note in clinic.messages("gap_alert")] == ["cancelled"]
    assert clinic.store.shelf(OnlineNews) == {}


def test_the_note_reads_whole() -> None:
    changes = [
        {"appointment": APPOINTMENT, "before": None},
        {"appointment": {**APPOINTMENT, "id": "A2", "status": "cancelled"}, "before": None},
    ]
    assert read(as_text(letter(ONLINE_CHANGES, appointment=APPOINTMENT, changes=changes))) == (
        snapshot("""\
Ada has changed more online.

Booked: Ada, Cut with Jess, tomorrow, Friday 12 June, 14:00
Booked and cancelled again: Ada, Cut with Jess, tomorrow, Friday 12 June, 14:00
Phone: +491701234567
Email: ada@example.org

This is how it stands now. There's nothing you need to do.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")
    )
