"""The guest list: found by name or address, in each order, page by page; as a file; at the door."""

import csv
import io
import re
from typing import Any

import pytest

from fullhouse.products.rsvp.commands import CancelGuest, SignUp, StopMail
from fullhouse.web.desk.events.guest_list import HEAD, MOST_AT_DOOR, WRITTEN_AT_ONCE, tame, view_of
from tests.web.desk.support import Desk

LIST = "/desk/e/party/guests"


def comes(desk: Desk, name: str, email: str = "", **more: Any) -> None:
    guest_id = re.sub(r"\W", "", name.lower()) or "x"
    email = email or f"{guest_id}@example.org"
    command = SignUp(event_id="party", guest_id=guest_id, name=name, email=email, **more)
    desk.evening.give(command, "guest")


def names(desk: Desk, query: str = "") -> list[str]:
    return re.findall(r"/g/\w+\"><bdi>([^<]+)</bdi>", desk.web.get(f"{LIST}{query}").text)


@pytest.fixture
def party(desk: Desk) -> Desk:
    desk.evening.opens(cap=3, settings={"max_party": 3})
    for name in ("Zoe Berg", "Émile", "anna"):
        comes(desk, name)
        desk.evening.passes(minutes=1)
    comes(desk, "Bert", "post@berg.example", source="import")
    comes(desk, "Cem", party=2)
    desk.evening.give(StopMail(event_id="party", guest_id="cem"), "guest")
    return desk


def test_guests_come_from_a_to_z_unless_another_order_is_asked_for(party: Desk) -> None:
    assert names(party) == ["anna", "Bert", "Cem", "Émile", "Zoe Berg"]
    assert names(party, "?sort=joined")[-3:] == ["anna", "Émile", "Zoe Berg"]
    assert names(party, "?sort=place")[:2] == ["Bert", "Cem"]
    assert names(party, "?sort=state") == ["anna", "Émile", "Zoe Berg", "Bert", "Cem"]
    assert names(party, "?sort=nonsense") == names(party)


def test_a_part_of_a_name_or_an_address_finds_them(party: Desk) -> None:
    assert names(party, "?q=berg") == ["Bert", "Zoe Berg"]
    assert names(party, "?q=%20%20ÉMI") == ["Émile"]
    page = party.read(f"{LIST}?q=nobody")
    assert "Nobody matches. Show everyone" in page


def test_each_state_has_its_count_under_the_same_search(party: Desk) -> None:
    party.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    page = party.read(LIST)
    assert "All 5 Confirmed 2 On the waitlist 2 To confirm 0 Cancelled 1" in page
    assert "All 2 Confirmed 1 On the waitlist 1 To confirm 0 Cancelled 0" in party.read(
        f"{LIST}?q=berg"
    )
    assert names(party, "?state=waitlisted") == ["Bert", "Cem"]


def test_they_are_filtered_by_how_they_came_and_whether_mail_reaches_them(party: Desk) -> None:
    assert names(party, "?source=import") == ["Bert"]
    assert names(party, "?reach=opted_out") == ["Cem"]
    assert "On the waitlist, party of 2 asked for no more email" in party.read(LIST)


def test_a_long_list_goes_on_page_by_page(desk: Desk) -> None:
    desk.evening.opens(cap=52)
    for number in range(53):
        desk.evening.signs_up(f"Guest{number:02}")
    first = desk.web.get(f"{LIST}?state=confirmed").text
    assert "Guest49" in first
    assert "Guest50" not in first
    assert 'href="?state=confirmed&amp;after=guest49"' in first
    assert names(desk, "?state=confirmed&after=guest49") == ["Guest50", "Guest51"]
    assert names(desk, "?after=no-such-guest") == names(desk)
    assert "To the first page" in desk.read(f"{LIST}?after=guest49")


def test_an_address_holds_only_what_differs_from_the_usual() -> None:
    view = view_of(
        {"q": " a  b ", "state": "confirmed", "sort": "name", "reach": "x", "source": "import"}
    )
    assert view.query() == "?q=a+b&state=confirmed&source=import"
    assert view.query(state="") == "?q=a+b&source=import"
    assert view.is_narrow
    assert not view_of({}).is_narrow


