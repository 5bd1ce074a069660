"""The editable list: by time, filtered by status, searched by name and number."""

import msgspec
import pytest

from fullhouse.products.frontdesk.appointments.commands import EraseAppointment
from fullhouse.web.desk.frontdesk.appointments import list_page
from tests.web.desk.frontdesk.appointments.book import Front, at
from tests.web.desk.support import Desk

LIST = "/desk/appointments/list"
SCRIPT = {"accept": "application/json"}


def listed(desk: Desk, query: str = "") -> list[str]:
    page = desk.web.get(f"{LIST}{query}").text
    return [one.split('"')[0] for one in page.split('<tr id="a-')[1:]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["ada", "ben", "cleo", "dora", "emil"]),
        ("?show=booked", ["ada", "cleo", "dora", "emil"]),
        ("?show=confirmed", ["ben"]),
        ("?show=ended", ["ida", "gus"]),
        ("?show=over", ["ida"]),
        ("?show=nonsense", ["ada", "ben", "cleo", "dora", "emil"]),
        ("?q=ada", ["ada"]),
        ("?q=do", ["dora"]),
        ("?q=0151+23456789", ["ada"]),
        ("?q=3456789", ["ada"]),
        ("?q=ben@example.org", ["ben"]),
        ("?q=789", []),
        ("?q=nobody", []),
    ],
)
def test_a_part_of_the_list_is_shown_or_looked_for(
    desk: Desk, day: Front, query: str, found: list[str]
) -> None:
    assert listed(desk, query) == found
    assert day.appointment().status == "booked"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "Nobody is booked yet."),
        ("?show=booked", "Everyone has answered."),
        ("?q=x", "Nobody fits."),
    ],
)
@pytest.mark.usefixtures("front")
def test_where_there_is_nobody_the_page_says_so(desk: Desk, query: str, words: str) -> None:
    assert words in desk.read(f"{LIST}{query}")


def test_a_long_list_comes_in_pages(
    desk: Desk, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_page, "PAGE", 2)
    monkeypatch.setattr(list_page, "CHUNK", 2)
    for name in ("Ada", "Ben", "Cleo", "Dora", "Emil"):
        front.books(name, "2026-06-02T10:00")
    assert listed(desk) == ["ada", "ben"]
    first = desk.web.get(LIST).text
    onward = first.split('href="?')[1].split('"')[0].replace("&amp;", "&")
    assert listed(desk, f"?{onward}") == ["cleo", "dora"]
    assert "To the first page" in desk.read(f"{LIST}?{onward}")
    for place in (
        "2026-06-02~x",
        "9999-12-31T23:59:59-23:00~x",
        "0001-01-01T00:00:00%2B23:00~x",
        "~",
    ):
        assert listed(desk, f"?after={place}") == ["ada", "ben"], place
    assert "There are more" in desk.read(f"{LIST}?q=example")


def test_a_cell_is_saved_by_itself(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T10:00")
    answer = desk.send("/desk/appointments/a/ada/edit", {"time": "11:30"}, **SCRIPT)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["said"], told["cells"]["time"], told["reached"]["said"]) == (
        "Saved.",
        "11:30",
        "By email",
    )
    assert front.appointment().starts_at == at("2026-06-02T11:30")
    assert msgspec.json.decode(told["was"])["time"] == "11:30"


def test_a_cell_that_cannot_be_says_why(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T10:00")
    answer = desk.send("/desk/appointments/a/ada/edit", {"phone": "12"}, **SCRIPT)
    assert answer.status_code == 422
    assert set(answer.json()["problems"]) == {"phone"}
    answer = desk.send("/desk/appointments/a/ada/edit", {"date": "2032-01-01"}, **SCRIPT)
    assert "at most two years away" in answer.json()["problems"]["time"]
    assert front.appointment().starts_at == at("2026-06-02T10:00")


@pytest.mark.parametrize(
    ("typed", "hours"),
    [("48, 3", (48, 3)), ("none", ()), ("-", ()), ("", None)],
    ids=["own", "none", "dash", "rules"],
)
def test_reminders_of_its_own_are_typed_as_hours(
    desk: Desk, front: Front, typed: str, hours: tuple[int, ...] | None
) -> None:
    front.books("Ada", "2026-06-09T10:00", remind_at=(5,))
    assert (
        desk.send("/desk/appointments/a/ada/edit", {"remind_at": typed}, **SCRIPT).status_code
        == 200
    )
    assert front.appointment().remind_at == hours


def test_what_others_changed_in_the_rest_of_the_row_stays(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T10:00")
    was = '{"name": "Ada", "staff": "Jess", "minutes": "45"}'
    desk.send("/desk/appointments/a/ada/edit", {"staff": "Sam"}, **SCRIPT)
    row = {"name": "Ada L.", "staff": "Jess", "minutes": "45", "was": was, "back": "list"}
    answer = desk.send("/desk/appointments/a/ada/edit", row)
    assert answer.headers["location"] == f"{LIST}?done=edited"
    assert (front.appointment().name, front.appointment().staff) == ("Ada L.", "Sam")


def test_a_new_time_on_a_taken_chair_is_saved_and_said(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T10:00")
    front.books("Ben", "2026-06-02T12:00")
    answer = desk.send("/desk/appointments/a/ben/edit", {"time": "10:30"})
    assert answer.headers["location"].endswith("/a/ben?done=edited_over")
    assert front.appointment("Ben").starts_at == at("2026-06-02T10:30")


def test_someone_who_was_forgotten_has_no_cells(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T10:00")
    front.evening.give(EraseAppointment(appointment_id="ada"))
    page = desk.web.get(f"{LIST}?show=ended").text
    assert "Forgotten." in page
    assert 'form="row-ada"' not in page
    assert desk.send("/desk/appointments/a/ada/edit", {"name": "Ada"}, **SCRIPT).status_code == 422


def test_a_name_is_shown_as_it_was_typed(desk: Desk, front: Front) -> None:
    front.books("<b>Ada</b>", appointment_id="ada", email="ada@example.org")
    for path in (LIST, "/desk/appointments", "/desk/appointments/a/ada"):
        page = desk.web.get(path).text
        assert "<b>Ada" not in page
        assert "&lt;b&gt;Ada" in page
