"""One person with appointments: found by number or address, exported, erased everywhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import Sent
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    EraseAppointment,
    Reschedule,
)
from fullhouse.products.frontdesk.appointments.model import SCOPE
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.contacts import Customer, NoteReach
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage, ProposedField
from fullhouse.web.privacy import customers
from tests.support.event_app import START, Mailbox
from tests.support.old_customers import store_customer
from tests.web.desk.frontdesk.appointments.book import RULES, Front, at
from tests.web.desk.person import check_audit, dump, erase, export
from tests.web.desk.support import HOST, Desk, text_of

PHONE, MAIL, OLD = "+4915123400001", "adelheid@example.org", "old-adelheid@example.org"
NAME = "Adelheid Quint"
# However it is written, none of it is to be found.
TRACES = (NAME, "Adelheid", "Quint", PHONE, PHONE[1:], MAIL, OLD, "adelheid")


@pytest.fixture
def front(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Front:
    """Adelheid changed her address, was reminded, picked another time and was reminded again."""
    monkeypatch.setattr(Mailbox, "carries", frozenset({"text", "mail"}))
    monkeypatch.setattr(Mailbox, "send", lambda *_: Sent())
    front = Front(desk.evening)
    front.writes(RULES)
    front.books(NAME, "2026-06-03T10:00", appointment_id="adel", phone=PHONE, email=OLD)
    front.books("Ben", "2026-06-03T12:00")
    desk.evening.give(EditAppointment(appointment_id="adel", email=MAIL))
    desk.evening.passes(days=1)
    picks = Reschedule(
        appointment_id="adel", chain=1, reply="reschedule-1-24", starts_at=at("2026-06-03T14:00")
    )
    assert desk.evening.give(picks, "customer").code == "rescheduled"
    desk.evening.passes(hours=4)
    return front


def traces(folder: Path) -> list[str]:
    kept = dump(folder)
    return [trace for trace in TRACES if trace in kept]


def proposes(
    desk: Desk, name: str, *more: ProposedField, sender: str = "", mailed: bool = False
) -> None:
    read = (
        ProposedField("name", NAME, "sure", f"From: {NAME}"),
        ProposedField("service", "Cut"),
        *more,
    )
    said: dict[str, Any] = {
        "sender": sender,
        "subject": f"A cut for {NAME}",
        "text": f"Please, {NAME}",
    }
    proposal = Proposal(id=name, product=SCOPE, at=START, fields=read, mail=f"mail-{name}", **said)
    command = ProposeAppointment(proposal=proposal)
    mail = InboundMail(
        id=f"mail-{name}", place=name, scope=SCOPE, person=name, at=START, name=NAME, **said
    )
    desk.evening.give(RecordInboundMail(mail=mail, asks=command) if mailed else command, "mail")


@pytest.mark.usefixtures("front")
@pytest.mark.parametrize("typed", ["0151 234 00001", f" {MAIL.upper()} "])
def test_someone_is_found_by_number_or_address_however_it_is_typed(desk: Desk, typed: str) -> None:
    told = text_of(desk.send("/desk/person", {"address": typed}))
    address, other = (PHONE, MAIL) if "@" not in typed else (MAIL, PHONE)
    assert f"1 appointment under {address}" in told
    assert f"{NAME} Appointment: Cut, Wed 3 Jun 2026, 14:00 , not answered yet" in told
    assert f"They are also reached at {other} ." in told
    assert "Ben" not in told


@pytest.mark.usefixtures("front")
@pytest.mark.parametrize("address", [PHONE, MAIL])
def test_all_that_is_kept_is_handed_out_under_either(desk: Desk, address: str) -> None:
    told = export(desk, address)
    (one,) = told["appointments"]
    assert (
        one["appointment"]["name"],
        one["appointment"]["phone"],
        one["appointment"]["email"],
    ) == (NAME, PHONE, MAIL)
    assert [(send["chain"], send["move"], send["channel"]) for send in one["sends"]] == [
        (1, "first_reminder", "text"),
        (2, "first_reminder", "text"),
    ]
    assert [(reply["id"], reply["action"]) for reply in one["replies"]] == [
        ("reschedule-1-24", "reschedule")
    ]
    actions = [line["action"] for line in one["audit"]]
    assert (actions[:2], "rescheduled" in actions) == (["booked", "edited"], True)
    assert {message["to"] for message in told["messages"]} == {PHONE}
    assert [message["kind"] for message in told["messages"]].count("reminder") == 2
    assert all(message["text"] for message in told["messages"])
    assert "ben@example.org" not in json.dumps(told)


def test_who_is_forgotten_is_in_no_column_the_time_is_offered_and_the_audit_holds(
    desk: Desk, front: Front, tmp_path: Path
) -> None:
    desk.evening.give(CancelAppointment(appointment_id="ben"))
    front.joins("Cleo", "Cut")
    assert traces(tmp_path) == list(TRACES)
    erase(desk, PHONE)
    assert traces(tmp_path) == []
    assert "ben@example.org" in dump(tmp_path)
    gone = front.appointment("adel")
    assert (gone.status, gone.is_erased, front.slot(gone.frees).status) == (
        "cancelled",
        True,
        "open",
    )
    check_audit(desk)
    assert "Nothing is kept under it." in text_of(desk.send("/desk/person", {"address": MAIL}))
    told = export(desk, PHONE)
    assert (told["appointments"], told["messages"], told["mail_in"]) == ([], [], [])


def test_whoever_claimed_a_slot_is_forgotten_on_the_list_and_in_the_book(
    desk: Desk, tmp_path: Path
) -> None:
    front = Front(desk.evening)
    front.writes(RULES)
    front.joins(NAME, "Colour", entry_id="adel", phone=PHONE, email=MAIL)
    front.frees("two")
    front.claims("two")
    told = text_of(desk.send("/desk/person", {"address": PHONE}))
    assert "1 entry on the waitlist, 1 appointment under" in told
    erase(desk, PHONE)
    assert traces(tmp_path) == []
    assert (front.entry("adel").is_erased, front.appointment("two").is_erased) == (True, True)
    check_audit(desk)


@pytest.mark.usefixtures("front")
def test_what_was_proposed_of_them_is_handed_out_and_forgotten_by_the_rules_of_appointments(
    desk: Desk, tmp_path: Path
) -> None:
    proposes(desk, "p1", sender=MAIL, mailed=True)
    proposes(desk, "p2", ProposedField("phone", PHONE), sender=HOST, mailed=True)
    proposes(desk, "p3", ProposedField("change", "gone"), ProposedField("appointment", "adel"))
    assert sorted(one["id"] for one in export(desk, MAIL)["proposals"]) == ["p1", "p3"]
    assert sorted(one["id"] for one in export(desk, PHONE)["proposals"]) == ["p2", "p3"]
    assert [one["id"] for one in export(desk, MAIL)["mail_in"]] == ["mail-p1"]
    assert "1 appointment, 2 requests, 1 email to you under" in text_of(
        desk.send("/desk/person", {"address": MAIL})
    )
    assert (export(desk, HOST)["proposals"], export(desk, HOST)["mail_in"]) == ([], [])
    erase(desk, MAIL)
    erase(desk, PHONE)
    assert traces(tmp_path) == []
    assert {one.state for one in desk.evening.load(ProposalPage())} == {"discarded"}
    check_audit(desk)


def test_the_proposals_that_became_their_appointment_are_forgotten_with_it(
    desk: Desk, front: Front, tmp_path: Path
) -> None:
    proposes(desk, "p1", sender=HOST, mailed=True)
    book = BookAppointment(
        appointment_id="p1", name=NAME, phone=PHONE, service="Cut", starts_at=at("2026-06-04T10:00")
    )
    assert desk.evening.give(ApproveAppointment(proposal_id="p1", book=book)).code == "booked"
    proposes(desk, "p2", ProposedField("change", "gone"), ProposedField("appointment", "p1"))
    assert desk.evening.give(ApproveAppointment(proposal_id="p2")).code == "cancelled"
    became = {one["id"]: one["became"] for one in export(desk, PHONE)["proposals"]}
    assert became == {"p1": "p1", "p2": "p1"}
    erase(desk, PHONE)
    assert traces(tmp_path) == []
    assert front.appointment("p1").is_erased
    check_audit(desk)


@pytest.mark.usefixtures("front")
def test_what_staff_were_told_of_them_stays_without_whom_it_names(
    desk: Desk, tmp_path: Path
) -> None:
    desk.evening.passes(days=1)
    told = desk.evening.load(MessagePage(SCOPE, "staff"))
    assert "gap_alert" in {one.kind for one in told}
    erase(desk, MAIL)
    assert traces(tmp_path) == []
    assert len(desk.evening.load(MessagePage(SCOPE, "staff"))) == len(told)


def test_appointments_that_are_over_are_found_and_forgotten_too(
    desk: Desk, front: Front, tmp_path: Path
) -> None:
    assert desk.evening.give(ConfirmAppointment(appointment_id="adel")).code == "confirmed"
    desk.evening.passes(days=3)
    assert "1 appointment under" in text_of(desk.send("/desk/person", {"address": MAIL}))
    erase(desk, MAIL)
    assert traces(tmp_path) == []
    assert front.appointment("adel").status == "confirmed"


def test_whoever_has_more_appointments_than_one_page_is_forgotten_in_all_of_them(
    desk: Desk, front: Front, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(customers, "PAGE", 1)
    for number in (4, 5):
        front.books(
            NAME,
            f"2026-06-0{number}T10:00",
            appointment_id=f"adel{number}",
            phone=PHONE,
            email=MAIL,
        )
    assert "3 appointments under" in text_of(desk.send("/desk/person", {"address": MAIL}))
    erase(desk, MAIL)
    assert traces(tmp_path) == []


@pytest.mark.usefixtures("front")
def test_that_they_want_no_reminders_is_all_that_is_remembered(desk: Desk, tmp_path: Path) -> None:
    desk.evening.give(NoteReach(address=MAIL, reach="opted_out", note="asked for it"))
    assert "that alone is remembered" in text_of(desk.send("/desk/person", {"address": MAIL}))
    erase(desk, MAIL)
    assert traces(tmp_path) == []
    assert ("appointments", "opted_out") in {
        (one["product"], one["reach"]) for one in export(desk, MAIL)["contacts"]
    }


@pytest.mark.usefixtures("front")
def test_what_an_earlier_version_knew_of_an_address_is_exported_and_counts_without_a_contact(
    desk: Desk,
) -> None:
    evening = desk.evening

    async def store() -> Customer:
        executor = evening.engine.executor
        assert isinstance(executor, GroupCommitExecutor)
        return store_customer(executor.store, MAIL, "opted_out", evening.clock.now())

    known = evening.call(store)
    assert "that alone is remembered" in text_of(desk.send("/desk/person", {"address": MAIL}))
    (old,) = export(desk, MAIL)["contacts"]
    assert (old["product"], old["reach"], old["note"]) == ("appointments", known.reach, known.note)
    desk.evening.give(NoteReach(address=MAIL, reach="fine"))
    assert "that alone is remembered" not in text_of(desk.send("/desk/person", {"address": MAIL}))
    remembered = [(one["product"], one["reach"]) for one in export(desk, MAIL)["contacts"]]
    fine = [("waitlist", "fine"), ("appointments", "fine")]
    assert remembered == [*fine, ("appointments", "opted_out")]


@pytest.mark.usefixtures("front")
def test_a_note_that_asked_to_change_an_appointment_forgets_whom_it_named_with_that_appointment(
    desk: Desk, tmp_path: Path
) -> None:
    proposes(desk, "p1", ProposedField("change", "gone"), ProposedField("appointment", "adel"))
    assert desk.evening.give(ApproveAppointment(proposal_id="p1")).code == "cancelled"
    assert desk.evening.give(EraseAppointment(appointment_id="adel")).code == "erased"
    assert traces(tmp_path) == []
