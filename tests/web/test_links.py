"""A link shows its action and acts only on the button; the second press repeats the result."""

from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.products.rsvp.commands import CancelEvent, CancelGuest, CloseSignUp, EditEvent
from tests.support.event_app import Evening

PURPOSES = ("keep", "confirm", "claim", "decline", "cancel", "leave", "manage", "back", "stop")
NOT_YET = "<strong>One more step:</strong> please confirm."


@pytest.fixture
def offered(evening: Evening) -> str:
    """Ada had the only seat and gave it back; it is held for Bob. Cy waits behind him."""
    evening.opens(cap=1, settings={"max_party": 3})
    for name in ("Ada", "Bob", "Cy"):
        evening.signs_up(name)
    evening.give(CancelGuest(event_id="party", guest_id="ada"))
    offer = evening.guest("Bob").offer
    assert offer is not None
    return offer.id


def everything(evening: Evening) -> tuple[object, ...]:
    async def records() -> tuple[object, ...]:
        return tuple(evening.engine.load(AllRecords())), evening.engine.load(AuditPage())

    return (*evening.call(records), tuple(mail.id for mail in evening.mails()))


def test_no_get_ever_acts(evening: Evening, web: TestClient, offered: str) -> None:
    before = everything(evening)
    for name in ("Ada", "Bob", "Cy"):
        for purpose in PURPOSES:
            path = evening.link(
                purpose, name, offer=offered if purpose in ("claim", "confirm", "decline") else ""
            )
            assert web.get(path).status_code in (200, 410)
            assert web.head(path).status_code in (200, 410)
    for path in ("/e/party", "/e/party/qr.svg", "/e/party/calendar.ics", "/favicon.svg"):
        web.get(path)
    assert everything(evening) == before


