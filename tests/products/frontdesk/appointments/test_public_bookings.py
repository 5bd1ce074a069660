"""Anyone may book a free time, if the rules say so: within hours, notice, horizon and maximum."""

from typing import Any

import pytest

from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.appointments.model import (
    MOST_OPEN_BOOKINGS,
    AppointmentResult,
    DaySchedule,
)
from fullhouse.products.frontdesk.shared.sms_budget import KEPT_FOR_OFFERS
from tests.products.frontdesk.appointments.clinic import RULES_TEXT, WEDNESDAY, Clinic, mail, phone
from tests.support.rsvp_world import there

# A change of the rules that lets anyone book.
ON = ("Refill from", "Online booking: Cut, Chat\nRefill from")


def clinic_online(*more: tuple[str, str], now: str = "2026-06-01 10:00") -> Clinic:
    return Clinic(ON, *more, now=now)


def books(
    clinic: Clinic, who: str = "anna", starts_at: str = WEDNESDAY, **fields: Any
) -> AppointmentResult:
    usual = {"name": who.title(), "email": mail(who), "service": "cut", "appointment_id": who}
    at = there(starts_at, clinic.zone)
    return clinic.ask(BookPublicly(starts_at=at, **{**usual, **fields}), who)


def test_a_free_time_is_booked_and_confirmed() -> None:
    clinic = clinic_online()
    answer = books(clinic, phone=phone("anna"))
    assert answer.code == "booked"
    booked = clinic.appointment()
    assert answer.appointment == booked
    assert (booked.service, booked.minutes, booked.staff) == ("Cut", 45, "Jess")
    assert (booked.source, booked.price, booked.unwritten) == ("form", clinic_price(clinic), True)
    (told,) = clinic.messages("booked")
    assert (told.to, told.channel, told.person) == (phone("anna"), "text", "anna")
    clinic.until("2026-06-03 13:30")
    assert [when for when, _ in clinic.left()] == ["Tue 14:00", "Wed 13:00"]


def test_staff_get_one_note_of_each_booking() -> None:
    clinic = clinic_online()
    books(clinic, phone=phone("anna"))
    books(clinic, phone=phone("anna"))
    books(clinic, "ben")
    notes = clinic.messages("booked_online")
    assert [note.facts["appointment"]["name"] for note in notes] == ["Anna", "Ben"]
    assert {(note.channel, note.status) for note in notes} == {("staff", "sent")}
    clinic.book("cleo", "2026-06-03 16:00")
    assert len(clinic.messages("booked_online")) == 2


def clinic_price(clinic: Clinic) -> object:
    service = clinic.rulebook.service("Cut")
    assert service is not None
    return service.price


def test_nothing_is_booked_until_the_rules_say_so() -> None:
    clinic = Clinic()
    assert books(clinic).code == "unknown_service"
    clinic.write(RULES_TEXT, ON)
    assert books(clinic, service="Consult").code == "unknown_service"
    assert books(clinic, service="Nails").code == "unknown_service"
    assert books(clinic, staff="Kim").code == "unknown_staff"
    assert books(clinic, email="").code == "unknown_contact"
    assert clinic.appointments() == ()


@pytest.mark.parametrize(
    ("starts_at", "code"),
    [
        ("2026-06-01 11:45", "too_soon"),
        ("2026-06-01 12:00", "booked"),
        ("2026-07-31 10:00", "booked"),
        ("2026-07-31 10:15", "too_far"),
        ("2026-06-03 14:05", "closed"),
        ("2026-06-03 17:30", "closed"),
        ("2026-06-07 11:00", "closed"),
        ("2026-06-04 11:00", "closed"),
    ],
)
def test_a_time_is_within_notice_horizon_and_hours(starts_at: str, code: str) -> None:
    clinic = clinic_online()
    clinic.holidays("2026-06-04")
    assert books(clinic, starts_at=starts_at).code == code


