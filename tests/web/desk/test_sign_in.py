import time
from datetime import timedelta
from pathlib import Path

import pytest

from fullhouse.engine.access import SignOut
from fullhouse.engine.rate_limit import SIGN_IN
from fullhouse.web.desk.session import COOKIE, local_path
from fullhouse.web.limits import EVEN_SECONDS
from tests.web.desk.support import HOST, OURS, Desk, desk_at, text_of


def test_whoever_is_not_signed_in_is_asked_to_and_then_sees_what_they_wanted(door: Desk) -> None:
    asked = door.web.get("/desk/mailbox?kind=offer")
    assert asked.status_code == 303
    assert asked.headers["location"] == "/desk/sign-in?next=/desk/mailbox%3Fkind%3Doffer"
    door.web.post(
        "/desk/sign-in", data={"email": HOST, "next": "/desk/mailbox?kind=offer"}, headers=OURS
    )
    assert door.sign_in().headers["location"] == "/desk/mailbox?kind=offer"


def test_members_and_strangers_get_the_same_answer_and_only_members_a_mail(door: Desk) -> None:
    pages = {}
    for email in (HOST, "stranger@example.org"):
        answer = door.web.post("/desk/sign-in", data={"email": email}, headers=OURS)
        pages[email] = text_of(answer).replace(email, "…")
        assert answer.status_code == 200
    assert len(set(pages.values())) == 1
    assert [mail.to for mail in door.evening.mails("sign_in")] == [HOST]


def test_asking_again_says_that_the_last_link_still_works(door: Desk) -> None:
    for email in (HOST, HOST, "stranger@example.org"):
        answer = door.web.post("/desk/sign-in", data={"email": email}, headers=OURS)
        assert "That link still works" in answer.text
    (mail,) = door.evening.mails("sign_in")
    link = door.evening.engine.composer.letter(mail).links["sign-in"]
    assert door.web.post(link, headers=OURS).headers["location"] == "/desk"


def test_the_mailed_link_works_as_it_is_written(door: Desk) -> None:
    door.web.post("/desk/sign-in", data={"email": HOST.upper()}, headers=OURS)
    mail = door.evening.mails("sign_in")[0]
    link = door.evening.engine.composer.letter(mail).links["sign-in"]
    assert door.web.post(link, headers=OURS).headers["location"] == "/desk"
    assert door.web.get("/desk").status_code == 200


def test_what_is_no_address_stays_in_the_form(door: Desk) -> None:
    answer = door.web.post("/desk/sign-in", data={"email": "jo at home"}, headers=OURS)
    assert answer.status_code == 422
    assert 'value="jo at home"' in answer.text
    assert "Enter your email address" in answer.text


def test_looking_at_a_link_signs_nobody_in(door: Desk) -> None:
    page = door.web.get(door.sign_in_path())
    assert "Press the button to sign in." in page.text
    assert COOKIE not in door.web.cookies
    assert door.web.get("/desk").status_code == 303


def test_a_link_works_once(door: Desk) -> None:
    path = door.sign_in_path()
    assert door.web.post(path, headers=OURS).status_code == 303
    again = door.web.post(path, headers=OURS)
    assert again.status_code == 410
    assert "This link no longer works" in again.text


def test_signing_in_ends_all_links_made_before(door: Desk) -> None:
    first = door.sign_in_path()
    door.evening.passes(minutes=1)
    second = door.sign_in_path()
    assert first != second
    assert door.web.post(first, headers=OURS).status_code == 303
    ended = door.web.post(second, headers=OURS)
    assert ended.status_code == 410
    assert "signing in ends all links made before" in ended.text


