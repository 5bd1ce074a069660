"""The account page: where a member is signed in, and signing one browser out."""

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import StoreDown
from fullhouse.engine.sessions import MemberSessions, NoteSession
from fullhouse.kernel.records import Get
from fullhouse.web.desk.session_notes import browser_name
from tests.web.desk.support import OURS, Desk

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox · Linux"),
        (IPHONE, "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_a_browser_is_named_in_short(agent: str, name: str) -> None:
    assert browser_name(agent) == name


def second_browser(desk: Desk) -> TestClient:
    """Sign in once more, from a phone."""
    browser = TestClient(desk.web.app, base_url="http://testserver", follow_redirects=False)
    browser.post(desk.sign_in_path(), headers={**OURS, "user-agent": IPHONE})
    return browser


def sessions(desk: Desk) -> list[str]:
    stored = desk.evening.load(Get(MemberSessions, ("jo",)))
    assert stored is not None
    return [session.id for session in stored.sessions]


def test_every_browser_is_listed_and_one_can_be_signed_out(desk: Desk) -> None:
    phone = second_browser(desk)
    assert phone.get("/desk").status_code == 200
    shown = desk.read("/desk/account")
    assert "Safari · iPhone" in shown
    assert shown.count("this browser") == 1
    assert "last used less than a minute ago" in shown
    answer = desk.send(f"/desk/account/sessions/{sessions(desk)[0]}/end")
    assert answer.headers["location"] == "/desk/account?done=session_ended"
    assert phone.get("/desk").status_code == 303
    assert "iPhone" not in desk.read("/desk/account")


def test_signing_out_leaves_other_browsers_signed_in(desk: Desk) -> None:
    phone = second_browser(desk)
    cookies = dict(desk.web.cookies)
    desk.send("/desk/sign-out")
    assert phone.get("/desk").status_code == 200
    for name, value in cookies.items():
        desk.web.cookies.set(name, value, path="/desk")
    assert desk.web.get("/desk").status_code == 303


def test_signing_out_everywhere_ends_every_session(desk: Desk) -> None:
    phone = second_browser(desk)
    assert 'name="everywhere"' in desk.web.get("/desk/account").text
    desk.send("/desk/sign-out", {"everywhere": "yes"})
    assert phone.get("/desk").status_code == 303


def test_a_session_that_is_not_on_the_list_ends_with_all_others(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fullhouse.engine.sessions.MOST_SESSIONS", 1)
    phone = second_browser(desk)
    cookies = dict(desk.web.cookies)
    desk.send("/desk/sign-out")
    for name, value in cookies.items():
        desk.web.cookies.set(name, value, path="/desk")
    assert desk.web.get("/desk").status_code == 303
    assert phone.get("/desk").status_code == 303


def test_the_own_browser_can_be_signed_out_alone(desk: Desk) -> None:
    phone = second_browser(desk)
    desk.send(f"/desk/account/sessions/{sessions(desk)[1]}/end")
    assert desk.web.get("/desk").status_code == 303
    assert phone.get("/desk").status_code == 200


def test_a_session_that_is_gone_is_not_found(desk: Desk) -> None:
    assert desk.send("/desk/account/sessions/none/end").status_code == 404


def test_the_last_use_is_written_at_most_every_fifteen_minutes(desk: Desk) -> None:
    def seen() -> MemberSessions:
        stored = desk.evening.load(Get(MemberSessions, ("jo",)))
        assert stored is not None
        return stored

    begun = seen()
    desk.evening.passes(minutes=14)
    desk.read("/desk")
    assert seen() == begun
    desk.evening.passes(minutes=1)
    desk.read("/desk")
    assert seen().sessions[0].seen_at == desk.evening.clock.now()


def test_a_page_is_shown_also_if_its_use_cannot_be_noted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = desk.evening.engine.execute

    async def full(command: object, by: str) -> object:
        if isinstance(command, NoteSession):
            raise StoreDown("full")
        return await execute(command, by)  # type: ignore[arg-type]

    monkeypatch.setattr(desk.evening.engine, "execute", full)
    desk.evening.passes(hours=1)
    assert "Events" in desk.read("/desk")
