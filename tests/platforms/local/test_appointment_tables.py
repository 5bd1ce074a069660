"""Appointments in SQLite: every page uses an index, and erased people are in no column."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import AuditOfSubject, MessagePage, Written
from fullhouse.kernel.decisions import Decision, create
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.database import FILE, open_store
from fullhouse.platforms.local.sqlite.integrity import check_database
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    EditAppointment,
    EraseAppointment,
    Reschedule,
    StartReminderTicks,
)
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentPage,
    AppointmentsAt,
    AppointmentsBetween,
    Days,
    OldestEnded,
    RepliesOf,
    SendsOf,
    UnwrittenAppointments,
)
from fullhouse.products.frontdesk.appointments.proposals import (
    EraseAppointmentProposal,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from tests.platforms.contract.stores import NOW
from tests.platforms.local.shop import WHEN, Shop, dump, explained, plan
from tests.support.rsvp_world import check_audit

HOUR = timedelta(hours=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with open_store(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("need", "how"),
    [
        (
            AppointmentsBetween(NOW, NOW, "x"),
            "appointment_starts ((starts_at,id)>(?,?) AND starts_at<?)",
        ),
        (AppointmentPage("", "x"), "PRIMARY KEY (id>?)"),
        (AppointmentPage("booked", "x"), "appointment_status (status=? AND id>?)"),
        (UnwrittenAppointments("x"), "appointment_unwritten (id>?)"),
        (OldestEnded(), "appointment_known"),
        (OldestEnded(NOW, "x"), "appointment_known ((starts_at,id)>(?,?))"),
        (Days("2026-06-01", "2026-06-30"), "PRIMARY KEY (id>? AND id<?)"),
        (AuditOfSubject(SCOPE, "x"), "audit_appointment (subject=? AND number>?)"),
        (MessagePage(SCOPE, "x"), "message_appointment (to=?)"),
        (MessagePage(SCOPE, "x", before=9), "message_appointment (to=? AND number<?)"),
    ],
)
def test_every_page_comes_out_of_an_index_in_its_order(
    store: SqliteStore, need: Need[Any], how: str
) -> None:
    assert how in plan(store, need)
    assert not any(row[1].startswith("Sorter") for row in explained(store, "EXPLAIN", need))


@pytest.mark.parametrize(("need", "table"), [(SendsOf("x"), "send"), (RepliesOf("x"), "reply")])
def test_the_few_of_one_appointment_are_found_by_it(
    store: SqliteStore, need: Need[Any], table: str
) -> None:
    assert plan(store, need).startswith(f"SEARCH {table} USING PRIMARY KEY (appointment_id=?)")


def test_a_person_is_found_by_number_or_address_without_looking_through_all(
    store: SqliteStore,
) -> None:
    found = plan(store, AppointmentsAt("x"))
    assert "USING COVERING INDEX appointment_phone (phone=? AND id>?)" in found
    assert "USING COVERING INDEX appointment_email (email=? AND id>?)" in found
    assert "SCAN appointment" not in found


def test_what_was_written_about_someone_is_found_by_an_index(store: SqliteStore) -> None:
    bound = {"scope": SCOPE, "people": "[]", "known": "[]", "person": "x"}
    for sql, index in (
        (statements.lines_about(SCOPE), "audit_appointment (subject=?)"),
        (statements.select_messages_to(SCOPE), "message_appointment (to=?)"),
        (statements.select_notes_to_staff(SCOPE), "message_appointment (to=?)"),
    ):
        found = store.reader.execute(f"EXPLAIN QUERY PLAN {sql}", bound).fetchall()
        assert any(index in row[3] for row in found)


# Someone is reminded in every way, and then erased.

NAME, PHONE, MAIL, OLD_MAIL = (
    "Annabel Zwick",
    "+4915123456789",
    "zwick@example.org",
    "azwick@old.example",
)


def found(shop: Shop, name: str) -> Appointment:
    appointment = shop.store.load(Get(Appointment, (name,)))
    assert appointment is not None
    return appointment


def book(shop: Shop, appointment_id: str, **fields: Any) -> None:
    usual = {
        "name": "Ben",
        "service": "Cut",
        "email": "ben@example.org",
        "starts_at": WHEN + 6 * HOUR,
        "tell": True,
    }
    remind_at = {"remind_at": (3, 1)}
    assert (
        shop.give(
            BookAppointment(appointment_id=appointment_id, **{**usual, **remind_at, **fields})
        ).code
        == "booked"
    )


@pytest.fixture
def shop(store: SqliteStore) -> Shop:
    """Book someone who changes address, is reminded by text and mail, and writes to the shop."""
    shop = Shop(store)
    shop.give(StartReminderTicks())
    book(shop, "anna", name=NAME, phone=PHONE, email=OLD_MAIL, link="https://example.org/zwick")
    book(shop, "ben", starts_at=WHEN + 7 * HOUR)
    assert shop.give(EditAppointment(appointment_id="anna", email=MAIL)).code == "edited"
    for _ in range(11):
        shop.wait(30)
    anna = found(shop, "anna")
    assert (anna.reminded, anna.alerted_at is not None) == ((3, 1), True)
    assert [one.id for one in store.load(SendsOf("anna")) if one.channel == "mail"] == [
        "0003",
        "0001",
    ]
    wrote = InboundMail(
        id="i1",
        place="1",
        scope=SCOPE,
        sender=MAIL,
        name=NAME,
        text="Me",
        at=WHEN,
        file="mail/x.eml",
    )
    store.commit(Written(Decision(None, moves=(create(wrote),))))
    assert "gap_alert" in {one.kind for one in store.load(MessagePage(SCOPE, "staff"))}
    return shop


def assert_gone(shop: Shop, folder: Path) -> None:
    stored = dump(shop.store)
    for gone in (NAME, "Annabel", PHONE, PHONE[1:], MAIL, OLD_MAIL, "zwick"):
        assert gone not in stored
    assert "ben@example.org" in stored
    check_audit(shop.store)
    shop.store.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert check_database(folder / FILE).problems == ()


def test_who_is_erased_is_in_no_column_any_more(shop: Shop, tmp_path: Path) -> None:
    before = dump(shop.store)
    assert all(known in before for known in (NAME, PHONE, MAIL, OLD_MAIL))
    assert shop.give(EraseAppointment(appointment_id="anna")).code == "erased"
    assert found(shop, "anna").is_erased
    assert_gone(shop, tmp_path)


def test_who_is_erased_after_they_picked_another_time_is_gone_too(
    shop: Shop, tmp_path: Path
) -> None:
    later = WHEN + 30 * HOUR
    moved = Reschedule(appointment_id="anna", chain=1, reply="reschedule-1-1", starts_at=later)
    assert shop.give(moved).code == "rescheduled"
    assert [one.new_time for one in shop.store.load(RepliesOf("anna"))] == [later]
    shop.wait(26 * 60)
    assert shop.give(EraseAppointment(appointment_id="anna")).code == "erased"
    assert_gone(shop, tmp_path)


def test_who_is_erased_after_they_cancelled_is_gone_too(shop: Shop, tmp_path: Path) -> None:
    assert (
        shop.give(
            CancelAppointment(appointment_id="anna", chain=1, reply="cancel-1-1", tell=True)
        ).code
        == "cancelled"
    )
    assert shop.give(EraseAppointment(appointment_id="anna")).code == "erased"
    assert_gone(shop, tmp_path)


def test_who_is_erased_after_the_week_was_summed_up_is_gone_too(shop: Shop, tmp_path: Path) -> None:
    shop.wait(3 * 24 * 60)
    assert "summary" in {one.kind for one in shop.store.load(MessagePage(SCOPE, "staff"))}
    assert shop.give(EraseAppointment(appointment_id="anna")).code == "erased"
    assert_gone(shop, tmp_path)


def test_a_proposal_that_is_erased_is_in_no_column_any_more(
    store: SqliteStore, tmp_path: Path
) -> None:
    shop = Shop(store)
    book(shop, "ben")
    fields = (
        ProposedField("name", NAME),
        ProposedField("phone", PHONE),
        ProposedField("service", "Cut"),
    )
    mail: dict[str, Any] = {
        "sender": MAIL,
        "subject": f"{NAME} asks",
        "text": f"Call {PHONE}",
        "mail": "mail/x.eml",
    }
    proposal = Proposal(id="p1", product=SCOPE, fields=fields, **mail, at=WHEN)
    assert shop.give(ProposeAppointment(proposal=proposal)).code == "proposed"
    assert all(known in dump(store) for known in (NAME, PHONE, MAIL))
    assert shop.give(EraseAppointmentProposal(proposal_id="p1")).code == "erased"
    assert_gone(shop, tmp_path)
