"""Web parts behind Function URLs: requests and answers in Lambda's format, and their paths."""

import asyncio
import logging
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import Address
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.access import Member, sign_in_link
from fullhouse.engine.ports import LatestAudit
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws import logs
from fullhouse.web import desk as desk_pages
from fullhouse.web import links
from fullhouse.web.app import in_process, make_app
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware
from fullhouse.web.rsvp import link_pages
from tests.aws.url_shapes import CALLER, FORM, LAMBDAS_ID, url_event
from tests.platforms.aws.parts import DESK, GUESTS, LINKS, Place, Web, logs_kept, parted

SAMPLES = {"token": "no.such.link", "id:path": "a:b:c", "name": "base.css"}
EVERYWHERE = {"/static/{name}", "/favicon.svg", "/favicon.ico"}
# No house on AWS has a look of its own yet.
NOT_YET = {"/look.css", "/look/{digest}.png"}
METHODS = ("GET", "POST")


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    with parted(monkeypatch) as web:
        web.evening.opens()
        yield web


def sample(path: str) -> str:
    """Fill in a route's path so that nothing is found there, which harms no part."""
    return re.sub(r"\{([^}]+)\}", lambda match: SAMPLES.get(match[1], "nothing"), path)


def whole_routes(web: Web) -> list[Route]:
    found: list[BaseRoute] = make_app(in_process(web.engine)).routes
    return [route for route in found if isinstance(route, Route)]


def served(web: Web, method: str, path: str) -> dict[str, str]:
    """Return for each part whether it serves a path, redirects it, or does not know it."""
    told = {}
    for address, place in web.places.items():
        answer = place.ask(url_event(method, f"{path}?a=1&b=%C3%A9"))
        assert answer.status != 500, (address, path, answer.text)
        known = "find that page" not in answer.text and '"not_found"' not in answer.text
        told[address] = (
            answer.headers["location"] if answer.status == 307 else "here" if known else "nowhere"
        )
    return told


def test_each_path_is_served_by_one_part_and_leads_there_from_the_others(web: Web) -> None:
    routes = [route for route in whole_routes(web) if route.path not in EVERYWHERE | NOT_YET]
    assert len(routes) > 60
    for route in routes:
        # Links are tested below; the front desk's addresses are not in the guest list's stack.
        if route.path.startswith(("/control/", "/waitlist", "/book", "/hooks/")) or route.path in (
            "/l/{token}",
            "/s/{token}",
        ):
            continue
        path = sample(route.path)
        at = GUESTS if route.path.startswith("/e/") else DESK
        for method in METHODS if "POST" in (route.methods or ()) else ("GET",):
            told = served(web, method, path.replace("/e/nothing", "/e/party"))
            assert told.pop(at) == "here", (method, route.path)
            there = f"{at}{path.replace('/e/nothing', '/e/party')}?a=1&b=%C3%A9"
            assert set(told.values()) == {there}, (method, route.path)


def test_each_part_has_no_other_routes_than_the_whole(web: Web) -> None:
    whole = {route.path for route in whole_routes(web)}
    for place in web.places.values():
        own = {
            route.path
            for route in place.app.routes
            if isinstance(route, Route) and "elsewhere" not in route.name
        }
        assert own < whole
        assert own >= EVERYWHERE


def test_the_wire_of_the_command_line_is_served_nowhere(web: Web) -> None:
    control = [route.path for route in whole_routes(web) if route.path.startswith("/control/")]
    assert control
    for path in control:
        assert set(served(web, "GET", sample(path)).values()) == {"nowhere"}


def test_the_look_of_a_house_is_nowhere_yet(web: Web) -> None:
    for path in NOT_YET:
        assert set(served(web, "GET", sample(path)).values()) == {"nowhere"}


def test_style_sheets_are_served_everywhere(web: Web) -> None:
    for path in EVERYWHERE:
        assert set(served(web, "GET", sample(path)).values()) == {"here"}


