"""The next date of a series and copies of an event, at the desk."""

import re
from datetime import datetime

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import EditEvent
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from tests.web.desk.support import Desk, text_of

PATH = "/desk/e/party/duplicate"


def made(location: str) -> str:
    found = re.fullmatch(r"/desk/e/([^?]+)\?done=created", location)
    assert found is not None
    return found[1]


def test_the_next_date_is_one_button_and_made_once(desk: Desk) -> None:
    desk.evening.opens(cap=5, settings={"max_party": 2})
    desk.evening.give(EditEvent(event_id="party", voice={"confirmation": "Hello."}))
    desk.evening.signs_up("Anna")
    page = text_of(desk.web.get(PATH))
    assert "A week later: Sat 27 Jun 2026, 18:00" in page
    assert "A month later: Mon 20 Jul 2026, 18:00" in page
    first, second = (
        made(desk.send(PATH, {"repeat": "week"}).headers["location"]) for _ in range(2)
    )
    assert first == second
    event = desk.evening.event(first)
    assert (str(event.starts_at), event.cap, event.confirmed) == ("2026-06-27 18:00:00", 5, 0)
    assert (event.settings.max_party, event.voice) == (2, {"confirmation": "Hello."})


def test_a_date_further_away_is_not_called_a_month_later(desk: Desk) -> None:
    starts_at, ends_at = datetime(2027, 2, 28, 2, 30), datetime(2027, 2, 28, 5, 0)
    desk.evening.opens(starts_at=starts_at, ends_at=ends_at)
    page = text_of(desk.web.get(PATH))
    assert "A week later: Sun 7 Mar 2027, 02:30" in page
    assert "Monthly, next date: Wed 28 Apr 2027, 02:30" in page
    assert "A month later" not in page


def test_the_next_date_of_an_event_that_lies_back_is_not_called_a_week_later(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.passes(days=27)
    page = text_of(desk.web.get(PATH))
    assert "Weekly, next date: Sat 4 Jul 2026, 18:00" in page
    assert "Two weeks later: Sat 4 Jul 2026, 18:00" in page
    assert "A month later: Mon 20 Jul 2026, 18:00" in page


def test_a_copy_on_any_date_is_made_once_per_form(desk: Desk) -> None:
    desk.evening.opens()
    found = re.search(r'name="occasion" value="([^"]+)"', desk.web.get(PATH).text)
    assert found is not None
    fields = {"name": "Winter party", "starts_at": "2026-12-05T19:00", "occasion": found[1]}
    ids = {made(desk.send(PATH, fields).headers["location"]) for _ in range(2)}
    assert len(ids) == 1
    event = desk.evening.event(ids.pop())
    assert (event.name, str(event.ends_at)) == ("Winter party", "2026-12-05 22:00:00")


def test_what_is_wrong_is_named_and_nothing_is_made(desk: Desk) -> None:
    desk.evening.opens()
    for fields, says in (
        ({"name": "", "starts_at": "2026-12-05T19:00"}, "Give the event a name."),
        ({"name": "A", "starts_at": ""}, "Say on which day and at what time it starts."),
        ({"name": "A", "starts_at": "2020-12-05T19:00"}, "The date lies in the past."),
        ({"name": "A", "starts_at": "2027-03-28T02:30"}, "This time does not exist on that day"),
    ):
        answer = desk.send(PATH, fields)
        assert (answer.status_code, says in text_of(answer)) == (422, True), fields


def test_a_copy_asks_what_the_event_asks_now(desk: Desk) -> None:
    desk.evening.opens()
    bus, note = FormQuestion("bus", "By bus?", "yes_no"), FormQuestion("note", "Anything else?")
    desk.evening.give(EditQuestions(event_id="party", questions=(bus, note)))
    desk.evening.signs_up("Ada")
    desk.evening.give(EditQuestions(event_id="party", questions=(note,)))
    fields = {"name": "Winter party", "starts_at": "2026-12-05T19:00"}
    copied = made(desk.send(PATH, fields).headers["location"])
    assert desk.evening.event(copied).asks == 1
    content = desk.evening.load(Get(EventContent, (copied,)))
    assert content is not None
    assert content.questions == (note,)
