"""Writing the appointments' sheet: bookings made elsewhere, replies, new times, and trust."""

from typing import Any

import pytest

from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.sync.appointment_sheet.matching import STAYS_ENDED
from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentRows, AppointmentsSync
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    EditAppointment,
    EraseAppointment,
    NoShow,
)
from tests.inbound.sync.appointment_sheet.shop import (
    ANNA,
    BEN,
    CLEO,
    RULES_TEXT,
    YESTERDAY,
    Shop,
    table,
)
from tests.inbound.sync.business import at_once
from tests.inbound.sync.test_doubting import decide

NOTHING = SheetSyncReport()


def test_whoever_is_booked_another_way_is_appended_once() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.book("dora", "2026-06-24 10:00", remind_at=(5,))
    assert shop.run().written == 1
    assert shop.run() == NOTHING
    cells = (
        "Dora",
        "",
        "dora@example.org",
        "Cut",
        "Jess",
        "2026-06-24",
        "10:00",
        "booked",
        "dora",
        "5",
    )
    assert shop.row("Dora").cells == cells


def test_what_customers_answer_is_written() -> None:
    shop = Shop(ANNA, BEN, CLEO)
    shop.run()
    shop.confirm("Anna")
    shop.cancel("Ben")
    shop.reschedule("Cleo", "2026-06-26 11:00")
    assert shop.run().written == 3
    assert [shop.cell(name, "status") for name in shop.names()] == [
        "confirmed",
        "cancelled",
        "booked",
    ]
    assert shop.cells("Cleo", "date", "time", "staff") == ["2026-06-26", "11:00", "Sam"]
    assert shop.cells("Ben", "date", "time", "service") == ["24.06.2026", "9:30", "colour"]
    assert shop.run() == NOTHING


def test_a_new_date_is_written_as_the_old_one_was() -> None:
    when = [
        ("Di 23.06.2026", "14:00"),
        ("23.06.2026 14:00", ""),
        ("24/06/2026", "10:00"),
        ("2026-06-25 9:30", ""),
    ]
    names = ("Anna", "Ben", "Cleo", "Dora")
    rows = [
        (name, "", f"{name}@example.org", "Cut", "Sam", *each)
        for name, each in zip(names, when, strict=True)
    ]
    shop = Shop(*rows)
    shop.run()
    for name in names:
        shop.reschedule(name, f"2026-06-2{4 + names.index(name)} 16:15")
    shop.run()
    assert shop.cells("Ben", "date", "time") == ["25.06.2026 16:15", ""]
    assert shop.cells("Cleo", "date", "time") == ["26/06/2026", "16:15"]
    assert shop.cells("Dora", "date", "time") == ["2026-06-27 16:15", ""]
    assert shop.run() == NOTHING


def test_what_has_not_gone_through_yet_wins_over_what_the_sheet_still_says() -> None:
    shop = Shop(ANNA, BEN, CLEO)
    shop.run()
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.cancel("Ben")
    shop.give(EditAppointment(appointment_id=shop.named("Cleo").id, phone="+4915120000000"))
    shop.change("Anna", Time="15:00", Status="cancelled")
    shop.change("Ben", Status="confirmed", Time="10:00")
    shop.change("Cleo", Phone="0151 30000000")
    shop.run()
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "cancelled"), ("Cleo", "booked")]
    assert shop.cells("Anna", "date", "time", "status") == ["2026-06-26", "11:00", "booked"]
    assert (shop.cell("Ben", "status"), shop.cell("Cleo", "phone")) == (
        "cancelled",
        "+49 1512 0000000",
    )


def test_a_number_that_is_put_right_at_the_desk_is_put_right_in_the_sheet() -> None:
    shop = Shop(("Dan", "12", "", "Cut", "Sam", "2026-06-23", "10:00"))
    shop.run()
    shop.give(EditAppointment(appointment_id=shop.named("Dan").id, phone="+4915110000007"))
    assert shop.run().problems == ()
    assert shop.cell("Dan", "phone") == "+49 1511 0000007"
    assert shop.run() == NOTHING


def test_a_row_that_was_removed_while_its_customer_picked_another_time_comes_back() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.remove("Anna")
    shop.run()
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked")]
    assert shop.cells("Anna", "date", "time") == ["2026-06-26", "11:00"]


