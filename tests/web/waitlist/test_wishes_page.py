"""The page where customers change the days and times that suit them."""

import re

import pytest
from starlette.testclient import TestClient

from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from tests.web.waitlist.salon import Salon

CHANGE = re.compile(r'href="([^"]*)">Change my days and times<')


def wishes_link(salon: Salon, web: TestClient, name: str) -> str:
    """The link that the page to leave gives."""
    page = web.get(salon.link("leave", name))
    (found,) = CHANGE.findall(page.text)
    return str(found)


def test_the_page_to_leave_leads_to_it_and_it_shows_what_is_stored(
    salon: Salon, web: TestClient
) -> None:
    salon.joins("Ada", weekdays=("mon", "thu"), from_time="17:00", latest="2026-06-20")
    page = web.get(wishes_link(salon, web, "Ada"))
    assert page.status_code == 200
    assert page.text.count(" checked") == 2
    assert '<option value="evening" selected>' in page.text
    assert 'value="2026-06-20"' in page.text
    salon.give(EditEntry(entry_id="ada", from_time="16:15"))
    assert 'value="16:15"' in web.get(wishes_link(salon, web, "Ada")).text


def test_what_is_saved_holds_and_the_place_is_kept(salon: Salon, web: TestClient) -> None:
    entry = salon.joins("Ada", weekdays=("mon",), until_time="12:00")
    typed = {"on_tue": "1", "daytime": "evening", "earliest": "2026-06-03", "latest": ""}
    page = web.post(wishes_link(salon, web, "Ada"), data=typed)
    assert (page.status_code, "Saved." in page.text) == (200, True)
    found = salon.entry("Ada")
    assert (found.weekdays, found.from_time, found.until_time) == (("tue",), "17:00", "")
    assert (found.earliest, found.joined_at) == ("2026-06-03", entry.joined_at)
    again = web.post(wishes_link(salon, web, "Ada"), data=typed)
    assert (again.status_code, "Saved." in again.text) == (200, True)
    assert CHANGE.search(again.text)


def test_the_staff_member_is_shown_and_can_be_changed(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada", staff="Sam")
    path = wishes_link(salon, web, "Ada")
    assert "<option selected>Sam</option>" in web.get(path).text
    web.post(path, data={"staff": "Jess"})
    assert salon.entry("Ada").staff == "Jess"
    web.post(path, data={"staff": ""})
    assert salon.entry("Ada").staff == ""


@pytest.mark.parametrize(
    ("stored", "typed", "wish"),
    [
        (("", "16:30"), {"daytime": "evening", "until_time": "16:30"}, ("17:00", "")),
        (("17:00", ""), {"daytime": "evening", "from_time": "09:00"}, ("09:00", "")),
        (("10:00", "16:30"), {"from_time": "10:00", "until_time": "16:00"}, ("10:00", "16:00")),
        (("", ""), {"daytime": "morning", "from_time": "09:00"}, ("09:00", "12:00")),
    ],
)
def test_what_was_chosen_last_counts(
    salon: Salon,
    web: TestClient,
    stored: tuple[str, str],
    typed: dict[str, str],
    wish: tuple[str, str],
) -> None:
    """The form is filled in with the old times, as a part of the day or as times."""
    salon.joins("Ada", from_time=stored[0], until_time=stored[1])
    page = web.post(wishes_link(salon, web, "Ada"), data=typed)
    assert (page.status_code, "Saved." in page.text) == (200, True)
    assert (salon.entry("Ada").from_time, salon.entry("Ada").until_time) == wish


def test_a_contradiction_is_named(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada", until_time="16:30")
    typed = {"daytime": "morning", "from_time": "17:00"}
    page = web.post(wishes_link(salon, web, "Ada"), data=typed)
    assert page.status_code == 422
    assert 'id="daytime-wrong"' in page.text
    assert (salon.entry("Ada").from_time, salon.entry("Ada").until_time) == ("", "16:30")


def test_an_offer_that_no_longer_suits_goes_to_the_next(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    salon.joins("Bob")
    salon.frees()
    web.post(wishes_link(salon, web, "Ada"), data={"on_sun": "1"})
    assert salon.offer(2).entry_id == "bob"


def test_what_makes_no_sense_is_said_beside_its_field(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    typed = {"from_time": "17:00", "until_time": "09:00", "latest": "2026-05-01", "on_mon": "1"}
    page = web.post(wishes_link(salon, web, "Ada"), data=typed)
    assert page.status_code == 422
    for words in ("The second time must be later than the first.", "This date has passed."):
        assert words in page.text
    assert salon.entry("Ada").weekdays == ()


def test_it_ends_with_the_entry_and_with_the_address(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    path = wishes_link(salon, web, "Ada")
    web.post(salon.link("leave", "Ada"))
    assert "You are off the waitlist." in web.get(path).text
    salon.joins("Bob")
    path = wishes_link(salon, web, "Bob")
    salon.give(EditEntry(entry_id="bob", email="other@example.org", phone=""))
    assert web.post(path, data={"on_mon": "1"}).status_code == 410
    assert salon.entry("Bob").weekdays == ()


def test_someone_else_on_the_same_phone_is_not_told_about(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada", email="", phone="+491711234567")
    salon.joins("Ben", email="", phone="+491711234567")
    page = web.post(salon.link("leave", "Ada"))
    assert "You are off the waitlist." in page.text
    assert "joined again" not in page.text