def test_of_many_who_want_one_time_as_many_come_as_there_are_staff() -> None:
    clinic = clinic_online()
    codes = [books(clinic, who).code for who in ("anna", "ben", "cleo", "dan")]
    assert codes == ["booked", "booked", "taken", "taken"]
    assert {one.staff for one in clinic.appointments()} == {"Jess", "Sam"}


def test_a_staff_member_who_is_named_has_to_be_free() -> None:
    clinic = clinic_online()
    assert books(clinic, "anna", staff="sam").code == "booked"
    assert books(clinic, "ben", staff="Sam").code == "taken"
    assert books(clinic, "cleo").code == "booked"
    assert clinic.appointment("cleo").staff == "Jess"


def test_a_form_that_is_sent_twice_is_booked_once() -> None:
    clinic = clinic_online()
    first = books(clinic).appointment
    assert first is not None
    assert books(clinic) == AppointmentResult("already", first)
    assert len(clinic.messages("booked")) == 1
    clinic.cancel()
    assert books(clinic) == AppointmentResult("no_such_time")


def test_another_booking_with_the_same_id_is_not_shown() -> None:
    clinic = clinic_online()
    books(clinic)
    assert books(clinic, name="Eve") == AppointmentResult("has_that_time")
    clinic.book("ben")
    assert books(clinic, "ben") == AppointmentResult("has_that_time")


def test_a_customer_is_not_booked_twice_at_one_time() -> None:
    clinic = clinic_online()
    clinic.book("anna", "2026-06-03 13:30", email=mail("anna"))
    again = books(clinic, appointment_id="again")
    assert again == AppointmentResult("has_that_time")
    assert books(clinic, appointment_id="later", starts_at="2026-06-03 14:15").code == "booked"
    child = books(clinic, appointment_id="child", name="Mia", starts_at="2026-06-03 14:15")
    assert child.code == "booked"


def test_one_address_has_only_so_many_bookings_ahead() -> None:
    clinic = clinic_online()
    for hour in range(MOST_OPEN_BOOKINGS):
        name = f"b{hour}"
        answer = books(clinic, appointment_id=name, name=name, starts_at=f"2026-06-03 1{hour}:00")
        assert answer.code == "booked"
    assert books(clinic, appointment_id="more").code == "too_many"
    clinic.cancel("b0")
    assert books(clinic, appointment_id="more").code == "booked"


def test_bookings_by_staff_do_not_count() -> None:
    clinic = clinic_online()
    for hour in range(MOST_OPEN_BOOKINGS):
        clinic.book(f"b{hour}", f"2026-06-03 1{hour}:00", email=mail("anna"))
    assert books(clinic, starts_at="2026-06-03 15:00").code == "booked"


def test_a_day_with_its_maximum_is_full() -> None:
    most = ("Refill from", "Daily maximum: Jess 1, Sam 1\nRefill from")
    clinic = clinic_online(most)
    assert books(clinic, "anna", staff="Jess").code == "booked"
    assert books(clinic, "ben", "2026-06-03 16:00", staff="Jess").code == "day_full"
    assert books(clinic, "ben", "2026-06-03 16:00").code == "booked"
    assert books(clinic, "cleo", "2026-06-03 11:00").code == "day_full"
    assert books(clinic, "cleo", "2026-06-03 16:00", staff="Sam").code == "taken"
    assert books(clinic, "cleo", "2026-06-05 11:00").code == "booked"


def test_a_service_with_its_maximum_is_full_and_others_are_not() -> None:
    clinic = clinic_online(("Refill from", "Daily maximum: Cut 2\nRefill from"))
    assert books(clinic, "anna").code == "booked"
    assert books(clinic, "ben", "2026-06-03 16:00").code == "booked"
    assert books(clinic, "cleo", "2026-06-03 11:00").code == "day_full"
    assert books(clinic, "cleo", "2026-06-03 11:00", service="Chat").code == "booked"
    clinic.edit("ben", service="Cleaning")
    assert books(clinic, "dora", "2026-06-03 09:00").code == "booked"
    assert books(clinic, "emil", "2026-06-05 11:00").code == "booked"
    assert clinic.reschedule("emil", "2026-06-03 11:30", "1-0").code == "taken"


