"""Another time: a page of what is really free, and one time for one person."""

import re
from datetime import timedelta

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from tests.web.appointments.shop import RULES, WITHOUT_HOURS, Shop, at
from tests.web.appointments.test_link_pages import everything, heading, ways


def times(text: str) -> list[str]:
    return re.findall(r'name="start" value="([^"]+)"', text)


def days(text: str) -> list[str]:
    return [one.strip() for one in re.findall(r"<summary>([^<]+) <span", text)]


def said(text: str) -> str:
    return "".join(re.findall(r'<p class="said[^>]*>([^<]+)</p>', text))


def picks(shop: Shop, web: TestClient, start: str, name: str = "Ada", staff: str = "Jess") -> str:
    return web.post(shop.reply("reschedule", name), data={"start": start, "staff": staff}).text


class TestThePage:
    def test_two_weeks_of_free_times_by_day_without_the_time_that_they_have(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        page = web.get(shop.reply("reschedule"))
        assert (page.status_code, heading(page.text)) == (200, "Which time suits you?")
        assert "It stays yours until you have picked another." in page.text
        shown = days(page.text)
        # It is Monday, 11:00: the quarter past is the last that a cut can begin.
        assert (shown[0], shown[1], shown[-1], len(shown)) == (
            "Monday 1 June",
            "Tuesday 2 June",
            "Friday 12 June",
            10,
        )
        assert times(page.text)[:2] == ["2026-06-01T09:15Z", "2026-06-02T07:00Z"]
        assert "2026-06-04T08:00Z" not in times(page.text)
        assert "2026-06-04T08:15Z" in times(page.text)

    def test_what_others_have_is_not_free_and_an_open_slot_is_not_either(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        shop.books("Bob", "2026-06-02T09:00")
        page = web.get(shop.reply("reschedule"))
        tuesday = [one for one in times(page.text) if one.startswith("2026-06-02")]
        assert tuesday[0] == "2026-06-02T07:45Z"
        shop.joins("Cy", "Cut")
        web.post(shop.reply("cancel", "Bob"))
        page = web.get(shop.reply("reschedule"))
        assert [one for one in times(page.text) if one.startswith("2026-06-02")] == tuesday

    def test_later_times_are_a_tap_away_up_to_sixty_days(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        path = shop.reply("reschedule")
        text = web.get(path).text
        seen = times(text)
        while later := ways(text).get("Later times"):
            text = web.get(path + later.replace("&amp;", "&")).text
            seen += times(text)
        assert len(seen) == len(set(seen))
        assert seen[-1] == "2026-07-31T09:00Z"
        back = ways(text)["Earlier times"].replace("&amp;", "&")
        assert times(web.get(path + back).text)[0] == "2026-07-13T07:00Z"

    def test_notice_and_horizon_of_online_booking_hold(self, shop: Shop, web: TestClient) -> None:
        online = (
            "Online booking: yes\nBooking notice: 1 day before\nBooking horizon: 3 days ahead\n"
        )
        shop.rules(f"{RULES}{online}")
        shop.books()
        page = web.get(shop.reply("reschedule"))
        assert (times(page.text)[0], times(page.text)[-1]) == (
            "2026-06-02T09:00Z",
            "2026-06-04T09:00Z",
        )
        assert "Later times" not in ways(page.text)
        assert "This time cannot be picked" in picks(shop, web, "2026-06-01T09:15Z")
        assert "This time cannot be picked" in picks(shop, web, "2026-06-05T07:00Z")

    @pytest.mark.parametrize(
        "query", ["from=soon", "from=2020-01-01", "from=2027-01-01", "from=", "staff=Mallory"]
    )
    def test_what_makes_no_sense_begins_today_with_the_usual_person(
        self, shop: Shop, web: TestClient, query: str
    ) -> None:
        shop.books()
        page = web.get(f"{shop.reply('reschedule')}?{query}")
        assert days(page.text)[0] == "Monday 1 June"
        assert '<input type="hidden" name="staff" value="Jess">' in page.text

    def test_with_whom_is_theirs_to_choose(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        shop.books("Bob", "2026-06-02T09:00", minutes=180)
        path = shop.reply("reschedule")
        assert "Tuesday 2 June" not in days(web.get(path).text)
        choices = re.findall(
            r'<a href="([^"]+)"( aria-current="true")? dir="auto">([^<]+)</a>', web.get(path).text
        )
        assert [(words, bool(shown)) for _, shown, words in choices] == [
            ("Jess", True),
            ("Sam", False),
            ("Anyone", False),
        ]
        for way, _, words in choices[1:]:
            page = web.get(path + way.replace("&amp;", "&"))
            assert "Tuesday 2 June" in days(page.text)
            assert f'name="staff" value="{words if words == "Sam" else ""}"' in page.text

    def test_one_person_is_no_choice(self, shop: Shop, web: TestClient) -> None:
        shop.rules(RULES.replace("Staff: Jess, Sam\n", "Staff: Jess\n"))
        shop.books()
        assert "With whom?" not in web.get(shop.reply("reschedule")).text

    def test_whoever_left_is_not_asked_for(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        shop.rules(RULES.replace("Staff: Jess, Sam\n", "Staff: Sam, Kim\n"))
        page = web.get(shop.reply("reschedule"))
        assert '<input type="hidden" name="staff" value="">' in page.text

    def test_closed_days_and_public_holidays_have_no_times(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.rules(f"{RULES}Closed: public holidays of DE-BE, 3 Jun\n")
        shop.give(
            KeepHolidays(holidays=Holidays(id="DE-BE", days=("2026-06-02",), until="2027-12-31"))
        )
        shop.books()
        assert days(web.get(shop.reply("reschedule")).text)[:2] == [
            "Monday 1 June",
            "Thursday 4 June",
        ]

    def test_without_opening_hours_it_says_so_and_what_to_do(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.rules(WITHOUT_HOURS)
        shop.books()
        page = web.get(shop.reply("reschedule"))
        assert page.status_code == 200
        assert (
            said(page.text)
            == "We cannot show free times here yet. Please call us, and we find one together."
        )
        assert "<form" not in page.text
        assert list(ways(page.text)) == ["I'll be there", "I can't come"]

    def test_when_two_weeks_are_full_it_says_when_the_next_time_is(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.rules(f"{RULES.replace('Mon-Fri', 'Mon')}Closed: 1 Jun, 8 Jun, 15 Jun\n")
        shop.books()
        page = web.get(shop.reply("reschedule"))
        assert (
            said(page.text)
            == "Nothing is free in these two weeks. The next free time is on Monday 22 June."
        )
        later = ways(page.text)["Later times"].replace("&amp;", "&")
        assert days(web.get(shop.reply("reschedule") + later).text)[0] == "Monday 22 June"

    def test_when_nothing_is_free_at_all_it_says_whom_to_call(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books(minutes=240)
        page = web.get(shop.reply("reschedule"))
        assert "Nothing is free as far ahead as we plan. Please call us" in said(page.text)
        assert "Later times" not in ways(page.text)


class TestThePick:
    def test_it_is_theirs_in_one_write_and_a_second_tap_says_so(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        text = picks(shop, web, "2026-06-05T07:00Z")
        assert heading(text) == "Your appointment has been moved."
        assert "Friday 5 June" in text
        assert list(ways(text)) == ["Add it to my calendar", "I need another time", "I can't come"]
        moved = shop.appointment()
        assert (moved.starts_at, moved.staff, moved.chain, moved.status) == (
            at("2026-06-05T09:00"),
            "Jess",
            2,
            "booked",
        )
        before = everything(shop)
        again = picks(shop, web, "2026-06-12T07:00Z")
        looked = web.get(shop.reply("reschedule"))
        for page in (again, looked.text):
            assert heading(page) == "You have moved it already."
            assert "Friday 5 June" in page
        assert everything(shop) == before

    def test_it_can_be_moved_again_by_the_link_on_the_page(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        way = ways(picks(shop, web, "2026-06-05T07:00Z"))["I need another time"]
        assert (
            heading(web.post(way, data={"start": "2026-06-08T07:00Z", "staff": "Jess"}).text)
            == "Your appointment has been moved."
        )
        assert shop.appointment().starts_at == at("2026-06-08T09:00")

    def test_anyone_is_whoever_is_free(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        shop.books("Bob", "2026-06-05T09:00")
        text = picks(shop, web, "2026-06-05T07:00Z", staff="")
        assert "With Sam" in text
        assert shop.appointment().staff == "Sam"

    def test_two_people_pick_the_same_time_and_one_gets_it(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books("Ada")
        shop.books("Bob", "2026-06-04T11:00")
        assert (
            heading(picks(shop, web, "2026-06-05T07:00Z", "Ada"))
            == "Your appointment has been moved."
        )
        page = web.post(
            shop.reply("reschedule", "Bob"), data={"start": "2026-06-05T07:00Z", "staff": "Jess"}
        )
        assert page.status_code == 409
        assert (
            said(page.text)
            == "Someone was quicker: this time has just been taken. These are free now."
        )
        assert "2026-06-05T07:00Z" not in times(page.text)
        assert re.findall(r"<details [^>]*open>\s*<summary>([^<]+)<", page.text) == [
            "Friday 5 June "
        ]
        assert shop.appointment("Bob").starts_at == at("2026-06-04T11:00")
        assert (
            heading(picks(shop, web, "2026-06-05T07:45Z", "Bob"))
            == "Your appointment has been moved."
        )

    def test_a_time_that_was_never_offered_cannot_be_had(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        before = everything(shop)
        for start in (
            "2026-06-06T07:00Z",
            "2026-06-05T07:07Z",
            "2026-06-05T02:00Z",
            "2026-06-01T08:00Z",
            "2026-09-01T07:00Z",
            "1970-01-01T00:00Z",
        ):
            page = web.post(shop.reply("reschedule"), data={"start": start, "staff": "Jess"})
            assert (page.status_code, said(page.text)) == (
                409,
                "This time cannot be picked. These are free now.",
            )
        assert everything(shop) == before

    def test_the_time_that_they_have_is_not_another(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        page = web.post(
            shop.reply("reschedule"), data={"start": "2026-06-04T08:00Z", "staff": "Jess"}
        )
        assert (page.status_code, said(page.text)) == (
            409,
            "This is the time that you have. Nothing was changed.",
        )

    @pytest.mark.parametrize(
        "fields", [{}, {"start": "noon"}, {"start": "2026-06-05T07:00Z", "staff": "Mallory"}]
    )
    def test_what_is_no_pick_shows_the_times_again(
        self, shop: Shop, web: TestClient, fields: dict[str, str]
    ) -> None:
        shop.books()
        page = web.post(shop.reply("reschedule"), data=fields)
        assert (page.status_code, said(page.text)) == (422, "Please choose one of these times.")
        assert times(page.text)
        assert shop.appointment().chain == 1

    def test_the_given_up_time_goes_to_whoever_waits(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        picks(shop, web, "2026-06-05T07:00Z")
        assert shop.appointment().frees
        assert [one.facts["reason"] for one in shop.told("gap_alert")] == ["rescheduled"]


def test_whoever_wants_an_earlier_time_is_led_to_the_list_with_service_and_day_chosen(
    shop: Shop, web: TestClient
) -> None:
    shop.books(tell=True)
    (mail,) = shop.told("booked")
    url = shop.engine.composer.letter(mail).links["earlier"]
    assert url.endswith("/waitlist?service=Cut&latest=2026-06-03")
    page = web.get(url)
    assert "<option selected>Cut</option>" in page.text
    assert 'name="latest" type="date" value="2026-06-03"' in page.text


def test_whoever_wants_to_come_earlier_on_the_same_day_waits_until_their_time(
    shop: Shop, web: TestClient
) -> None:
    shop.books(tell=True)
    (mail,) = shop.told("booked")
    mail = replace(mail, queued_at=shop.appointment().starts_at - timedelta(hours=4))
    url = shop.engine.composer.letter(mail).links["earlier"]
    assert "latest=2026-06-04&until_time=" in url
    wall = shop.appointment().starts_at + timedelta(hours=2)
    assert f'value="{wall:%H:%M}"' in web.get(url).text


def test_moving_again_and_again_ends(shop: Shop, web: TestClient) -> None:
    shop.books()
    answers = []
    for chain in range(1, 8):
        path = shop.reply("reschedule", offer=f"{chain}-0")
        data = {"start": f"2026-06-{8 + chain % 2:02}T07:00Z", "staff": "Jess"}
        answers.append(web.post(path, data=data))
    assert [one.status_code for one in answers] == [200] * 5 + [429] * 2
    assert "you have moved this appointment many times" in said(answers[5].text)
