"""Weeks as bars: what was booked beside what was freed, each with the part that went well."""

import xml.etree.ElementTree as ET

from fullhouse.web.graphics.bar_charts import WeekBars, describe_weeks, draw_weeks

SVG = "{http://www.w3.org/2000/svg}"
WEEKS = (WeekBars("18 May", 10, 5, 0, 0), WeekBars("<25> May", 20, 20, 2, 1))


def rects(weeks: tuple[WeekBars, ...]) -> list[tuple[str | None, str | None]]:
    text = str(draw_weeks(weeks)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    bars = ET.fromstring(text).iter(f"{SVG}rect")  # noqa: S314 - our own picture
    return [(one.get("class"), one.get("height")) for one in bars]


def test_each_bar_is_as_high_as_its_number_and_none_is_drawn_for_nothing() -> None:
    assert rects(WEEKS) == [
        ("freed", "70"),
        ("filled", "35"),
        ("freed", "140"),
        ("filled", "140"),
        ("freed", "14"),
        ("refilled", "7"),
    ]
    assert rects(()) == []


def test_all_of_it_is_said_in_words_and_escaped() -> None:
    assert (
        describe_weeks(WEEKS[:1])
        == "Week of 18 May: 5 of 10 confirmed, 0 of 0 freed chairs filled again."
    )
    assert "<25>" not in str(draw_weeks(WEEKS))