@pytest.mark.parametrize("by", ["customer", "desk"])
def test_an_old_copy_of_the_sheet_brings_nobody_back_who_cancelled(by: str) -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    old = shop.table
    if by == "customer":
        shop.cancel("Anna")
    else:
        shop.give(CancelAppointment(appointment_id=shop.named("Anna").id))
    shop.run()
    shop.sheet.table = old
    shop.run()
    assert shop.named("Anna").status == "cancelled"
    assert shop.cell("Anna", "status") == "cancelled"


def test_a_cancellation_that_staff_made_in_the_sheet_is_taken_back_there() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.change("Anna", Status="cancelled")
    shop.run()
    shop.change("Anna", Status="booked")
    assert shop.run().edited == 1
    assert shop.named("Anna").status == "booked"
    assert shop.run() == NOTHING


@pytest.mark.parametrize("typed", ["booked", "gebucht", "confirmed"])
def test_staff_are_told_that_a_customers_cancellation_is_not_taken_back_in_the_sheet(
    typed: str,
) -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.give(CancelAppointment(appointment_id=shop.named("Anna").id))
    shop.run()
    assert shop.cell("Anna", "status") == "cancelled"
    shop.change("Anna", Status=typed)
    shop.run()
    assert shop.named("Anna").status == "cancelled"
    anna = shop.named("Anna").id
    assert [(one.record, one.field, one.reason) for one in shop.known().problems] == [
        (anna, "status", STAYS_ENDED)
    ]


@pytest.mark.parametrize("typed", [{"Phone": "0151 20000000"}, {"Status": "confirmed"}])
def test_staff_are_told_of_an_edit_beside_a_customers_cancellation(typed: dict[str, str]) -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.run()
    shop.give(CancelAppointment(appointment_id=shop.named("Anna").id))
    shop.change("Anna", **typed)
    report = shop.run()
    assert [(one.field, one.reason) for one in report.problems] == [("status", STAYS_ENDED)]
    assert shop.named("Anna").status == "cancelled"


def test_a_time_that_is_offered_to_others_by_now_is_not_taken_back() -> None:
    shop = Shop(ANNA, BEN, rules=RULES_TEXT.replace("waitlist: no", "waitlist: yes"))
    shop.run()
    shop.change("Anna", Status="cancelled")
    shop.run()
    shop.change("Anna", Status="")
    assert [(one.row, one.field) for one in shop.run().problems] == [(2, "date")]
    assert (shop.named("Anna").status, shop.cell("Anna", "status")) == ("cancelled", "cancelled")


def test_whoever_is_noted_as_not_come_at_the_desk_is_written() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.later(days=4)
    shop.give(NoShow(appointment_id=shop.named("Anna").id))
    shop.run()
    assert shop.cell("Anna", "status") == "no-show"


def test_whoever_is_erased_is_gone_from_the_sheet() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.give(EraseAppointment(appointment_id=shop.named("Anna").id))
    shop.run()
    assert shop.names() == ["Ben"]


def test_a_sheet_that_cannot_be_reached_keeps_what_is_to_be_written() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.confirm("Anna")
    shop.sheet.down = "It is not there."
    assert shop.run().trouble == "It is not there."
    shop.sheet.down = ""
    assert shop.run().written == 1
    assert shop.cell("Anna", "status") == "confirmed"


def test_another_sheet_is_met_as_if_for_the_first_time() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    later = (*ANNA[:5], "2026-07-21", "14:00")
    other = MemorySheet(table(CLEO, later))
    sync = AppointmentsSync(shop.engine, other, shop.files, "another list")
    report = at_once(sync.run())
    assert (report.joined, report.removed) == (2, 0)
    assert [row.cells[0] for row in other.table.rows] == ["Cleo", "Anna", "Anna", "Ben"]
    assert at_once(sync.run()) == NOTHING


def dozen(known: int) -> Shop:
    rows = [
        (f"P{number:02}", "", f"p{number}@example.org", "Cut", "", *ANNA[5:])
        for number in range(known)
    ]
    shop = Shop(*rows, YESTERDAY)
    shop.run()
    return shop


