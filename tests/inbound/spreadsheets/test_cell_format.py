"""What people see in a cell, and the number that a spreadsheet stores for it: there and back."""

import pytest

from fullhouse.inbound.spreadsheets.cell_format import DAY_ZERO_1904, Look, shown_number, stored


@pytest.mark.parametrize(
    ("look", "text", "number"),
    [
        ("date", "2026-06-01", 46174),
        ("date", "2026-06-01 14:30", 46174.604166666664),
        ("moment", "2026-06-01 14:30", 46174.604166666664),
        ("time", "14:30", 0.6041666666666666),
        ("time", "00:00", 0),
    ],
)
def test_a_day_or_a_time_is_stored_as_its_number(look: Look, text: str, number: float) -> None:
    assert stored(text, look) == pytest.approx(number)
    assert shown_number(str(stored(text, look)), look) == text
    later = stored(text, look, DAY_ZERO_1904)
    assert later is not None
    assert shown_number(str(later), look, DAY_ZERO_1904) == text


@pytest.mark.parametrize(
    ("look", "text"),
    [
        ("date", ""),
        ("date", "soon"),
        ("date", "14:30"),
        ("date", "2026-02-30"),
        ("date", "1900-01-05"),
        ("moment", "2026-06-01"),
        ("time", "2026-06-01 14:30"),
        ("time", "25:00"),
        ("time", "14:30 Uhr"),
        ("number", "2026-06-01"),
    ],
)
def test_what_would_look_otherwise_stays_text(look: Look, text: str) -> None:
    assert stored(text, look) is None
