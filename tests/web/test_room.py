import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.products.rsvp.model import Event, Settings
from fullhouse.products.rsvp.room_plan import Headcount, own_spots, spot_of
from fullhouse.web.graphics.room_picture import (
    MOST_DOTS,
    describe_room,
    icon,
    plan,
    room,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn(count: Headcount, **mine: Any) -> ET.Element:
    text = str(room(count, **mine))
    named = text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return ET.fromstring(named)  # noqa: S314 - drawn by us, so not hostile


def dots(picture: ET.Element, kind: str) -> list[tuple[str, str]]:
    return [
        (each.attrib["cx"], each.attrib["cy"])
        for each in picture.iter(f"{SVG}circle")
        if each.get("class") == kind
    ]


@pytest.mark.parametrize("cap", [1, 2, 3, 5, 8, 9, 13, 40, 80, 81, 399, 400])
def test_every_seat_is_one_dot_on_a_spot_of_its_own(cap: int) -> None:
    width, height, spots = plan(cap)
    assert len(set(spots)) == cap
    assert all(8 <= x <= width - 8 and 8 <= y <= height - 8 for x, y in spots)


@pytest.mark.parametrize("cap", range(1, MOST_DOTS + 1, 7))
def test_no_two_seats_touch(cap: int) -> None:
    _, _, spots = plan(cap)
    apart = min(
        (
            (x - a) ** 2 + (y - b) ** 2
            for i, (x, y) in enumerate(spots)
            for a, b in spots[i + 1 : i + 70]
        ),
        default=999,
    )
    assert apart >= 18**2


def test_a_dot_is_filled_for_taken_ringed_for_held_and_hollow_for_open() -> None:
    picture = drawn(Headcount(10, confirmed=6, held=1))
    assert len(dots(picture, "taken")) == 6
    assert len(dots(picture, "held")) == 1
    assert len(dots(picture, "open")) == 4, "three open seats, and the faint ring below the arc"


def test_a_seat_more_changes_no_other_dot() -> None:
    before, after = drawn(Headcount(80, 30)), drawn(Headcount(80, 31))
    assert dots(after, "taken")[:30] == dots(before, "taken")
    assert dots(before, "open")[1:] == dots(after, "open")


def test_the_line_stands_at_the_door_and_the_rest_of_it_is_a_number() -> None:
    assert dots(drawn(Headcount(80, 80)), "waiting") == []
    assert len(dots(drawn(Headcount(80, 80, waiting=5)), "waiting")) == 5
    long = drawn(Headcount(80, 80, waiting=1300))
    assert len(dots(long, "waiting")) == 11
    assert [text.text for text in long.iter(f"{SVG}text")] == ["+1,289"]


@pytest.mark.parametrize("cap", [1, 3, 8, 40, 400, 401])
@pytest.mark.parametrize("waiting", [1, 5, 12, 13, 400])
def test_the_line_stays_within_the_picture(cap: int, waiting: int) -> None:
    picture = drawn(Headcount(cap, cap, waiting=waiting))
    width = float(picture.attrib["viewBox"].split()[2])
    assert all(0 <= float(x) <= width for x, _ in dots(picture, "waiting"))


def test_the_readers_own_dots_stand_out() -> None:
    picture = drawn(Headcount(10, 6), seats_of_mine=2)
    assert (len(dots(picture, "mine")), len(dots(picture, "taken"))) == (2, 4)
    waiting = drawn(Headcount(10, 10, waiting=3), place_of_mine=2)
    assert (len(dots(waiting, "mine")), len(dots(waiting, "waiting"))) == (1, 2)


@pytest.mark.parametrize("guest", ["ada", "bob", "cy"])
def test_the_readers_seat_stays_where_it_is_whoever_comes_and_goes(guest: str) -> None:
    places = set()
    for confirmed in range(1, 80):
        count = Headcount(80, confirmed, held=80 - confirmed, waiting=confirmed)
        places.update(dots(drawn(count, seats_of_mine=1, spot=spot_of(guest)), "mine"))
    assert len(places) == 1


def test_a_held_seat_is_drawn_where_it_will_be_taken() -> None:
    spot = spot_of("ada")
    held = dots(drawn(Headcount(80, 40, held=1), held_for_me=1, spot=spot), "held")
    assert held == dots(drawn(Headcount(80, 41), seats_of_mine=1, spot=spot), "mine")


@pytest.mark.parametrize("seats", [1, 2, 3, 7, 40, 81, 400])
@pytest.mark.parametrize("party", [1, 2, 3, 8, 50])
def test_a_party_sits_together_and_keeps_its_seat_when_it_grows(seats: int, party: int) -> None:
    for spot in (0, 5, seats - 1, 12_345):
        (first,) = own_spots(seats, 1, spot)
        mine = own_spots(seats, party, spot)
        assert len(set(mine)) == min(party, seats)
        assert first in mine
        assert all(0 <= index < seats for index in mine)


def test_a_small_party_sits_in_one_row() -> None:
    places = plan(80)[2]
    for spot in range(80):
        (one_x, one_y), (two_x, two_y) = (places[index] for index in own_spots(80, 2, spot))
        assert (one_x - two_x) ** 2 + (one_y - two_y) ** 2 < 30**2


def test_beyond_four_hundred_seats_it_is_a_plain_bar() -> None:
    picture = drawn(Headcount(1000, confirmed=500, held=10, waiting=3))
    widths = {each.get("class"): int(each.attrib["width"]) for each in picture.iter(f"{SVG}rect")}
    assert widths == {"open": 478, "held": 12, "taken": 240}
    assert len(dots(picture, "waiting")) == 3


def test_after_a_lowered_cap_nobody_is_left_out_of_the_picture() -> None:
    picture = drawn(Headcount(5, confirmed=8))
    assert len(dots(picture, "taken")) == 8
    assert Headcount(5, confirmed=8).open == 0


def test_the_numbers_stand_in_words_for_whoever_does_not_see_it() -> None:
    picture = drawn(Headcount(80, confirmed=57, held=2, waiting=4))
    labels = picture.attrib["aria-labelledby"].split()
    named = {each.attrib["id"]: each.text for each in picture if "id" in each.attrib}
    assert [named[label] for label in labels] == [
        "The room",
        "57 of 80 seats taken, 2 held for someone, 21 open, 4 on the waitlist",
    ]
    assert describe_room(Headcount(1, 1)) == "1 of 1 seat taken, none open"
    assert describe_room(Headcount(2, 1), with_open=False) == "1 of 2 seats taken"


def test_nothing_in_it_needs_an_inline_style_or_a_script() -> None:
    for count in (Headcount(80, 3, 2, 20), Headcount(500, 3, 2, 20)):
        assert not any(
            "style" in each.attrib or "onclick" in each.attrib for each in drawn(count).iter()
        )
        assert "<style" not in room(count)


def test_several_on_one_page_have_ids_of_their_own() -> None:
    assert 'id="tonight-desc"' in room(Headcount(3), "tonight")


def test_the_icon_fills_in_proportion() -> None:
    def full(count: Headcount | None) -> int:
        return sum(
            each.get("fill") is None
            for each in ET.fromstring(str(icon(count))).iter(f"{SVG}circle")  # noqa: S314 - drawn by us
        )

    assert full(None) == 7
    assert full(Headcount(80, 0)) == 0
    assert full(Headcount(80, 80)) == 8
    assert "dasharray" in icon(Headcount(80, 40, held=1))


def test_a_headcount_is_read_from_the_event() -> None:
    event = Event(
        id="e",
        name="n",
        starts_at=datetime(2026, 6, 1, 18, 0),
        ends_at=datetime(2026, 6, 1, 21, 0),
        timezone="UTC",
        venue="",
        host_email="",
        settings=Settings(),
        plans=(),
        created_at=datetime(2026, 5, 1, tzinfo=UTC),
        cap=9,
        confirmed=4,
        held=2,
        taken=6,
        waiting=1,
    )
    assert Headcount.of(event) == Headcount(9, 4, 2, 1)


def test_a_single_taken_seat_can_be_seen_in_a_large_room() -> None:
    picture = drawn(Headcount(5000, confirmed=1, held=1))
    widths = {each.get("class"): int(each.attrib["width"]) for each in picture.iter(f"{SVG}rect")}
    assert widths == {"open": 478, "held": 12, "taken": 12}
