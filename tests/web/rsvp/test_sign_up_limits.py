"""Many sign-ups from one client address: they are confirmed by email first, and hold nothing."""

import time
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import BAD_LINK, LINK_REQUEST, SIGN_UP, UNCONFIRMED
from fullhouse.kernel.links import Link
from fullhouse.products.rsvp.commands import CloseSignUp
from fullhouse.web.limits import EVEN_SECONDS
from tests.support.cpu_time import assert_within
from tests.support.event_app import Evening, post_form
from tests.support.web_client import WebClient

ADA = {"name": "Ada", "email": "ada@example.org"}


def crowd(web: TestClient, number: int, begin: str = "guest") -> list[str]:
    people = ({"name": "A", "email": f"{begin}{at}@example.org"} for at in range(number))
    return [web.post("/e/party", json=one).json()["state"] for one in people]


def confirm_path(evening: Evening, to: str) -> str:
    """The path of the link that was mailed to confirm a request."""
    (message,) = evening.load(MessagePage(to=to))
    (button,) = evening.engine.composer.letter(message).buttons
    assert button.purpose == "confirm"
    return urlsplit(button.url).path


def from_address(web: TestClient, address: str) -> TestClient:
    other = WebClient(web.app, address)
    other.portal = web.portal
    return other


class TestABurst:
    def test_beyond_the_limit_nothing_is_held_until_the_link_is_pressed(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=100)
        states = crowd(web, SIGN_UP.holds + 3)
        assert states == ["confirmed"] * SIGN_UP.holds + ["pending"] * 3
        event = evening.event()
        assert (event.confirmed, event.held, event.waiting) == (SIGN_UP.holds, 0, 0)
        assert evening.mails(to="guest22@example.org")[0].kind == "invite"

    def test_the_limit_runs_on_the_clock_of_the_machine(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds)
        evening.passes(hours=5)
        assert crowd(web, 1, "later") == ["pending"]

    def test_people_elsewhere_notice_nothing(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds + 1)
        assert crowd(from_address(web, "203.0.113.9"), 1, "else") == ["confirmed"]

    def test_a_large_ipv6_network_fills_no_room(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=1000)
        homes = [f"2001:db8:0:{number:x}::1" for number in range(16)]
        states = [
            state
            for number, home in enumerate(homes)
            for state in crowd(from_address(web, home), SIGN_UP.holds // 2, f"home{number}-")
        ]
        assert states.count("confirmed") == 4 * SIGN_UP.holds
        assert set(states) == {"confirmed", "pending"}

    def test_the_link_signs_up_and_a_second_press_shows_the_status(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds)
        page = post_form(web, "/e/party", data=ADA)
        assert (page.status_code, "Check your inbox." in page.text) == (200, True)
        assert "No seat is held for you" in page.text
        assert "set-cookie" not in page.headers
        path = confirm_path(evening, "ada@example.org")
        asked = web.get(path)
        assert "Sign me up" in asked.text
        assert evening.event().confirmed == SIGN_UP.holds
        done = post_form(web, path)
        assert (done.status_code, "You have a seat." in done.text) == (200, True)
        assert evening.guest("Ada").state == "confirmed"
        again = post_form(web, path)
        assert "You are already on the list." in again.text
        assert evening.event().confirmed == SIGN_UP.holds + 1

    def test_by_then_the_event_may_be_full(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=SIGN_UP.holds + 1)
        crowd(web, SIGN_UP.holds)
        web.post("/e/party", json=ADA)
        evening.signs_up("Bob")
        done = post_form(web, confirm_path(evening, "ada@example.org"))
        assert "You are number 1 on the waitlist." in done.text

    def test_after_a_day_the_link_is_over(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds)
        web.post("/e/party", json=ADA)
        path = confirm_path(evening, "ada@example.org")
        evening.passes(hours=24)
        assert [web.get(path).status_code, web.post(path).status_code] == [410, 410]
        assert evening.mails(to="ada@example.org") == []

    def test_the_link_shows_the_status_of_someone_who_is_on_the_list(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds + 1)
        path = confirm_path(evening, f"guest{SIGN_UP.holds}@example.org")
        assert "no seat is held" in web.get(path).text
        web.post(path)
        again = web.get(web.get(path).headers["location"]).text
        assert "no seat is held" not in again
        assert "You have a seat" in again

    def test_the_link_keeps_a_seat_that_is_about_to_be_cancelled(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds)
        evening.signs_up("Ada")
        evening.gives_up("Ada")
        web.post("/e/party", json=ADA)
        (asked,) = [one for one in evening.mails(to=ADA["email"]) if one.facts.get("request")]
        (button,) = evening.engine.composer.letter(asked).buttons
        path = urlsplit(button.url).path
        assert "Keep my seat" in web.get(path).text
        assert "You have a seat" in post_form(web, path).text
        assert evening.guest("Ada").cancels_at is None

    def test_a_link_without_its_request_says_so(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        keyring = evening.engine.composer.keyring
        gone = web.get(f"/l/{keyring.sign(Link('request', 'party', 'x', 'none'))}")
        assert (gone.status_code, "You are not signed up." in gone.text) == (410, True)
        other = web.get(f"/l/{keyring.sign(Link('request', 'nowhere', 'x', 'none'))}")
        assert other.status_code == 410

    def test_a_closed_event_says_so_before_and_after_the_press(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds)
        web.post("/e/party", json=ADA)
        path = confirm_path(evening, "ada@example.org")
        evening.give(CloseSignUp(event_id="party"))
        for answer in (web.get(path), web.post(path)):
            assert (answer.status_code, "Sign-up is closed." in answer.text) == (409, True)
        told = web.post("/e/party", json={**ADA, "email": "bob@example.org"})
        assert (told.status_code, told.json()["error"]["code"]) == (409, "sign_up_closed")

    def test_known_and_new_addresses_get_the_same_answer(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=100)
        crowd(web, SIGN_UP.holds)
        known, new = (
            web.post("/e/party", json={"name": "A", "email": f"{name}@example.org"}).json()
            for name in ("guest3", "new")
        )
        assert known == new
        assert (known["state"], known["position"]) == ("pending", None)
        pages = [
            post_form(web, "/e/party", data={"name": "A", "email": f"{name}@example.org"}).text
            for name in ("guest4", "guest5", "fresh")
        ]
        assert pages[0].replace("guest4", "guest5") == pages[1]
        assert pages[0].replace("guest4", "fresh") == pages[2]

    def test_unconfirmed_requests_are_bounded_and_a_press_makes_room(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=1000)
        crowd(web, SIGN_UP.holds)
        assert set(crowd(web, UNCONFIRMED.holds, "more")) == {"pending"}
        told = web.post("/e/party", json=ADA)
        assert (told.status_code, told.json()["error"]["code"]) == (429, "too_often")
        assert told.headers["retry-after"] == "30"
        assert told.headers["access-control-allow-origin"] == "*"
        page = post_form(web, "/e/party", data=ADA)
        assert (page.status_code, "One moment, please." in page.text) == (429, True)
        assert "what you typed is still there" in page.text
        path = confirm_path(evening, "more9@example.org")
        web.post(path)
        web.post(path)
        assert crowd(web, 1, "next") == ["pending"]
        assert web.post("/e/party", json=ADA).status_code == 429


class TestOtherLimits:
    def test_links_are_mailed_only_so_often(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        wanted = {"do": "link", "email": "nobody@example.org"}
        answers = {
            post_form(web, "/e/party", data=wanted).status_code for _ in range(LINK_REQUEST.holds)
        }
        assert answers == {200}
        assert post_form(web, "/e/party", data=wanted).status_code == 429

    def test_guessing_links_ends_and_real_ones_still_work(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        answers = {web.get("/l/guessed").status_code for _ in range(BAD_LINK.holds)}
        assert answers == {400}
        refused = web.get("/l/guessed")
        assert (refused.status_code, "what you typed" in refused.text) == (429, False)
        assert web.get(evening.link("manage", "Ada")).status_code == 200


class TestWhoIsOnTheList:
    """Only the browser that signed up, and the guest's own links, show a guest's status."""

    def signs_up(self, web: TestClient, **more: str) -> Response:
        return web.post("/e/party", data={**ADA, **more})

    def test_the_browser_that_signed_up_sees_the_status_again(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        first = self.signs_up(web)
        cookie = SimpleCookie(first.headers["set-cookie"])["fullhouse_guest"]
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["max-age"]) == (
            True,
            "lax",
            "/e/party",
            "7200",
        )
        again = web.get(self.signs_up(web).headers["location"])
        assert "You have a seat." in again.text
        assert "You are already on the list. Nothing was changed." in again.text
        evening.passes(hours=2)
        assert "This address has already signed up." in self.signs_up(web).text

    def test_a_cookie_shows_only_its_own_guest_and_event(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.opens("other")
        evening.signs_up("Bob")
        first = self.signs_up(web)
        theirs = self.signs_up(web, name="Bob", email="bob@example.org")
        assert "This address has already signed up." in theirs.text
        cookie = {"cookie": first.headers["set-cookie"].partition(";")[0]}
        evening.signs_up("Ada", "other")
        elsewhere = post_form(web, "/e/other", data=ADA, headers=cookie)
        assert "This address has already signed up." in elsewhere.text
        forged = {"cookie": "fullhouse_guest=forged"}
        bare = from_address(web, "203.0.113.9")
        told = bare.post("/e/party", data=ADA, headers=forged)
        assert "This address has already signed up." in told.text

    @pytest.mark.parametrize("cap", [1, 5])
    def test_anyone_else_learns_only_that_the_address_signed_up(
        self, evening: Evening, web: TestClient, cap: int
    ) -> None:
        evening.opens(cap=cap, settings={"max_party": 4})
        evening.signs_up("Bob")
        evening.signs_up("Ada")
        told = web.post("/e/party", json=ADA)
        assert (told.status_code, told.json()) == (
            200,
            {
                "state": "already",
                "position": None,
                "message": "This address has already signed up. Our email to it has the details.",
            },
        )
        page = self.signs_up(web)
        for secret in ("/l/", "on the waitlist.", "You have", "calendar"):
            assert secret not in page.text.partition("<main")[2]
        assert "ada" not in page.text.lower().replace("ada@example.org", "")
        assert "set-cookie" not in page.headers
        assert [one.kind for one in evening.mails(to="ada@example.org")].count("link") == 1

    def test_the_same_submission_gets_the_same_answer(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(cap=1)
        evening.signs_up("Bob")
        first, again, other = (
            web.post("/e/party", json=ADA, headers={"Idempotency-Key": key})
            for key in ("one", "one", "two")
        )
        assert first.json() == again.json()
        assert (first.json()["state"], first.json()["position"]) == ("waitlisted", 1)
        assert other.json()["state"] == "already"

    def test_a_key_belongs_to_what_was_sent_with_it(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        key = {"Idempotency-Key": "one"}
        web.post("/e/party", json=ADA, headers=key)
        other = web.post("/e/party", json={**ADA, "name": "Eve"}, headers=key)
        assert other.json()["state"] == "already"

    def test_a_form_that_is_sent_twice_gets_the_same_page(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        shown = web.get("/e/party").text
        nonce = shown.partition('name="nonce" value="')[2].partition('"')[0]
        assert len(nonce) >= 16
        assert nonce not in web.get("/e/party").text
        first = self.signs_up(web, nonce=nonce)
        web.cookies.clear()
        assert self.signs_up(web, nonce=nonce).text == first.text
        web.cookies.clear()
        assert "already signed up" in self.signs_up(web, nonce="guessed").text

    def test_after_a_mistake_the_form_keeps_its_nonce(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        shown = self.signs_up(web, name="", nonce="mine")
        assert 'name="nonce" value="mine"' in shown.text

    def test_another_site_may_send_the_key(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        allowed = web.options("/e/party").headers["access-control-allow-headers"]
        assert "idempotency-key" in allowed


class TestConfirmByMail:
    """Where the host asks for a confirmation by email, known and new addresses look the same."""

    @pytest.fixture(autouse=True)
    def event(self, evening: Evening) -> None:
        evening.opens(cap=2, settings={"confirm_by_mail": True, "max_party": 2})
        for name in ("Bob", "Cy", "Dan"):
            evening.signs_up(name)

    @pytest.mark.parametrize("known", ["bob", "dan"])
    def test_the_answer_is_always_pending(
        self, evening: Evening, web: TestClient, known: str
    ) -> None:
        before = web.post("/e/party", json={"name": "A", "email": f"{known}@example.org"})
        new = web.post("/e/party", json={"name": "A", "email": "new@example.org"})
        assert before.json() == new.json()
        assert (new.json()["state"], new.json()["position"]) == ("pending", None)
        pages = [
            post_form(web, "/e/party", data={"name": "A", "email": f"{name}@example.org"})
            for name in (known, "fresh")
        ]
        assert pages[0].text.replace(known, "fresh") == pages[1].text
        assert not any("set-cookie" in page.headers for page in pages)

    def test_problems_are_the_same_as_well(self, evening: Evening, web: TestClient) -> None:
        answers = [
            web.post("/e/party", json={"name": "A", "email": f"{name}@example.org", "party": 3})
            for name in ("bob", "new")
        ]
        assert answers[0].json() == answers[1].json()


class TestTime:
    """A known address is handled in the same time as a new one."""

    @pytest.mark.timing
    @pytest.mark.parametrize(
        ("fields", "settings"),
        [({"do": "link"}, {}), ({"name": "A"}, {"confirm_by_mail": True})],
        ids=["a link that is asked for", "a sign-up that is confirmed by mail"],
    )
    def test_nobody_sees_from_the_time_who_is_on_the_list(
        self, evening: Evening, web: TestClient, fields: dict[str, str], settings: dict[str, bool]
    ) -> None:
        evening.opens(cap=20, settings=settings)
        for number in range(5):
            evening.signs_up(f"Known{number}")
        # In turns, and the quickest of each: other work on the machine can only add time.
        times = [(_time(web, fields, f"known{n}"), _time(web, fields, f"new{n}")) for n in range(5)]
        known, new = (min(each) for each in zip(*times, strict=True))
        assert min(known, new) >= EVEN_SECONDS
        assert_within(abs(known - new), EVEN_SECONDS / 2)


def _time(web: TestClient, fields: dict[str, str], name: str) -> float:
    begin = time.perf_counter()
    post_form(web, "/e/party", data={**fields, "email": f"{name}@example.org"})
    return time.perf_counter() - begin
