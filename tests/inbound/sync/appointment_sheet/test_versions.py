"""Versions of the appointments' sheet: any can be restored; customers' later actions stay."""

import gzip

import pytest

from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.sync.appointment_sheet.sync import VERSIONS
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.inbound.sync.waitlist_sheet.sync import VERSIONS as OF_THE_WAITLIST
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.products.frontdesk.appointments.commands import EraseAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentPage
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion
from tests.inbound.sync.appointment_sheet.shop import ANNA, BEN, CLEO, HEAD, Shop, table
from tests.inbound.sync.business import at_once

NOTHING = SheetSyncReport()


def newest(shop: Shop) -> SheetVersion:
    return VERSIONS.newest(shop.engine, limit=1)[0]


def first(shop: Shop) -> SheetVersion:
    return VERSIONS.newest(shop.engine, limit=100)[-1]


def put_back(shop: Shop, version: SheetVersion) -> SheetSyncReport:
    report = at_once(shop.sync.put_back(version, "a host"))
    assert report is not None
    return report


def test_a_bad_edit_is_rolled_back_and_what_customers_did_since_stays() -> None:
    shop = Shop(ANNA, BEN, CLEO, ("Dan", "", "dan@example.org", "Cut", "Sam", "2026-06-26", "9:00"))
    shop.run()
    good = newest(shop)
    shop.later(minutes=3)
    shop.confirm("Ben")
    shop.reschedule("Cleo", "2026-06-26 16:00")
    shop.book("dora", "2026-06-24 11:00")
    shop.run()
    shop.later(minutes=3)
    shop.remove("Anna")
    shop.change("Dan", Time="17:00", Phone="0151 99999999")
    shop.run()
    assert shop.named("Anna").status == "cancelled"
    shop.later(minutes=3)
    report = put_back(shop, good)
    assert report.problems == ()
    stand = [
        ("Anna", "booked"),
        ("Ben", "confirmed"),
        ("Cleo", "booked"),
        ("Dan", "booked"),
        ("Dora", "booked"),
    ]
    assert shop.everyone() == stand
    assert (shop.starts("Dan"), shop.named("Dan").phone) == ("2026-06-26 07:00", "")
    assert (shop.starts("Cleo"), shop.cells("Cleo", "date", "time")) == (
        "2026-06-26 14:00",
        ["2026-06-26", "16:00"],
    )
    assert shop.cells("Anna", "key", "status") == [shop.named("Anna").id, "booked"]
    assert shop.cell("Ben", "status") == "confirmed"
    assert shop.run() == NOTHING


def test_whoever_cancelled_since_then_stays_cancelled() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    good = newest(shop)
    shop.cancel("Anna")
    shop.run()
    shop.later(minutes=3)
    put_back(shop, good)
    assert shop.everyone() == [("Anna", "cancelled"), ("Ben", "booked")]
    assert shop.cell("Anna", "status") == "cancelled"
    assert shop.run() == NOTHING


def test_a_version_from_before_there_were_keys_books_nobody_again() -> None:
    shop = Shop(ANNA, BEN, CLEO)
    shop.book("anna", "2026-06-24 12:00")
    shop.run()
    shop.later(minutes=3)
    shop.cancel("Anna")
    shop.change("Ben", Time="10:00")
    shop.run()
    shop.later(minutes=3)
    shop.remove("Cleo")
    shop.run()
    put_back(shop, first(shop))
    assert shop.everyone() == [
        ("Anna", "booked"),
        ("Anna", "cancelled"),
        ("Ben", "booked"),
        ("Cleo", "booked"),
    ]
    assert shop.starts("Ben") == "2026-06-24 07:30"


def test_the_two_sheets_have_versions_of_their_own() -> None:
    shop = Shop(ANNA)
    at_once(SheetSync(shop.engine, shop.sheet, shop.files, "both").run())
    shop.run()
    ours, theirs = VERSIONS.newest(shop.engine), OF_THE_WAITLIST.newest(shop.engine)
    assert [one.by for one in ours] == ["fullhouse", "staff"]
    assert {one.file.split("/")[1] for one in ours} == {"appointments"}
    assert {one.file.split("/")[1] for one in theirs} == {"waitlist"}
    assert at_once(shop.sync.put_back(theirs[0], "a host")) is None
    assert VERSIONS.newest(shop.engine, ours[0].id) == ours[1:]


def test_whoever_is_erased_is_in_no_version_and_their_other_appointments_are() -> None:
    other = (*ANNA[:5], "2026-07-21", "14:00")
    shop = Shop(ANNA, BEN, other)
    shop.run()
    erased = next(
        one
        for one in shop.engine.load(_all())
        if f"{one.starts_at:%m}" == "06" and one.name == "Anna"
    )
    shop.change("Ben", Time="10:00")
    shop.run()
    shop.give(EraseAppointment(appointment_id=erased.id))
    shop.run()
    kept = [gzip.decompress(content) for content in shop.files.kept.values()]
    assert not any(b"2026-06-23" in content for content in kept)
    assert all(content.count(b"Anna") == 1 for content in kept)


@pytest.mark.parametrize(
    ("head", "row"),
    [
        (HEAD, ("Zoe Quick", "", "", "Cut", "Jess", "2026-06-24", "14:00")),
        (
            ("First name", "Last name", "Service", "When"),
            ("Zoe", "Quick", "Cut", "2026-06-24 14:00"),
        ),
    ],
)
def test_whoever_is_erased_and_had_only_a_name_is_in_no_version_and_does_not_come_back_with_one(
    head: tuple[str, ...], row: tuple[str, ...]
) -> None:
    later = tuple(cell.replace("06-24", "07-24") for cell in row)
    shop = Shop(sheet=MemorySheet(table(row, later, head=head)))
    shop.run()
    both: tuple[Appointment, ...] = shop.engine.load(_all())
    erased = min(both, key=lambda one: one.starts_at)
    shop.give(EraseAppointment(appointment_id=erased.id))
    shop.run()
    kept = [gzip.decompress(content) for content in shop.files.kept.values()]
    assert not any(b"2026-06-24" in content for content in kept)
    assert all(content.count(b"Zoe") == 1 for content in kept)
    shop.later(minutes=3)
    put_back(shop, first(shop))
    assert [one.status for one in shop.engine.load(_all()) if one.name == "Zoe Quick"] == ["booked"]


def _all() -> AppointmentPage:
    return AppointmentPage(limit=10)
