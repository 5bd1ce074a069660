"""The list as a sheet: in join order, saved as a form or per cell, keeping others' changes."""

import re
from html import unescape

import msgspec
import pytest

from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from fullhouse.products.frontdesk.waitlist.model import LinePage
from fullhouse.web.desk.frontdesk.waitlist import list_page
from tests.web.desk.frontdesk.salon import Salon, happens_before_the_save, tidy
from tests.web.desk.support import Desk, text_of

ROW = re.compile(r'<tr id="entry-(\w+)"')
NEW = {
    "name": "Gus",
    "phone": "0171 2345678",
    "service": "Cut",
    "party": "2",
    "priority": "3",
    "latest": "2026-07-01",
}


def rows(desk: Desk, query: str = "") -> list[str]:
    return ROW.findall(desk.web.get(f"/desk/waitlist/list{query}").text)


def was(desk: Desk, entry: str) -> str:
    """What a page remembers of a row."""
    page = desk.web.get("/desk/waitlist/list").text
    row = page.partition(f'id="row-{entry}"')[2]
    found = re.search(r'name="was" value="([^"]*)"', row)
    assert found is not None
    return unescape(found[1])


def test_everyone_who_waits_stands_in_join_order(desk: Desk, day: Salon) -> None:
    assert rows(desk) == ["ada", "ben", "cleo", "dora"]
    day.joins("Fay", "Cut")
    assert rows(desk, "?service=Cut") == ["fay"]
    assert rows(desk, "?service=colour") == ["ada", "ben", "cleo", "dora"]
    assert "Nobody waits for this." in tidy(desk.read("/desk/waitlist/list?service=Table"))
    assert "All 5 Colour 4 Cut 1 Table 0" in tidy(desk.read("/desk/waitlist/list"))


def test_a_long_list_is_shown_page_by_page(
    desk: Desk, day: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_page, "PAGE", 3)
    page = desk.web.get("/desk/waitlist/list").text
    following = re.search(r'href="(\?after=[^"]+)">Next page', page)
    assert following is not None
    assert rows(desk) == ["ada", "ben", "cleo"]
    assert rows(desk, unescape(following[1])) == ["dora"]
    assert rows(desk, "?after=nonsense") == rows(desk, "?after=2026-06-01T00:00:00~x") == rows(desk)


def test_a_row_is_added(desk: Desk, salon: Salon) -> None:
    assert (
        desk.send("/desk/waitlist/list", NEW).headers["location"]
        == "/desk/waitlist/list?done=joined"
    )
    gus = desk.evening.load(LinePage())[0]
    assert (gus.name, gus.phone, gus.service, gus.party) == ("Gus", "+491712345678", "Cut", 2)
    assert (gus.priority, gus.latest, gus.source) == (3, "2026-07-01", "desk")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": ""}, "Please enter a name."),
        ({"phone": ""}, "Give a mobile number or an email address"),
        ({"phone": "12"}, "What you typed is still here."),
        ({"service": ""}, "What you typed is still here."),
        ({"party": "some"}, "A party is a number from 1 to 50."),
        ({"priority": "-1"}, "A priority is from 0 to 9"),
        ({"latest": "2020-01-01"}, "This date has passed."),
        ({"earliest": "2026-08-01"}, "The latest date lies before the earliest."),
    ],
)
def test_a_row_that_cannot_be_stays_typed(
    desk: Desk, salon: Salon, typed: dict[str, str], said: str
) -> None:
    answer = desk.send("/desk/waitlist/list", {**NEW, **typed})
    assert answer.status_code == 422
    assert said in tidy(text_of(answer))
    assert typed.get("name", "Gus") in answer.text
    assert desk.evening.load(LinePage()) == ()


def test_someone_who_waits_already_is_shown_instead(desk: Desk, salon: Salon) -> None:
    desk.send("/desk/waitlist/list", NEW)
    answer = desk.send("/desk/waitlist/list", NEW)
    assert "/desk/waitlist/entries/" in answer.headers["location"]
    assert "They were on the list for this already." in tidy(desk.read(answer.headers["location"]))
    wish = {"weekdays": "Mon, Thu", "from_time": "17:00"}
    answer = desk.send("/desk/waitlist/list", {**NEW, **wish})
    page = tidy(desk.read(answer.headers["location"]))
    assert "They keep their place, with these wishes." in page
    assert "Mon, Thu, from 17:00 on" in page


def test_weekdays_and_times_are_edited_in_words(desk: Desk, day: Salon) -> None:
    form = {"weekdays": "weekdays", "until_time": "12:00", "was": was(desk, "cleo")}
    desk.send("/desk/waitlist/entries/cleo/edit", form)
    entry = day.entry("cleo")
    assert (entry.weekdays, entry.until_time) == (("mon", "tue", "wed", "thu", "fri"), "12:00")
    assert "Mon, Tue, Wed, Thu, Fri" in desk.read("/desk/waitlist/list")
    desk.send("/desk/waitlist/entries/cleo/edit", {"weekdays": "", "was": was(desk, "cleo")})
    assert day.entry("cleo").weekdays == ()
    answer = desk.send("/desk/waitlist/entries/cleo/edit", {"weekdays": "often", "was": "{}"})
    assert (answer.status_code, "These are not weekdays" in answer.text) == (422, True)


def test_a_row_is_saved_as_a_form(desk: Desk, day: Salon) -> None:
    cells = {**msgspec.json.decode(was(desk, "cleo")), "party": "2", "staff": "Sam"}
    form = {**cells, "was": was(desk, "cleo"), "back": "list:Colour"}
    answer = desk.send("/desk/waitlist/entries/cleo/edit", form)
    assert answer.headers["location"] == "/desk/waitlist/list?service=Colour&done=edited"
    assert (day.entry("cleo").party, day.entry("cleo").staff) == (2, "Sam")


