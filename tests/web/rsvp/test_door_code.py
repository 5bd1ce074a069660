"""The guest's code for the door, on their own page: it says only who they are."""

import re
from base64 import b64decode

from starlette.testclient import TestClient

from fullhouse.products.rsvp.commands import CancelEvent
from tests.support.event_app import BASE, Evening

CODE = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')


def code_on(web: TestClient, path: str) -> str:
    """Return the picture of the code on a page, or an empty text."""
    found = CODE.search(web.get(path).text)
    return b64decode(found[1]).decode() if found else ""


def test_a_guest_with_a_seat_has_a_code(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    evening.signs_up("Anna")
    evening.signs_up("Bert")
    code = code_on(web, evening.link("manage", "Anna"))
    assert f"<title>{BASE}/desk/e/party/check-in?code=1#door-anna</title>" in code
    assert code_on(web, evening.link("manage", "Bert")) == ""


def test_the_code_alone_opens_nothing(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Anna")
    page = web.get("/e/party#door-anna")
    assert page.status_code == 200
    assert "Anna" not in page.text
    assert evening.event().checked_in == 0


def test_a_cancelled_event_needs_no_code(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Anna")
    evening.give(CancelEvent(event_id="party"))
    assert code_on(web, evening.link("manage", "Anna")) == ""