class TestClaim:
    def test_the_page_asks_and_says_that_it_is_not_yet_done(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        page = web.get(evening.link("claim", "Bob", offer=offered))
        assert page.status_code == 200
        assert "<h1>Take the seat?</h1>" in page.text
        assert "Held for you until Monday 1 June, 17:00." in page.text
        assert NOT_YET in page.text

    def test_the_button_takes_the_seat_and_the_second_press_says_so_again(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        path = evening.link("claim", "Bob", offer=offered)
        first, second, look = web.post(path), web.post(path), web.get(path)
        assert [page.status_code for page in (first, second, look)] == [200, 200, 200]
        for page in (first, second, look):
            assert "<h1>You have a seat.</h1>" in page.text
        assert evening.event().confirmed == 1

    def test_after_the_deadline_it_is_refused_with_a_place_in_line(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        path = evening.link("claim", "Bob", offer=offered)
        evening.passes(hours=6)
        for page in (web.get(path), web.post(path)):
            assert page.status_code == 410
            assert "This offer has ended." in page.text
            assert "You are number 1 on the waitlist." in page.text
        assert evening.guest("Bob").state == "waitlisted"

    def test_at_the_deadline_it_is_refused_even_if_nothing_has_rung_yet(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        evening.clock.move_to(evening.clock.now() + timedelta(hours=6))
        page = web.get(evening.link("claim", "Bob", offer=offered))
        assert page.status_code == 410
        assert "Time&#39;s up." in page.text

    def test_a_link_for_another_offer_never_comes_back_to_life(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        for page in (web.get, web.post):
            assert page(evening.link("claim", "Bob", offer="bob-7")).status_code == 410
        assert evening.guest("Bob").offer is not None


class TestDecline:
    def test_the_seat_goes_on_and_the_place_stays(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        path = evening.link("decline", "Bob", offer=offered)
        assert NOT_YET in web.get(path).text
        first = web.post(path)
        assert "<h1>Thank you for telling us.</h1>" in first.text
        assert "You keep your place on the waitlist." in first.text
        assert evening.guest("Cy").offer is not None

    def test_saying_no_twice_is_fine(self, evening: Evening, web: TestClient, offered: str) -> None:
        path = evening.link("decline", "Bob", offer=offered)
        web.post(path)
        again = web.post(path)
        assert again.status_code == 200
        assert "You are number 1 on the waitlist." in again.text


class TestConfirm:
    def test_an_invited_guest_says_yes(self, evening: Evening, web: TestClient) -> None:
        evening.opens(settings={"confirm_by_mail": True})
        offer = evening.signs_up("Ada").offer
        assert offer is not None
        path = evening.link("confirm", "Ada", offer=offer.id)
        assert "<h1>Are you coming?</h1>" in web.get(path).text
        assert "<h1>You have a seat.</h1>" in web.post(path).text
        assert evening.guest("Ada").state == "confirmed"


class TestCancel:
    def test_the_seat_is_given_back_once(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        path = evening.link("cancel", "Ada")
        assert "<h1>Cancel your seat?</h1>" in web.get(path).text
        assert "Your seat is cancelled." in web.post(path).text
        for page in (web.post(path), web.get(path)):
            assert page.status_code == 200
            assert "You cancelled before." in page.text
            assert "Sign up again" in page.text
        assert evening.event().confirmed == 0

    def test_in_line_it_speaks_of_the_line(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=1)
        evening.signs_up("Ada")
        evening.signs_up("Bob")
        for purpose in ("cancel", "leave"):
            assert "<h1>Leave the waitlist?</h1>" in web.get(evening.link(purpose, "Bob")).text
        assert "<h1>You have left the waitlist.</h1>" in web.post(evening.link("leave", "Bob")).text
        assert evening.event().waiting == 0

    def test_a_party_gives_all_its_seats_back(self, evening: Evening, web: TestClient) -> None:
        evening.opens(settings={"max_party": 3})
        evening.signs_up("Ada", party=3)
        assert "Cancel your 3 seats?" in web.get(evening.link("cancel", "Ada")).text


class TestBack:
    def test_someone_who_left_may_come_back(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        evening.give(CancelGuest(event_id="party", guest_id="ada"))
        path = evening.link("back", "Ada")
        assert "<h1>Come after all?</h1>" in web.get(path).text
        assert "<h1>You have a seat.</h1>" in web.post(path).text
        for page in (web.post(path), web.get(path)):
            assert page.status_code == 200
            assert "You are already on the list." in page.text

    def test_not_while_sign_up_is_closed(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        evening.give(CancelGuest(event_id="party", guest_id="ada"))
        evening.give(CloseSignUp(event_id="party"))
        for page in (web.get(evening.link("back", "Ada")), web.post(evening.link("back", "Ada"))):
            assert page.status_code == 409
            assert "Sign-up is closed." in page.text


class TestStop:
    def test_looking_stops_nothing(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        assert NOT_YET in web.get(evening.link("stop", "Ada")).text
        assert evening.guest("Ada").reach == "fine"

    @pytest.mark.parametrize("body", ["List-Unsubscribe=One-Click", ""])
    def test_one_click_in_the_mail_program_stops_it(
        self, evening: Evening, web: TestClient, body: str
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        path = evening.link("stop", "Ada")
        headers = {"content-type": "application/x-www-form-urlencoded"}
        for page in (web.post(path, content=body, headers=headers), web.post(path), web.get(path)):
            assert page.status_code == 200
            assert "Done." in page.text
        assert evening.guest("Ada").reach == "opted_out"
        assert evening.guest("Ada").state == "confirmed"

    def test_it_works_after_the_event_too(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        evening.passes(days=30)
        assert web.post(evening.link("stop", "Ada")).status_code == 200
        assert evening.guest("Ada").reach == "opted_out"


class TestManage:
    def press(self, evening: Evening, web: TestClient, name: str, **fields: str) -> str:
        page = web.post(evening.link("manage", name), data=fields)
        assert page.status_code == 200, page.text
        return page.text

    def buttons(self, evening: Evening, web: TestClient, name: str) -> list[str]:
        text = web.get(evening.link("manage", name)).text
        return [part.split('"')[0] for part in text.split('name="do" value="')[1:]]

    def test_each_guest_sees_what_they_can_do_now(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        assert self.buttons(evening, web, "Ada") == ["back", "stop"]
        assert self.buttons(evening, web, "Bob") == [
            "claim",
            "decline",
            "contact",
            "cancel",
            "stop",
        ]
        assert self.buttons(evening, web, "Cy") == ["contact", "cancel", "stop"]

    def test_an_offer_can_be_taken(self, evening: Evening, web: TestClient, offered: str) -> None:
        assert "You have a seat." in self.press(evening, web, "Bob", do="claim", offer=offered)
        assert (
            "You are already on the list."
            in web.post(evening.link("manage", "Bob"), data={"do": "take"}).text
        )

    def test_an_offer_can_be_let_go(self, evening: Evening, web: TestClient, offered: str) -> None:
        assert "You are number 1 on the waitlist." in self.press(
            evening, web, "Bob", do="decline", offer=offered
        )

    def test_a_page_left_open_answers_only_the_offer_that_it_showed(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        assert f'name="offer" value="{offered}"' in web.get(evening.link("manage", "Bob")).text
        stale = web.post(evening.link("manage", "Bob"), data={"do": "decline", "offer": "bob-0"})
        assert stale.status_code == 410
        assert evening.guest("Bob").offer is not None

    def test_the_party_can_change_while_the_seats_are_there(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=3, settings={"max_party": 3})
        evening.signs_up("Ada")
        evening.signs_up("Bob")
        assert "You have 2 seats." in self.press(evening, web, "Ada", do="party", party="2")
        refused = web.post(evening.link("manage", "Ada"), data={"do": "party", "party": "3"})
        assert refused.status_code == 409
        assert "What you have stays as it is." in refused.text
        assert (
            web.post(evening.link("manage", "Ada"), data={"do": "party", "party": "9"}).status_code
            == 422
        )
        assert evening.guest("Ada").party == 2

    def test_a_free_seat_can_be_taken_from_the_line(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=3, settings={"max_party": 3})
        evening.signs_up("Ada", party=2)
        evening.signs_up("Bob", party=2)
        assert self.buttons(evening, web, "Bob") == ["party", "contact", "cancel", "stop"]
        self.press(evening, web, "Bob", do="stop")
        self.press(evening, web, "Bob", do="party", party="1")
        assert self.buttons(evening, web, "Bob")[0] == "take"
        assert "You have a seat." in self.press(evening, web, "Bob", do="take")

    def test_a_party_that_shrinks_to_fit_sees_its_offer_at_once(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=3, settings={"max_party": 3})
        evening.signs_up("Ada", party=2)
        evening.signs_up("Bob", party=2)
        self.press(evening, web, "Bob", do="party", party="1")
        assert self.buttons(evening, web, "Bob")[:2] == ["claim", "decline"]

    def test_leaving_and_coming_back(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        assert "You are not on the list." in self.press(evening, web, "Ada", do="cancel")
        assert "You have a seat." in self.press(evening, web, "Ada", do="back")

    def test_mails_can_be_stopped_and_resumed(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        assert "no more reminders" in self.press(evening, web, "Ada", do="stop")
        assert "reminders and offers again" in self.press(evening, web, "Ada", do="resume")
        assert evening.guest("Ada").reach == "fine"

    def test_a_press_on_nothing_changes_nothing(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        assert web.post(evening.link("manage", "Ada"), data={"do": "everything"}).status_code == 400

    def test_the_countdown_goes_by_the_houses_clock(
        self, evening: Evening, web: TestClient, offered: str
    ) -> None:
        text = web.get(evening.link("manage", "Bob")).text
        assert 'data-until="2026-06-01T15:00:00+00:00" data-now="2026-06-01T09:00:00+00:00"' in text


class TestWhatCannotBeUsed:
    def test_a_changed_link_is_told_from_an_old_one(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        whole = evening.link("cancel", "Ada")
        for broken in (
            whole[:-1],
            whole.replace("cancel", "manage"),
            "/l/x",
            "/l/" + "x" * 5000,
            "/l/%F0%9F%8E%AD",
        ):
            for page in (web.get(broken), web.post(broken)):
                assert page.status_code == 400
                assert "This link doesn&#39;t work." in page.text
        assert 'href="/e/party"' in web.get(whole[:-1]).text
        old = evening.engine.composer.keyring.sign(
            Link("cancel", "party", "ada", "", datetime(2026, 5, 1, tzinfo=UTC))
        )
        for page in (web.get(f"/l/{old}"), web.post(f"/l/{old}")):
            assert page.status_code == 410
            assert "This link has expired." in page.text
        assert evening.guest("Ada").state == "confirmed"

    def test_a_key_of_someone_else_opens_nothing_and_is_noted_without_the_link(
        self, evening: Evening, web: TestClient, caplog: pytest.LogCaptureFixture
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        known = evening.engine.composer.keyring.keys[0]
        forged = Keyring((Key(known.id, b"guessed"),)).sign(Link("cancel", "party", "ada"))
        with caplog.at_level("INFO", "fullhouse.web.links"):
            assert web.post(f"/l/{forged}").status_code == 400
        (noted,) = [one for one in caplog.records if one.name == "fullhouse.web.links"]
        assert getattr(noted, "facts", None) == {"link": "tampered"}
        assert forged not in noted.getMessage()

    def test_a_purpose_that_nobody_answers(self, evening: Evening, web: TestClient) -> None:
        token = evening.engine.composer.keyring.sign(Link("dance", "party", "ada"))
        assert web.get(f"/l/{token}").status_code == 400

    def test_someone_who_is_on_no_list(self, evening: Evening, web: TestClient) -> None:
        for purpose in PURPOSES:
            token = evening.engine.composer.keyring.sign(Link(purpose, "party", "nobody"))
            assert web.get(f"/l/{token}").status_code == 410

    def test_after_the_event_links_say_that_it_is_over(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        evening.passes(days=19, hours=11)
        for purpose in ("cancel", "manage", "claim"):
            page = web.get(evening.link(purpose, "Ada"))
            assert page.status_code == 410
            assert "This event is over." in page.text

    def test_a_postponed_event_keeps_its_links(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        path = evening.link("cancel", "Ada")
        later = datetime(2026, 9, 20, 18, 0)
        evening.give(
            EditEvent(event_id="party", starts_at=later, ends_at=later + timedelta(hours=3))
        )
        evening.passes(days=60)
        assert NOT_YET in web.get(path).text
        assert web.post(path).status_code == 200
        assert evening.guest("Ada").state == "cancelled"

    def test_once_it_has_begun_nothing_is_given_back(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        evening.passes(days=19, hours=8)
        for page in (
            web.get(evening.link("cancel", "Ada")),
            web.post(evening.link("cancel", "Ada")),
        ):
            assert page.status_code == 410
            assert "cancelled any more" in page.text

    def test_a_cancelled_event_is_said_on_every_link(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        evening.give(CancelEvent(event_id="party"))
        for purpose in ("cancel", "claim", "leave", "back"):
            page = web.get(evening.link(purpose, "Ada"))
            assert page.status_code == 410
            assert "The event has been cancelled." in page.text
        assert "The event has been cancelled." in web.get(evening.link("manage", "Ada")).text

    def test_a_body_too_long_is_refused_here_too(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        for purpose in ("cancel", "manage", "stop"):
            assert web.post(evening.link(purpose, "Ada"), content=b"x" * 70_000).status_code == 413
        assert evening.guest("Ada").state == "confirmed"