def test_saving_a_row_leaves_what_others_have_changed_meanwhile(desk: Desk, day: Salon) -> None:
    remembered = was(desk, "cleo")
    desk.evening.give(EditEntry(entry_id="cleo", name="Cleopatra", priority=5))
    form = {**msgspec.json.decode(remembered), "party": "3", "was": remembered}
    assert desk.send("/desk/waitlist/entries/cleo/edit", form).status_code == 303
    cleo = day.entry("cleo")
    assert (cleo.name, cleo.priority, cleo.party) == ("Cleopatra", 5, 3)


def test_a_change_just_before_the_save_is_not_overwritten(
    desk: Desk, day: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered = was(desk, "cleo")

    happens_before_the_save(monkeypatch, EditEntry(entry_id="cleo", party=2))
    form = {**msgspec.json.decode(remembered), "party": "3", "was": remembered}
    answer = desk.send("/desk/waitlist/entries/cleo/edit", form)
    assert "This was changed meanwhile: 2. Save again to use yours." in tidy(text_of(answer))
    assert day.entry("cleo").party == 2


def test_a_row_that_cannot_be_saved_is_shown_with_what_was_typed(desk: Desk, day: Salon) -> None:
    answer = desk.send("/desk/waitlist/entries/cleo/edit", {"party": "crowd", "was": "{not json"})
    assert answer.status_code == 422
    assert "A party is a number from 1 to 50." in tidy(text_of(answer))
    assert 'value="crowd"' in answer.text
    assert day.entry("cleo").party == 1


def test_a_cell_is_saved_alone(desk: Desk, day: Salon) -> None:
    answer = desk.send(
        "/desk/waitlist/entries/dora/edit", {"phone": "0171 2345678"}, accept="application/json"
    )
    assert answer.status_code == 200
    assert answer.json()["cells"]["phone"] == "+491712345678"
    assert msgspec.json.decode(answer.json()["was"]) == answer.json()["cells"]
    assert answer.json()["reached"] == {"how": "by text", "said": "By text", "why_not": ""}
    assert day.entry("dora").phone == "+491712345678"


def test_a_cell_that_cannot_be_says_why(desk: Desk, day: Salon) -> None:
    answer = desk.send(
        "/desk/waitlist/entries/dora/edit", {"priority": "high"}, accept="application/json"
    )
    assert answer.status_code == 422
    assert answer.json()["problems"] == {
        "priority": "A priority is from 0 to 9; higher ones are asked first."
    }


def test_what_is_refused_by_the_rules_is_said_too(desk: Desk, day: Salon) -> None:
    answer = desk.send(
        "/desk/waitlist/entries/emil/edit", {"party": "2"}, accept="application/json"
    )
    assert (answer.status_code, answer.json()["problems"]) == (
        422,
        {"form": "They have been booked, and are off the list."},
    )


def test_nothing_changed_is_said_so(desk: Desk, day: Salon) -> None:
    answer = desk.send("/desk/waitlist/entries/cleo/edit", {"party": "1"})
    assert answer.headers["location"] == "/desk/waitlist/entries/cleo?done=unchanged"


def test_a_row_is_removed(desk: Desk, day: Salon) -> None:
    answer = desk.send("/desk/waitlist/entries/cleo/remove", {"back": "list:"})
    assert answer.headers["location"] == "/desk/waitlist/list?done=removed"
    assert day.entry("cleo").state == "removed"
    assert desk.send("/desk/waitlist/entries/cleo/remove").status_code == 409
    assert rows(desk) == ["ada", "ben", "dora"]


def test_how_someone_is_reached_and_why_not_stands_in_their_row(desk: Desk, day: Salon) -> None:
    desk.evening.give(NoteReach(address=day.entry("cleo").phone, reach="opted_out"))
    said = tidy(desk.read("/desk/waitlist/list"))
    assert "By email mobile: asked for no more messages (STOP)" in said
    desk.evening.give(NoteReach(address="cleo@example.org", reach="bounced", note="550"))
    assert "Cannot be reached" in tidy(desk.read("/desk/waitlist/list"))


def test_a_service_that_is_offered_no_more_still_shows(desk: Desk, day: Salon) -> None:
    day.writes("Services\n- Cut: 30 minutes\n")
    said = tidy(desk.read("/desk/waitlist/list"))
    assert "All 4 Cut 0 colour 4" in said
    assert "<option selected>Colour</option>" in desk.web.get("/desk/waitlist/list").text


def test_a_row_that_the_rules_refuse_stays_typed(
    desk: Desk, salon: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fullhouse.products.frontdesk.waitlist.entries.MOST_ENTRIES_OF_ONE", 1)
    assert desk.send("/desk/waitlist/list", NEW).status_code == 303
    answer = desk.send(
        "/desk/waitlist/list", {**NEW, "service": "Colour", "party": "", "priority": ""}
    )
    assert answer.status_code == 422
    assert "too many entries under this phone number" in tidy(text_of(answer))


def test_dates_are_said_as_people_say_them(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada", earliest="2026-06-10", latest="2026-06-12")
    salon.joins("Ben", earliest="2026-06-10", latest="2026-06-10")
    said = tidy(desk.read("/desk/waitlist/list"))
    assert "Colour, Wed 10 Jun 2026 to Fri 12 Jun 2026" in said
    assert "Colour, on Wed 10 Jun 2026" in said
