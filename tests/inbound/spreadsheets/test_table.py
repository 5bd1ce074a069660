"""Tables as values: what makes two the same, and what edits do to one."""

import pytest

from fullhouse.inbound.spreadsheets.table import (
    Edits,
    Row,
    Table,
    apply,
    difference,
    fingerprint,
    same,
    table_of,
)

HEAD = ("Name", "Party")
LIST = Table(HEAD, (Row(2, ("Anna", "2")), Row(3, ("Ben",))))


@pytest.mark.parametrize(
    "other",
    [
        Table(HEAD, (Row(3, ("Anna", "2")), Row(9, ("Ben",)))),
        Table(HEAD, (Row(2, (" Anna ", "2", "")), Row(3, ("Ben", "", " ")))),
        Table((*HEAD, ""), LIST.rows),
        Table(HEAD, LIST.rows, head=2, above=(Row(1, ("Our waitlist",)),)),
    ],
    ids=["empty rows", "space and empty cells", "an empty heading", "a title"],
)
def test_what_does_not_matter_changes_no_fingerprint(other: Table) -> None:
    assert same(LIST, other)


@pytest.mark.parametrize(
    "other",
    [
        Table(HEAD, (Row(2, ("Anna", "3")), Row(3, ("Ben",)))),
        Table(HEAD, LIST.rows[:1]),
        Table(HEAD, LIST.rows[::-1]),
        Table(("Name", "Seats"), LIST.rows),
        Table(HEAD, (Row(2, ("Anna2",)), Row(3, ("Ben",)))),
        Table(HEAD, (Row(2, ("", "Anna", "2")), Row(3, ("Ben",)))),
    ],
    ids=[
        "a cell",
        "a row less",
        "another order",
        "a heading",
        "two cells in one",
        "a column further",
    ],
)
def test_what_matters_changes_the_fingerprint(other: Table) -> None:
    assert not same(LIST, other)


def test_letters_are_the_same_however_they_are_put_together() -> None:
    assert fingerprint(Table(("Z\u00fcrich",))) == fingerprint(Table(("Zu\u0308rich",)))


def test_headings_are_the_first_row_of_two_cells_under_a_title() -> None:
    found = table_of([(1, ["Our waitlist", ""]), (2, [" "]), (4, ["Name", "Party"]), (6, ["Anna"])])
    assert found == Table(HEAD, (Row(6, ("Anna",)),), 4, (Row(1, ("Our waitlist",)),))
    assert table_of([(1, ["Name"]), (2, ["Anna"])]) == Table(("Name",), (Row(2, ("Anna",)),))
    assert table_of([]) == Table()


def test_a_row_of_boxes_that_nobody_ticked_is_empty() -> None:
    assert (
        table_of([(1, ["Name", "Priority"]), (2, ["Anna", "FALSE"]), (3, ["", "FALSE"])]).last == 2
    )


def test_a_cell_is_found_by_its_heading_and_the_first_of_two_counts() -> None:
    table = Table(("Name", "Note", "Note"), (Row(2, ("Anna", "a", "b")),))
    assert (table.cell(table.rows[0], " Note "), table.cell(table.rows[0], "Key")) == ("a", "")
    assert apply(table, Edits({2: {"Note": "c"}})).rows == (Row(2, ("Anna", "c", "b")),)


def test_a_row_that_is_changed_and_removed_is_removed() -> None:
    edits = Edits({2: {"Name": "x", "New": "y"}}, removed=frozenset({2}))
    assert apply(LIST, edits) == Table(HEAD, (Row(3, ("Ben",)),))


def test_edits_that_change_nothing_are_false() -> None:
    assert not Edits()
    assert Edits(removed=frozenset({2}))
    assert not difference(LIST, LIST)


def test_the_difference_leads_from_one_table_to_another() -> None:
    other = Table(("Party", "Name", "Key"), (Row(2, ("4", "Cleo", "k")),))
    assert apply(LIST, difference(LIST, other)).rows == (Row(2, ("Cleo", "4", "k")),)
    back = apply(other, difference(other, LIST))
    assert back == Table(("Party", "Name", "Key"), (Row(2, ("2", "Anna")), Row(3, ("", "Ben"))))
