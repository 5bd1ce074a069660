"""Changes of the sheet that staff are asked about first, because a customer relies on the time."""

import pytest

from fullhouse.inbound.spreadsheets.table import Edits, apply
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.held_removals import CHANGES, HeldRemoval
from tests.inbound.sync.appointment_sheet.shop import ANNA, BEN, CLEO, Shop
from tests.inbound.sync.test_doubting import decide, notes, question


def claims(shop: Shop, name: str = "wanda") -> None:
    """Book someone from the waitlist, as a claim does, and let the sheet show it."""
    shop.book(name, "2026-06-24 14:00", source="waitlist")
    shop.run()


def told(shop: Shop, name: str) -> list[str]:
    """Return the kinds of messages to a customer."""
    one = shop.named(name).id
    return [message.kind for message in shop.messages() if message.person == one]


@pytest.fixture
def shop() -> Shop:
    shop = Shop(ANNA, BEN, CLEO)
    shop.run()
    return shop


def test_a_missing_row_of_someone_from_the_waitlist_is_asked_about(shop: Shop) -> None:
    claims(shop)
    shop.remove("Wanda")
    report = shop.run()
    assert (report.removed, shop.named("Wanda").status) == (0, "booked")
    assert "1 of 4 appointments" in report.trouble
    assert notes(shop) == [(1, ["Wanda"])]
    assert shop.run().removed == 0
    assert decide(shop) == "removal_confirmed"
    assert shop.run().removed == 1
    assert (shop.named("Wanda").status, told(shop, "Wanda")) == ("cancelled", ["cancelled"])
    assert (question(shop).asked, shop.known().trouble) == ((), "")


def test_who_came_from_the_waitlist_and_is_kept_gets_the_row_again(shop: Shop) -> None:
    claims(shop)
    shop.remove("Wanda")
    shop.run()
    assert decide(shop, keep=True) == "removal_kept"
    shop.run()
    assert "Wanda" in shop.names()
    assert (shop.named("Wanda").status, told(shop, "Wanda")) == ("booked", [])


def test_a_missing_row_of_someone_who_picked_the_time_is_asked_about(shop: Shop) -> None:
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.run()
    shop.remove("Anna")
    assert shop.run().removed == 0
    assert notes(shop) == [(1, ["Anna"])]


def test_a_missing_row_of_someone_who_booked_online_is_asked_about(shop: Shop) -> None:
    shop.book("fay", "2026-06-26 15:00", source="form")
    shop.run()
    shop.remove("Fay")
    assert shop.run().removed == 0
    assert notes(shop) == [(1, ["Fay"])]


def test_an_old_copy_ends_nobody_whom_staff_booked_since(shop: Shop) -> None:
    old = shop.table
    shop.book("fay", "2026-06-26 15:00")
    shop.run()
    shop.sheet.table = old
    assert shop.run().removed == 0
    assert notes(shop) == [(1, ["Fay"])]


def test_once_staff_have_moved_someone_a_removed_row_is_their_wish(shop: Shop) -> None:
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.run()
    shop.change("Anna", Time="12:00")
    shop.run()
    shop.remove("Anna")
    assert shop.run().removed == 1


def test_with_a_row_that_is_asked_about_others_wait_too(shop: Shop) -> None:
    claims(shop)
    shop.remove("Wanda", "Ben")
    assert shop.run().removed == 0
    assert notes(shop) == [(2, ["Ben", "Wanda"])]


def test_whoever_was_told_of_a_cancellation_is_told_that_it_is_taken_back(shop: Shop) -> None:
    claims(shop)
    whole = shop.table
    shop.remove("Wanda")
    shop.run()
    decide(shop)
    shop.run()
    shop.sheet.table = whole
    shop.run()
    assert shop.named("Wanda").status == "booked"
    assert told(shop, "Wanda") == ["cancelled", "restored"]


DORA = ("Dora", "0151 10000005", "", "Cut", "Jess", "2026-06-26", "15:00")
TIMES = ["2026-06-23 12:00", "2026-06-24 07:30", "2026-06-25 08:00", "2026-06-26 13:00"]
NAMES = ("Anna", "Ben", "Cleo", "Dora")


def column(shop: Shop, heading: str, cells: list[str]) -> None:
    """Write a whole column anew, as if it was sorted by itself."""
    for name, cell in zip(NAMES, cells, strict=True):
        shop.change(name, **{heading: cell})


def changes(shop: Shop) -> HeldRemoval:
    """Return the question to staff about changed times and names."""
    return shop.engine.load(Get(HeldRemoval, (CHANGES,))) or HeldRemoval(id=CHANGES)


def answer(shop: Shop, *, keep: bool = False) -> str:
    command = DecideRemoval(source=CHANGES, rev=changes(shop).rev, keep=keep)
    said: str = shop.give(command)
    return said