@pytest.mark.parametrize(("known", "left"), [(1, 0), (2, 0), (3, 0), (14, 11), (20, 10)])
def test_of_many_rows_that_vanish_at_once_staff_are_asked_first(known: int, left: int) -> None:
    shop = dozen(known)
    shop.remove(*shop.names()[left:known])
    assert f"{known - left} of {known} appointments" in shop.run().trouble
    shop.later(minutes=20)
    assert shop.run().removed == 0
    assert {status for _, status in shop.everyone()} == {"booked"}
    decide(shop)
    assert shop.run().removed == known - left


def test_of_many_rows_that_say_cancelled_all_of_a_sudden_staff_are_asked_first() -> None:
    shop = dozen(6)
    for name in ("P00", "P01"):
        shop.change(name, Status="cancelled")
    shop.remove("P02")
    shop.change("P04", Staff="Jess")
    report = shop.run()
    assert "3 of 6 appointments" in report.trouble
    assert (report.edited, report.removed, shop.named("P04").staff) == (1, 0, "Jess")
    assert shop.cell("P00", "status") == "cancelled"
    decide(shop, keep=True)
    shop.run()
    assert {status for _, status in shop.everyone()} == {"booked"}
    assert [shop.cell(f"P0{one}", "status") for one in range(3)] == ["booked"] * 3
    for name in ("P00", "P01"):
        shop.change(name, Status="cancelled")
    assert shop.run().edited == 2


def test_rows_that_say_cancelled_are_cancelled_when_staff_confirm_it() -> None:
    shop = dozen(6)
    for name in ("P00", "P01", "P02"):
        shop.change(name, Status="cancelled")
    shop.run()
    decide(shop)
    report = shop.run()
    assert (report.edited, report.removed, report.trouble) == (3, 0, "")
    assert [status for _, status in shop.everyone()].count("cancelled") == 3


def test_rows_of_the_past_may_vanish_by_the_dozen() -> None:
    rows = [
        (f"P{number:02}", "", f"p{number}@example.org", "Cut", "", *ANNA[5:]) for number in range(9)
    ]
    shop = Shop(*rows, CLEO)
    shop.run()
    shop.later(days=4)
    shop.remove(*shop.names()[:9])
    report = shop.run()
    assert (report.trouble, report.removed) == ("", 0)


def test_an_edit_and_a_tap_at_the_same_time_both_survive_or_staff_are_told() -> None:
    shop = Shop(ANNA, BEN, CLEO)
    shop.run()
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.confirm("Ben")
    shop.reschedule("Cleo", "2026-06-26 15:00")
    shop.change("Anna", Phone="0151 20000000", Staff="Sam")
    shop.change("Ben", Time="10:00")
    shop.change("Cleo", Time="12:00", Phone="0151 30000000")
    report = shop.run()
    assert [(one.row, one.field) for one in report.problems] == [(4, "date")]
    assert "at the same time" in report.problems[0].reason
    anna, cleo = shop.named("Anna"), shop.named("Cleo")
    assert (anna.phone, anna.staff) == ("+4915120000000", "Sam")
    assert (shop.starts("Anna"), shop.starts("Cleo")) == ("2026-06-26 09:00", "2026-06-26 13:00")
    assert (cleo.phone, shop.starts("Ben")) == ("+4915130000000", "2026-06-24 08:00")
    assert shop.cells("Anna", "date", "time", "phone") == [
        "2026-06-26",
        "11:00",
        "0151 20000000",
    ]
    assert shop.known().problems == report.problems


def test_a_status_that_staff_write_while_the_customer_answers_is_told() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.confirm("Anna")
    shop.change("Anna", Status="cancelled")
    assert [(one.row, one.field) for one in shop.run().problems] == [(2, "status")]
    assert (shop.named("Anna").status, shop.cell("Anna", "status")) == ("confirmed", "confirmed")


def test_a_tap_between_the_reading_and_the_edit_loses_neither(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.change("Anna", Phone="0151 20000000")
    taps = ["Anna"]
    usual = AppointmentRows.take_over

    async def taken_over(rows: Any, look: Any, matched: Any) -> Any:
        if taps:
            await shop.store_tap(taps.pop())
        return await usual(rows, look, matched)

    monkeypatch.setattr(AppointmentRows, "take_over", taken_over)
    shop.run()
    anna = shop.named("Anna")
    assert (anna.status, anna.phone) == ("confirmed", "+4915120000000")
