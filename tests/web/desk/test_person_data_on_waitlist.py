"""One person on the waitlist: found by number or address, exported, erased everywhere."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import SCOPE
from fullhouse.products.frontdesk.waitlist.proposals import ApproveProposal, Propose
from fullhouse.products.rsvp.commands import SignUp
from tests.support.event_app import START
from tests.web.desk.frontdesk.salon import Salon
from tests.web.desk.person import check_audit, dump, erase, export
from tests.web.desk.support import HOST, Desk, text_of

PHONE, MAIL, OLD = "+4915123400001", "adelheid@example.org", "old-adelheid@example.org"
NAME = "Adelheid Quint"
BEN = "+4915123400002"
# However it is written, none of it is to be found.
TRACES = (NAME, "Adelheid", "Quint", PHONE, PHONE[1:], MAIL, OLD, "adelheid")


def request_of(name: str, **fields: Any) -> Propose:
    usual = {
        "sender": MAIL,
        "subject": f"A cut for {NAME}",
        "text": f"Please, {NAME}",
        "mail": f"mail-{name}",
    }
    read = (ProposedField("name", NAME, "sure", f"From: {NAME}"), ProposedField("service", "Cut"))
    return Propose(
        proposal=Proposal(id=name, product=SCOPE, at=START, **{"fields": read, **usual, **fields})
    )


def came(desk: Desk, mail_id: str, asks: Command | None = None, **fields: Any) -> None:
    usual = {
        "scope": SCOPE,
        "sender": MAIL,
        "name": NAME,
        "subject": f"From {NAME}",
        "text": f"I am {NAME}",
    }
    mail = InboundMail(id=mail_id, place=mail_id, at=START, **{**usual, **fields})
    desk.evening.give(RecordInboundMail(mail=mail, asks=asks), "mail")


@pytest.fixture
def salon(desk: Desk) -> Salon:
    """Adelheid changed address, let an offer lapse and holds another; staff know; Ben is next."""
    salon = Salon(desk.evening)
    salon.writes()
    salon.joins(NAME, entry_id="adel", phone=PHONE, email=OLD)
    salon.joins("Ben", phone=BEN, email="ben@example.org")
    desk.evening.give(EditEntry(entry_id="adel", email=MAIL))
    salon.frees("one", starts_at=datetime(2026, 6, 1, 11, 0, tzinfo=UTC))
    for _ in range(2):
        desk.evening.passes(minutes=11)
    assert salon.slot("one").status == "open"
    salon.frees("two", starts_at=datetime(2026, 6, 1, 15, 0, tzinfo=UTC))
    assert salon.holder("two").id == "adel"
    return salon


@pytest.mark.usefixtures("salon")
@pytest.mark.parametrize("typed", [PHONE, "0151 234 00001", MAIL, f" {MAIL.upper()} "])
def test_someone_is_found_by_number_or_address_however_it_is_typed(desk: Desk, typed: str) -> None:
    told = text_of(desk.send("/desk/person", {"address": typed}))
    other = MAIL if "@" not in typed else PHONE
    assert f"1 entry on the waitlist under {PHONE if '@' not in typed else MAIL}" in told
    assert f"{NAME} Waitlist: Colour, waiting" in told
    assert f"They are also reached at {other} ." in told
    assert "Ben" not in told


@pytest.mark.usefixtures("salon")
def test_what_is_no_address_and_who_is_not_known_is_said(desk: Desk) -> None:
    assert "Nothing is kept under it." in text_of(
        desk.send("/desk/person", {"address": "+4915123499999"})
    )
    for typed, said in (
        ("", "give an email address or a mobile number"),
        ("12", "mobile number"),
        ("what", "anna@"),
    ):
        refused = desk.send("/desk/person", {"address": typed})
        assert (refused.status_code, said in text_of(refused)) == (422, True)


@pytest.mark.usefixtures("salon")
@pytest.mark.parametrize("address", [PHONE, MAIL])
def test_all_that_is_kept_is_handed_out_under_either(desk: Desk, address: str) -> None:
    told = export(desk, address)
    (one,) = told["waitlist"]
    assert (one["entry"]["name"], one["entry"]["phone"], one["entry"]["email"]) == (
        NAME,
        PHONE,
        MAIL,
    )
    assert [(offer["slot_id"], offer["status"]) for offer in one["offers"]] == [
        ("two", "live"),
        ("one", "timed_out"),
    ]
    actions = [line["action"] for line in one["audit"]]
    assert actions[:2] == ["joined", "edited"]
    assert actions.count("offered") == 2
    assert {message["to"] for message in told["messages"]} == {PHONE, OLD}
    assert all(message["text"] for message in told["messages"])
    assert sorted(message["kind"] for message in told["messages"]) == ["joined", "offer", "offer"]
    assert {contact["address"]: contact["reach"] for contact in told["contacts"]} == {
        PHONE: "fine",
        MAIL: "fine",
    }
    assert BEN not in json.dumps(told)
    assert "ben@example.org" not in json.dumps(told)


def test_who_is_forgotten_is_in_no_column_the_slot_rolls_on_and_the_audit_holds(
    desk: Desk, salon: Salon, tmp_path: Path
) -> None:
    before = dump(tmp_path)
    assert all(trace in before for trace in TRACES)
    erase(desk, PHONE)
    after = dump(tmp_path)
    assert [trace for trace in TRACES if trace in after] == []
    assert "ben@example.org" in after
    assert (salon.entry("adel").state, salon.holder("two").id) == ("left", "ben")
    check_audit(desk)
    assert "Nothing is kept under it." in text_of(desk.send("/desk/person", {"address": MAIL}))
    told = export(desk, PHONE)
    assert (told["waitlist"], told["messages"], told["mail_in"]) == ([], [], [])


def test_entries_that_ended_are_found_and_forgotten_too(
    desk: Desk, salon: Salon, tmp_path: Path
) -> None:
    salon.claims("two")
    salon.joins(NAME, "Cut", entry_id="again", phone=PHONE, email="")
    told = text_of(desk.send("/desk/person", {"address": PHONE}))
    assert "2 entries on the waitlist" in told
    assert ("Waitlist: Colour, booked" in told, "Waitlist: Cut, waiting" in told) == (True, True)
    erase(desk, PHONE)
    assert [trace for trace in TRACES if trace in dump(tmp_path)] == []
    assert (salon.slot("two").status, salon.slot("two").booked_by) == ("booked", "adel")
    check_audit(desk)


def test_guest_lists_and_the_waitlist_are_one_look(
    desk: Desk, salon: Salon, tmp_path: Path
) -> None:
    desk.evening.opens("party")
    desk.evening.give(SignUp(event_id="party", guest_id="g1", name=NAME, email=MAIL), "guest")
    told = text_of(desk.send("/desk/person", {"address": MAIL}))
    assert "1 event, 1 entry on the waitlist under" in told
    erase(desk, MAIL)
    assert [trace for trace in TRACES if trace in dump(tmp_path)] == []
    assert salon.entry("adel").is_erased
    check_audit(desk)


def test_that_they_want_no_messages_is_all_that_is_remembered(
    desk: Desk, salon: Salon, tmp_path: Path
) -> None:
    desk.evening.give(NoteReach(address=PHONE, reach="opted_out", note="STOP by text"))
    assert "that alone is remembered" in text_of(desk.send("/desk/person", {"address": PHONE}))
    erase(desk, PHONE)
    assert [trace for trace in TRACES if trace in dump(tmp_path)] == []
    told = text_of(desk.send("/desk/person", {"address": PHONE}))
    assert "Nothing is kept under it but that nothing may be sent there" in told
    remembered = [(one["product"], one["reach"]) for one in export(desk, PHONE)["contacts"]]
    assert remembered == [("waitlist", "opted_out"), ("appointments", "opted_out")]
    assert salon.joins(NAME, entry_id="again", phone=PHONE, email="").channel == ""


@pytest.mark.usefixtures("salon")
def test_what_they_asked_for_by_mail_is_handed_out_and_forgotten(
    desk: Desk, tmp_path: Path
) -> None:
    came(desk, "mail-p1", request_of("p1"), person="p1")
    came(
        desk,
        "mail-p2",
        request_of("p2", sender=HOST, fields=(ProposedField("phone", PHONE),)),
        person="p2",
        sender=HOST,
    )
    came(desk, "mail-3", scope="", reason="it names no event")
    told = export(desk, MAIL)
    assert [one["id"] for one in told["proposals"]] == ["p1"]
    assert {one["id"] for one in told["mail_in"]} == {"mail-p1", "mail-3"}
    assert [one["id"] for one in export(desk, PHONE)["proposals"]] == ["p2"]
    found = text_of(desk.send("/desk/person", {"address": MAIL}))
    assert "1 entry on the waitlist, 1 request, 2 emails to you under" in found
    erase(desk, MAIL)
    erase(desk, PHONE)
    assert [trace for trace in TRACES if trace in dump(tmp_path)] == []
    check_audit(desk)


def test_the_request_that_became_an_entry_is_forgotten_with_it(
    desk: Desk, salon: Salon, tmp_path: Path
) -> None:
    for name in ("p1", "p2"):
        came(desk, f"mail-{name}", request_of(name, sender=HOST), person=name, sender=HOST)
        approve(desk, name)
    assert salon.entry("p1").state == "waiting"
    assert [(one["id"], one["became"]) for one in export(desk, PHONE)["proposals"]] == [
        ("p2", "p1"),
        ("p1", "p1"),
    ]
    erase(desk, PHONE)
    assert [trace for trace in TRACES if trace in dump(tmp_path)] == []
    check_audit(desk)


def approve(desk: Desk, name: str) -> None:
    join = JoinWaitlist(entry_id=name, name=NAME, phone=PHONE, service="Cut", source="mail")
    assert desk.evening.give(ApproveProposal(proposal_id=name, join=join)).code in (
        "joined",
        "already",
    )


@pytest.mark.usefixtures("salon")
def test_what_staff_forward_is_not_theirs_to_be_forgotten(desk: Desk, tmp_path: Path) -> None:
    came(desk, "mail-p1", request_of("p1", sender=HOST), person="p1", sender=HOST)
    told = export(desk, HOST)
    assert (told["proposals"], told["mail_in"]) == ([], [])
    erase(desk, HOST)
    assert f"A cut for {NAME}" in dump(tmp_path)


def test_a_house_without_a_waitlist_is_not_looked_at_for_one(desk: Desk) -> None:
    desk.evening.opens("party")
    desk.evening.signs_up("Adelheid")
    assert "1 event under" in text_of(desk.send("/desk/person", {"address": MAIL}))
    told = export(desk, MAIL)
    assert (told["waitlist"], told["contacts"], told["proposals"]) == ([], [], [])
    assert "Nothing is kept" in text_of(desk.send("/desk/person", {"address": PHONE}))
