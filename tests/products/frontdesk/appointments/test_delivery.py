"""The delivery check before sending; after a refusal another channel, or a note to staff."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from fullhouse.engine.ports import Written
from fullhouse.engine.relay import RecordSendResult
from fullhouse.kernel.decisions import MustBeAbsent
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import CarrierDown, Message, Refused, Sent
from fullhouse.kernel.product import Discard, SendNow
from fullhouse.kernel.records import Get
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.appointments.delivery import (
    check_delivery,
    on_refused,
)
from fullhouse.products.frontdesk.appointments.message_links import link, page
from fullhouse.products.frontdesk.appointments.model import AppointmentState
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.contacts import (
    NOT_STORED,
    Contact,
    NoteReach,
    contact_id,
)
from fullhouse.products.frontdesk.shared.documents import Document
from tests.products.frontdesk.appointments.clinic import RULES_TEXT, Clinic, mail, phone
from tests.products.frontdesk.appointments.test_proposals import booking
from tests.support.rsvp_world import there

GONE = Refused("no such number", permanent=True)
TEXTS = ("Quiet hours", "Texts: at most 0.08 EUR a month, 0.08 EUR each\nQuiet hours")


def deferred(**fields: Any) -> Clinic:
    """A clinic at night, with a reminder that waits for Wednesday morning."""
    clinic = Clinic()
    clinic.book("anna", "2026-06-03 22:00", **fields)
    clinic.until("2026-06-02 23:00")
    assert [one.status for one in clinic.messages("reminder")] == ["queued"]
    return clinic


def end_of(clinic: Clinic, kind: str = "reminder") -> list[tuple[str, str]]:
    return [(one.status, one.error) for one in clinic.messages(kind)]


class TestStale:
    """What is not true any more does not leave."""

    @pytest.mark.parametrize("deed", ["confirm", "cancel"])
    def test_who_answered_before_the_morning_gets_no_reminder(self, deed: str) -> None:
        clinic = deferred()
        getattr(clinic, deed)()
        clinic.until("2026-06-03 09:00")
        assert (clinic.left(), end_of(clinic)) == ([], [("failed", "things have changed since")])

    def test_nor_who_has_another_time(self) -> None:
        clinic = deferred()
        clinic.edit(starts_at="2026-06-05 12:00")
        clinic.until("2026-06-03 09:00")
        assert (clinic.left(), end_of(clinic)) == ([], [("failed", "things have changed since")])

    def test_a_later_reminder_takes_the_place_of_one_that_waits(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 08:30", remind_at=(11, 1))
        clinic.until("2026-06-03 08:20")
        assert clinic.left() == [("Wed 08:00", "text")]
        assert end_of(clinic) == [("failed", "a later reminder has taken its place"), ("sent", "")]

    def test_one_that_waited_does_not_leave_beside_a_nearer_one_that_is_due(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 09:00", remind_at=(11, 1))
        clinic.until("2026-06-02 23:00")
        clinic.jump("2026-06-03 08:00")
        clinic.relay()
        assert end_of(clinic) == [("failed", "a nearer reminder is due")]
        clinic.settle()
        clinic.until("2026-06-03 09:00")
        assert (clinic.left(), clinic.alerts()) == ([("Wed 08:00", "text")], ["no_answer"])

    def test_none_leaves_once_none_are_wanted(self) -> None:
        clinic = deferred()
        clinic.edit(remind_at=())
        clinic.until("2026-06-03 22:00")
        assert (clinic.left(), clinic.alerts()) == ([], [])
        assert end_of(clinic) == [("failed", "no reminders are wanted any more")]

    def test_one_that_the_rules_dropped_leaves_once_they_want_it_again(self) -> None:
        clinic = deferred(service="Follow-up")
        for at in ("2026-06-03 08:30", "2026-06-03 10:30"):
            clinic.write(RULES_TEXT, ("- Follow-up: 15 minutes; remind at 24 hours\n", ""))
            clinic.carrier.dead[phone("anna")] = CarrierDown("no line")
            clinic.until(at)
            assert end_of(clinic)[-1] == ("failed", "no reminders are wanted any more")
            assert clinic.appointment().reminded == ()
            clinic.write(RULES_TEXT)
            clinic.after(minutes=16)
            assert end_of(clinic)[-1][0] == "queued"
        del clinic.carrier.dead[phone("anna")]
        clinic.until("2026-06-03 22:00")
        assert [status for status, _ in end_of(clinic)] == ["failed", "failed", "sent"]
        assert (clinic.appointment().chain, clinic.alerts()) == (3, ["no_answer"])

    def test_an_earlier_one_that_left_is_not_repeated_then(self) -> None:
        clinic = Clinic()
        clinic.book("anna", "2026-06-03 22:00", service="Cleaning", remind_at=(30, 10))
        clinic.until("2026-06-03 11:00")
        clinic.carrier.dead[phone("anna")] = CarrierDown("no line")
        clinic.until("2026-06-03 12:01")
        clinic.edit(remind_at=())
        clinic.until("2026-06-03 14:00")
        del clinic.carrier.dead[phone("anna")]
        clinic.edit(remind_at=(30, 10))
        clinic.until("2026-06-03 16:00")
        assert [status for status, _ in end_of(clinic)] == ["sent", "failed", "sent"]
        assert (clinic.left()[-1], clinic.appointment().reminded) == (("Wed 14:15", "text"), (10,))

    def test_it_says_what_is_true_when_it_leaves(self) -> None:
        clinic = deferred()
        clinic.edit(staff="Sam", service="Chat", remind_at=(24,))
        clinic.until("2026-06-03 09:00")
        (handed,) = clinic.carrier.handed
        told = handed.facts["appointment"]
        assert (told["staff"], told["service"], handed.facts["leaves_at"]) == (
            "Sam",
            "Chat",
            there("2026-06-03 08:00"),
        )

    def test_what_is_booked_is_told_though_it_was_confirmed_meanwhile(self) -> None:
        clinic = Clinic(now="2026-06-01 22:00")
        clinic.book(tell=True)
        clinic.confirm()
        clinic.until("2026-06-02 09:00")
        assert clinic.left("booked") == [("Tue 08:00", "text")]

    def test_what_is_booked_and_gone_by_the_morning_is_not_told(self) -> None:
        clinic = Clinic(now="2026-06-01 22:00")
        clinic.book(tell=True)
        clinic.cancel()
        clinic.until("2026-06-02 09:00")
        assert clinic.left("booked") == []

    def test_what_begins_before_the_night_is_over_is_told_to_nobody(self) -> None:
        clinic = Clinic(now="2026-06-01 22:00")
        clinic.book("anna", "2026-06-02 07:30", tell=True)
        assert end_of(clinic, "booked") == [("failed", "the night lasts longer than its use")]
        assert clinic.alerts() == []

    def test_a_retry_that_drifts_into_the_night_is_told_to_staff(self) -> None:
        clinic = Clinic(("remind at 24 hours", "remind at 10 hours"))
        clinic.book("anna", "2026-06-02 06:45", service="Follow-up")
        clinic.carrier.dead[phone("anna")] = CarrierDown("no line")
        clinic.until("2026-06-02 06:45")
        assert end_of(clinic) == [("failed", "the night lasts longer than its use")]
        assert clinic.alerts() == ["too_late"]

    def test_after_its_start_it_is_of_no_use(self) -> None:
        clinic = deferred()
        clinic.jump("2026-06-03 22:00")
        clinic.settle()
        assert end_of(clinic) == [("failed", "too late to be of use")]

    def test_nothing_goes_to_someone_who_is_not_there(self) -> None:
        clinic = deferred()
        (message,) = clinic.messages("reminder")
        assert check_delivery(message, AppointmentState(), clinic.now) == Discard(
            "the appointment is gone"
        )


def meanwhile(clinic: Clinic, monkeypatch: pytest.MonkeyPatch, command: NoteReach) -> None:
    """Let someone say something between the door's look and its commit."""
    plain = clinic.store.commit

    def overtaken(written: Written) -> None:
        monkeypatch.setattr(clinic.store, "commit", plain)
        clinic.decide(command)
        plain(written)

    monkeypatch.setattr(clinic.store, "commit", overtaken)


