"""The waitlist in SQLite: queues use their indexes, and erased people are in no column."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import AuditOfSubject, MessagePage, Written
from fullhouse.kernel.decisions import Decision, create
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.local.sqlite.database import FILE, open_store
from fullhouse.platforms.local.sqlite.integrity import check_database
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.frontdesk.appointments.commands import EraseAppointment
from fullhouse.products.frontdesk.waitlist.commands import (
    ClaimSlot,
    EditEntry,
    EraseEntry,
    FreeSlot,
    JoinWaitlist,
)
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    EntriesAt,
    Entry,
    EntryPage,
    FreedBetween,
    LinePage,
    LongestEnded,
    NextExpiring,
    OffersOfEntry,
    OffersOfSlot,
    SlotPage,
    SlotsBetween,
    UnsyncedEntries,
)
from tests.platforms.contract.stores import NOW
from tests.platforms.contract.waitlist import fitting
from tests.platforms.local.shop import WHEN, Shop, dump, explained, plan
from tests.support.rsvp_world import check_audit


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with open_store(tmp_path) as opened:
        yield opened


BEHIND = {"after_joined": NOW, "after_id": "x"}


@pytest.mark.parametrize(
    ("need", "how"),
    [
        (fitting(), "entry_fair (line=?)"),
        (fitting(**BEHIND), "entry_fair (line=? AND (tier,joined_at,id)>(?,?,?))"),
        (fitting(mail_only=True, down_fitting=False), "entry_fair (line=?)"),
        (fitting(order="joined"), "entry_joined (line=?)"),
        (fitting(order="joined", **BEHIND), "entry_joined (line=? AND (joined_at,id)>(?,?))"),
    ],
)
def test_a_line_is_walked_in_fair_order_and_no_row_is_read_before_it_fits(
    store: SqliteStore, need: Need[Any], how: str
) -> None:
    assert plan(store, need) == f"SEARCH entry USING INDEX {how}"
    codes = [row[1] for row in explained(store, "EXPLAIN", need)]
    assert "DeferredSeek" in codes
    assert "FinishSeek" not in codes
    assert not any(code.startswith("Sorter") for code in codes)


@pytest.mark.parametrize("order", ["priority", "joined"])
def test_those_who_hold_an_offer_are_found_among_themselves(store: SqliteStore, order: str) -> None:
    assert plan(store, fitting(order=order, busy=True)).startswith(
        "SEARCH entry USING INDEX entry_busy (line=?)"
    )


@pytest.mark.parametrize(
    ("need", "index"),
    [
        (EntryPage("booked", "x"), "entry_state"),
        (LinePage(), "entry_waiting"),
        (LinePage("cut"), "entry_joined"),
        (LinePage("cut", NOW, "x"), "entry_joined"),
        (LinePage("", NOW, "x"), "entry_waiting"),
        (UnsyncedEntries("x"), "entry_unwritten"),
        (NextExpiring(), "entry_latest"),
        (LongestEnded(), "entry_ended"),
        (LongestEnded(NOW, "x"), "entry_ended"),
        (SlotPage(), "slot_freed"),
        (SlotPage("", NOW, "x"), "slot_freed"),
        (SlotPage("open"), "slot_status"),
        (SlotPage("open", NOW, "x"), "slot_status"),
        (SlotsBetween(NOW, NOW), "slot_starts"),
        (FreedBetween(NOW, NOW, "x"), "slot_freed"),
        (OffersOfSlot("x"), "PRIMARY KEY"),
        (OffersOfEntry("x"), "slot_offer_entry"),
        (AuditOfSubject(SCOPE, "x"), "audit_subject"),
        (MessagePage(SCOPE, "x"), "message_to"),
    ],
)
def test_every_page_comes_out_of_an_index_in_its_order(
    store: SqliteStore, need: Need[Any], index: str
) -> None:
    found = plan(store, need)
    assert index in found
    assert "TEMP B-TREE" not in found


def test_a_person_is_found_by_number_or_address_without_looking_through_the_list(
    store: SqliteStore,
) -> None:
    found = plan(store, EntriesAt("x"))
    assert "USING COVERING INDEX entry_phone (phone=?)" in found
    assert "USING COVERING INDEX entry_email (email=?)" in found
    assert "SCAN entry" not in found


# Someone is offered slots in every way, and then erased.

NAME, PHONE, MAIL, OLD_MAIL = (
    "Annabel Zwick",
    "+4915123456789",
    "zwick@example.org",
    "azwick@old.example",
)


class Salon(Shop):
    """A shop with a line."""

    def join(self, entry_id: str, **fields: Any) -> None:
        usual = {"entry_id": entry_id, "name": "Ben", "service": "Cut", "email": "ben@example.org"}
        assert self.give(JoinWaitlist(**{**usual, **fields})).code == "joined"

    def free(self, slot_id: str, hour: int) -> None:
        starts_at = datetime(2026, 6, 20, hour, 0, tzinfo=UTC)
        assert (
            self.give(FreeSlot(slot_id=slot_id, service="Cut", starts_at=starts_at)).code == "freed"
        )

    def entry(self, name: str) -> Entry:
        entry = self.store.load(Get(Entry, (name,)))
        assert entry is not None
        return entry


@pytest.fixture
def shop(store: SqliteStore) -> Salon:
    """Let someone join, change their address, be asked by text and mail, and write to the shop."""
    shop = Salon(store)
    shop.join("anna", name=NAME, phone=PHONE, email=OLD_MAIL)
    shop.join("ben")
    assert shop.give(EditEntry(entry_id="anna", email=MAIL)).code == "edited"
    shop.free("s1", 9)
    assert (shop.entry("anna").offer, shop.entry("anna").channel) == ("s1-2", "mail")
    for _ in range(3):
        shop.wait()
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
    assert [one.kind for one in store.load(MessagePage(SCOPE, "staff"))] == ["nobody_fits"]
    return shop


def assert_gone(shop: Salon, folder: Path) -> None:
    stored = dump(shop.store)
    for gone in (NAME, "Annabel", PHONE, PHONE[1:], MAIL, OLD_MAIL, "zwick"):
        assert gone not in stored
    assert "ben@example.org" in stored
    check_audit(shop.store)
    shop.store.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert check_database(folder / FILE).problems == ()


def test_who_is_erased_is_in_no_column_any_more(shop: Salon, tmp_path: Path) -> None:
    before = dump(shop.store)
    assert all(known in before for known in (NAME, PHONE, MAIL, OLD_MAIL))
    assert shop.give(EraseEntry(entry_id="anna")).code == "erased"
    assert_gone(shop, tmp_path)


def test_who_is_erased_while_they_hold_an_offer_is_gone_too(shop: Salon, tmp_path: Path) -> None:
    shop.free("s2", 10)
    assert shop.entry("anna").offer == "s2-1"
    assert shop.give(EraseEntry(entry_id="anna")).code == "erased"
    assert shop.entry("ben").offer == "s2-2"
    assert_gone(shop, tmp_path)


def test_who_is_erased_after_a_booking_is_gone_with_the_appointment_that_it_became(
    shop: Salon, tmp_path: Path
) -> None:
    shop.free("s2", 10)
    assert shop.give(ClaimSlot(slot_id="s2", seq=1, entry_id="anna")).code == "booked"
    assert shop.give(EraseEntry(entry_id="anna")).code == "erased"
    assert shop.give(EraseAppointment(appointment_id="s2")).code == "erased"
    assert_gone(shop, tmp_path)
