"""One appointment's page: reminders, replies, messages, history; change, retry, erase."""

import re
from html import unescape

import msgspec
import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import Refused, Sent
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    Reschedule,
    Unconfirm,
)
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from tests.support.event_app import Mailbox
from tests.web.desk.frontdesk.appointments.book import Front, at
from tests.web.desk.frontdesk.salon import happens_before_the_save, tidy
from tests.web.desk.support import Desk, text_of

ADA = "/desk/appointments/a/ada"


def later(front: Front, *minutes: int) -> None:
    for one in minutes:
        front.evening.passes(minutes=one)


def chain(desk: Desk, path: str = ADA) -> str:
    page = desk.web.get(path)
    assert page.status_code == 200
    return tidy(text_of(page).split("The reminders", 1)[1].split("Answers", 1)[0])


def test_a_chain_tells_what_is_still_to_come(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    said = chain(desk)
    assert "Reminder, 1 day before Wed 3 Jun 2026, 14:00 still to come" in said
    assert "Reminder, 1 hour before Thu 4 Jun 2026, 13:00 still to come" in said
    assert "Alert to you Thu 4 Jun 2026, 13:15 if nobody answers" in said


def test_a_reminder_whose_hour_went_by_while_they_were_coming_leaves_in_a_moment(
    desk: Desk, front: Front
) -> None:
    front.books("Ada", "2026-06-02T14:00", phone="+4915123456789")
    front.evening.give(ConfirmAppointment(appointment_id="ada"), "staff")
    later(front, 190)
    front.evening.give(Unconfirm(appointment_id="ada"), "staff")
    assert "Reminder, 1 day before Mon 1 Jun 2026, 14:00 leaves in a moment" in chain(desk)
    later(front, 5)
    assert "Mon 1 Jun 2026, 14:00 kept in the mailbox" in chain(desk)


def test_a_window_that_was_past_is_left_out_with_its_reason(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-01T14:00")
    assert "left out: that was past already when this time was made" in chain(desk)


def test_what_has_left_is_told_with_when_and_how(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00", phone="+4915123456789")
    later(front, 190)
    kept = "kept in the mailbox: no texts leave here, Mon 1 Jun 2026, 14:10"
    assert f"Reminder, 1 day before Mon 1 Jun 2026, 14:00 {kept}" in chain(desk)
    page = desk.web.get(ADA).text
    assert 'href="/desk/mailbox/m/reminder%3Aappointments%3Aada%3A1-24"' in page


def test_a_chain_whose_last_word_went_to_staff_is_told_whole(
    desk: Desk, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mailbox, "carries", frozenset({"text", "mail"}))
    monkeypatch.setattr(Mailbox, "send", lambda *_: Sent())
    front.books("Ada", "2026-06-02T14:00", phone="+4915123456789")
    later(front, 190, 23 * 60, 5, 5, 20)
    said = chain(desk)
    assert (
        "Reminder, 1 day before Mon 1 Jun 2026, 14:00 left by text, Mon 1 Jun 2026, 14:10" in said
    )
    assert (
        "Reminder, 1 hour before Tue 2 Jun 2026, 13:00 left by text, Tue 2 Jun 2026, 13:10" in said
    )
    assert "nobody answered, and you were told, Tue 2 Jun 2026, 13:" in said


def test_a_reminder_that_nobody_took_says_why(
    desk: Desk, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mailbox, "carries", frozenset({"text", "mail"}))
    monkeypatch.setattr(Mailbox, "send", lambda *_: Refused("no such number", permanent=True))
    front.books("Ada", "2026-06-02T14:00")
    later(front, 190)
    assert "did not leave by email (no such number)" in chain(desk)


def test_a_reminder_that_waits_for_the_morning_says_until_when(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T23:30")
    front.evening.clock.move_to(at("2026-06-03T23:20"))
    later(front, 15)
    assert "waits to leave by email, Thu 4 Jun 2026, 08:00" in chain(desk)


def test_what_was_missed_is_left_out_because_a_later_one_left(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00")
    later(front, 26 * 60 + 10)
    said = chain(desk)
    assert "Reminder, 1 day before Mon 1 Jun 2026, 14:00 left out: a later one left instead" in said


def test_whoever_answered_needs_no_more_reminders(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    front.confirms("Ada")
    assert "not needed: they answered" in chain(desk)
    assert "Staff noted it, Mon 1 Jun 2026, 11:00." in desk.read(ADA)
    front.cancels("Ada")
    assert "not needed: it is off" in chain(desk)


def test_a_reminder_that_came_too_late_says_so(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-01T12:30", remind_at=(1,))
    front.evening.clock.move_to(at("2026-06-01T13:00"))
    assert "left out: the time had come" in chain(desk)


def test_whoever_cannot_be_reached_is_told_to_staff(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00", email="")
    later(front, 190)
    said = chain(desk)
    assert "could not be sent: staff were told" in said
    reason = "a reminder could not reach them, and you were told, Mon 1 Jun"
    assert f"Alert to you Mon 1 Jun 2026, 14:10 {reason}" in said
    assert "nobody answered" not in said


def test_whoever_cannot_be_reminded_in_time_is_told_to_staff(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T07:30", remind_at=(1,))
    front.evening.clock.move_to(at("2026-06-02T06:30"))
    later(front, 15)
    said = chain(desk)
    assert "a reminder would have come too late, and you were told, Tue 2 Jun 2026, 06:45" in said
    assert "nobody answered" not in said


def test_a_service_without_reminders_has_no_chain(desk: Desk, front: Front) -> None:
    front.books("Ada", service="Fringe")
    assert "No reminders: neither the rules nor this appointment name any." in chain(desk)


def test_answers_to_links_are_told(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    front.evening.give(
        ConfirmAppointment(appointment_id="ada", chain=1, reply="confirm-1-24"), "customer"
    )
    front.evening.passes(minutes=1)
    move = Reschedule(
        appointment_id="ada",
        chain=1,
        reply="reschedule-1-24",
        starts_at=at("2026-06-05T10:00"),
        staff="Jess",
    )
    assert front.evening.give(move, "customer").code == "rescheduled"
    page = tidy(desk.read(ADA))
    assert "Said that they are coming" in page
    assert "Picked another time: Fri 5 Jun 2026, 10:00" in page
    assert "The time that was given up: Cut with Jess, Thu 4 Jun, 14:00" in page
    assert "This is time 2" in page
    assert "Ada picked another time" in page


def test_who_came_from_the_waitlist_leads_there(desk: Desk, day: Front) -> None:
    day.claims("gusc1")
    page = tidy(desk.read("/desk/appointments/a/gusc1"))
    assert "Came from the waitlist: the slot that was freed." in page
    assert "filled again with Fay." in tidy(desk.read("/desk/appointments/a/gus"))
    slot = tidy(desk.read("/desk/waitlist/slots/gusc1"))
    assert "Gus had this time before." in slot
    assert "In the book: Fay." in slot
    assert (
        '<a href="/desk/appointments/a/gusc1">In the book</a>'
        in desk.web.get("/desk/waitlist/entries/fay").text
    )


def test_a_given_up_time_that_was_given_up_again_is_not_filled(desk: Desk, day: Front) -> None:
    day.claims("gusc1")
    day.evening.give(CancelAppointment(appointment_id="gusc1"), "customer")
    page = tidy(desk.read("/desk/appointments/a/gus"))
    assert "filled again" not in page
    assert "handed back. It was claimed, and the booking was cancelled or moved later." in page
    assert ">In the book<" not in desk.web.get("/desk/waitlist/entries/fay").text


def test_what_else_someone_has_booked_is_named(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    assert "Their other appointments" not in desk.read(ADA)
    front.books("Ada", "2026-07-02T14:00", appointment_id="again", service="Colour")
    page = tidy(desk.read(ADA))
    assert (
        "Their other appointments Colour with Jess Thu 2 Jul 2026, 14:00 not answered yet" in page
    )


def test_a_change_is_saved_and_told_if_wanted(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    answer = desk.send(f"{ADA}/edit", {"staff": "Sam", "tell": "yes"})
    assert answer.headers["location"] == f"{ADA}?done=edited"
    assert [one.kind for one in front.evening.load(MessagePage(scope="appointments"))] == [
        "rescheduled"
    ]
    desk.send(f"{ADA}/edit", {"time": "15:00"})
    assert len(front.evening.load(MessagePage(scope="appointments", kind="rescheduled"))) == 1


def test_a_change_that_cannot_be_stays_in_the_form(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    answer = desk.send(f"{ADA}/edit", {"email": "nowhere", "link": "javascript:alert(1)"})
    assert answer.status_code == 422
    assert 'value="nowhere"' in answer.text
    assert "A link begins with https://" in answer.text
    front.cancels("Ada")
    answer = desk.send(f"{ADA}/edit", {"time": "15:00"})
    assert "It is cancelled. Take that back first." in text_of(answer)


def test_an_address_that_came_back_is_tried_again(desk: Desk, front: Front) -> None:
    front.books("Ada")
    front.evening.give(NoteReach(address="ada@example.org", reach="bounced", note="no such box"))
    page = desk.read(ADA)
    assert "Cannot be reached" in desk.read("/desk/appointments/list")
    assert "messages come back (no such box)" in tidy(page)
    answer = desk.send(f"{ADA}/reach", {"field": "email"})
    assert answer.headers["location"] == f"{ADA}?done=noted"
    assert "messages come back" not in desk.read(ADA)


@pytest.mark.parametrize("field", ["email", "phone"])
def test_what_someone_asked_for_themselves_stays(desk: Desk, front: Front, field: str) -> None:
    front.books("Ada")
    front.evening.give(NoteReach(address="ada@example.org", reach="opted_out"))
    assert "Try it again" not in desk.read(ADA)
    assert desk.send(f"{ADA}/reach", {"field": field}).status_code == 409


def test_someone_is_forgotten_only_by_the_second_button(desk: Desk, front: Front) -> None:
    front.books("Ada")
    desk.send(f"{ADA}/erase")
    assert front.appointment().name == "Ada"
    answer = desk.send(f"{ADA}/erase", {"sure": "yes"})
    assert answer.headers["location"] == "/desk/appointments/list?done=erased"
    assert front.appointment().is_erased
    page = desk.read(ADA)
    assert "Change it" not in page
    assert "Forget this person" not in page


def was(desk: Desk) -> dict[str, str]:
    """The row as the page showed it."""
    found = re.search(r'name="was" value="([^"]*)"', desk.web.get(ADA).text)
    assert found is not None
    cells: dict[str, str] = msgspec.json.decode(unescape(found[1]))
    return cells


def test_an_edit_and_a_tap_at_the_same_time_both_survive(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    shown = was(desk)
    moved = EditAppointment(appointment_id="ada", starts_at=at("2026-06-05T10:00"))
    front.evening.give(moved, "customer")
    form = {**shown, "phone": "0151 23456789", "was": msgspec.json.encode(shown).decode()}
    assert desk.send(f"{ADA}/edit", form).headers["location"] == f"{ADA}?done=edited"
    one = front.appointment()
    assert (one.starts_at, one.phone) == (at("2026-06-05T10:00"), "+4915123456789")


def test_an_edit_of_what_a_tap_has_changed_is_told_and_changes_nothing(
    desk: Desk, front: Front
) -> None:
    front.books("Ada", "2026-06-04T14:00")
    shown = was(desk)
    moved = EditAppointment(appointment_id="ada", starts_at=at("2026-06-05T10:00"))
    front.evening.give(moved, "customer")
    form = {**shown, "time": "16:00", "was": msgspec.json.encode(shown).decode()}
    answer = desk.send(f"{ADA}/edit", form)
    assert answer.status_code == 422
    assert "This was changed meanwhile: 2026-06-05." in text_of(answer)
    assert front.appointment().starts_at == at("2026-06-05T10:00")
    again = {"date": "2026-06-05", "time": "16:00"}
    desk.send(f"{ADA}/edit", {**again, "was": msgspec.json.encode(was(desk)).decode()})
    assert front.appointment().starts_at == at("2026-06-05T16:00")


@pytest.mark.parametrize(
    ("typed", "status"), [({"phone": "0151 23456789"}, 303), ({"time": "16:00"}, 422)]
)
def test_a_tap_just_before_the_save_is_not_overwritten(
    desk: Desk,
    front: Front,
    monkeypatch: pytest.MonkeyPatch,
    typed: dict[str, str],
    status: int,
) -> None:
    front.books("Ada", "2026-06-04T14:00")
    shown = was(desk)
    tap = EditAppointment(appointment_id="ada", starts_at=at("2026-06-05T10:00"))

    happens_before_the_save(monkeypatch, tap)
    form = {**shown, **typed, "was": msgspec.json.encode(shown).decode()}
    assert desk.send(f"{ADA}/edit", form).status_code == status
    assert front.appointment().starts_at == at("2026-06-05T10:00")


def test_how_many_come_is_shown_and_put_right(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00", party=4)
    assert "45 minutes, 4 people" in tidy(desk.read(ADA))
    day = desk.read("/desk/appointments?day=2026-06-04")
    assert "45 minutes, 4 people" in tidy(day)
    desk.send(f"{ADA}/edit", {"party": "3"})
    assert front.appointment().party == 3
    answer = desk.send(f"{ADA}/edit", {"party": "many"})
    assert "A party is a number from 1 to 50." in text_of(answer)
    desk.send(f"{ADA}/edit", {"party": ""})
    assert front.appointment().party == 1
    assert "people" not in tidy(desk.read("/desk/appointments?day=2026-06-04"))


def test_the_language_that_a_customer_chose_is_shown(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-04T14:00")
    assert "Language of messages" not in desk.read(ADA)
    front.evening.give(ConfirmAppointment(appointment_id="ada", language="ar"), "customer")
    assert "Language of messages العربية" in tidy(desk.read(ADA))