def test_without_staff_the_business_has_one_chair() -> None:
    clinic = clinic_online(("Staff: Jess, Sam\n", "Daily maximum: 2\n"))
    assert books(clinic, "anna").code == "booked"
    assert books(clinic, "ben").code == "taken"
    assert books(clinic, "ben", "2026-06-03 15:00").code == "booked"
    assert books(clinic, "cleo", "2026-06-03 16:00").code == "day_full"


def test_without_staff_as_many_come_as_there_are_places() -> None:
    places = ("Staff: Jess, Sam\n", "Places: 2\nTime between appointments: 15 minutes\n")
    clinic = clinic_online(places)
    codes = [books(clinic, who).code for who in ("anna", "ben", "cleo")]
    assert codes == ["booked", "booked", "taken"]
    assert books(clinic, "cleo", "2026-06-03 14:45").code == "taken"
    assert books(clinic, "cleo", "2026-06-03 15:00").code == "booked"
    assert clinic.reschedule("cleo", "2026-06-03 14:30", "1-0").code == "taken"
    assert books(clinic, "dora", "2026-06-03 15:00").code == "booked"
    assert books(clinic, "emil", "2026-06-03 15:00").code == "taken"
    clinic.cancel("dora", "1-0")
    assert clinic.book("emil", "2026-06-03 15:00", staff="", free=True).code == "booked"
    assert clinic.book("finn", "2026-06-03 15:00", staff="", free=True).code == "taken"


def test_hours_of_staff_and_time_between_hold_also_for_rescheduling() -> None:
    more = "Staff hours: Sam Mon 09:00-18:00\nTime between appointments: 10 minutes\nRefill from"
    clinic = clinic_online(("Refill from", more))
    assert books(clinic, "anna", "2026-06-03 13:00").code == "booked"
    assert books(clinic, "ben").code == "booked"
    assert books(clinic, "cleo", "2026-06-03 14:45").code == "taken"
    assert clinic.reschedule("ben", "2026-06-03 13:45", "1-0").code == "taken"
    assert clinic.reschedule("ben", "2026-06-03 15:00", "1-0").code == "rescheduled"


# Jess works on Wednesday until 14:30 only.
LEAVES_EARLY = ("Refill from", "Staff hours: Jess Mon-Wed 09:00-14:30\nRefill from")


def test_two_people_never_hold_the_time_of_the_only_one_who_works() -> None:
    clinic = clinic_online(LEAVES_EARLY)
    clinic.book("ada", "2026-06-05 14:00", staff="")
    clinic.book("zoe", "2026-06-03 15:00", staff="")
    clinic.book("mia", "2026-06-03 10:00", staff="")
    for at in ("2026-06-05 14:00", "2026-06-05 14:30", "2026-06-03 15:00", "2026-06-03 14:30"):
        assert books(clinic, starts_at=at).code == "taken"
        assert clinic.reschedule("mia", at, "1-0").code == "taken"
    assert books(clinic, "ben", "2026-06-03 13:45").code == "booked"
    assert books(clinic, "cleo", "2026-06-05 14:45").code == "booked"
    assert {one.staff for one in clinic.appointments() if one.source == "form"} == {"Jess", "Sam"}


def test_staff_may_still_book_whom_they_name_on_a_day_off() -> None:
    clinic = clinic_online(LEAVES_EARLY)
    clinic.book("ada", "2026-06-05 14:00", staff="Sam")
    assert clinic.book("ben", "2026-06-05 14:00", staff="", free=True).code == "taken"
    assert clinic.book("ben", "2026-06-05 14:00", staff="Jess", free=True).code == "booked"
    assert clinic.book("cleo", "2026-06-05 16:00", staff="", free=True).code == "booked"
    assert clinic.appointment("cleo").staff == "Sam"