def exported(desk: Desk, query: str = "") -> list[list[str]]:
    answer = desk.web.get(f"{LIST}.csv{query}")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="party.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_the_list_leaves_as_a_file_that_spreadsheets_read(party: Desk) -> None:
    head, *rows = exported(party)
    assert tuple(head) == HEAD
    found = {row[0]: row[1:] for row in rows}
    minute = "2026-06-01 11:01"
    assert found["Émile"] == [
        "émile@example.org",
        "Confirmed",
        "1",
        "",
        minute,
        minute,
        "the form",
        "reaches them",
    ]
    assert found["Cem"][1:4] == ["On the waitlist", "2", "2"]
    assert [row[0] for row in exported(party, "?q=berg&sort=name")[1:]] == ["Bert", "Zoe Berg"]


@pytest.mark.parametrize(
    "cell",
    [
        *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1"),
        *("\uff1d1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)", "\u22121", "\ufeff=1", "\u3000\uff1d1"),
    ],
)
def test_no_cell_is_taken_for_a_formula(cell: str) -> None:
    assert tame(cell) == f"'{cell}"
    assert tame(f"x{cell}") == f"x{cell}"


def test_a_name_that_would_be_a_formula_is_tamed_in_the_file(desk: Desk) -> None:
    desk.evening.opens()
    comes(desk, '=HYPERLINK("http://example.org";"x")')
    assert exported(desk)[1][0] == '\'=HYPERLINK("http://example.org";"x")'


def test_a_long_file_is_written_in_parts_and_whole(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fullhouse.web.desk.events.guest_list.WRITTEN_AT_ONCE", 3)
    assert WRITTEN_AT_ONCE >= 100
    desk.evening.opens(cap=2)
    for number in range(10):
        desk.evening.signs_up(f"Guest{number}")
    rows = exported(desk)[1:]
    assert sorted(row[0] for row in rows) == [f"Guest{number}" for number in range(10)]
    assert sorted(int(row[4]) for row in rows if row[4]) == [*range(1, 9)]


def test_the_door_list_has_everyone_with_a_seat_by_their_first_letter(party: Desk) -> None:
    comes(party, "Dora", place_as="pending")
    party.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    page = party.read("/desk/e/party/door")
    assert "2 people expected, from A to Z" in page
    assert "E Émile Z Zoe Berg" in page
    assert "anna" not in page


def test_the_door_list_says_party_sizes_and_who_has_not_confirmed(desk: Desk) -> None:
    desk.evening.opens(cap=9, settings={"max_party": 3})
    comes(desk, "Anna", party=3)
    comes(desk, "42")
    comes(desk, "Dora", place_as="pending", source="host")
    page = desk.read("/desk/e/party/door")
    assert "# 42 A Anna 3 people Have not confirmed yet Dora" in page
    assert "4 seats are open" in page


def test_a_very_long_door_list_comes_in_parts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fullhouse.web.desk.events.guest_list.MOST_AT_DOOR", 2)
    assert MOST_AT_DOOR >= 1000
    desk.evening.opens(cap=3)
    for name in ("Anna", "Bert", "Cleo"):
        desk.evening.signs_up(name)
    assert 'href="?after=bert"' in desk.web.get("/desk/e/party/door").text
    assert "C Cleo" in desk.read("/desk/e/party/door?after=bert")


def test_an_empty_room_has_an_empty_door_list(desk: Desk) -> None:
    desk.evening.opens()
    assert "Nobody has a seat yet." in desk.read("/desk/e/party/door")
    assert "Nobody here yet." in desk.read(LIST)


def test_the_desk_shows_who_is_about_to_be_cancelled(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    desk.evening.signs_up("Ada")
    assert "unless they keep it" not in desk.web.get("/desk/e/party/guests").text
    desk.evening.gives_up("Ada")
    for path in ("/desk/e/party/guests", "/desk/e/party/g/ada"):
        page = desk.web.get(path).text
        assert "unless they keep it" in page
        assert "11:30" in page
