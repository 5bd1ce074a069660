"""Names, numbers and addresses that change by the dozen in the waitlist's sheet: asked first."""

import pytest

from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.held_removals import WAITLIST_CHANGES, HeldRemoval
from tests.inbound.sync.front_desk import FrontDesk

NAMES = ("Ada", "Ben", "Cleo", "Dora")
ROWS = [
    (name, f"+49 1511 000000{at}", f"{name.lower()}@example.org", "Cut")
    for at, name in enumerate(NAMES, 1)
]
COLUMNS = {"Name": 0, "Phone": 1, "Email": 2}


@pytest.fixture
def desk() -> FrontDesk:
    desk = FrontDesk(*ROWS)
    desk.run()
    return desk


def column(desk: FrontDesk, heading: str) -> list[str]:
    return [row.cells[COLUMNS[heading]] for row in desk.table.rows]


def turn_round(desk: FrontDesk, heading: str) -> None:
    """Write a column in another order, as if it was sorted by itself."""
    place, turned = COLUMNS[heading], column(desk, heading)[::-1]
    rows = [
        (*row.cells[:place], cell, *row.cells[place + 1 :])
        for row, cell in zip(desk.table.rows, turned, strict=True)
    ]
    desk.sheet.table = type(desk.table)(
        desk.table.headers,
        tuple(
            type(row)(row.number, cells) for row, cells in zip(desk.table.rows, rows, strict=True)
        ),
    )


def people(desk: FrontDesk) -> list[tuple[str, str, str]]:
    return [(one.name, one.phone, one.email) for one in sorted(desk.waiting(), key=lambda e: e.id)]


def question(desk: FrontDesk) -> HeldRemoval:
    found = desk.engine.load(Get(HeldRemoval, (WAITLIST_CHANGES,)))
    return found or HeldRemoval(id=WAITLIST_CHANGES)


def decide(desk: FrontDesk, *, keep: bool = False) -> str:
    command = DecideRemoval(source=WAITLIST_CHANGES, rev=question(desk).rev, keep=keep)
    said: str = desk.give(command)
    return said


def notes(desk: FrontDesk) -> list[int]:
    sent = [one for one in desk.store.shelf(Message).values() if one.kind == "removal"]
    return [one.facts["removal"]["gone"] for one in sent]


@pytest.mark.parametrize("heading", COLUMNS)
def test_a_column_that_is_sorted_alone_gives_nobody_what_is_someone_elses(
    desk: FrontDesk, heading: str
) -> None:
    before, cells = people(desk), column(desk, heading)
    turn_round(desk, heading)
    report = desk.run()
    assert (report.edited, people(desk), notes(desk)) == (0, before, [4])
    assert "4 people" in report.trouble
    assert desk.run().edited == 0
    assert not any(text in str(question(desk)) for one in before for text in one)
    assert decide(desk, keep=True) == "removal_kept"
    desk.restart()
    desk.run()
    assert (column(desk, heading), people(desk)) == (cells, before)
    assert (question(desk).kept, desk.known().trouble) == ((), "")


@pytest.mark.parametrize("heading", COLUMNS)
def test_what_staff_confirm_is_changed(desk: FrontDesk, heading: str) -> None:
    place = COLUMNS[heading]
    before = [one[place] for one in people(desk)]
    turn_round(desk, heading)
    desk.run()
    assert decide(desk) == "removal_confirmed"
    assert desk.run().edited == 4
    assert [one[place] for one in people(desk)] == before[::-1]
    assert (question(desk).asked, question(desk).confirmed, desk.known().trouble) == ((), (), "")


def test_a_column_that_is_put_back_ends_the_question(desk: FrontDesk) -> None:
    turn_round(desk, "Phone")
    desk.run()
    turn_round(desk, "Phone")
    assert desk.run().trouble == desk.known().trouble == ""
    assert (question(desk).asked, decide(desk)) == ((), "no_question")


def test_an_answer_to_another_change_does_not_count(desk: FrontDesk) -> None:
    turn_round(desk, "Phone")
    desk.run()
    decide(desk)
    for at, name in enumerate(NAMES, 1):
        desk.change(name, Phone=f"0151 2000000{at}")
    assert desk.run().edited == 0
    assert len(question(desk).asked) == 4


def test_two_people_are_changed_at_once_and_so_is_everything_else(desk: FrontDesk) -> None:
    desk.change("Ada", Phone="0151 10000009")
    desk.change("Ben", Name="Benno")
    desk.change("Cleo", Service="Colour")
    desk.change("Dora", Name="DORA")
    assert desk.run().edited == 4
    assert notes(desk) == []


def test_numbers_that_are_only_filled_in_are_taken_over_at_once() -> None:
    desk = FrontDesk(*((row[0], "", *row[2:]) for row in ROWS))
    desk.run()
    for name, phone, *_ in ROWS:
        desk.change(name, Phone=phone)
    assert desk.run().edited == 4
    assert notes(desk) == []


def test_while_staff_are_asked_everything_else_applies(desk: FrontDesk) -> None:
    desk.add("Emil", "", "emil@example.org", "Cut")
    desk.run()
    turn_round(desk, "Phone")
    desk.change("Emil", Service="Colour")
    desk.change("Cleo", Service="Colour")
    assert desk.run().edited == 1
    assert (desk.named("Emil").service, desk.named("Cleo").service) == ("Cut", "Colour")
