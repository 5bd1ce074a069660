"""The day's picture: staff as rows, slots at their times, an arc for the time left."""

import xml.etree.ElementTree as ET

import pytest

from fullhouse.web.graphics.day_chart import Day, Kind, Segment, StaffRow, arc, describe_day, draw

SVG = "{http://www.w3.org/2000/svg}"
FILLED = Segment(9 * 60, 10 * 60, "filled", "09:00 Cut, filled with <Ada>")
OFFERED = Segment(
    10 * 60,
    11 * 60,
    "offered",
    "10:00 Cut, offered",
    0.25,
    "2026-06-01T09:00:00Z",
    "2026-06-01T09:10:00Z",
)
BACK = Segment(10 * 60 + 30, 11 * 60 + 30, "back", "10:30 Cut, handed back")
OPEN = Segment(12 * 60, 13 * 60, "open", "12:00 Cut, open")
DAY = Day(
    (StaffRow("Jess", (FILLED, OFFERED)), StaffRow("", (BACK, OPEN))), ((9 * 60, 18 * 60),), 10 * 60
)


def drawn(day: Day) -> ET.Element:
    text = str(draw(day))
    named = text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return ET.fromstring(named)  # noqa: S314 - our own picture


def slots(day: Day) -> list[ET.Element]:
    return [
        one for one in drawn(day).iter(f"{SVG}svg") if (one.get("class") or "").startswith("slot")
    ]


def test_each_slot_stands_where_its_time_is() -> None:
    found = [(one.get("class"), one.get("x"), one.get("width")) for one in slots(DAY)]
    assert found == [
        ("slot filled", "0.00%", "11.11%"),
        ("slot offered", "11.11%", "11.11%"),
        ("slot back", "16.67%", "11.11%"),
        ("slot open", "33.33%", "11.11%"),
    ]


def test_an_offer_shows_what_is_left_of_it() -> None:
    arcs = [one for one in drawn(DAY).iter(f"{SVG}circle") if one.get("class") == "left"]
    assert [one.get("stroke-dasharray") for one in arcs] == ["25 100"]
    assert arcs[0].get("data-ends") == "2026-06-01T09:10:00Z"
    assert 'stroke-dasharray="100 100"' in arc('r="1"', 1, "", "")


def test_slots_at_the_same_time_stand_below_one_another() -> None:
    one, other = slots(Day((StaffRow("Jess", (OFFERED, BACK)),)))
    assert one.get("y") != other.get("y")
    first, second = slots(Day((StaffRow("Jess", (FILLED, OFFERED)),)))
    assert first.get("y") == second.get("y")


@pytest.mark.parametrize(
    ("day", "span"),
    [
        (Day(()), (540, 1080)),
        (DAY, (540, 1080)),
        (Day((StaffRow("Jess", (Segment(7 * 60 + 30, 8 * 60, "open", ""),)),)), (420, 480)),
        (Day((StaffRow("Jess", (Segment(23 * 60 + 50, 24 * 60, "open", ""),)),)), (1380, 1440)),
        (Day((), ((600, 840),)), (600, 840)),
    ],
)
def test_the_day_spans_full_hours_around_all_there_is(day: Day, span: tuple[int, int]) -> None:
    assert day.span == span


def test_now_is_a_line_on_its_day_only() -> None:
    def lines(day: Day) -> int:
        return sum(one.get("class") == "now" for one in drawn(day).iter(f"{SVG}line"))

    assert lines(DAY) == 1
    assert lines(Day(DAY.rows)) == 0
    assert lines(Day(DAY.rows, now=3 * 60)) == 0, "before the picture begins"


def test_what_is_off_is_crossed_out() -> None:
    kinds: tuple[Kind, ...] = ("booked", "confirmed", "cancelled", "no_show")
    ends = tuple(Segment(60 * at, 60 * at + 30, kind, "") for at, kind in enumerate(kinds, 9))
    found = [
        (one.get("class"), one.find(f"{SVG}line") is not None)
        for one in slots(Day((StaffRow("Jess", ends),)))
    ]
    crossed = [
        ("slot booked", False),
        ("slot confirmed", False),
        ("slot cancelled", True),
        ("slot no_show", True),
    ]
    assert found == crossed
    assert describe_day(Day((), nothing="Nobody is booked.")) == "Nobody is booked."


def test_all_of_it_is_said_in_words_and_escaped() -> None:
    assert describe_day(DAY) == (
        "Jess: 09:00 Cut, filled with <Ada>; 10:00 Cut, offered. "
        "No one in particular: 10:30 Cut, handed back; 12:00 Cut, open."
    )
    assert "<Ada>" not in str(draw(DAY))
    assert describe_day(Day((StaffRow("Jess", ()),))) == "No slot was freed."