def test_a_time_at_which_nobody_works_cannot_be_picked() -> None:
    clinic = clinic_online(LEAVES_EARLY)
    assert books(clinic, starts_at="2026-06-05 14:00", staff="Jess").code == "closed"
    assert books(clinic, starts_at="2026-06-03 14:00", staff="Jess").code == "closed"
    clinic.book("ada")
    assert clinic.reschedule("ada", "2026-06-05 14:00", "1-0", "Jess").code == "no_such_time"
    assert clinic.reschedule("ada", "2026-06-05 14:00", "1-0", "Sam").code == "rescheduled"
    assert books(clinic, starts_at="2026-06-05 14:00").code == "taken"


def test_a_time_that_cannot_be_had_says_nothing_about_a_customer() -> None:
    most = ("Refill from", "Daily maximum: Sam 1\nRefill from")
    clinic = clinic_online(LEAVES_EARLY, most)
    clinic.book("anna", "2026-06-03 14:00", email=mail("anna"), staff="Jess")
    clinic.book("zoe", "2026-06-03 09:00", staff="Sam")
    for hour in range(MOST_OPEN_BOOKINGS):
        at = f"2026-06-02 1{hour}:00"
        assert books(clinic, "anna", at, appointment_id=f"b{hour}").code == "booked"
    for at, staff in (
        ("2026-06-03 14:00", "Jess"),
        ("2026-06-03 14:00", "Sam"),
        ("2026-06-03 14:00", ""),
        ("2026-06-03 14:05", ""),
        ("2026-06-05 14:00", "Jess"),
    ):
        answers = [books(clinic, who, at, appointment_id="x", staff=staff) for who in ("anna", "e")]
        assert answers[0] == answers[1]
        assert answers[0].code in ("taken", "day_full", "closed")
    assert books(clinic, "anna", "2026-06-04 14:00", appointment_id="x").code == "too_many"


def test_a_customers_move_keeps_notice_and_horizon_of_online_booking() -> None:
    rules = "Booking notice: 3 hours before\nBooking horizon: 30 days ahead\nRefill from"
    clinic = clinic_online(("Refill from", rules))
    clinic.book("anna")
    assert clinic.reschedule("anna", "2026-06-01 12:45", "1-0").code == "no_such_time"
    assert clinic.reschedule("anna", "2026-07-01 10:15", "1-0").code == "no_such_time"
    assert clinic.reschedule("anna", "2026-06-01 13:00", "1-0").code == "rescheduled"
    assert clinic.reschedule("anna", "2026-07-01 10:00", "2-0").code == "rescheduled"
    loose = "Booking notice: 0 minutes before\nBooking horizon: 90 days ahead\nRefill from"
    clinic.write(RULES_TEXT, ON, ("Refill from", loose))
    assert clinic.reschedule("anna", "2026-06-01 10:00", "3-0").code == "no_such_time"
    assert clinic.reschedule("anna", "2026-07-31 10:15", "3-0").code == "no_such_time"
    clinic.write(RULES_TEXT, ("Refill from", rules))
    assert clinic.reschedule("anna", "2026-06-01 10:15", "3-0").code == "rescheduled"


def test_a_time_that_waits_for_the_waitlist_is_free_until_it_is_offered() -> None:
    clinic = clinic_online(("Staff: Jess, Sam\n", ""))
    clinic.book(staff="")
    clinic.cancel()
    assert clinic.held()
    assert books(clinic, "ben").code == "taken"
    day = clinic.store.load(Get(DaySchedule, ("2026-06-03",)))
    assert day is not None
    assert [one.by for one in day.taken] == ["slot"]