def test_a_link_is_not_followed_from_another_site(door: Desk) -> None:
    answer = door.web.post(door.sign_in_path(), headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert COOKIE not in door.web.cookies


def test_a_session_cannot_be_read_by_scripts_nor_sent_from_elsewhere(door: Desk) -> None:
    cookie = door.sign_in().headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/desk" in cookie
    assert "secure" not in cookie


def test_a_session_travels_only_over_https_where_there_is_https(tmp_path: Path) -> None:
    with desk_at(tmp_path, "https://fullhouse.example") as desk:
        answer = desk.web.post(desk.sign_in_path(), headers={"origin": "https://fullhouse.example"})
        assert "; Secure" in answer.headers["set-cookie"]


def test_a_session_ends_after_thirty_days(desk: Desk) -> None:
    desk.evening.clock.move_to(desk.evening.clock.now() + timedelta(days=29))
    assert desk.web.get("/desk").status_code == 200
    desk.evening.clock.move_to(desk.evening.clock.now() + timedelta(days=2))
    assert desk.web.get("/desk").status_code == 303


def test_a_forged_cookie_opens_nothing(door: Desk) -> None:
    door.web.cookies.set(COOKIE, "x.session.desk.jo.1.ffffffff.forged", path="/desk")
    assert door.web.get("/desk").headers["location"].startswith("/desk/sign-in")


def test_a_guests_link_is_no_session(door: Desk) -> None:
    door.evening.opens()
    door.evening.signs_up("Anna")
    door.web.cookies.set(
        COOKIE, door.evening.link("manage", "Anna").removeprefix("/l/"), path="/desk"
    )
    assert door.web.get("/desk").status_code == 303


def test_signing_out_forgets_the_session(desk: Desk) -> None:
    assert desk.send("/desk/sign-out").headers["location"] == "/desk/sign-in?done=signed_out"
    assert "You are signed out." in desk.read("/desk/sign-in?done=signed_out")
    assert desk.web.get("/desk").status_code == 303


@pytest.mark.parametrize("path", ["/desk", "/desk/e/party?state=confirmed", "/desk/mailbox"])
def test_a_path_of_the_desk_may_be_wanted(path: str) -> None:
    assert local_path(path) == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/deskx",
        "//evil.example/desk",
        "https://evil.example/desk",
        "/desk\\@evil",
        "desk",
        "/desk\r\nx: y",
        "/l/x",
    ],
)
def test_any_other_place_becomes_the_first_page(path: str) -> None:
    assert local_path(path) == "/desk"


def test_sign_in_links_are_mailed_only_so_often_and_no_faster_to_strangers(door: Desk) -> None:
    took: dict[str, float] = {}
    for email in (HOST, "stranger@example.org"):
        begin = time.perf_counter()
        door.web.post("/desk/sign-in", data={"email": email}, headers=OURS)
        took[email] = time.perf_counter() - begin
    assert min(took.values()) >= EVEN_SECONDS
    answers = [
        door.web.post("/desk/sign-in", data={"email": HOST}, headers=OURS).status_code
        for _ in range(SIGN_IN.holds - 1)
    ]
    assert answers == [200] * (SIGN_IN.holds - 2) + [429]


def test_an_expired_link_leads_to_the_sign_in_form(door: Desk) -> None:
    path = door.sign_in_path()
    door.evening.passes(hours=1)
    expired = door.web.get(path)
    assert expired.status_code == 410
    assert "Ask for a new sign-in link" in expired.text
    assert 'href="/desk/sign-in"' in expired.text
    unreadable = door.web.get(f"{path}x")
    assert unreadable.status_code == 400
    assert "Please open the whole link, or ask for a new one." in unreadable.text


def test_a_form_sent_after_the_session_ended_says_that_nothing_was_changed(desk: Desk) -> None:
    desk.evening.opens()
    token = desk.token()
    desk.evening.give(SignOut(member_id="jo"))
    answer = desk.web.post("/desk/e/party/close", data={"form_token": token}, headers=OURS)
    assert answer.status_code == 303
    told = "You were signed out, so nothing was changed. Sign in and send it again."
    assert told in desk.read(answer.headers["location"])
    assert desk.evening.event().state == "open"
    assert told not in desk.read(desk.web.get("/desk").headers["location"])
