"""Reading the appointments' sheet: rows are booked, edits take effect, errors are named."""

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.spreadsheets.table import Table, same
from fullhouse.inbound.sync.appointment_sheet import rows
from fullhouse.inbound.sync.appointment_sheet.columns import NO_HEADINGS
from fullhouse.inbound.sync.people_cells import Reader
from fullhouse.inbound.sync.sheet_sync import EMPTY
from fullhouse.products.frontdesk.appointments.wording import compose
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from tests.inbound.sync.appointment_sheet.shop import (
    ANNA,
    BEN,
    CLEO,
    HEAD,
    NOTHING,
    RULES_TEXT,
    YESTERDAY,
    Shop,
    problems,
    table,
)
from tests.products.saying import link
from tests.support.rsvp_world import there

# From the sheet to the appointments.


def test_every_row_is_booked_and_gets_its_key_and_status() -> None:
    shop = Shop(ANNA, BEN, CLEO)
    report = shop.run()
    assert (report.joined, report.rows, report.problems) == (3, 3, ())
    anna, ben = shop.named("Anna"), shop.named("Ben")
    assert (anna.phone, anna.service, anna.staff, anna.minutes) == (
        "+4915110000001",
        "Cut",
        "Jess",
        45,
    )
    assert (anna.starts_at, ben.starts_at) == (there("2026-06-23 14:00"), there("2026-06-24 09:30"))
    assert (ben.email, ben.service, ben.source, ben.unwritten) == (
        "ben@example.org",
        "Colour",
        "sheet",
        False,
    )
    assert shop.table.headers == (*HEAD, "Status", "Key")
    assert [shop.cells(name, "status", "key") for name in shop.names()] == [
        ["booked", shop.named(name).id] for name in ("Anna", "Ben", "Cleo")
    ]
    assert shop.run() == NOTHING


def test_no_customer_is_told_that_staff_booked_them() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.change("Anna", Staff="Sam")
    shop.run()
    assert shop.engine.load(MessagePage()) == ()


@pytest.mark.parametrize(
    ("remind", "hours"),
    [("", None), ("24, 2", (24, 2)), ("2 and 48 hours", (48, 2)), ("none", ()), ("keine", ())],
)
def test_one_row_may_overrule_its_services_schedule(
    remind: str, hours: tuple[int, ...] | None
) -> None:
    shop = Shop(sheet=MemorySheet(table((*ANNA, remind), head=(*HEAD, "Remind"))))
    assert shop.run().problems == ()
    assert shop.named("Anna").remind_at == hours
    shop.change("Anna", Remind="3")
    assert shop.run().edited == 1
    assert shop.named("Anna").remind_at == (3,)


def test_what_staff_edit_takes_effect_and_the_rest_stays() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.change("Anna", Phone="0151 20000000", Staff="sam", Service="Colour")
    assert shop.run().edited == 1
    anna = shop.named("Anna")
    assert (anna.phone, anna.staff, anna.service, anna.minutes) == (
        "+4915120000000",
        "Sam",
        "Colour",
        90,
    )
    assert (anna.chain, anna.starts_at) == (1, there("2026-06-23 14:00"))
    assert shop.cells("Anna", "staff", "phone") == ["sam", "0151 20000000"]


def test_another_date_or_time_is_another_chain() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.change("Anna", Date="26.6.2026", Time="2:30 pm")
    assert shop.run().edited == 1
    assert (shop.named("Anna").chain, shop.named("Anna").starts_at) == (
        2,
        there("2026-06-26 14:30"),
    )
    assert shop.cells("Anna", "date", "time") == ["26.6.2026", "2:30 pm"]
    assert shop.run() == NOTHING


def test_a_confirmed_appointment_that_staff_move_has_to_be_confirmed_again() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.confirm("Anna")
    shop.run()
    assert shop.cell("Anna", "status") == "confirmed"
    shop.change("Anna", Time="15:00")
    shop.run()
    assert (shop.named("Anna").status, shop.cell("Anna", "status")) == ("booked", "booked")
    assert shop.run() == NOTHING


def test_a_time_that_is_moved_and_confirmed_at_once_is_both() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.change("Anna", Time="15:00", Status="confirmed")
    shop.run()
    assert (shop.named("Anna").status, shop.starts("Anna")) == ("confirmed", "2026-06-23 13:00")


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("cancelled", "cancelled"),
        ("Abgesagt", "cancelled"),
        ("annulée", "cancelled"),
        ("anulada", "cancelled"),
        ("confirmed", "confirmed"),
        ("bestätigt", "confirmed"),
        ("Confirmé", "confirmed"),
        ("confirmada", "confirmed"),
        ("paid", "booked"),
        ("gebucht", "booked"),
    ],
)
def test_a_status_is_understood_in_any_language(said: str, status: str) -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.change("Anna", Status=said)
    assert shop.run().problems == ()
    assert shop.everyone() == [("Anna", status), ("Ben", "booked")]
    assert shop.cell("Anna", "status") == said


