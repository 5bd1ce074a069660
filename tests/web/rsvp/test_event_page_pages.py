"""What a guest meets on the event's page; what their links do stands in test_links.py."""

import re
from datetime import datetime

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from fullhouse.products.rsvp.commands import CancelEvent, CloseSignUp
from fullhouse.web.request_body import LONGEST_BODY
from tests.support.event_app import Evening, post_form

ADA = {"name": "Ada", "email": "ada@example.org"}
NONCE = re.compile(r'name="nonce" value="[^"]+"')


def test_the_page_says_what_when_where_and_how_many(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=3)
    evening.signs_up("Ada")
    text = web.get("/e/party").text
    for words in (
        '<h1 dir="auto">Summer party</h1>',
        "Saturday 20 June 2026",
        "18:00 to 21:00",
        "Berlin time",
        "The old mill",
        "2 seats open",
        "1 of 3 seats taken",
        "Sign up",
    ):
        assert words in text


def test_a_full_event_says_which_number_you_would_be(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    for name in ("Ada", "Bob", "Cy"):
        evening.signs_up(name)
    text = web.get("/e/party").text
    assert "Full: you would be number 3 on the waitlist" in text
    assert "Join the waitlist" in text


def test_the_party_is_asked_for_only_where_the_host_allows_one(
    evening: Evening, web: TestClient
) -> None:
    evening.opens("alone")
    evening.opens("together", cap=4, settings={"max_party": 4})
    assert 'name="party"' not in web.get("/e/alone").text
    assert 'min="1" max="4" value="1"' in web.get("/e/together").text


def test_closed_cancelled_and_over_are_said_and_leave_no_form(
    evening: Evening, web: TestClient
) -> None:
    for event in ("closed", "cancelled", "over"):
        evening.opens(event)
    evening.give(CloseSignUp(event_id="closed"))
    evening.give(CancelEvent(event_id="cancelled"))
    assert "Sign-up is closed." in web.get("/e/closed").text
    assert "This event has been cancelled." in web.get("/e/cancelled").text
    evening.passes(days=19, hours=8)
    assert "This event has begun." in web.get("/e/over").text
    evening.passes(hours=3)
    assert "This event is over." in web.get("/e/over").text
    for event in ("closed", "cancelled", "over"):
        assert 'class="sign-up"' not in web.get(f"/e/{event}").text


def test_a_form_that_lay_open_too_long_is_answered_kindly(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    evening.give(CloseSignUp(event_id="party"))
    answer = post_form(web, "/e/party", data=ADA)
    assert answer.status_code == 409
    assert "Sign-up is closed." in answer.text


def test_signing_up_brings_a_seat_and_says_what_was_mailed(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    answer = post_form(web, "/e/party", data=ADA)
    assert answer.status_code == 200
    assert "<h1>You have a seat.</h1>" in answer.text
    assert "on their way to ada@example.org" in answer.text
    assert evening.guest("Ada").state == "confirmed"
    assert [mail.kind for mail in evening.mails(to="ada@example.org")] == ["confirmation"]


def test_signing_up_when_it_is_full_brings_a_place_in_line(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Bob")
    text = post_form(web, "/e/party", data=ADA).text
    assert "<h1>You are number 1 on the waitlist.</h1>" in text
    assert "we hold it for you and email you the deadline" in text


def test_where_the_host_asks_for_it_the_mail_must_be_answered_first(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(settings={"confirm_by_mail": True})
    text = post_form(web, "/e/party", data=ADA).text
    assert "<h1>Check your inbox.</h1>" in text
    assert "ada@example.org" in text
    assert evening.guest("Ada").state == "pending"


def test_signing_up_twice_says_the_same_and_changes_nothing(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=5)
    post_form(web, "/e/party", data=ADA)
    again = post_form(web, "/e/party", data={**ADA, "email": "ADA@example.org"})
    assert "You are already on the list. Nothing was changed." in again.text
    assert "You have a seat." in again.text
    assert evening.event().confirmed == 1


def test_a_form_may_come_in_parts(evening: Evening, web: TestClient) -> None:
    evening.opens()
    boundary = "x" * 20
    part = '--{}\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    body = (
        "".join(part.format(boundary, name, value) for name, value in ADA.items())
        + f"--{boundary}--\r\n"
    )
    headers = {"content-type": f"multipart/form-data; boundary={boundary}"}
    assert web.post("/e/party", content=body, headers=headers).status_code == 303
    assert web.post("/e/party", content="--oops", headers=headers).status_code == 400
    assert evening.guest("Ada").name == "Ada"


def test_what_was_typed_is_kept_beside_what_is_wrong_with_it(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(settings={"max_party": 4})
    answer = post_form(
        web, "/e/party", data={"name": 'Ada "the" <b>', "email": "ada@", "party": "3"}
    )
    assert answer.status_code == 422
    assert 'value="Ada &#34;the&#34; &lt;b&gt;"' in answer.text
    assert 'value="ada@"' in answer.text
    assert 'min="1" max="3" value="3"' in answer.text
    assert 'id="email-wrong">That doesn&#39;t look like an email address.' in answer.text
    assert 'aria-describedby="email-wrong"' in answer.text
    assert "Please check the fields in red." in answer.text


def test_a_name_too_long_is_said_beside_it(evening: Evening, web: TestClient) -> None:
    evening.opens()
    answer = post_form(web, "/e/party", data={**ADA, "name": "x" * 121})
    assert answer.status_code == 422
    assert (
        'id="name-wrong">Please shorten the name: up to 120 characters fit, this one has 121.'
        in answer.text
    )
    assert "x" * 121 in answer.text


def test_a_party_beyond_what_the_host_allows_is_refused(evening: Evening, web: TestClient) -> None:
    evening.opens(settings={"max_party": 2})
    assert "from 1 to 2 people" in post_form(web, "/e/party", data={**ADA, "party": "3"}).text
    refused = web.post("/e/party", json={**ADA, "party": 3})
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "party_too_big"
    assert refused.json()["error"]["field"] == "party"


def test_nothing_that_is_typed_becomes_a_part_of_the_page(
    evening: Evening, web: TestClient
) -> None:
    attack = "<script>alert(1)</script>"
    evening.opens(name=attack, venue=attack, cap=1)
    for text in (
        web.get("/e/party").text,
        post_form(web, "/e/party", data={**ADA, "name": attack}).text,
    ):
        assert attack not in text
    assert attack not in web.get(evening.link("manage", "Ada")).text


def test_an_unknown_event_is_a_page_with_404(web: TestClient) -> None:
    for path in ("/e/none", "/e/none/qr.svg", "/e/none/calendar.ics", "/e/" + "x" * 300):
        answer = web.get(path)
        assert answer.status_code == 404
        assert "We couldn&#39;t find that page." in answer.text
    assert post_form(web, "/e/none", data=ADA).status_code == 404
    refused = web.post("/e/none", json=ADA)
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "unknown_event")


class TestJson:
    def test_a_seat(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=1)
        answer = web.post("/e/party", json=ADA)
        assert answer.status_code == 200
        assert answer.json() == {
            "state": "confirmed",
            "position": None,
            "message": "You have a seat.",
        }

    def test_a_place_in_line(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=1)
        evening.signs_up("Bob")
        told = web.post("/e/party", json=ADA).json()
        assert (told["state"], told["position"]) == ("waitlisted", 1)
        assert told["message"].endswith("You are number 1 on the waitlist.")

    def test_the_same_again(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=1)
        web.post("/e/party", json=ADA)
        told = web.post("/e/party", json=ADA).json()
        assert told == {
            "state": "already",
            "position": None,
            "message": "This address has already signed up. Our email to it has the details.",
        }

    @pytest.mark.parametrize(
        ("sent", "status", "code", "field"),
        [
            ({"email": "ada@example.org"}, 422, "name_missing", "name"),
            ({"name": "Ada"}, 422, "email_missing", "email"),
            ({"name": "Ada", "email": "ada"}, 422, "bad_email", "email"),
            ({"name": 5, "email": "ada@example.org"}, 422, "bad_name", "name"),
            ({**ADA, "party": 0}, 422, "bad_party", "party"),
            ([], 400, "bad_json", None),
        ],
    )
    def test_a_problem_has_a_code_a_sentence_and_its_field(
        self,
        evening: Evening,
        web: TestClient,
        sent: object,
        status: int,
        code: str,
        field: str | None,
    ) -> None:
        evening.opens()
        refused = web.post("/e/party", json=sent)
        error = refused.json()["error"]
        assert (refused.status_code, error["code"], error.get("field")) == (status, code, field)
        assert error["message"].endswith(".")

    def test_no_more_sign_up(self, evening: Evening, web: TestClient) -> None:
        evening.opens("closed")
        evening.opens("cancelled")
        evening.give(CloseSignUp(event_id="closed"))
        evening.give(CancelEvent(event_id="cancelled"))
        assert web.post("/e/closed", json=ADA).status_code == 409
        assert web.post("/e/cancelled", json=ADA).status_code == 410

    def test_a_form_that_asks_for_json_gets_it(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        ask = {"accept": "application/json"}
        assert post_form(web, "/e/party", data=ADA, headers=ask).json()["state"] == "confirmed"
        assert (
            post_form(web, "/e/party", data={"name": "Bob"}, headers=ask).json()["error"]["field"]
            == "email"
        )

    def test_another_site_may_send_it_and_read_the_answer(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        asks = {"origin": "https://example.org", "access-control-request-method": "POST"}
        asked = web.options("/e/party", headers=asks)
        assert asked.status_code == 204
        assert asked.headers["access-control-allow-headers"] == "content-type, idempotency-key"
        for answer in (
            web.post("/e/party", json=ADA),
            web.post("/e/party", json={}),
            web.post("/e/none", json=ADA),
        ):
            assert answer.headers["access-control-allow-origin"] == "*"
            assert "access-control-allow-credentials" not in answer.headers

    def test_what_anyone_may_know_of_an_event(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=2)
        evening.signs_up("Ada")
        facts = web.get("/e/party", headers={"accept": "application/json"}).json()
        assert (facts["name"], facts["open"], facts["message"]) == (
            "Summer party",
            1,
            "1 seat open",
        )
        assert "example.org" not in str(facts)


class TestTooLong:
    def test_a_body_is_refused_by_its_length_before_it_is_read(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        refused = web.post("/e/party", json={**ADA, "more": "x" * LONGEST_BODY})
        assert refused.status_code == 413
        assert refused.json()["error"]["code"] == "http_413"
        assert (
            post_form(web, "/e/party", data={**ADA, "more": "x" * LONGEST_BODY}).status_code == 413
        )

    def test_a_body_without_a_length_is_read_no_further_than_the_limit(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        read: list[int] = []
        sent: list[Message] = []

        async def receive() -> Message:
            read.append(8192)
            return {"type": "http.request", "body": b"x" * 8192, "more_body": True}

        async def send(message: Message) -> None:
            sent.append(message)

        headers = [(b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/e/party",
            "query_string": b"",
            "headers": headers,
        }
        evening.call(web.app, scope, receive, send)
        assert sent[0]["status"] == 413
        assert sum(read) == LONGEST_BODY + 8192

    def test_a_length_that_is_none_is_refused(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        assert (
            web.post("/e/party", content=b"{}", headers={"content-length": "9" * 5000}).status_code
            == 413
        )

    def test_too_many_fields_are_refused(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        assert (
            post_form(web, "/e/party", data={f"f{number}": "" for number in range(60)}).status_code
            == 400
        )


class TestMyLink:
    def test_a_guest_and_a_stranger_hear_the_same(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        evening.signs_up("Ada")
        known = post_form(web, "/e/party", data={"do": "link", "email": "Ada@example.org"})
        stranger = post_form(web, "/e/party", data={"do": "link", "email": "eve@example.org"})
        assert known.status_code == stranger.status_code == 200
        assert NONCE.sub("", known.text) == NONCE.sub("", stranger.text)
        assert "its link is on the way" in known.text
        assert [mail.to for mail in evening.mails(kind="link")] == ["ada@example.org"]

    def test_it_is_mailed_once_an_hour_however_often_it_is_asked_for(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        for _ in range(3):
            post_form(web, "/e/party", data={"do": "link", "email": "ada@example.org"})
        assert len(evening.mails(kind="link")) == 1
        evening.passes(hours=1)
        post_form(web, "/e/party", data={"do": "link", "email": "ada@example.org"})
        assert len(evening.mails(kind="link")) == 2

    def test_what_is_no_address_is_said_beside_it(self, evening: Evening, web: TestClient) -> None:
        evening.opens()
        answer = post_form(web, "/e/party", data={"do": "link", "email": "ada"})
        assert answer.status_code == 422
        assert 'id="link-wrong">That doesn&#39;t look like' in answer.text


class TestHeaders:
    def test_no_page_may_run_a_foreign_script_leak_its_address_or_be_framed(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        for path in ("/e/party", evening.link("manage", "Ada"), "/l/none", "/e/none"):
            headers = web.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] == "no-store"
            assert "set-cookie" not in headers

    def test_pages_carry_no_inline_script_or_style_and_nothing_from_elsewhere(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        for path in ("/e/party", evening.link("manage", "Ada"), evening.link("cancel", "Ada")):
            text = web.get(path).text
            assert "style=" not in text
            assert "<style" not in text
            assert text.count("<script") == text.count('<script src="/static/') == 1
            assert 'src="http' not in text
            # Links to calendars are followed by people, not loaded by the page.
            assert 'href="http' not in text.replace('<a class="plain" href="https://', "")

    def test_our_files_may_be_kept_for_ever_under_the_name_of_their_content(
        self, web: TestClient
    ) -> None:
        text = web.get("/e/none").text
        path = text.split('rel="stylesheet" href="')[1].split('"')[0]
        assert "immutable" in web.get(path).headers["cache-control"]
        assert "immutable" not in web.get("/static/base.css").headers["cache-control"]
        assert web.get("/static/page.js").headers["content-type"].startswith("text/javascript")
        assert web.get("/static/none.css").status_code == 404
        assert web.get("/static/..%2fpages.py").status_code == 404

    def test_the_icon_is_the_room(self, web: TestClient) -> None:
        icon = web.get("/favicon.svg")
        assert icon.headers["content-type"] == "image/svg+xml"
        assert icon.text.startswith("<svg xmlns=")


def test_the_picture_code_leads_to_the_page(evening: Evening, web: TestClient) -> None:
    evening.opens()
    code = web.get("/e/party/qr.svg")
    assert code.headers["content-type"] == "image/svg+xml"
    assert code.text.startswith("<svg")
    assert "<title>http://testserver/e/party</title>" in code.text


def test_the_calendar_file_says_the_same_in_utc(evening: Evening, web: TestClient) -> None:
    evening.opens()
    file = web.get("/e/party/calendar.ics")
    assert file.headers["content-type"].startswith("text/calendar")
    for line in (
        "METHOD:PUBLISH",
        "SUMMARY:Summer party",
        "DTSTART:20260620T160000Z",
        "DTEND:20260620T190000Z",
        "LOCATION:The old mill",
        "UID:party@fullhouse",
        "URL:http://testserver/e/party",
    ):
        assert f"{line}\r\n" in file.text


@pytest.mark.parametrize(
    ("ends_at", "said"),
    [
        (datetime(2026, 6, 21, 2, 0), "18:00 to 02:00"),
        (datetime(2026, 6, 22, 12, 0), "18:00 to Monday 22 June, 12:00"),
    ],
)
def test_an_evening_may_end_after_midnight_or_days_later(
    evening: Evening, web: TestClient, ends_at: datetime, said: str
) -> None:
    evening.opens(ends_at=ends_at)
    assert said in web.get("/e/party").text
