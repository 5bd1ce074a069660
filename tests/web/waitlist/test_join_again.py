"""Joining again by the public form: it proves nothing, so it takes nothing away."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import EntryPage
from fullhouse.web import formatting
from tests.support.overtaking import overtake
from tests.web.waitlist.salon import Salon

PHONE = "+491717777777"


def joins(web: TestClient, name: str, **more: Any) -> Any:
    return web.post("/waitlist", json={"name": name, "service": "Colour", "party": 1, **more})


def requests(salon: Salon) -> list[Message]:
    return [one for one in salon.messages("joined") if one.facts.get("request")]


def confirm_path(salon: Salon) -> str:
    (message,) = requests(salon)
    (button,) = salon.engine.composer.letter(message).buttons
    return urlsplit(button.url).path


class TestAStranger:
    @pytest.mark.parametrize("known", [{"email": "ada@example.org"}, {"email": "", "phone": PHONE}])
    def test_takes_no_offer_away_and_changes_no_wishes(
        self, salon: Salon, web: TestClient, known: dict[str, str]
    ) -> None:
        before = salon.joins("Ada", **known, weekdays=("tue",), party=1, source="desk")
        salon.joins("Mallory")
        salon.frees()
        assert salon.offer().entry_id == "ada"
        for day in ("sun", "mon", "sun"):
            assert joins(web, "Ada", **known, weekdays=[day]).status_code == 200
        salon.passes(minutes=1)
        assert (salon.offer().status, salon.slot().offers) == ("live", 1)
        entry = salon.entry("Ada")
        assert (entry.weekdays, entry.party, entry.joined_at) == (("tue",), 1, before.joined_at)
        assert len(salon.load(EntryPage())) == 2

    def test_makes_us_write_once_for_the_same_wishes(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada", email="", phone=PHONE)
        for _ in range(3):
            joins(web, "Ada", phone=PHONE, weekdays=["sun"])
        assert [one.to for one in salon.messages("joined")] == [PHONE, PHONE]

    def test_makes_us_write_within_the_budget_of_the_number(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", email="", phone=PHONE)
        days = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
        for day in days:
            joins(web, "Ada", phone=PHONE, weekdays=[day])
        asked = [one for one in salon.messages("joined") if one.facts.get("asked")]
        assert len(asked) == len(days)
        left = [one for one in asked if one.status != "queued"]
        assert len(left) == 5


class TestTheCustomer:
    def test_confirms_new_wishes_by_the_link_in_the_mail(
        self, salon: Salon, web: TestClient
    ) -> None:
        before = salon.joins("Ada", latest="2026-06-20")
        joins(web, "Ada", email="ada@example.org", weekdays=["mon"], from_time="17:00")
        path = confirm_path(salon)
        asked = web.get(path).text
        for words in ("You are on this waitlist already.", "Mon, from 17:00 on", "Save my new"):
            assert words in asked
        page = web.post(path).text
        assert "Your new wishes are saved." in page
        assert "We have written to you" not in page
        entry = salon.entry("Ada")
        assert (entry.weekdays, entry.from_time, entry.latest) == (("mon",), "17:00", "")
        assert entry.joined_at == before.joined_at

    def test_a_used_link_has_nothing_left_to_do(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada")
        joins(web, "Ada", email="ada@example.org", weekdays=["mon"])
        path = confirm_path(salon)
        web.post(path)
        assert "There is nothing left to do here." in web.get(path).text

    def test_a_link_proves_only_its_own_email(self, salon: Salon, web: TestClient) -> None:
        """Whoever knows the number and confirms by their own email changes nothing."""
        salon.joins("Ada", email="", phone=PHONE)
        for number in range(20):
            joins(web, f"Someone {number}", email=f"s{number}@example.org")
        joins(web, "Ada", email="mallory@example.org", phone=PHONE, weekdays=["sun"])
        path = confirm_path(salon)
        assert "You are on the list." in web.post(path).text
        assert (salon.entry("Ada").weekdays, salon.entry("Ada").email) == ((), "")

    def test_a_press_on_its_way_changes_nothing_at_another_email(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", phone=PHONE)
        joins(web, "Ada", email="ada@example.org", phone="+491718888888", weekdays=["mon"])
        path = confirm_path(salon)
        right = EditEntry(entry_id="ada", email="right@example.org")
        overtake(salon.engine, right, by="staff", ahead=1)
        page = web.post(path)
        assert (page.status_code, "This link has been replaced." in page.text) == (409, True)
        entry = salon.entry("Ada")
        assert (entry.weekdays, entry.phone, entry.email) == ((), PHONE, "right@example.org")


class TestNewWishesByText:
    """Customers without an email confirm new wishes with the link of a text."""

    def asked(self, salon: Salon) -> Message:
        (message,) = [one for one in salon.messages("joined") if one.facts.get("asked")]
        return message

    def path(self, salon: Salon) -> str:
        text = salon.engine.composer.letter(self.asked(salon)).text
        found = re.search(r"Confirm your new wishes: https?://[^/]+(/s/[0-9A-Za-z]{12})", text)
        assert found is not None, text
        return found[1]

    def test_its_page_has_the_new_wishes_and_one_button_saves_them(
        self, salon: Salon, web: TestClient
    ) -> None:
        before = salon.joins("Ada", email="", phone=PHONE, weekdays=("tue",), party=1)
        joins(web, "Ada", phone=PHONE, weekdays=["sat"], from_time="17:00", party=2, staff="Jess")
        page = web.get(self.path(salon)).text
        assert "asked for these wishes in your name. They count only if you save them." in page
        assert "just close this page" in page
        assert 'name="on_sat" value="1" checked' in page
        assert 'name="on_tue" value="1" checked' not in page
        assert "<option selected>Jess</option>" in page
        assert re.search(r'name="party"[^>]* value="2"', page)
        assert "Save my new wishes" in page
        assert salon.entry("Ada").weekdays == ("tue",)
        form = {"on_sat": "1", "daytime": "evening"}
        saved = web.post(self.path(salon), data={**form, "party": "2", "staff": "Jess"})
        assert "Saved." in saved.text
        entry = salon.entry("Ada")
        assert (entry.weekdays, entry.from_time) == (("sat",), "17:00")
        assert (entry.party, entry.staff) == (2, "Jess")
        assert entry.joined_at == before.joined_at

    def test_party_and_staff_that_someone_else_asked_for_can_be_put_right(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", email="", phone=PHONE, weekdays=("mon",), staff="Jess")
        joins(web, "Ada", phone=PHONE, weekdays=["wed"], party=9, staff="Sam")
        wrong = web.post(self.path(salon), data={"on_mon": "1", "party": "0", "staff": ""})
        assert (wrong.status_code, 'id="party-wrong"' in wrong.text) == (422, True)
        assert (
            "Saved."
            in web.post(self.path(salon), data={"on_mon": "1", "party": "1", "staff": ""}).text
        )
        entry = salon.entry("Ada")
        assert (entry.weekdays, entry.party, entry.staff) == (("mon",), 1, "")

    def test_a_form_without_party_and_staff_keeps_the_earlier_ones(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", email="", phone=PHONE, staff="Jess")
        joins(web, "Ada", phone=PHONE, party=9, staff="Sam")
        web.post(self.path(salon), data={"on_mon": "1"})
        entry = salon.entry("Ada")
        assert (entry.weekdays, entry.party, entry.staff) == (("mon",), 1, "Jess")

    def test_a_used_link_shows_what_is_stored(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada", email="", phone=PHONE)
        joins(web, "Ada", phone=PHONE, weekdays=["sat"])
        web.post(self.path(salon), data={"on_fri": "1"})
        page = web.get(self.path(salon)).text
        assert "They count only if you save them." not in page
        assert 'name="on_fri" value="1" checked' in page

    def test_the_link_dies_with_the_number(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada", email="", phone=PHONE)
        joins(web, "Ada", phone=PHONE, weekdays=["sat"])
        salon.give(EditEntry(entry_id="ada", phone="+491718888888"))
        assert "Save my new wishes" not in web.get(self.path(salon)).text

    def test_who_joins_by_phone_and_has_an_email_is_mailed(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", phone=PHONE)
        joins(web, "Ada", phone=PHONE, weekdays=["sat"])
        letter = salon.engine.composer.letter(self.asked(salon))
        assert letter.paragraphs[0].startswith("Someone, perhaps you, has asked for other wishes")
        assert "Save my new wishes" in web.get(urlsplit(letter.links["wishes"]).path).text


class TestAUsedLink:
    """A link that joined says the truth after the place has ended."""

    @pytest.mark.parametrize("removed", [False, True])
    def test_after_leaving_or_removal(self, salon: Salon, web: TestClient, removed: bool) -> None:
        for number in range(20):
            joins(web, f"Someone {number}", email=f"s{number}@example.org")
        joins(web, "Zoe", email="zoe@example.org")
        path = confirm_path(salon)
        assert "You are on the list." in web.post(path).text
        assert "There is nothing left to do here." in web.get(path).text
        (entry,) = [one for one in salon.load(EntryPage()) if one.name == "Zoe"]
        salon.give(LeaveWaitlist(entry_id=entry.id, removed=removed))
        for page in (web.get(path), web.post(path)):
            assert page.status_code == 410
            assert "You are not on the waitlist." in page.text
            assert "since then your place has ended" in page.text


class TestChangingWishesWithAnOffer:
    def test_the_page_says_what_is_held_and_what_became_of_it(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada")
        salon.frees()
        path = salon.link("wishes", "Ada")
        assert "holding a slot for you" in web.get(path).text
        page = web.post(path, data={"on_sun": "1"}).text
        assert "Saved." in page
        assert "does not fit your new wishes, so it goes to someone else" in page
        ended = web.get(salon.link("claim", "Ada", 1)).text
        assert "You changed your wishes." in ended
        assert "You did nothing wrong" not in ended

    def test_an_offer_that_still_fits_stays(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada")
        salon.frees()
        page = web.post(salon.link("wishes", "Ada"), data={"on_tue": "1"}).text
        assert "goes to someone else" not in page
        assert salon.offer().status == "live"

    def test_a_change_by_staff_is_not_called_theirs(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada")
        salon.frees()
        salon.give(EditEntry(entry_id="ada", weekdays=("sun",)))
        assert "This offer was taken back." in web.get(salon.link("claim", "Ada", 1)).text


class TestWhatTheJoinPageSays:
    FORM = {"name": "Ada", "service": "Colour", "party": "1", "phone": PHONE}

    def test_it_promises_a_message_and_claims_none_was_sent(
        self, salon: Salon, web: TestClient
    ) -> None:
        page = web.post("/waitlist", data=self.FORM).text
        assert "We write to you now" in page
        assert "We have written to you" not in page

    def test_it_promises_none_when_texts_are_spent(
        self, salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(formatting, "is_kept_for_offers", lambda *_: True)
        page = web.post("/waitlist", data=self.FORM).text
        assert "text you a confirmation just now." in page
        told = joins(web, "Ada", phone=PHONE).json()["message"]
        assert "can't text you" in told
        assert "we hold it for you and write to you" in page
        mailed = joins(web, "Ada", email="ada@example.org").json()["message"]
        assert "can't text you" not in mailed

    def test_it_promises_no_offer_by_text_when_all_texts_are_spent(
        self, salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("is_kept_for_offers", "texts_stopped"):
            monkeypatch.setattr(formatting, name, lambda *_: True)
        page = web.post("/waitlist", data=self.FORM).text
        assert "we may not be able to text you this month" in page
        assert "we hold it for you and write to you" not in page
        assert "There is nothing you need to do" not in page