@pytest.mark.parametrize("said", ["no-show", "No show", "nicht erschienen", "absent", "no vino"])
def test_staff_note_who_did_not_come_once_the_time_has_come(said: str) -> None:
    shop = Shop((*ANNA[:5], "2026-06-20", "12:30"))
    shop.run()
    shop.change("Anna", Status=said)
    report = shop.run()
    assert problems(report) == [(2, "status")]
    assert shop.named("Anna").status == "booked"
    shop.later(minutes=36)
    shop.run()
    assert (shop.named("Anna").status, shop.known().problems) == ("no_show", ())
    assert shop.cell("Anna", "status") == said


def test_who_did_not_come_can_be_noted_days_later() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.later(days=5)
    shop.change("Anna", Status="no-show")
    shop.run()
    assert shop.named("Anna").status == "no_show"


def test_a_status_that_nobody_knows_is_named_and_the_row_is_booked_all_the_same() -> None:
    shop = Shop(sheet=MemorySheet(table((*ANNA, "???"), BEN, head=(*HEAD, "Status"))))
    report = shop.run()
    assert (report.joined, problems(report)) == (2, [(2, "status")])
    assert "booked, confirmed, cancelled, no-show" in report.problems[0].reason
    assert shop.cell("Anna", "status") == "???"


def test_a_row_that_says_confirmed_when_it_is_new_is_booked_and_confirmed() -> None:
    shop = Shop(
        sheet=MemorySheet(table((*ANNA, "ok"), (*BEN, "cancelled"), head=(*HEAD, "Status")))
    )
    assert shop.run().joined == 1
    assert shop.everyone() == [("Anna", "confirmed")]
    assert shop.run() == NOTHING


def test_a_row_that_is_removed_cancels() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.remove("Anna")
    assert shop.run().removed == 1
    assert shop.everyone() == [("Anna", "cancelled"), ("Ben", "booked")]
    assert shop.names() == ["Ben"]
    assert shop.run() == NOTHING
    told = {one.kind: one for one in shop.engine.load(MessagePage("appointments"))}
    assert {kind: one.channel for kind, one in told.items()} == {
        "cancelled": "text",
        "gap_alert": "staff",
    }
    assert told["gap_alert"].facts["reason"] == "off_sheet"


def test_rows_of_the_past_are_read_and_nothing_follows_from_them() -> None:
    odd = ("Xaver", "?", "", "Shave", "Kim", "2026-06-19", "10:00")
    shop = Shop(YESTERDAY, odd, ANNA)
    report = shop.run()
    assert (report.rows, report.joined, report.problems) == (3, 1, ())
    shop.later(days=4)
    shop.change("Anna", Phone="0151 20000000", Status="cancelled")
    shop.remove("Yves")
    report = shop.run()
    assert (report.edited, report.removed) == (0, 0)
    assert shop.everyone() == [("Anna", "booked")]


def test_a_time_that_has_begun_is_still_booked() -> None:
    shop = Shop((*ANNA[:5], "2026-06-20", "11:45"))
    assert shop.run().joined == 1


def test_a_row_that_cannot_be_read_is_named_and_holds_up_no_other() -> None:
    odd = (
        ("No service", "", "", "Shave", "", "2026-06-23", "10:00"),
        ("", "0151 10000005", "", "Cut", "", "2026-06-23", "10:00"),
        ("Bad staff", "", "", "Cut", "Kim", "2026-06-23", "10:00"),
        ("Bad date", "", "", "Cut", "", "soon", "10:00"),
        ("No date", "", "", "Cut", "", "", "10:00"),
        ("Bad time", "", "", "Cut", "", "2026-06-23", "late"),
        ("No time", "", "", "Cut", "", "2026-06-23", ""),
        ("Too far", "", "", "Cut", "", "2036-06-23", "10:00"),
    )
    shop = Shop(*odd, ANNA)
    report = shop.run()
    assert shop.everyone() == [("Anna", "booked"), ("Bad staff", "booked")]
    assert shop.named("Bad staff").staff == ""
    fields = ["service", "name", "staff", "date", "date", "time", "time", "date"]
    assert problems(report) == list(enumerate(fields, 2))
    assert all(one.reason.endswith(".") for one in report.problems)
    assert shop.known().problems == report.problems