@pytest.mark.parametrize("purpose", sorted(link_pages.PURPOSES))
def test_a_guests_link_is_answered_where_links_are(web: Web, purpose: str) -> None:
    web.evening.signs_up("Anna")
    path = f"/l/{web.engine.composer.keyring.sign(Link(purpose, 'party', 'anna', 'x'))}"
    told = served(web, "GET", path)
    assert told == {
        LINKS: "here",
        GUESTS: f"{LINKS}{path}?a=1&b=%C3%A9",
        DESK: f"{LINKS}{path}?a=1&b=%C3%A9",
    }


@pytest.mark.parametrize("purpose", sorted(desk_pages.PURPOSES))
def test_a_members_link_is_answered_at_the_desk(web: Web, purpose: str) -> None:
    path = f"/l/{web.engine.composer.keyring.sign(Link(purpose, 'desk', 'jo', '0'))}"
    assert web.desk.get(path).status in {200, 410}
    assert web.links.get(path).headers["location"] == DESK + path
    # The guests' part does not read links; it leads to the one that does, which knows better.
    assert web.guests.get(path).headers["location"] == LINKS + path


def test_a_link_that_cannot_be_read_is_told_of_where_it_was_opened_and_leads_to_its_event(
    web: Web,
) -> None:
    for place in (web.links, web.desk):
        answer = place.get("/l/k1.cancel.party.anna..fff.forged")
        assert answer.status == 400
        assert f'href="{GUESTS}/e/party"' in answer.text
        assert place.get("/l/nothing").status == 400


@pytest.mark.usefixtures("web")
def test_every_purpose_belongs_to_guests_or_members() -> None:
    assert not set(link_pages.PURPOSES) & set(desk_pages.PURPOSES)
    assert {**link_pages.PURPOSES, **desk_pages.PURPOSES}.items() <= links.PURPOSES.items()


def test_pages_lead_straight_to_what_is_served_elsewhere(web: Web) -> None:
    signed_up = web.guests.send("/e/party", {"name": "Anna", "email": "anna@example.org"})
    assert signed_up.status == 303
    assert signed_up.headers["location"].startswith(f"{LINKS}/l/")
    own = web.links.get(urlsplit(signed_up.headers["location"]).path).text
    assert f'href="{GUESTS}/e/party"' in own
    page = web.links.get(web.evening.link("manage", "Anna")).text
    assert 'href="/l/' in page
    assert f'href="{GUESTS}/e/party"' in web.links.get(web.evening.link("cancel", "Anna")).text


def test_a_form_comes_in_as_lambda_encodes_it(web: Web) -> None:
    answer = web.guests.send("/e/party", {"name": "Zoë Ĉ", "email": "zoe@example.org"})
    assert answer.status == 303
    assert web.evening.guest("Zoe").name == "Zoë Ĉ"


def test_json_comes_in_as_text(web: Web) -> None:
    body = '{"name": "Zoë", "email": "zoe@example.org"}'.encode()
    answer = web.guests.ask(
        url_event("POST", "/e/party", body, {"content-type": "application/json"})
    )
    assert (answer.status, answer.headers["access-control-allow-origin"]) == (200, "*")
    assert b'"state":"confirmed"' in answer.body


def test_what_is_no_text_goes_out_whole(web: Web) -> None:
    png = web.guests.get("/e/party/qr.png")
    assert png.body.startswith(b"\x89PNG\r\n\x1a\n")
    assert png.headers["content-type"] == "image/png"
    svg = web.guests.get("/e/party/qr.svg")
    assert svg.body.startswith(b"<svg")
    calendar = web.guests.get("/e/party/calendar.ics")
    assert calendar.body.startswith(b"BEGIN:VCALENDAR\r\n")
    assert calendar.headers["content-disposition"] == 'attachment; filename="event.ics"'


def test_cookies_go_out_one_by_one_and_come_back(web: Web) -> None:
    member = web.engine.load(Get(Member, ("jo",)))
    assert member is not None
    token = web.engine.composer.keyring.sign(sign_in_link(member, web.engine.now()))
    answer = web.desk.send(f"/l/{token}", {}, origin=DESK)
    assert (answer.status, answer.headers["location"]) == (303, "/desk")
    assert len(answer.cookies) == 2
    session = answer.cookies[0].partition(";")[0]
    assert "Secure" in answer.cookies[0]
    assert web.desk.ask(url_event("GET", "/desk", cookies=["other=1", session])).status == 200
    assert web.desk.ask(url_event("GET", "/desk", headers={"cookie": session})).status == 200
    assert web.desk.get("/desk").status == 303


