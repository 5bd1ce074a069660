"""A sheet that is empty now: staff get one note, and a newer look wins."""

from datetime import UTC, datetime

import pytest

from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.products.frontdesk.refill.empty_sheets import (
    SaveEmptySheet,
    empty_needs,
    keep_empty,
)
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource

NOW = datetime(2026, 6, 11, 9, 0, tzinfo=UTC)
READ = ExternalSource(id="sheet", where="list.csv", version="v1", rev=3)
EMPTY = ExternalSource(id="sheet", where="list.csv", trouble="The sheet is empty.", rev=3)


@pytest.mark.parametrize(
    ("known", "notes"),
    [(None, 1), (READ, 1), (EMPTY, 0), (ExternalSource(id="sheet", rev=4), 0)],
    ids=["first", "read before", "told before", "seen again since"],
)
def test_staff_are_told_once(known: ExternalSource | None, notes: int) -> None:
    found = {"known": known, "rules": None}
    decision = keep_empty(found, SaveEmptySheet(external=EMPTY), NOW)
    assert len(decision.messages) == notes


def test_the_rules_are_loaded_with_what_is_known() -> None:
    command = SaveEmptySheet(external=EMPTY)
    assert empty_needs(command, {}).keys() == {"known", "rules"}
    assert empty_needs(command, {"known": None, "rules": None}) == {}


@pytest.mark.parametrize(
    ("sheet", "product", "said"),
    [
        ("sheet", "waitlist", "Your sheet is empty: waitlist."),
        ("appointments-sheet", "appointments", "Your sheet is empty: appointments."),
    ],
)
def test_the_note_says_whose_sheet_it_is(sheet: str, product: str, said: str) -> None:
    empty = ExternalSource(id=sheet, where="list.csv", trouble="The sheet is empty.")
    found = {"known": None, "rules": None}
    (note,) = keep_empty(found, SaveEmptySheet(external=empty), NOW).messages
    assert note.product == product
    assert PRODUCTS[product].post.compose(note, str).heading == said