@pytest.fixture
def four() -> Shop:
    shop = Shop(ANNA, BEN, CLEO, DORA)
    shop.run()
    return shop


def dates(shop: Shop) -> list[str]:
    return [shop.cell(name, "date") for name in NAMES]


def starts(shop: Shop) -> list[str]:
    return [shop.starts(name) for name in NAMES]


def test_a_column_of_dates_that_is_sorted_alone_moves_nobody(four: Shop) -> None:
    before = dates(four)
    column(four, "Date", before[::-1])
    report = four.run()
    assert (report.edited, starts(four)) == (0, TIMES)
    assert "4 appointments" in report.trouble
    assert notes(four) == [(4, ["Anna", "Ben", "Cleo", "Dora"])]
    assert four.run().edited == 0
    assert dates(four) == before[::-1]
    column(four, "Date", before)
    assert four.run().trouble == ""
    assert (changes(four).asked, answer(four), len(notes(four))) == ((), "no_question", 1)


def test_times_that_staff_confirm_are_changed_and_customers_are_told(four: Shop) -> None:
    column(four, "Date", dates(four)[::-1])
    four.run()
    assert answer(four) == "removal_confirmed"
    assert four.run().edited == 4
    assert four.starts("Anna") == "2026-06-26 12:00"
    assert [told(four, name) for name in NAMES] == [["rescheduled"]] * 4
    assert (changes(four).asked, changes(four).confirmed, four.known().trouble) == ((), (), "")


def test_times_that_staff_keep_are_written_into_the_sheet_again(four: Shop) -> None:
    before = dates(four)
    column(four, "Date", before[::-1])
    four.run()
    assert answer(four, keep=True) == "removal_kept"
    four.run()
    assert dates(four) == ["2026-06-23", "2026-06-24", "25.06.2026", "2026-06-26"]
    assert (starts(four), four.run().edited) == (TIMES, 0)
    assert (changes(four).kept, four.known().trouble) == ((), "")
    four.change("Anna", Date=before[3])
    assert four.run().edited == 1
    assert four.starts("Anna") == "2026-06-26 12:00"


def test_a_column_of_names_that_is_sorted_alone_renames_nobody(four: Shop) -> None:
    rows = four.table.rows
    names = [row.cells[0] for row in rows][::-1]
    cells = {row.number: {"Name": name} for row, name in zip(rows, names, strict=True)}
    four.sheet.table = apply(four.table, Edits(cells))
    assert four.run().edited == 0
    assert starts(four) == TIMES
    assert len(changes(four).asked) == 4
    # No name is kept in the question.
    assert not any(name in str(changes(four)) for name in NAMES)


def test_a_few_that_staff_move_or_rename_are_changed_at_once(four: Shop) -> None:
    four.change("Anna", Time="15:00")
    four.change("Ben", Time="10:30")
    four.change("Cleo", Phone="0151 10000009")
    four.change("Dora", Name="DORA")
    assert four.run().edited == 4
    assert (four.starts("Anna"), notes(four)) == ("2026-06-23 13:00", [])


def test_a_change_that_is_another_one_by_now_is_asked_about_again(four: Shop) -> None:
    column(four, "Date", dates(four)[::-1])
    four.run()
    answer(four)
    four.change("Anna", Time="16:00")
    four.change("Ben", Time="16:00")
    four.change("Cleo", Time="16:00")
    four.run()
    assert (four.starts("Dora"), four.starts("Anna")) == ("2026-06-23 13:00", TIMES[0])
    assert len(changes(four).asked) == 3


def test_an_old_copy_does_not_move_a_customer_back(shop: Shop) -> None:
    old = shop.table
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.run()
    shop.sheet.table = old
    assert shop.run().edited == 0
    assert shop.starts("Anna") == "2026-06-26 09:00"
    assert notes(shop) == [(1, ["Anna"])]
    assert answer(shop, keep=True) == "removal_kept"
    shop.run()
    assert shop.cells("Anna", "date", "time") == ["2026-06-26", "11:00"]


def test_a_customer_whom_staff_move_back_is_told(shop: Shop) -> None:
    old = shop.table
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.run()
    shop.sheet.table = old
    shop.run()
    answer(shop)
    shop.run()
    assert shop.starts("Anna") == TIMES[0]
    assert told(shop, "Anna")[-1] == "rescheduled"


def test_nobody_is_moved_to_a_time_that_someone_else_has(shop: Shop) -> None:
    old = shop.table
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.run()
    shop.sheet.table = old
    shop.run()
    shop.book("gabi", "2026-06-23 14:00", source="waitlist")
    assert answer(shop) == "removal_confirmed"
    shop.run()
    assert (shop.starts("Anna"), told(shop, "Anna")) == ("2026-06-26 09:00", ["rescheduled"])
    assert [item.id for item in changes(shop).asked] == [shop.named("Anna").id]
    assert notes(shop) == [(1, ["Anna"]), (1, ["Anna"])]
    shop.cancel("Gabi")
    answer(shop)
    shop.run()
    assert shop.starts("Anna") == TIMES[0]


