"""Whose row it is: keys that were lost, copied or never written, and people who are known."""

from fullhouse.inbound.spreadsheets.port import MemorySheet
from tests.inbound.sync.appointment_sheet.shop import (
    ANNA,
    BEN,
    HEAD,
    NOTHING,
    Shop,
    problems,
    table,
)
from tests.inbound.sync.front_desk import refuses


def test_keys_that_were_lost_are_written_again() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    keys = {name: shop.cell(name, "key") for name in shop.names()}
    for name in shop.names():
        shop.change(name, Key="", Status="")
    report = shop.run()
    assert (report.joined, report.removed) == (0, 0)
    assert {name: shop.cell(name, "key") for name in shop.names()} == keys
    assert shop.cell("Anna", "status") == "booked"


def test_a_copied_row_with_another_date_is_another_appointment() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.confirm("Anna")
    shop.run()
    shop.add(*ANNA[:5], "2026-07-21", "14:00", "confirmed", shop.cell("Anna", "key"))
    assert shop.run().joined == 1
    assert shop.everyone() == [("Anna", "booked"), ("Anna", "confirmed")]
    assert len({row.cells[-1] for row in shop.table.rows}) == 2
    assert [row.cells[-2] for row in shop.table.rows] == ["confirmed", "booked"]


def test_a_copied_row_that_stayed_the_same_is_a_problem() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.add(*ANNA, "booked", shop.cell("Anna", "key"))
    report = shop.run()
    assert problems(report) == [(3, "key")]
    assert "row 2" in report.problems[0].reason
    assert shop.everyone() == [("Anna", "booked")]


def test_the_same_appointment_in_two_rows_is_a_problem_and_is_booked_once() -> None:
    shop = Shop(ANNA, BEN, ANNA)
    report = shop.run()
    assert problems(report) == [(4, "key")]
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked")]
    assert problems(shop.run()) == []
    shop.change("Ben", Time="9:45")
    assert problems(shop.run()) == [(4, "key")]


def test_a_key_that_is_not_known_counts_as_none() -> None:
    shop = Shop(
        sheet=MemorySheet(
            table((*ANNA, "7", ""), (*BEN, "8", "cancelled"), head=(*HEAD, "Key", "Status"))
        )
    )
    assert shop.run().joined == 1
    assert shop.cell("Anna", "key") == shop.named("Anna").id


def test_a_row_that_staff_write_for_someone_who_is_known_is_theirs() -> None:
    shop = Shop(BEN)
    shop.book("anna", "2026-06-23 14:00", phone="+4915110000001", link="https://book.example/a")
    shop.add("Anna S.", "0151 10000001", "", "Cut", "", "2026-06-23", "14:00")
    report = shop.run()
    assert (report.joined, report.written) == (1, 1)
    assert shop.names() == ["Ben", "Anna S."]
    assert shop.cells("Anna S.", "key", "email", "staff") == ["anna", "anna@example.org", "Jess"]
    shop.run()
    assert (shop.named("Anna S.").id, shop.named("Anna S.").email) == ("anna", "anna@example.org")


def test_what_a_row_of_someone_who_is_known_leaves_out_is_added_to_it() -> None:
    shop = Shop(
        sheet=MemorySheet(
            table(("Anna", "Cut", "2026-06-23 14:00"), head=("Name", "Service", "Date"))
        )
    )
    shop.book("anna", "2026-06-23 14:00", phone="+4915110000001")
    shop.run()
    assert shop.cells("Anna", "phone", "email", "staff") == [
        "+49 1511 0000001",
        "anna@example.org",
        "Jess",
    ]
    shop.run()
    assert (shop.named("Anna").phone, shop.named("Anna").staff) == ("+4915110000001", "Jess")
    assert shop.run() == NOTHING


def test_two_of_one_name_at_one_time_stay_two() -> None:
    shop = Shop(ANNA)
    shop.sheet.write = refuses
    shop.run()
    del shop.sheet.write
    other = ("Anna", "0151 20000000", *ANNA[2:])
    shop.sheet.table = table(other, ANNA)
    first = shop.named("Anna").id
    shop.run()
    assert [row.cells[1] for row in shop.table.rows if row.cells[-1] == first] == ["0151 10000001"]
    assert shop.everyone() == [("Anna", "booked"), ("Anna", "booked")]


def test_a_time_corrected_before_the_key_was_written_moves_the_same_appointment() -> None:
    shop = Shop(ANNA, BEN)
    shop.sheet.write = refuses
    assert shop.run().trouble
    booked = shop.named("Anna")
    del shop.sheet.write
    shop.change("Anna", Time="15:00")
    shop.change("Ben", Email="benno@example.org")
    shop.run()
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked")]
    assert (shop.named("Anna").id, shop.starts("Anna")) == (booked.id, "2026-06-23 13:00")
    assert shop.named("Ben").email == "benno@example.org"


def test_the_same_time_can_be_booked_again_after_it_was_called_off() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.cancel("Anna")
    shop.run()
    shop.add(*ANNA)
    assert shop.run().joined == 1
    assert shop.everyone() == [("Anna", "booked"), ("Anna", "cancelled"), ("Ben", "booked")]
    assert shop.run() == NOTHING


def test_what_was_called_off_before_its_key_was_written_is_never_booked_again() -> None:
    shop = Shop(ANNA)
    shop.sheet.write = refuses
    shop.run()
    shop.cancel("Anna")
    shop.run()
    del shop.sheet.write
    shop.run()
    assert shop.everyone() == [("Anna", "cancelled")]
    assert shop.cells("Anna", "status", "key") == ["cancelled", shop.named("Anna").id]
    assert shop.run() == NOTHING