class TestFirstStop:
    """Nothing is sent to an address whose first STOP arrives during the delivery check."""

    @pytest.mark.parametrize("known", ["", "fine"], ids=["never heard of", "heard of before"])
    def test_who_says_stop_while_a_reminder_is_at_the_door_is_written_to_elsewhere(
        self, monkeypatch: pytest.MonkeyPatch, known: str
    ) -> None:
        clinic = deferred(email=mail("anna"))
        for reach in ("bounced", "fine") if known else ():
            clinic.reach(phone("anna"), reach)
        clinic.now = there("2026-06-03 08:00")
        meanwhile(clinic, monkeypatch, NoteReach(address=phone("anna"), reach="opted_out"))
        clinic.relay()
        clinic.relay()
        assert clinic.left() == [("Wed 08:00", "mail")]
        assert end_of(clinic) == [("failed", "they cannot be reached there"), ("sent", "")]

    def test_what_is_said_of_another_address_holds_nothing_up(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clinic = deferred(email=mail("anna"))
        clinic.now = there("2026-06-03 08:00")
        meanwhile(clinic, monkeypatch, NoteReach(address=mail("anna"), reach="opted_out"))
        clinic.relay()
        assert clinic.left() == [("Wed 08:00", "text")]

    def test_the_door_goes_by_it_that_nothing_was_said_only_where_nothing_was(self) -> None:
        clinic = deferred()
        (message,) = clinic.messages("reminder")
        rules, now = clinic.store.load(Get(Document, ("rules",))), there("2026-06-03 08:00")
        fine = Contact(id=contact_id(phone("anna")), reach="fine", note="", at=clinic.now)
        state = AppointmentState(rules=rules, appointment=clinic.appointment("anna"))
        not_stored = replace(fine, rev=NOT_STORED)
        absent = []
        for contacts in ((), (fine,), (not_stored,)):
            verdict = check_delivery(message, replace(state, contacts=contacts), now)
            assert isinstance(verdict, SendNow)
            absent.append(verdict.absent)
        unknown = (MustBeAbsent(Contact, (fine.id,)),)
        assert absent == [unknown, (), unknown]


class TestAnotherWay:
    """A reminder that cannot leave one way leaves another."""

    def test_a_number_that_takes_nothing_is_remembered_and_mail_is_tried(self) -> None:
        clinic = Clinic()
        clinic.book(email=mail("anna"))
        clinic.carrier.dead[phone("anna")] = GONE
        clinic.until("2026-06-03 13:01")
        assert clinic.left() == [
            ("Tue 14:00", "text"),
            ("Tue 14:00", "mail"),
            ("Wed 13:00", "mail"),
        ]
        known = clinic.contact(phone("anna"))
        assert known is not None
        assert (known.reach, known.note) == ("bounced", "no such number")
        assert [(one.id, one.channel) for one in clinic.sends()] == [
            ("0024", "mail"),
            ("0001", "mail"),
        ]
        assert "other_way" in clinic.actions("anna")

    def test_an_address_that_takes_nothing_leaves_a_word_to_staff(self) -> None:
        clinic = Clinic()
        clinic.book(phone="", email=mail("anna"))
        clinic.carrier.dead[mail("anna")] = Refused(f"<{mail('anna')}> is gone", permanent=True)
        clinic.until("2026-06-03 15:00")
        assert (clinic.left(), clinic.alerts()) == ([("Tue 14:00", "mail")], ["unreachable"])
        known = clinic.contact(mail("anna"))
        assert known is not None
        assert known.note == "<…> is gone"

    def test_who_said_stop_to_the_carrier_has_opted_out(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.carrier.dead[phone("anna")] = Refused(OPTED_OUT, permanent=True)
        clinic.until("2026-06-02 15:00")
        known = clinic.contact(phone("anna"))
        assert known is not None
        assert known.reach == "opted_out"
        assert clinic.alerts() == ["unreachable"]

    def test_who_opts_out_before_it_leaves_is_written_to_elsewhere(self) -> None:
        clinic = deferred(email=mail("anna"))
        clinic.reach(phone("anna"), "opted_out")
        clinic.until("2026-06-03 09:00")
        assert clinic.left() == [("Wed 08:00", "mail")]

    def test_whose_number_is_struck_out_is_written_to_elsewhere(self) -> None:
        clinic = deferred(email=mail("anna"))
        clinic.edit(phone="")
        clinic.until("2026-06-03 09:00")
        assert clinic.left() == [("Wed 08:00", "mail")]

    def test_whose_mail_is_struck_out_is_texted(self) -> None:
        clinic = deferred(phone="", email=mail("anna"))
        clinic.edit(phone=phone("anna"), email="")
        clinic.until("2026-06-03 09:00")
        assert clinic.left() == [("Wed 08:00", "text")]

    def test_texts_that_have_cost_enough_become_mails_and_staff_hear_of_it_once(self) -> None:
        clinic = Clinic(TEXTS)
        clinic.book("anna", email=mail("anna"))
        clinic.book("ben", "2026-06-03 14:10", email=mail("ben"), staff="Sam")
        clinic.book("cem", "2026-06-03 22:00")
        clinic.until("2026-06-03 09:00")
        assert clinic.left() == [("Tue 14:00", "text"), ("Tue 14:15", "mail")]
        assert len(clinic.left("text_limit")) == 1
        assert clinic.alerts() == ["unreachable"]

    def test_texts_that_have_cost_enough_meanwhile_become_mails_at_the_door(self) -> None:
        clinic = Clinic(TEXTS)
        clinic.book("anna", "2026-06-03 22:00", email=mail("anna"))
        clinic.book("ben", "2026-06-03 22:05", email=mail("ben"), staff="Sam")
        clinic.until("2026-06-03 09:00")
        assert clinic.left() == [("Wed 08:00", "text"), ("Wed 08:00", "mail")]

    def test_an_answer_that_is_refused_is_only_remembered(self) -> None:
        clinic = Clinic()
        clinic.carrier.dead[phone("anna")] = GONE
        clinic.book(tell=True, email=mail("anna"))
        assert clinic.left("booked") == [("Mon 10:00", "text")]
        assert clinic.contact(phone("anna")) is not None

    def test_a_refusal_that_may_pass_is_tried_again(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.carrier.answers.append(Refused("busy"))
        clinic.until("2026-06-02 15:00")
        assert clinic.left() == [("Tue 14:00", "text"), ("Tue 14:01", "text")]
        assert clinic.contact(phone("anna")) is None

    def test_whoever_answered_while_it_was_refused_gets_no_other_reminder(self) -> None:
        clinic = deferred(email=mail("anna"))
        clinic.jump("2026-06-03 08:00")
        (message,) = clinic.messages("reminder")
        leased = clinic.dispatch(message)
        assert leased is not None
        clinic.settles = False
        clinic.confirm()
        clinic.give(RecordSendResult(product="appointments", message_id=leased.id, outcome=GONE))
        assert len(clinic.messages("reminder")) == 1
        assert clinic.contact(phone("anna")) is not None

    def test_what_staff_are_told_is_no_address(self) -> None:
        clinic = Clinic()
        clinic.book(phone="")
        clinic.until("2026-06-02 14:00")
        (note,) = clinic.messages("gap_alert")
        assert on_refused(note, AppointmentState(), GONE, clinic.now).is_empty
        (message,) = deferred().messages("reminder")
        assert [
            one.action for one in on_refused(message, AppointmentState(), GONE, clinic.now).steps
        ] == ["bounced"]

    def test_what_is_known_of_an_address_is_not_stored_again(self) -> None:
        clinic = deferred()
        (message,) = clinic.messages("reminder")
        known = Contact(id=contact_id(message.to), reach="bounced", at=clinic.now)
        state = AppointmentState(contacts=(known,))
        assert on_refused(message, state, GONE, clinic.now).is_empty


class TestStaff:
    """Staff hear of what may still be put right while it may."""

    def test_an_alert_that_is_late_and_was_answered_meanwhile_is_dropped(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.carrier.dead["staff"] = CarrierDown("no line")
        clinic.until("2026-06-03 13:20")
        clinic.confirm(link="1-1")
        del clinic.carrier.dead["staff"]
        clinic.until("2026-06-03 15:00")
        assert end_of(clinic, "gap_alert") == [("failed", "things have changed since")]

    def test_what_a_customer_did_is_told_however_late(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.carrier.dead["staff"] = CarrierDown("no line")
        clinic.cancel(link="1-0")
        clinic.until("2026-06-04 10:00")
        del clinic.carrier.dead["staff"]
        clinic.until("2026-06-04 11:00")
        assert [one.status for one in clinic.messages("gap_alert")] == ["sent"]
        assert clinic.sends() == ()

    def test_other_notes_need_no_appointment(self) -> None:
        clinic = Clinic()
        clinic.give(ProposeAppointment(proposal=booking(clinic)))
        (note,) = clinic.messages("proposal")
        assert note.status == "sent"
        alert = replace(note, kind="gap_alert", facts={"reason": "no_answer"})
        assert check_delivery(alert, AppointmentState(), clinic.now) == SendNow()


class TestSent:
    """What has left is written down after the carrier took it."""

    def test_what_leaves_while_the_time_changes_belongs_to_the_old_chain(self) -> None:
        clinic = Clinic()
        clinic.book()
        clinic.jump("2026-06-02 14:00")
        clinic.settles = False
        clinic.ring()
        clinic.ring()
        (message,) = clinic.messages("reminder")
        leased = clinic.dispatch(message)
        assert leased is not None
        clinic.edit(starts_at="2026-06-05 14:00")
        clinic.give(RecordSendResult(product="appointments", message_id=leased.id, outcome=Sent()))
        assert clinic.sends() == ()
        assert [(one.id, one.chain) for one in clinic.archive()] == [("001-0024", 1)]

    def test_what_is_archived_already_is_not_archived_again(self) -> None:
        clinic = Clinic()
        clinic.book(email=mail("anna"))
        clinic.until("2026-06-02 14:00")
        (first,) = clinic.messages("reminder")
        clinic.edit(starts_at="2026-06-05 14:00")
        lost = replace(
            first, id="late", status="sending", lease_ends_at=clinic.now + timedelta(minutes=1)
        )
        clinic.store.shelf(Message)["late",] = lost
        clinic.give(RecordSendResult(product="appointments", message_id="late", outcome=Sent()))
        assert [(one.id, one.chain) for one in clinic.archive()] == [("001-0024", 1)]

    def test_a_text_is_counted_and_a_mail_is_not(self) -> None:
        clinic = Clinic()
        clinic.book(phone="", email=mail("anna"))
        clinic.until("2026-06-02 15:00")
        assert clinic.spend() is None
        clinic.edit(phone=phone("anna"))
        clinic.until("2026-06-03 13:00")
        spent = clinic.spend()
        assert spent is not None
        assert spent.parts == 1


class TestLinks:
    """What a link lets its reader do."""

    def test_each_answer_has_a_link_of_its_chain_and_window(self) -> None:
        clinic = Clinic()
        clinic.book(tell=True)
        clinic.until("2026-06-02 14:00")
        booked, reminder = clinic.carrier.handed
        expires_at = reminder.queued_at + LINKS_HOLD
        for purpose in ("confirm", "reschedule", "cancel"):
            assert link(reminder, purpose) == Link(
                purpose, "appointments", "anna", "1-24", expires_at
            )
        told = link(booked, "cancel")
        assert told is not None
        assert told.offer == "1-0"

    def test_other_pages_and_notes_to_staff_have_none(self) -> None:
        clinic = Clinic()
        clinic.book(phone="")
        clinic.until("2026-06-02 14:00")
        (note,) = clinic.messages("gap_alert")
        assert link(note, "confirm") is None
        assert link(replace(note, person="anna"), "desk") is None


def test_rules_with_another_night_hold_at_the_door() -> None:
    clinic = deferred()
    clinic.write(RULES_TEXT, ("21:00 to 08:00", "21:00 to 09:30"))
    clinic.until("2026-06-03 10:00")
    assert clinic.left() == [("Wed 09:30", "text")]


def test_reach_of_one_address_says_nothing_of_the_other() -> None:
    clinic = Clinic()
    clinic.give(NoteReach(address=mail("anna"), reach="bounced"))
    clinic.book(email=mail("anna"))
    clinic.until("2026-06-02 15:00")
    assert clinic.left() == [("Tue 14:00", "text")]


def forwarded(clinic: Clinic, **more: Any) -> None:
    """Let the number come from a forwarded email."""
    name = contact_id(phone("anna"))
    known = Contact(id=name, at=clinic.now, given="forwarded", given_at=clinic.now, **more)
    clinic.store.shelf(Contact)[(name,)] = known
    clinic.checks = False  # no command of the clinic stores such a contact


def test_a_forwarded_number_is_not_texted_before_its_customer_agrees() -> None:
    clinic = Clinic()
    forwarded(clinic)
    clinic.book(email=mail("anna"))
    clinic.until("2026-06-02 15:00")
    assert clinic.left() == [("Tue 14:00", "mail")]


def test_without_an_address_staff_are_told_instead() -> None:
    clinic = Clinic()
    forwarded(clinic)
    clinic.book()
    clinic.until("2026-06-02 15:00")
    assert clinic.left() == []
    assert [one.facts["reason"] for one in clinic.messages("gap_alert")] == ["unreachable"]


def test_once_they_agree_it_is_texted() -> None:
    clinic = Clinic()
    forwarded(clinic, consent_at=clinic.now)
    clinic.book(email=mail("anna"))
    clinic.until("2026-06-02 15:00")
    assert clinic.left() == [("Tue 14:00", "text")]


def test_the_door_asks_for_consent_too() -> None:
    clinic = deferred()
    forwarded(clinic)
    clinic.until("2026-06-03 10:00")
    assert clinic.left() == []


def test_the_page_of_the_waitlist_has_the_service_chosen_where_one_is_known() -> None:
    clinic = deferred()
    (reminder,) = clinic.messages("reminder")
    assert page(reminder, "waitlist") == Page("waitlist", "/waitlist", {"service": "Cut"})
    assert page(replace(reminder, facts={}), "waitlist") == Page("waitlist", "/waitlist", {})
