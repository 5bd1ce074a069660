"""Several appointments booked at once: each has its answer, each day is written once."""

from typing import Any

from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import AppointmentResult, DaySchedule
from tests.products.frontdesk.appointments.clinic import Clinic, phone
from tests.support.rsvp_world import there


def book(who: str, starts_at: str = "2026-06-03 10:00", **fields: Any) -> BookAppointment:
    usual: dict[str, Any] = {
        "name": who.title(),
        "phone": phone(who),
        "service": "Cut",
        "staff": "Jess",
        "source": "sheet",
    }
    return BookAppointment(appointment_id=who, starts_at=there(starts_at), **{**usual, **fields})


def codes(clinic: Clinic, *books: BookAppointment) -> list[str]:
    answers: tuple[AppointmentResult, ...] = clinic.give(BookMany(books=books), "sheet")
    return [one.code for one in answers]


def taken(clinic: Clinic, day: str) -> list[str]:
    found = clinic.store.load(Get(DaySchedule, (day,)))
    return [one.id for one in found.taken] if found is not None else []


def test_all_of_them_are_written_down_and_stand_in_their_days_books() -> None:
    clinic = Clinic()
    clinic.book("before", "2026-06-03 09:00")
    several = (
        book("anna"),
        book("ben", "2026-06-04 10:00", service="cut"),
        book("cleo", "2026-06-03 11:00"),
    )
    assert codes(clinic, *several) == ["booked"] * 3
    assert taken(clinic, "2026-06-03") == ["before", "anna", "cleo"]
    assert taken(clinic, "2026-06-04") == ["ben"]
    assert (clinic.appointment("ben").service, clinic.appointment("ben").minutes) == ("Cut", 45)
    assert [clinic.actions(name) for name in ("anna", "ben", "cleo")] == [["booked"]] * 3


def test_one_that_cannot_be_holds_up_no_other() -> None:
    clinic = Clinic()
    found = codes(clinic, book("x", service="Shave"), book("anna"), book("y", staff="Kim"))
    assert found == ["unknown_service", "booked", "unknown_staff"]
    assert taken(clinic, "2026-06-03") == ["anna"]


def test_what_is_known_already_stays_as_it_is() -> None:
    clinic = Clinic()
    assert codes(clinic, book("anna"), book("anna", name="Again")) == ["booked", "already"]
    assert codes(clinic, book("anna", name="Again")) == ["already"]
    assert (clinic.appointment("anna").name, taken(clinic, "2026-06-03")) == ("Anna", ["anna"])


def test_nothing_is_written_where_nothing_can_be_booked() -> None:
    clinic = Clinic()
    assert codes(clinic, book("x", service="Shave")) == ["unknown_service"]
    assert codes(clinic) == []
    assert clinic.appointments() == ()