def test_a_date_with_when_it_starts_and_ends_is_booked_for_when_it_starts() -> None:
    both = (("Anna", "Cut", "2026-06-23 14:00-14:45"), ("Ben", "Cut", "2026-06-23 17:15-24:00"))
    shop = Shop(sheet=MemorySheet(table(*both, head=("Name", "Service", "When"))))
    assert shop.run().problems == ()
    assert (shop.starts("Anna"), shop.starts("Ben")) == ("2026-06-23 12:00", "2026-06-23 15:15")


def test_a_cell_that_brings_its_reading_down_is_named_and_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(reader: Reader) -> str:
        return str(int(reader.cell("phone"))) if reader.cell("name") == "Ben" else ""

    monkeypatch.setitem(rows.READERS, "phone", fails)
    monkeypatch.setitem(rows.READERS, "staff", fails)
    shop = Shop(ANNA, (*BEN[:1], "secret", *BEN[2:]))
    report = shop.run()
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked")]
    assert (sorted(problems(report)), report.trouble) == ([(3, "phone"), (3, "staff")], "")
    assert "secret" not in caplog.text


@pytest.mark.parametrize("remind", ["always", "1000", "1 2 3 4 5 6", "0 5"])
def test_reminders_that_cannot_be_are_named(remind: str) -> None:
    shop = Shop(sheet=MemorySheet(table((*ANNA, remind), head=(*HEAD, "Reminders"))))
    assert problems(shop.run()) == [(2, "remind")]


def test_a_link_that_is_none_is_named_and_the_row_is_booked_without_it() -> None:
    link = "https://book.example/a1"
    shop = Shop(sheet=MemorySheet(table((*ANNA, link), (*BEN, "B 17"), head=(*HEAD, "Link"))))
    report = shop.run()
    assert (report.joined, problems(report)) == (2, [(3, "link")])
    assert (shop.named("Anna").link, shop.named("Ben").link) == (link, "")
    assert shop.cell("Ben", "link") == "B 17"


@pytest.mark.parametrize(
    ("phone", "email", "field"),
    [("12", "", "phone"), ("030 901820", "", "phone"), ("", "nobody", "email")],
)
def test_a_number_or_address_that_is_none_is_named_and_the_time_is_taken_all_the_same(
    phone: str, email: str, field: str
) -> None:
    shop = Shop(ANNA, ("Dan", phone, email, "Cut", "Sam", "2026-06-23", "10:00"))
    report = shop.run()
    assert (report.joined, problems(report)) == (2, [(3, field)])
    assert shop.named("Dan").addresses == ()
    shop.change("Dan", Phone="0151 10000007", Email="dan@example.org")
    assert shop.run().problems == ()
    shop.change("Dan", Phone="?", Email="?", Time="10:30")
    assert problems(shop.run()) == [(3, "phone"), (3, "email")]
    assert shop.named("Dan").addresses == ("+4915110000007", "dan@example.org")
    assert shop.starts("Dan") == "2026-06-23 08:30"


def test_someone_without_a_number_or_an_address_takes_their_time_all_the_same() -> None:
    shop = Shop(("Walk-in", "", "", "Cut", "Jess", "2026-06-23", "10:00"))
    assert shop.run().joined == 1


def test_a_cell_that_became_unreadable_changes_nothing_and_the_others_of_its_row_do() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.change("Anna", Time="?", Phone="0151 20000000", Staff="Kim")
    shop.change("Ben", Service="Shave", Time="11:00")
    assert problems(shop.run()) == [(2, "time"), (2, "staff"), (3, "service")]
    anna, ben = shop.named("Anna"), shop.named("Ben")
    assert (anna.phone, anna.staff, shop.starts("Anna")) == (
        "+4915120000000",
        "Jess",
        "2026-06-23 12:00",
    )
    assert (ben.service, shop.starts("Ben")) == ("Colour", "2026-06-24 09:00")
    shop.change("Ben", Service="colour")
    shop.change("Anna", Time="14:00", Key="")
    shop.change("Ben", Date="soon", Key="")
    shop.run()
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked")]


def test_a_row_that_is_moved_into_the_past_is_named() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.change("Anna", Date="2025-06-23")
    assert problems(shop.run()) == [(2, "date")]
    assert shop.starts("Anna") == "2026-06-23 12:00"


def test_a_row_of_someone_who_missed_their_time_can_be_moved_ahead() -> None:
    shop = Shop(ANNA)
    shop.run()
    shop.later(days=10)
    shop.change("Anna", Date="2026-07-07")
    assert shop.run().edited == 1
    assert (shop.everyone(), shop.starts("Anna")) == ([("Anna", "booked")], "2026-07-07 12:00")


