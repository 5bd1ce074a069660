"""Logo and colour of the house: set at the desk, seen by guests and customers."""

import re
from typing import Any, cast

import msgspec
import pytest
from httpx2 import Response
from starlette.applications import Starlette

from fullhouse.engine.access import AddMember
from fullhouse.engine.team import ChangeRole
from fullhouse.inbound.logo_image import make_logo
from fullhouse.kernel.accent import palette
from fullhouse.web.dependencies import attach, dependencies_of
from tests.inbound.test_cover_image import picture
from tests.support.attaching import change_desk
from tests.web.desk.support import OURS, Desk, text_of

PAGE = "/desk/look"
LOGO = re.compile(r'<header class="logo"><img src="(/look/[0-9a-f]{32}\.png)" ([^>]*)>')
STYLE = re.compile(r'<link rel="stylesheet" href="(/look\.css\?v=[0-9a-f]{6})">')


@pytest.fixture
def mill(desk: Desk) -> Desk:
    """A desk whose server can read pictures."""
    change_desk(desk.web.app, make_logo=make_logo)
    desk.evening.opens()
    return desk


def upload(desk: Desk, content: bytes, **fields: Any) -> Response:
    data = {"form_token": desk.token(), **fields}
    return desk.web.post(
        f"{PAGE}/logo", data=data, files={"file": ("l.png", content)}, headers=OURS
    )


def saves(desk: Desk, name: str = "The mill", accent: str = "") -> None:
    saved = desk.send(PAGE, {"name": name, "accent": accent})
    assert saved.headers["location"] == f"{PAGE}?done=look_changed"


def test_a_colour_is_on_every_page_of_guests_and_customers_and_not_at_the_desk(
    mill: Desk,
) -> None:
    assert STYLE.search(mill.web.get("/e/party").text) is None
    saves(mill, accent="1F6B43")
    for path in ("/e/party", "/book", "/waitlist", "/nowhere"):
        page = mill.web.get(path)
        assert STYLE.search(page.text), path
        assert "style-src 'self';" in page.headers["content-security-policy"]
    assert STYLE.search(mill.web.get(PAGE).text) is None
    style = mill.web.get("/look.css?v=1f6b43")
    assert "--curtain: #1f6b43; --button: #1f6b43;" in style.text
    assert f"--curtain: {palette('#1f6b43').night_link};" in style.text
    assert style.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    assert mill.web.get("/look.css").headers["cache-control"] == "public, max-age=300"


def test_a_colour_that_can_not_be_read_is_made_darker_or_lighter(mill: Desk) -> None:
    saves(mill, accent="#fc0")
    assert "The colour is made darker or lighter" in mill.read(PAGE)
    assert "--curtain: #ffcc00" in mill.web.get("/look.css").text
    assert ":root { --curtain: #ffcc00" not in mill.web.get("/look.css").text.splitlines()[0]
    saves(mill, accent="#767676")
    assert 'value="#767676"' in mill.web.get(PAGE).text


@pytest.mark.parametrize("accent", ["red", "#12345", "#a3182e;}", "url(x)"])
def test_what_is_no_colour_is_said_beside_its_field(mill: Desk, accent: str) -> None:
    page = mill.send(PAGE, {"name": "The mill", "accent": accent})
    assert page.status_code == 422
    assert "A colour has six digits from 0 to 9 and from A to F" in text_of(page)
    assert mill.web.get("/look.css").status_code == 404


def test_a_logo_stands_above_each_page_with_the_name_of_the_house(mill: Desk) -> None:
    saves(mill, name='The "old" mill')
    assert upload(mill, picture("PNG")).headers["location"].endswith("look_changed")
    found = LOGO.search(mill.web.get("/e/party").text)
    assert found is not None
    assert found[2] == 'width="160" height="80" alt="The &#34;old&#34; mill"'
    answer = mill.web.get(found[1])
    assert answer.content.startswith(b"\x89PNG")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-content-type-options"] == "nosniff"
    for path in ("/book", "/waitlist"):
        assert found[1] in mill.web.get(path).text
    assert '<header class="logo">' not in mill.web.get("/desk").text
    mill.send(f"{PAGE}/logo", {"remove": "yes"})
    assert mill.web.get(found[1]).status_code == 404
    assert LOGO.search(mill.web.get("/e/party").text) is None


def test_a_logo_needs_a_name_and_keeps_it(mill: Desk) -> None:
    refused = upload(mill, picture("PNG"))
    assert refused.status_code == 422
    assert "Please save a name first" in text_of(refused)
    saves(mill)
    upload(mill, picture("PNG"))
    assert mill.send(PAGE, {"name": " ", "accent": ""}).status_code == 422
    long = mill.send(PAGE, {"name": "x" * 101, "accent": ""})
    assert "at most 100 characters" in text_of(long)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not a picture."),
        (b"<svg onload=alert(1)>", "This is not a picture."),
        (b"x" * (8 * 1024 * 1024 + 1), "This file is larger than 8 MB."),
        (picture("PNG", (20, 20)), "This logo is too small"),
    ],
)
def test_other_files_are_refused(mill: Desk, content: bytes, sentence: str) -> None:
    saves(mill)
    refused = upload(mill, content)
    assert refused.status_code == 422
    assert sentence in text_of(refused)


def test_without_pillow_there_is_only_the_colour(desk: Desk) -> None:
    assert "Pictures can't be read on this server." in desk.read(PAGE)
    assert upload(desk, picture("PNG")).status_code == 422
    saves(desk, accent="#1f6b43")


def test_only_owners_change_the_look(mill: Desk) -> None:
    mill.evening.give(AddMember(member_id="bo", email="bo@example.org", role="owner"))
    mill.evening.give(ChangeRole(member_id="jo", role="host", asked_by="bo"))
    assert mill.web.get(PAGE).status_code == 403
    assert "Logo and colour" not in mill.read("/desk")


def test_where_no_look_is_kept_it_says_so(mill: Desk) -> None:
    saves(mill, accent="#1f6b43")
    app = cast("Starlette", mill.web.app)
    attach(app, msgspec.structs.replace(dependencies_of(app), keeps_brand=False))
    page = mill.web.get(PAGE)
    assert page.status_code == 404
    assert "can't be set on this server yet" in text_of(page)
    assert STYLE.search(mill.web.get("/e/party").text) is None


def test_the_embedded_form_has_the_look_too(mill: Desk) -> None:
    plain = mill.web.get("/e/party/embed.js").text
    assert '"logo":null' in plain
    assert "--link: #a3182e;" in plain
    saves(mill, accent="#1f6b43")
    upload(mill, picture("PNG"))
    script = mill.web.get("/e/party/embed.js").text
    assert "--link: #1f6b43; --button: #1f6b43;" in script
    assert f"--link: {palette('#1f6b43').night_link};" in script
    assert '"src":"http://testserver/look/' in script
    assert "--red: #a3182e;" in script


def test_emails_are_shown_in_the_look(mill: Desk) -> None:
    saves(mill, accent="#1f6b43")
    upload(mill, picture("PNG"))
    look = mill.web.get("/desk/e/party/words/confirmation/look").text
    assert 'alt="The mill"' in look
    assert "data:image/png;base64," in look
    assert "#1f6b43" in look