def test_a_business_may_observe_no_holidays() -> None:
    clinic = clinic_online(("public holidays of DE-BE, ", ""))
    clinic.holidays("2026-06-03")
    assert books(clinic).code == "booked"


def test_who_opted_out_is_booked_without_a_message() -> None:
    clinic = clinic_online()
    clinic.reach(mail("anna"), "opted_out")
    assert books(clinic).code == "booked"
    assert clinic.messages("booked") == []


# Two texts are half of it.
LITTLE = ("Quiet hours", "Texts: at most 0.32 EUR a month, 0.08 EUR each\nQuiet hours")


def by_text(clinic: Clinic, name: str, starts_at: str, **more: Any) -> AppointmentResult:
    return books(clinic, name, starts_at, phone=phone(name), **{"email": "", **more})


def channels(clinic: Clinic, kind: str) -> list[tuple[str, str]]:
    return [(told.person, told.channel) for told in clinic.messages(kind)]


def test_strangers_spend_no_more_than_half_of_the_texts() -> None:
    clinic = clinic_online(LITTLE)
    by_text(clinic, "anna", "2026-06-03 10:00")
    assert clinic.reschedule("anna", "2026-06-03 11:00", "1-0").code == "rescheduled"
    assert clinic.cancel("anna", "2-0").code == "cancelled"
    by_text(clinic, "ben", "2026-06-03 12:00")
    by_text(clinic, "cleo", "2026-06-03 13:00", email=mail("cleo"))
    assert channels(clinic, "booked") == [("anna", "text"), ("cleo", "mail")]
    assert channels(clinic, "rescheduled") == [("anna", "text")]
    assert channels(clinic, "cancelled") == []
    spend = clinic.spend()
    assert spend is not None
    assert spend.amount == 16


def test_what_staff_do_with_an_online_booking_is_not_kept_within_the_half() -> None:
    clinic = clinic_online(LITTLE)
    by_text(clinic, "anna", "2026-06-03 10:00")
    by_text(clinic, "ben", "2026-06-03 12:00")
    clinic.edit("anna", starts_at="2026-06-03 16:00", tell=True)
    clinic.cancel("ben", tell=True)
    assert channels(clinic, "rescheduled") == [("anna", "text")]
    assert channels(clinic, "cancelled") == [("ben", "text")]


def test_texts_that_are_too_many_at_the_door_become_emails_where_they_can() -> None:
    clinic = clinic_online(LITTLE)
    clinic.settles = False
    for hour, name in enumerate(("anna", "ben", "cleo")):
        by_text(clinic, name, f"2026-06-03 1{hour}:00")
    by_text(clinic, "dan", "2026-06-03 13:00", email=mail("dan"))
    assert {channel for _, channel in channels(clinic, "booked")} == {"text"}
    clinic.settle()
    told = {(one.person, one.channel): one for one in clinic.messages("booked")}
    assert [told[name, "text"].error for name in ("anna", "ben", "cleo", "dan")] == [
        "",
        "",
        KEPT_FOR_OFFERS,
        KEPT_FOR_OFFERS,
    ]
    assert told["dan", "mail"].status == "sent"
    assert len(told) == 5


def test_whoever_picks_a_time_of_their_own_gets_the_links_also_if_no_chair_is_left() -> None:
    clinic = clinic_online()
    for name, staff in (("anna", "Jess"), ("ben", "Sam")):
        clinic.book(name, "2026-06-03 13:30", email=mail(name), staff=staff)
    again = books(clinic, appointment_id="again")
    assert again == AppointmentResult("taken", field="starts_at")
    (links,) = clinic.messages("booked")
    assert (links.person, links.channel) == ("anna", "mail")
    assert books(clinic, appointment_id="third").code == "taken"
    assert len(clinic.messages("booked")) == 1
    assert books(clinic, "eve", appointment_id="fourth").code == "taken"
    assert len(clinic.messages("booked")) == 1
