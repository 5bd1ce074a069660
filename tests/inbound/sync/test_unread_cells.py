"""Cells that cannot be read: nobody writes over them, and they stay named until they are fixed."""

import pytest

from fullhouse.inbound.sync.edits_beside import TOGETHER
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from tests.inbound.sync.appointment_sheet import shop as salon
from tests.inbound.sync.front_desk import ANNA, BEN, FrontDesk, table
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

HEAD = ("Name", "Phone", "Email", "Service", "Weekdays", "Times", "Party")
KARLA = ("Karla", "0151 10000001", "", "Cut", "außer Montag", "nicht vormittags", "2")
LEO = ("Leo", "0151 10000002", "", "Cut", "Tue, Thu", "", "")


@pytest.fixture
def desk() -> FrontDesk:
    desk = FrontDesk()
    desk.sheet.table = table(KARLA, LEO, head=HEAD)
    desk.run()
    return desk


def unread(desk: FrontDesk | salon.Shop) -> list[tuple[int, str, str]]:
    return [(one.row, one.field, one.record) for one in desk.known().problems]


def test_unread_wishes_stay_in_the_sheet_while_something_else_is_written(desk: FrontDesk) -> None:
    karla = desk.named("Karla").id
    named = [(2, "weekdays", karla), (2, "times", karla)]
    assert unread(desk) == named
    desk.give(EditEntry(entry_id=karla, priority=3))
    desk.run()
    assert desk.cells("Karla", "weekdays", "times", "priority") == [*KARLA[4:6], "3"]
    assert unread(desk) == named
    desk.restart()
    desk.give(EditEntry(entry_id=karla, priority=2))
    desk.change("Leo", Weekdays="alle außer Mo")
    desk.run()
    desk.give(EditEntry(entry_id=desk.named("Leo").id, priority=2))
    desk.run()
    assert desk.cells("Leo", "weekdays", "priority") == ["alle außer Mo", "2"]
    assert unread(desk) == [*named, (3, "weekdays", desk.named("Leo").id)]
    desk.change("Karla", Weekdays="Tue", Times="after 17:00")
    desk.change("Leo", Weekdays="Wed")
    desk.run()
    assert (unread(desk), desk.named("Karla").weekdays) == ([], ("tue",))


def test_wishes_that_are_put_right_elsewhere_are_written(desk: FrontDesk) -> None:
    desk.later(hours=1)
    desk.give(EditEntry(entry_id=desk.named("Karla").id, weekdays=("fri",)))
    desk.run()
    assert desk.cells("Karla", "weekdays", "times") == ["Fri", KARLA[5]]
    assert [one.field for one in desk.known().problems] == ["times"]


def test_a_time_that_the_customer_picks_is_written_over_one_that_cannot_be_read() -> None:
    shop = salon.Shop(salon.ANNA, salon.BEN)
    shop.run()
    shop.change("Anna", Time="15 oder 16 Uhr")
    shop.run()
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.run()
    assert shop.cells("Anna", "date", "time") == ["2026-06-26", "11:00"]
    assert shop.known().problems == ()


def test_staff_are_told_of_a_time_that_they_typed_while_the_customer_chose_another() -> None:
    shop = salon.Shop(salon.ANNA, salon.BEN)
    shop.run()
    shop.run()
    shop.change("Anna", Time="15 oder 16 Uhr")
    shop.reschedule("Anna", "2026-06-26 11:00")
    shop.run()
    assert shop.cells("Anna", "date", "time") == ["2026-06-26", "11:00"]
    told = [(one.field, one.record, one.reason) for one in shop.known().problems]
    assert ("time", shop.named("Anna").id, TOGETHER) in told


def test_an_edit_over_a_cell_that_new_rules_cannot_read_is_not_dropped_without_a_word() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.run()
    desk.give(SaveDocument(name="rules", text=RULES_TEXT.replace("- Cut:", "- Haircut:")))
    anna = desk.named("Anna").id
    desk.give(EditEntry(entry_id=anna, service="Haircut", source="form"))
    desk.change("Anna", Service="Colour")
    desk.run()
    assert (desk.named("Anna").service, desk.cell("Anna", "service")) == ("Haircut", "Haircut")
    told = [(one.field, one.record, one.reason) for one in desk.known().problems]
    assert told == [("service", anna, TOGETHER)]


def test_a_cell_that_was_emptied_is_written_again(desk: FrontDesk) -> None:
    row = desk.row("Leo").number
    desk.change("Leo", Name="")
    desk.run()
    assert unread(desk)[-1][:2] == (row, "name")
    (leo,) = [one for one in desk.waiting() if one.name == "Leo"]
    desk.give(EditEntry(entry_id=leo.id, priority=2))
    desk.run()
    assert desk.cell("Leo", "name") == "Leo"


@pytest.mark.parametrize(
    ("heading", "field", "text"),
    [
        ("Time", "time", "15 oder 16 Uhr"),
        ("Date", "date", "irgendwann"),
        ("Status", "status", "vielleicht"),
        ("Phone", "phone", "kommt noch"),
    ],
)
def test_unread_cells_of_appointments_stay_while_customers_confirm(
    heading: str, field: str, text: str
) -> None:
    shop = salon.Shop(salon.ANNA, salon.BEN)
    shop.run()
    shop.change("Ben", **{heading: text})
    shop.run()
    named = [(3, field, shop.named("Ben").id)]
    assert unread(shop) == named
    shop.confirm("Ben")
    shop.run()
    assert shop.cell("Ben", field) == text
    assert unread(shop) == named
    shop.restart()
    shop.book("dora", "2026-06-26 11:00")
    shop.run()
    assert (shop.cell("Ben", field), unread(shop)) == (text, named)


def test_a_time_that_cannot_be_read_stays_beside_a_date_that_was_emptied() -> None:
    shop = salon.Shop(salon.ANNA, salon.BEN)
    shop.run()
    shop.change("Ben", Date="", Time="15 oder 16 Uhr")
    shop.run()
    shop.confirm("Ben")
    shop.run()
    assert shop.cells("Ben", "date", "time") == ["", "15 oder 16 Uhr"]
    shop.change("Ben", Time="")
    shop.run()
    shop.change("Anna", Date="")
    shop.run()
    shop.confirm("Anna")
    shop.run()
    assert shop.cells("Anna", "date", "time") == ["2026-06-23", "14:00"]


def test_a_row_of_a_new_person_is_named_by_what_stands_in_it() -> None:
    desk = FrontDesk()
    nina = ("Nina", "123", "", "Cut", "", "", "2")
    desk.sheet.table = table(KARLA, nina, ("", "123", "", "Cut"), head=HEAD)
    desk.run()
    named = [(one.row, one.field, one.name) for one in desk.known().problems]
    assert (3, "phone", "Nina") in named
    assert {name for row, _, name in named if row != 3} == {""}


def test_a_row_of_a_new_customer_is_named_by_what_stands_in_it() -> None:
    shop = salon.Shop(salon.ANNA)
    shop.run()
    shop.sheet.table = salon.table(salon.ANNA, ("Nina", *salon.BEN[1:5], "someday", "soon"))
    shop.run()
    assert {(one.row, one.name) for one in shop.known().problems} == {(3, "Nina")}
