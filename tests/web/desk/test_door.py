"""Every form that acts must be one of ours; no page that is only looked at changes anything."""

from collections.abc import Iterator

import pytest
from starlette.routing import Route

from fullhouse.engine.ports import AllRecords, AuditPage, MessagePage, NextAlarm
from fullhouse.kernel.records import Record
from fullhouse.web.desk import routes
from tests.support.proof import each_with_one
from tests.web.desk.support import BASE, TOKEN, Desk, desk_at

PARTS = {"{event}": "party", "{guest}": "anna", "{id:path}": "confirmation:party:anna:0"}

OTHER_SITES = (
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
)


def path_of(route: Route) -> str:
    path = route.path
    for part, value in PARTS.items():
        path = path.replace(part, value)
    return path


def acting() -> list[str]:
    return [
        path_of(route)
        for route in routes()
        if "POST" in (route.methods or ()) and "sign-in" not in route.path
    ]


def looking() -> list[str]:
    return [path_of(route) for route in routes() if "GET" in (route.methods or ())]


def everything(desk: Desk) -> object:
    async def stored() -> list[Record]:
        return list(desk.evening.engine.load(AllRecords()))

    records = sorted(map(str, desk.evening.call(stored)))
    load = desk.evening.load
    return records, load(AuditPage(limit=1000)), load(MessagePage(limit=1000)), load(NextAlarm())


def filled(desk: Desk) -> Desk:
    desk.evening.opens(cap=1)
    desk.evening.signs_up("Anna")
    desk.evening.signs_up("Bert")
    return desk


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One desk for all, with its host signed in: whatever is tried there changes nothing."""
    with desk_at(tmp_path_factory.mktemp("desk")) as desk:
        assert desk.sign_in().status_code == 303
        yield filled(desk)


@pytest.mark.parametrize(("path", "headers"), each_with_one(acting(), OTHER_SITES))
def test_a_form_from_another_site_changes_nothing(
    busy: Desk, path: str, headers: dict[str, str]
) -> None:
    before, token = everything(busy), busy.token()
    answer = busy.web.post(path, data={"form_token": token}, headers=headers)
    assert answer.status_code == 403
    assert "Nothing was changed" in answer.text
    assert everything(busy) == before


@pytest.mark.parametrize(("path", "token"), each_with_one(acting(), ["", "made-up", "é"]))
def test_a_form_without_this_sessions_token_changes_nothing(
    busy: Desk, path: str, token: str
) -> None:
    before = everything(busy)
    assert (
        busy.web.post(path, data={"form_token": token}, headers={"origin": BASE}).status_code == 403
    )
    assert everything(busy) == before


@pytest.mark.parametrize("path", acting())
def test_nobody_acts_without_a_session(busy: Desk, path: str) -> None:
    before, token, cookies = everything(busy), busy.token(), [*busy.web.cookies.jar]
    busy.web.cookies.clear()
    try:
        answer = busy.web.post(path, data={"form_token": token}, headers={"origin": BASE})
    finally:
        for one in cookies:
            busy.web.cookies.jar.set_cookie(one)
    assert answer.headers["location"].startswith("/desk/sign-in")
    assert everything(busy) == before


@pytest.mark.parametrize("path", looking())
def test_looking_changes_nothing(busy: Desk, path: str) -> None:
    before = everything(busy)
    answer = busy.web.get(path)
    assert answer.status_code in {200, 404}
    assert everything(busy) == before


def test_each_form_of_a_page_holds_this_sessions_token(busy: Desk) -> None:
    assert set(TOKEN.findall(busy.web.get("/desk").text)) == {busy.token()}


@pytest.mark.parametrize("path", looking())
def test_no_page_carries_script_or_style_of_its_own(busy: Desk, path: str) -> None:
    answer = busy.web.get(path)
    if "frame" not in path and "html" in answer.headers["content-type"]:
        assert "<style" not in answer.text
        assert " style=" not in answer.text
        assert " onclick=" not in answer.text
        assert "<script>" not in answer.text
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"


def test_a_browser_that_hides_where_it_comes_from_is_let_in_by_its_token(desk: Desk) -> None:
    answer = filled(desk).web.post("/desk/e/party/close", data={"form_token": desk.token()})
    assert answer.headers["location"] == "/desk/e/party?done=closed"


@pytest.mark.parametrize(
    "path", ["/desk/e/nothing", "/desk/e/party/g/nobody", "/desk/mailbox/m/nothing"]
)
def test_what_is_not_there_is_said_kindly(busy: Desk, path: str) -> None:
    answer = busy.web.get(path)
    assert answer.status_code == 404
    assert "There is no such" in answer.text
