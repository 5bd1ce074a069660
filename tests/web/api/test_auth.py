"""Who is let in, and how the API says no."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
from starlette.routing import Route

from fullhouse.engine.access import AddToken, digest
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import StoreDown
from fullhouse.engine.rate_limit import BAD_TOKEN
from fullhouse.engine.team import RevokeToken
from fullhouse.web.api import control
from tests.web.api.support import EVENING, Api


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Basic Zm9v",
        "Bearer " + "x" * 5000,
        "Bearer t\u00f6ken",
    ],
)
async def test_without_a_good_token_nobody_is_let_in(api: Api, header: str) -> None:
    response = await api.client.get(
        "/api/v1/events", headers={b"authorization": header.encode("latin-1")}
    )
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert response.json()["error"]["code"] == "not_signed_in"


async def test_a_stored_token_is_let_in_and_named_in_the_audit(api: Api, engine: Engine) -> None:
    await engine.execute(AddToken(token_id="t1", name="till", digest=digest("fh_secret")), "test")
    headers = {"authorization": "bearer fh_secret"}
    event = (await api.client.post("/api/v1/events", json=EVENING, headers=headers)).json()
    lines = (await api.get(f"/events/{event['id']}/audit"))["items"]
    assert lines[0]["by"] == "token:till"


async def test_an_unknown_address_is_told_so_in_json(api: Api) -> None:
    assert await api.refused("GET", "/nothing") == (
        404,
        {"code": "not_found", "message": "There is nothing at this address."},
    )


async def test_a_wrong_method_is_told_which_are_right(api: Api) -> None:
    response = await api.client.delete("/api/v1/events")
    assert (response.status_code, response.json()["error"]["code"]) == (405, "method_not_allowed")
    assert {"GET", "POST"} <= set(response.headers["allow"].split(", "))


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"nonsense"])
async def test_a_body_that_is_no_json_is_a_bad_request(api: Api, body: bytes) -> None:
    response = await api.client.post("/api/v1/events", content=body)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "bad_json")


async def test_an_oversized_body_is_refused_whether_or_not_it_says_its_length(api: Api) -> None:
    async def drip() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b"x" * 100_000

    for content in (b"x" * 2_000_000, drip()):
        response = await api.client.post("/api/v1/events", content=content)
        assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("limit=ten", "limit"),
        ("page=2", "page"),
        ("cursor=" + "x" * 300, "cursor"),
    ],
)
async def test_a_list_asked_for_wrongly_names_the_parameter(
    api: Api, query: str, field: str
) -> None:
    status, said = await api.refused("GET", f"/events?{query}")
    assert (status, said["field"]) == (422, field)


@pytest.mark.parametrize("cursor", ["x", "-1", "9" * 30, "\u0663"])
async def test_a_cursor_that_is_not_ours_is_refused(api: Api, cursor: str) -> None:
    response = await api.client.get("/api/v1/messages", params={"cursor": cursor})
    assert (response.status_code, response.json()["error"]["field"]) == (422, "cursor")


async def test_a_store_that_is_down_says_that_nothing_acknowledged_is_lost(
    api: Api, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(_need: object) -> None:
        raise StoreDown("disk")

    monkeypatch.setattr(engine.executor, "load", down)
    response = await api.client.get("/api/v1/events")
    assert (response.status_code, response.json()["error"]["code"]) == (503, "store_down")
    assert "lost" in response.json()["error"]["message"]
    assert (await api.client.get("/healthz")).status_code == 503
    page = await api.client.get("/e/supper")
    assert (page.status_code, "lost" in page.text) == (503, True)
    script = await api.client.get("/e/supper", headers={"accept": "application/json"})
    assert (script.status_code, script.json()["error"]["code"]) == (503, "store_down")


async def test_what_breaks_says_so_without_a_word_about_the_inside(
    api: Api, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_need: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(engine.executor, "load", broken)
    response = await api.client.get("/api/v1/events")
    assert (response.status_code, response.json()["error"]["code"]) == (500, "broken")
    page = await api.client.get("/e/supper")
    assert page.status_code == 500
    assert "secret" not in response.text + page.text


async def test_healthz_is_open_to_all(api: Api) -> None:
    response = await api.client.get("/healthz", headers={"authorization": ""})
    assert (response.status_code, response.json()["status"]) == (200, "ok")


async def test_a_page_that_is_not_there_is_a_page(api: Api) -> None:
    response = await api.client.get("/nowhere")
    assert response.status_code == 404
    assert "text/html" in response.headers["content-type"]


async def test_the_front_door_leads_to_the_desk(api: Api) -> None:
    response = await api.client.get("/")
    assert (response.status_code, response.headers["location"]) == (303, "/desk")


async def test_the_wire_of_the_command_line_is_closed_to_other_tokens(api: Api) -> None:
    routes = [route for route in control.routes() if isinstance(route, Route)]
    calls = [(method, route.path) for route in routes for method in route.methods or ()]
    assert len(calls) > 8
    for method, path in calls:
        response = await api.client.request(method, path, json={"name": "mine"})
        assert response.status_code == 401, path
    guess = {"authorization": "Bearer guess"}
    statuses = {
        (await api.client.get("/control/audit", headers=guess)).status_code
        for _ in range(BAD_TOKEN.holds)
    }
    assert statuses == {401, 429}


async def add_token(engine: Engine, *scopes: str, expires_at: datetime | None = None) -> None:
    await engine.execute(
        AddToken(
            token_id="t1",
            name="till",
            digest=digest("fh_secret"),
            scopes=scopes,
            expires_at=expires_at,
        ),
        "test",
    )


async def status_of(api: Api, method: str, path: str) -> int:
    response = await api.client.request(
        method, f"/api/v1{path}", headers={"authorization": "Bearer fh_secret"}, json={}
    )
    code = response.json().get("error", {}).get("code", "")
    assert (response.status_code == 403) == (code == "scope_missing")
    return response.status_code


CALLS = (
    ("GET", "/events"),
    ("POST", "/events"),
    ("GET", "/waitlist"),
    ("POST", "/waitlist"),
    ("PUT", "/rules"),
    ("GET", "/messages"),
    ("POST", "/clock"),
)


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [
        ((), "yyyyyyy"),
        (("write",), "yyyyyyy"),
        (("read",), "ynynnnn"),
        (("events",), "yynnnnn"),
        (("frontdesk",), "nnyyynn"),
        (("read", "events"), "yyynnnn"),
        (("unheard of",), "nnnnnnn"),
    ],
)
async def test_a_token_does_what_its_scopes_allow(
    api: Api, engine: Engine, scopes: tuple[str, ...], allowed: str
) -> None:
    await add_token(engine, *scopes)
    statuses = [await status_of(api, *call) for call in CALLS]
    assert "".join("n" if status == 403 else "y" for status in statuses) == allowed


async def test_a_refused_call_says_which_scope_it_needs(api: Api, engine: Engine) -> None:
    await add_token(engine, "read")
    response = await api.client.post(
        "/api/v1/events", headers={"authorization": "Bearer fh_secret"}, json=EVENING
    )
    assert response.json()["error"] == {
        "code": "scope_missing",
        "message": "This token may not do this. It needs the scope events or write.",
    }
    assert 'error="insufficient_scope"' in response.headers["www-authenticate"]
    assert (await api.get("/events"))["items"] == []


async def test_a_token_ends_when_its_time_is_over(api: Api, engine: Engine) -> None:
    now = engine.now()
    await add_token(engine, expires_at=now + timedelta(milliseconds=1))
    assert await status_of(api, "GET", "/events") == 200
    await engine.execute(RevokeToken(token_id="t1"), "test")
    assert await status_of(api, "GET", "/events") == 401


async def test_an_expired_token_is_told_so(api: Api, engine: Engine) -> None:
    await add_token(engine, expires_at=engine.now())
    response = await api.client.get("/api/v1/events", headers={"authorization": "Bearer fh_secret"})
    assert (response.status_code, response.json()["error"]["code"]) == (401, "token_expired")


async def test_guessing_tokens_ends_and_a_real_one_still_works(api: Api) -> None:
    for number in range(BAD_TOKEN.holds):
        headers = {"authorization": f"Bearer guess-{number}"}
        response = await api.client.get("/api/v1/events", headers=headers)
        assert response.status_code == 401
    refused = await api.client.get("/api/v1/events", headers={"authorization": "Bearer guess"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_often")
    assert refused.headers["retry-after"] == BAD_TOKEN.retry_after
    # Who sends no token at all guesses nothing.
    bare = await api.client.get("/api/v1/events", headers={"authorization": ""})
    assert bare.status_code == 401
    assert (await api.get("/events"))["items"] == []