def test_the_answer_and_the_audit_carry_lambdas_own_id(web: Web) -> None:
    answer = web.guests.send(
        "/e/party", {"name": "Anna", "email": "anna@example.org"}, x_request_id="mine"
    )
    assert answer.headers["x-request-id"] == LAMBDAS_ID
    assert web.engine.load(LatestAudit("party", limit=1))[0].order == LAMBDAS_ID


def test_a_request_says_nothing_of_itself_that_aws_does_not_vouch_for(web: Web) -> None:
    seen: list[Request] = []

    async def look(request: Request) -> Response:
        seen.append(request)
        return Response()

    place = Place(
        with_middleware(
            Dependencies(engine=web.engine, sites=frozenset({"guests"})),
            [Route("/e/{event}", look)],
        )
    )
    hearsay = {
        "X-Forwarded-For": "1.2.3.4",
        "X-Forwarded-Host": "evil.example",
        "Forwarded": "for=1.2.3.4",
    }
    assert place.ask(url_event("GET", "/e/party", headers=hearsay)).status == 200
    place.door.loop.close()
    assert seen[0].client == Address(CALLER, 0)
    assert seen[0].url.scheme == "https"
    assert not [name for name in seen[0].headers if "forwarded" in name]


def test_one_process_answers_many_requests_on_one_loop(web: Web) -> None:
    asyncio.run(asyncio.sleep(0))  # someone else's loop comes and goes
    for _ in range(3):
        assert web.guests.get("/e/party").status == 200
        assert not web.guests.door.loop.is_closed()


def test_what_breaks_is_told_with_a_page_and_the_next_request_is_served(
    web: Web, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(web.engine.executor, "load", lambda _need: 1 / 0)
        answer = web.guests.get("/e/party")
    assert answer.status == 500
    assert "Something broke on our side." in answer.text
    assert "ZeroDivisionError" in caplog.text
    assert web.guests.get("/e/party").status == 200


@pytest.fixture
def logs_as_on_lambda(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with logs_kept():
        logs.set_up()
        logging.getLogger("fullhouse.requests").setLevel(
            logging.NOTSET
        )  # the local platform may have been here
        logging.getLogger().handlers = [caplog.handler]
        yield


@pytest.mark.usefixtures("logs_as_on_lambda")
def test_no_log_line_holds_a_link(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    web.evening.signs_up("Anna")
    path = web.evening.link("manage", "Anna")
    assert web.links.get(path).status == 200
    assert "answered" in caplog.text
    assert path not in caplog.text


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_every_method_of_a_page_is_answered(web: Web, method: str) -> None:
    assert web.guests.ask(url_event(method, "/e/party")).status in {200, 204}


def test_a_body_that_is_too_long_is_refused(web: Web) -> None:
    assert web.guests.send("/e/party", {"name": "x" * 70_000}).status == 413
    body = b"x" * (4 * 1024 * 1024 + 1)
    assert (
        web.desk.ask(url_event("POST", "/desk/sign-in", body, {"content-type": FORM})).status == 413
    )


def test_a_script_at_the_wrong_address_is_led_to_the_right_one_with_its_body(web: Web) -> None:
    answer = web.guests.ask(
        url_event("PATCH", "/api/v1/events/party", b"{}", {"content-type": "application/json"})
    )
    assert (answer.status, answer.headers["location"]) == (307, f"{DESK}/api/v1/events/party")


def test_nobody_is_led_astray_by_a_strange_path(web: Web) -> None:
    for path in ("/desk//evil.example/x", "/desk/@evil.example", "/api/%2e%2e/x", "/l/%3Cb%3E"):
        assert web.guests.get(path).headers["location"].startswith((f"{DESK}/", f"{LINKS}/"))
    for path in ("/evil.example", "/l/a%0d%0aSet-Cookie:b", "/desks", "/%2Fevil.example"):
        assert web.guests.get(path).status == 404