def test_whoever_cannot_move_is_in_the_way_of_others(four: Shop) -> None:
    four.book("gabi", "2026-06-26 12:00", source="waitlist")
    column(four, "Date", ["2026-06-26", "2026-06-25", "2026-06-24", "2026-06-27"])
    four.change("Dora", Date="2026-06-23", Time="14:00")
    four.run()
    four.change("Anna", Date="2026-06-26", Time="12:00")
    four.run()
    answer(four)
    four.run()
    assert [four.starts(name) for name in ("Anna", "Dora")] == [TIMES[0], TIMES[3]]
    assert [four.starts(name)[:10] for name in ("Ben", "Cleo")] == ["2026-06-25", "2026-06-24"]
    assert {item.id for item in changes(four).asked} == {
        four.named(name).id for name in ("Anna", "Dora")
    }


def test_a_time_with_another_member_of_staff_is_theirs(four: Shop) -> None:
    four.book("gabi", "2026-06-26 14:00", staff="Sam", source="waitlist")
    column(four, "Date", ["2026-06-26"] * 4)
    four.change("Anna", Staff="Sam")
    four.run()
    answer(four)
    four.run()
    assert [item.id for item in changes(four).asked] == [four.named("Anna").id]


def test_more_than_fit_into_one_question_are_not_changed_either(
    four: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fullhouse.products.frontdesk.shared.held_removals.MOST_ASKED", 3)
    column(four, "Date", dates(four)[::-1])
    assert four.run().edited == 0
    assert (len(changes(four).asked), starts(four)) == (3, TIMES)


def swapped(shop: Shop, column_: str, field: str) -> list[str]:
    """Turn the cells of one column round, by itself; return them as they were."""
    cells = [shop.cell(name, field) for name in NAMES]
    column(shop, column_, cells[::-1])
    return cells


@pytest.mark.parametrize(("heading", "field"), [("Phone", "phone"), ("Email", "email")])
def test_a_column_of_numbers_or_addresses_sorted_alone_gives_nobody_another_ones(
    heading: str, field: str
) -> None:
    rows = [
        (*row[:1], f"+49 1511 000000{at}", f"{row[0].lower()}@example.org", *row[3:])
        for at, row in enumerate((ANNA, BEN, CLEO, DORA), 1)
    ]
    shop = Shop(*rows)
    shop.run()
    before = [getattr(shop.named(name), field) for name in NAMES]
    cells = swapped(shop, heading, field)
    report = shop.run()
    assert [getattr(shop.named(name), field) for name in NAMES] == before
    assert (report.edited, notes(shop)) == (0, [(4, [*NAMES])])
    assert not any(text in str(changes(shop)) for text in before)
    assert answer(shop, keep=True) == "removal_kept"
    shop.run()
    assert [shop.cell(name, field) for name in NAMES] == cells
    swapped(shop, heading, field)
    shop.run()
    answer(shop)
    assert shop.run().edited == 4
    assert [getattr(shop.named(name), field) for name in NAMES] == before[::-1]
    assert [told(shop, name) for name in NAMES] == [[]] * 4


def test_numbers_that_are_only_filled_in_are_taken_over_at_once() -> None:
    shop = Shop(*((*row[:1], "", f"{row[0]}@example.org", *row[3:]) for row in (ANNA, BEN, CLEO)))
    shop.run()
    for at, name in enumerate(("Anna", "Ben", "Cleo"), 1):
        shop.change(name, Phone=f"0151 1000000{at}")
    assert shop.run().edited == 3
    assert notes(shop) == []


def test_two_new_numbers_beside_two_new_times_are_changed_at_once(four: Shop) -> None:
    four.change("Anna", Time="15:00")
    four.change("Ben", Time="10:30")
    four.change("Cleo", Phone="0151 10000009")
    four.change("Dora", Phone="0151 10000010")
    assert four.run().edited == 4
    assert notes(four) == []


def test_times_that_staff_keep_are_written_again_where_they_had_passed_too(four: Shop) -> None:
    four.book("emil", "2026-06-20 17:00", staff="Sam")
    four.run()
    column(four, "Date", dates(four)[::-1])
    four.change("Emil", Time="09:00")
    assert [(one.row, one.field) for one in four.run().problems] == [(6, "date")]
    assert len(changes(four).asked) == 4
    answer(four, keep=True)
    assert four.run().problems == ()
    assert four.cells("Emil", "date", "time") == ["2026-06-20", "17:00"]
    assert (four.starts("Emil"), four.known().problems) == ("2026-06-20 15:00", ())
