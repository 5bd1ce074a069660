"""Sheet and list in sync: rows join, edits take effect, bookings are written, nothing twice."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.spreadsheets.table import Table, same
from fullhouse.inbound.sync.sheet_sync import EMPTY
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.inbound.sync.waitlist_sheet.columns import NO_HEADINGS
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.inbound.sync.front_desk import ANNA, BEN, CLEO, HEAD, FrontDesk, refuses, table
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.products.saying import link
from tests.support.rsvp_world import there

NOTHING = SheetSyncReport()


def problems(report: SheetSyncReport) -> list[tuple[int, str]]:
    return [(one.row, one.field) for one in report.problems]


# From the sheet to the list.


def test_every_row_joins_and_gets_its_key_and_status() -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    report = desk.run()
    assert (report.joined, report.rows, report.problems) == (3, 3, ())
    ben = desk.named("Ben")
    assert (ben.email, ben.service, ben.party, ben.staff, ben.priority) == (
        "ben@example.org",
        "Colour",
        2,
        "Jess",
        1,
    )
    assert (ben.source, ben.unwritten) == ("sheet", False)
    assert desk.named("Cleo").latest == "2026-07-01"
    assert desk.table.headers == (*HEAD, "Status", "Key")
    assert {name: desk.cell(name, "key") for name in desk.names()} == {
        one.name: one.id for one in desk.waiting()
    }
    assert [desk.cell(name, "status") for name in desk.names()] == ["waiting"] * 3


def test_who_joined_when_is_taken_from_the_sheet_and_else_the_order_of_the_rows_counts() -> None:
    desk = FrontDesk(
        CLEO, ANNA, BEN, ("Dan", "", "dan@example.org", "Cut", "", "", "", "", "2026-06-18")
    )
    desk.run()
    order = sorted(desk.waiting(), key=lambda one: one.joined_at)
    assert [one.name for one in order] == ["Ben", "Dan", "Cleo", "Anna"]
    assert there("2026-06-18 00:00") < order[0].joined_at < there("2026-06-18 00:01")
    assert order[3].joined_at < desk.clock.now()


def test_nobody_is_greeted_who_comes_from_the_sheet() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    assert desk.engine.load(MessagePage()) == ()


def test_a_look_at_a_sheet_that_did_not_change_does_nothing() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    rev, lines = desk.known().rev, len(desk.store.lines)
    assert desk.run() == NOTHING
    assert (desk.known().rev, len(desk.store.lines)) == (rev, lines)


def test_what_staff_edit_takes_effect_and_the_rest_of_the_entry_stays() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    before = desk.named("Anna")
    desk.change("Anna", Phone="+49 151 20000000", Priority="3", Latest="30.06.2026")
    assert desk.run().edited == 1
    after = desk.named("Anna")
    assert after == replace(
        before, phone="+4915120000000", priority=3, latest="2026-06-30", rev=after.rev
    )
    assert desk.cell("Anna", "phone") == "+49 151 20000000"


def test_a_join_time_is_edited_only_if_it_says_something_else() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.later(hours=1)
    desk.join("dora")
    desk.run()
    dora = desk.named("Dora")
    desk.change("Dora", Priority="1")
    desk.run()
    assert desk.named("Dora").joined_at == dora.joined_at
    desk.change("Dora", Joined="2026-06-19 08:30")
    desk.run()
    assert desk.named("Dora").joined_at == there("2026-06-19 08:30")


def test_whoever_is_removed_from_the_sheet_is_off_the_list() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.remove("Anna")
    assert desk.run().removed == 1
    assert desk.everyone() == [("Anna", "removed"), ("Ben", "waiting")]
    assert desk.names() == ["Ben"]


def test_a_row_that_cannot_be_read_is_named_and_holds_up_no_other() -> None:
    odd = (
        ("Bad phone", "12", "", "Cut"),
        ("No service", "0151 10000004", "", "Shave"),
        ("", "0151 10000005", "", "Cut"),
        ("No contact", "", "", "Cut"),
        ("Bad party", "0151 10000006", "", "Cut", "many"),
        ("Past", "0151 10000007", "", "Cut", "", "2026-06-01"),
        ("Bad date", "0151 10000008", "", "Cut", "", "soon"),
        ("Bad staff", "0151 10000009", "", "Cut", "", "", "Kim"),
        ("Bad rank", "0151 10000010", "", "Cut", "", "", "", "soonish"),
        ("Ahead", "0151 10000011", "", "Cut", "", "", "", "", "2027-01-01"),
        ("Two wrong", "12", "nobody", "Cut"),
        ("No zone", "0151 10000012", "", "Cut", "", "", "", "", "2026-06-18 14:00 +99:00"),
    )
    desk = FrontDesk(*odd, ANNA)
    report = desk.run()
    # Who can be reached and waits for a service that there is joins all the same.
    joined = ["Ahead", "Anna", "Bad date", "Bad party", "Bad rank", "Bad staff", "No zone"]
    assert desk.on_the_list() == joined
    fields = [
        "phone",
        "service",
        "name",
        "phone",
        "party",
        "latest",
        "latest",
        "staff",
        "priority",
        "joined",
    ]
    assert problems(report) == [*enumerate(fields, 2), (12, "phone"), (12, "email"), (13, "joined")]
    assert all(one.reason.endswith(".") for one in report.problems)
    assert desk.known().problems == report.problems
    assert [desk.cell(name, "key") for name in ("Past", "Two wrong")] == ["", ""]
    assert desk.cell("Bad date", "key")
    late = desk.named("Ahead"), desk.named("Bad date"), desk.named("Bad party")
    assert [(one.joined_at <= desk.clock.now(), one.latest, one.party) for one in late] == [
        (True, "", 1)
    ] * 3


def test_a_cell_that_became_unreadable_changes_nothing_and_the_others_of_its_row_do() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    phone = desk.named("Anna").phone
    desk.change("Anna", Phone="?", Priority="5")
    desk.change("Ben", Service="Shave", Party="3", Latest="2026-06-01")
    report = desk.run()
    assert problems(report) == [(2, "phone"), (3, "service"), (3, "latest")]
    assert (desk.named("Anna").priority, desk.named("Anna").phone) == (5, phone)
    assert (desk.named("Ben").party, desk.named("Ben").latest) == (3, "")
    assert desk.run().removed == 0
    desk.change("Anna", Phone="0151 10000009")
    desk.change("Ben", Service="Cut", Latest="")
    assert desk.run().edited == 2
    assert desk.known().problems == ()


def test_addresses_that_are_cleared_stay_until_there_is_another() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.change("Anna", Phone="", Party="2")
    assert problems(desk.run()) == [(2, "phone")]
    assert (desk.named("Anna").phone, desk.named("Anna").party) == ("+4915110000001", 2)


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        *((word, 1) for word in ("yes", "x", "X", "TRUE", "ja", "WAHR", "oui", "s\u00ed", "1")),
        *((word, 0) for word in ("", "no", "FALSE", "nein", "FALSCH", "faux", "0", "-")),
        *(("2", 2), ("3.0", 3), ("9", 9), ("09", 9), ("4,0", 4)),
    ],
)
def test_a_priority_is_read_as_people_write_it(typed: str, means: int) -> None:
    desk = FrontDesk((*ANNA[:7], typed))
    assert desk.run().problems == ()
    assert desk.named("Anna").priority == means
    desk.change("Anna", Party="2")
    desk.run()
    assert desk.cell("Anna", "priority") == typed


@pytest.mark.parametrize("typed", ["12", "10.0", "-1", "urgent!!", "1" * 5000])
def test_a_priority_that_is_none_is_named_and_its_row_is_read(typed: str) -> None:
    desk = FrontDesk((*ANNA[:7], typed))
    assert problems(desk.run()) == [(2, "priority")]
    assert desk.named("Anna").priority == 0


def test_what_was_wrong_because_of_the_rules_is_read_again_when_they_change() -> None:
    desk = FrontDesk(("Sue", "0151 10000001", "", "Shave"))
    assert problems(desk.run()) == [(2, "service")]
    desk.give(
        SaveDocument(name="rules", text=RULES_TEXT.replace("- Cut:", "- Shave: 20 minutes\n- Cut:"))
    )
    assert desk.run().joined == 1


def test_columns_are_known_in_other_languages_and_ours_are_added_in_the_business_own() -> None:
    head = ("Vorname", "Nachname", "Handynummer", "Behandlung", "Spätestens", "Notiz")
    sheet = MemorySheet(
        table(("Änne", "Müller", "0151 10000001", "cut", "1.7.2026", "mag Tee"), head=head)
    )
    desk = FrontDesk(sheet=sheet, rules=f"Language: German\n{RULES_TEXT}")
    assert desk.run().joined == 1
    assert desk.waiting()[0].name == "Änne Müller"
    desk.join("dora", staff="Jess")
    desk.run()
    assert desk.table.headers == (*head, "Status", "Schlüssel", "E-Mail", "Bei", "Eingetragen")
    assert desk.table.rows[1].cells[:2] == ("", "Dora")
    assert desk.table.rows[0].cells[5:7] == ("mag Tee", "wartet")


@pytest.mark.parametrize(
    "broken", [Table(), table(head=("A", "B")), table(ANNA[1:], head=("Notes", "Colour"))]
)
def test_a_sheet_without_headings_changes_nothing(broken: Table) -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    whole, desk.sheet.table = desk.table, broken
    desk.join("dora")
    assert desk.run().trouble == (NO_HEADINGS if broken.headers else EMPTY)
    assert desk.on_the_list() == ["Anna", "Ben", "Dora"]
    assert same(desk.table, broken)
    assert desk.known().trouble == (NO_HEADINGS if broken.headers else EMPTY)
    desk.sheet.table = whole
    assert desk.run().written == 1
    assert (desk.known().trouble, desk.names()) == ("", ["Anna", "Ben", "Dora"])


def empty_notes(desk: FrontDesk) -> list[str]:
    notes = desk.engine.load(MessagePage(scope="waitlist", kind="removal"))
    return [compose(note, link).heading for note in notes]


def test_staff_get_one_note_of_a_sheet_that_is_empty_and_nobody_is_taken_off() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    whole, desk.sheet.table = desk.table, Table()
    for _ in range(2):
        assert desk.run().trouble == EMPTY
    assert empty_notes(desk) == ["Your sheet is empty: waitlist."]
    assert desk.on_the_list() == ["Anna", "Ben"]
    desk.sheet.table = whole
    desk.run()
    assert empty_notes(desk) == ["Your sheet is empty: waitlist."]
    desk.sheet.table = Table()
    desk.run()
    assert len(empty_notes(desk)) == 2


def test_a_sheet_that_was_never_read_is_no_news_if_it_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(b"")
    desk = FrontDesk(sheet=FileSheet(path))
    assert "is empty" in desk.run().trouble
    assert empty_notes(desk) == []


def test_a_new_empty_sheet_gets_headings_and_everyone_who_waits() -> None:
    desk = FrontDesk(sheet=MemorySheet())
    desk.join("dora", latest="2026-07-01")
    desk.run()
    assert desk.table.headers == ("Name", "Email", "Service", "Latest", "Joined", "Status", "Key")
    assert desk.run() == NOTHING


# Keys.


def test_a_key_that_is_not_known_counts_as_none() -> None:
    desk = FrontDesk(*(), sheet=MemorySheet(table(("1", *ANNA), head=("Key", *HEAD))))
    desk.run()
    assert desk.table.rows[0].cells[0] == desk.waiting()[0].id


def test_keys_that_were_lost_are_written_again() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    keys = {name: desk.cell(name, "key") for name in desk.names()}
    for name in desk.names():
        desk.change(name, Key="", Status="")
    report = desk.run()
    assert (report.joined, report.removed) == (0, 0)
    assert {name: desk.cell(name, "key") for name in desk.names()} == keys


def test_a_copied_row_that_was_made_into_someone_else_is_new() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.add("Anton", "0151 10000002", *ANNA[2:], "waiting", desk.cell("Anna", "key"))
    assert desk.run().joined == 1
    assert desk.on_the_list() == ["Anna", "Anton"]
    assert desk.cell("Anton", "key") == desk.named("Anton").id != desk.cell("Anna", "key")


def test_a_copied_row_that_stayed_the_same_is_a_problem() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.add(*ANNA, "waiting", desk.cell("Anna", "key"))
    report = desk.run()
    assert problems(report) == [(3, "key")]
    assert "row 2" in report.problems[0].reason
    assert desk.on_the_list() == ["Anna"]


def test_the_same_person_in_two_rows_is_a_problem_and_joins_once() -> None:
    desk = FrontDesk(ANNA, BEN, ("ANNA", *ANNA[1:]))
    report = desk.run()
    assert problems(report) == [(4, "name")]
    assert "row 2" in report.problems[0].reason
    assert desk.on_the_list() == ["Anna", "Ben"]
    assert desk.run() == NOTHING


def test_someone_who_joined_by_themselves_gets_the_row_that_staff_wrote_for_them() -> None:
    desk = FrontDesk(BEN)
    desk.join("anna", phone="+4915110000001", email="")
    desk.add(*ANNA[:7], "4")
    report = desk.run()
    assert (report.joined, report.written) == (1, 1)
    assert (desk.names(), desk.cell("Anna", "key")) == (["Ben", "Anna"], "anna")
    desk.run()
    assert (desk.named("Anna").id, desk.named("Anna").priority) == ("anna", 4)


def test_a_number_corrected_before_the_key_was_written_edits_the_same_entry() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.sheet.write = refuses
    assert desk.run().trouble
    joined = desk.named("Anna")
    del desk.sheet.write
    desk.change("Anna", Phone="0151 20000000")
    desk.run()
    assert desk.on_the_list() == ["Anna", "Ben"]
    assert (desk.named("Anna").id, desk.named("Anna").phone) == (joined.id, "+4915120000000")


def test_two_of_one_name_stay_two() -> None:
    desk = FrontDesk(ANNA)
    desk.sheet.write = refuses
    desk.run()
    del desk.sheet.write
    desk.add("Anna", "0151 20000000", *ANNA[2:])
    desk.run()
    assert sorted(one.phone for one in desk.waiting()) == ["+4915110000001", "+4915120000000"]


def test_an_edit_in_the_sheet_and_one_elsewhere_both_survive_or_staff_are_told() -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    desk.give(EditEntry(entry_id=desk.named("Anna").id, party=3, source="form"))
    desk.give(EditEntry(entry_id=desk.named("Ben").id, party=4, source="form"))
    desk.change("Anna", Staff="Sam", Priority="x")
    desk.change("Ben", Party="5", Staff="Sam")
    report = desk.run()
    assert problems(report) == [(3, "party")]
    anna, ben = desk.named("Anna"), desk.named("Ben")
    assert (anna.party, anna.staff, anna.priority) == (3, "Sam", 1)
    assert (ben.party, ben.staff) == (4, "Sam")
    assert desk.cells("Anna", "party", "staff", "priority") == ["3", "Sam", "x"]
    assert desk.cells("Ben", "party", "staff") == ["4", "Sam"]


def test_what_we_wrote_ourselves_is_no_edit_of_staff_when_it_is_read_again() -> None:
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    anna = desk.named("Anna").id
    for party in (3, 1):
        desk.give(EditEntry(entry_id=anna, party=party, source="form"))
        tries = f"Tries per slot: {4 + party}"
        desk.give(SaveDocument(name="rules", text=RULES_TEXT.replace("Tries per slot: 5", tries)))
        report = desk.run()
        assert (desk.named("Anna").party, problems(report)) == (party, [])
