"""Words for staff where the rules name a language that the desk does not have."""

from datetime import UTC, datetime

import pytest

from fullhouse.inbound.sync.appointment_sheet.statuses import not_understood, status_word
from fullhouse.inbound.sync.waitlist_sheet.cells import status_of
from fullhouse.inbound.wish_words.reader import read_wish
from fullhouse.locale import DESK_LANGUAGES, LANGUAGES
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import Entry

JOINED = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
ADA = Entry(id="ada", name="Ada", service="Cut", line="cut", joined_at=JOINED)
in_each = pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if language not in DESK_LANGUAGES]
)


@in_each
def test_cells_are_read_in_the_languages_of_the_desk(language: str) -> None:
    wish = read_wish("Monday, jeudi, ab 17 Uhr", language)
    assert wish is not None
    assert (wish.weekdays, wish.from_time) == (("mon", "thu"), "17:00")


@in_each
def test_cells_are_written_in_english(language: str) -> None:
    assert status_word("no_show", language) == status_word("no_show", "en")
    assert not_understood(language) == not_understood("en")
    assert status_of(ADA, None, Rulebook(language=language)) == "waiting"