def test_another_time_in_the_row_of_an_appointment_that_is_off_is_named() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.cancel("Anna")
    shop.run()
    shop.change("Anna", Date="2026-06-26", Status="")
    assert problems(shop.run()) == [(2, "date")]
    assert shop.everyone() == [("Anna", "cancelled"), ("Ben", "booked")]


def test_what_was_wrong_because_of_the_rules_is_read_again_when_they_change() -> None:
    shop = Shop((*ANNA[:3], "Shave", *ANNA[4:]))
    assert problems(shop.run()) == [(2, "service")]
    shop.give(
        SaveDocument(name="rules", text=RULES_TEXT.replace("- Cut:", "- Shave: 20 minutes\n- Cut:"))
    )
    assert shop.run().joined == 1


@pytest.mark.parametrize(
    ("head", "row"),
    [
        (
            ("Kunde", "Handy", "Leistung", "Termin"),
            ("Änne", "0151 1", "Cut", "Di, 23.06.2026 14:00"),
        ),
        (
            ("Nom", "Téléphone", "Prestation", "Date", "Heure"),
            ("Änne", "", "Cut", "23 juin 2026", "14h00"),
        ),
        (("Nombre", "Servicio", "Fecha", "Hora"), ("Änne", "Cut", "23/06/2026", "14:00 h")),
        (("Name", "Service", "Date", "Time"), ("Änne", "Cut", "46196", "0.583333333333333")),
        (("Name", "Service", "Time"), ("Änne", "Cut", "2026-06-23 14:00:00")),
    ],
)
def test_columns_dates_and_times_are_known_as_people_write_them(
    head: tuple[str, ...], row: tuple[str, ...]
) -> None:
    row = tuple(one.replace("0151 1", "0151 10000001") for one in row)
    shop = Shop(sheet=MemorySheet(table(row, head=head)))
    assert shop.run().problems == ()
    assert shop.starts("Änne") == "2026-06-23 12:00"


def test_our_columns_are_added_in_the_business_own_language() -> None:
    head = ("Vorname", "Nachname", "Leistung", "Datum", "Uhrzeit", "Notiz")
    sheet = MemorySheet(
        table(("Änne", "Müller", "Cut", "23.06.2026", "14:00", "mag Tee"), head=head)
    )
    shop = Shop(sheet=sheet, rules=f"Language: German\n{RULES_TEXT}")
    shop.run()
    shop.book("dora", "2026-06-24 10:00", remind_at=(), link="https://book.example/d")
    shop.run()
    assert shop.table.headers == (*head, "Status", "Schlüssel", "E-Mail", "Bei", "Link", "Erinnern")
    assert shop.table.rows[0].cells[5:7] == ("mag Tee", "gebucht")
    cells = shop.table.rows[1].cells
    assert (cells[1:5], cells[6], cells[-1]) == (
        ("Dora", "Cut", "2026-06-24", "10:00"),
        "gebucht",
        "keine",
    )


@pytest.mark.parametrize(
    "broken", [Table(), table(head=("A", "B")), table(ANNA, head=("Notes", "Colour"))]
)
def test_a_sheet_without_headings_changes_nothing(broken: Table) -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    whole, shop.sheet.table = shop.table, broken
    assert shop.run().trouble == (NO_HEADINGS if broken.headers else EMPTY)
    assert same(shop.table, broken)
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked")]
    shop.sheet.table = whole
    shop.run()
    assert shop.known().trouble == ""


def test_staff_get_a_note_of_an_empty_sheet_and_nobody_is_cancelled() -> None:
    shop = Shop(ANNA, BEN)
    shop.run()
    shop.sheet.table = Table()
    shop.run()
    (note,) = shop.engine.load(MessagePage(scope="appointments", kind="removal"))
    assert compose(note, link).heading == "Your sheet is empty: appointments."
    assert shop.everyone() == [("Anna", "booked"), ("Ben", "booked")]


def test_an_empty_sheet_that_is_met_for_the_first_time_gets_everyone_who_is_expected() -> None:
    shop = Shop(sheet=MemorySheet())
    shop.book("early", "2026-06-19 10:00")
    shop.book("dora", "2026-06-24 10:00")
    shop.run()
    assert shop.table.headers == (
        "Name",
        "Email",
        "Service",
        "Staff",
        "Date",
        "Time",
        "Status",
        "Key",
    )
    assert shop.names() == ["Dora"]
    assert shop.run() == NOTHING
