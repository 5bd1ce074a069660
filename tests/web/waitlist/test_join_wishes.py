"""Weekdays and times of day on the page to join, and joining again."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import MessagePage
from tests.web.waitlist.salon import Salon
from tests.web.waitlist.test_join_page import ADA, stored


class TestWishes:
    def test_the_page_asks_for_weekdays_and_the_time_of_day(
        self, salon: Salon, web: TestClient
    ) -> None:
        page = web.get("/waitlist").text
        for words in ('name="on_mon"', "Thursday", "Evenings, from 17:00", 'name="from_time"'):
            assert words in page

    @pytest.mark.parametrize(
        ("typed", "wish"),
        [
            ({"on_mon": "1", "on_thu": "1"}, (("mon", "thu"), "", "")),
            ({"daytime": "evening"}, ((), "17:00", "")),
            ({"daytime": "morning"}, ((), "", "12:00")),
            ({"daytime": "morning", "from_time": "9:00"}, ((), "09:00", "12:00")),
            ({"daytime": "afternoon", "until_time": "15:00"}, ((), "12:00", "15:00")),
            ({"from_time": "18:00", "until_time": "00:00"}, ((), "18:00", "")),
            ({"daytime": "whenever"}, ((), "", "")),
        ],
    )
    def test_by_form(
        self, salon: Salon, web: TestClient, typed: dict[str, str], wish: tuple[Any, ...]
    ) -> None:
        assert web.post("/waitlist", data={**ADA, **typed}).status_code == 200
        (entry,) = stored(salon)
        assert (entry.weekdays, entry.from_time, entry.until_time) == wish

    def test_by_json(self, salon: Salon, web: TestClient) -> None:
        wish = {"weekdays": ["thu", "mon"], "from_time": "17:00", "until_time": "20:00"}
        assert web.post("/waitlist", json={**ADA, "party": 1, **wish}).status_code == 200
        (entry,) = stored(salon)
        assert (entry.weekdays, entry.from_time) == (("mon", "thu"), "17:00")

    @pytest.mark.parametrize(
        ("wish", "field"),
        [
            ({"weekdays": ["someday"]}, "weekdays"),
            ({"weekdays": "after 5"}, "weekdays"),
            ({"from_time": "25:00"}, "from_time"),
            ({"until_time": "24:30"}, "until_time"),
            ({"from_time": "17:00", "until_time": "09:00"}, "until_time"),
            ({"daytime": "morning", "from_time": "17:00"}, "daytime"),
            ({"daytime": "evening", "until_time": "17:00"}, "daytime"),
            (
                {"weekdays": ["sun"], "earliest": "2026-06-02", "latest": "2026-06-04"},
                "weekdays",
            ),
            ({"weekdays": 5}, "weekdays"),
        ],
    )
    def test_what_makes_no_sense_is_refused_at_its_field(
        self, salon: Salon, web: TestClient, wish: dict[str, Any], field: str
    ) -> None:
        answer = web.post("/waitlist", json={**ADA, "party": 1, **wish})
        assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)
        assert stored(salon) == []

    def test_what_was_typed_stays_beside_its_problem(self, salon: Salon, web: TestClient) -> None:
        typed = {**ADA, "on_mon": "1", "from_time": "17:00", "until_time": "09:00"}
        page = web.post("/waitlist", data=typed)
        assert page.status_code == 422
        assert "The second time must be later than the first." in page.text
        assert 'name="on_mon" value="1" checked' in page.text
        assert 'value="17:00"' in page.text

    def test_the_labels_say_what_counts(self, salon: Salon, web: TestClient) -> None:
        """A slot at 17:00 is too late for someone who named 17:00 as the end."""
        page = web.get("/waitlist").text
        assert "Earlier than" in page
        assert "At the latest" not in page

    def test_joining_again_mails_a_link_that_updates_the_wish(
        self, salon: Salon, web: TestClient
    ) -> None:
        web.post("/waitlist", data=ADA)
        web.post("/waitlist", data={**ADA, "on_mon": "1", "earliest": "2026-06-03"})
        (entry,) = stored(salon)
        assert (entry.weekdays, entry.earliest) == ((), "")
        mails = salon.load(MessagePage(to=ADA["email"]))
        assert [bool(one.facts.get("request")) for one in mails].count(True) == 1
        assert len(mails) == 2

    def test_two_people_on_one_phone_are_two_entries(self, salon: Salon, web: TestClient) -> None:
        for name in ("Ada", "Ben"):
            web.post("/waitlist", data={**ADA, "email": "", "phone": "0171 1234567", "name": name})
        assert [one.name for one in stored(salon)] == ["Ada", "Ben"]
