"""The cover image of an event, at the desk and on its page."""

import re
from typing import Any

import pytest
from httpx2 import Response

from fullhouse.inbound.cover_image import make_cover
from tests.inbound.test_cover_image import picture
from tests.support.attaching import change_desk
from tests.web.desk.support import OURS, Desk, text_of

PAGE = "/desk/e/party/page"
IMAGE = re.compile(r'<p class="cover"><img src="([^"]+-1280\.jpg)" srcset="([^"]+)"')


@pytest.fixture
def covered(desk: Desk) -> Desk:
    """A desk whose server can read pictures."""
    change_desk(desk.web.app, make_cover=make_cover)
    desk.evening.opens()
    return desk


def upload(desk: Desk, content: bytes, **fields: Any) -> Response:
    data = {"form_token": desk.token(), **fields}
    return desk.web.post(
        f"{PAGE}/cover", data=data, files={"file": ("me.jpg", content)}, headers=OURS
    )


def test_an_uploaded_cover_is_on_the_page_and_in_previews(covered: Desk) -> None:
    saved = upload(covered, picture("PNG"), alt='A "mill"')
    assert saved.headers["location"] == f"{PAGE}?done=page_changed"
    page = covered.web.get("/e/party").text
    found = IMAGE.search(page)
    assert found is not None
    assert 'alt="A &#34;mill&#34;"' in page
    assert 'width="1280" height="640"' in page
    assert f'<meta property="og:image" content="http://testserver{found[1]}">' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    for address in (found[1], found[2].partition(" ")[0]):
        answer = covered.web.get(address)
        assert answer.headers["content-type"] == "image/jpeg"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.content.startswith(b"\xff\xd8")
    assert "Remove cover" in covered.read(PAGE)


def test_a_replaced_or_removed_cover_is_gone(covered: Desk) -> None:
    upload(covered, picture())
    first = IMAGE.search(covered.web.get("/e/party").text)
    assert first is not None
    upload(covered, picture(size=(900, 900)))
    assert covered.web.get(first[1]).status_code == 404
    second = IMAGE.search(covered.web.get("/e/party").text)
    assert second is not None
    covered.send(f"{PAGE}/cover", {"remove": "yes"})
    assert covered.web.get(second[1]).status_code == 404
    page = covered.web.get("/e/party").text
    assert 'class="cover"' not in page
    assert '<meta name="twitter:card" content="summary">' in page


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not a picture."),
        (b"<svg onload=alert(1)>", "This is not a picture."),
        (b"x" * (8 * 1024 * 1024 + 1), "This file is larger than 8 MB."),
    ],
)
def test_other_files_change_nothing(covered: Desk, content: bytes, sentence: str) -> None:
    refused = upload(covered, content)
    assert refused.status_code == 422
    assert sentence in text_of(refused)
    assert 'class="cover"' not in covered.web.get("/e/party").text


def test_the_next_date_has_the_same_cover(covered: Desk) -> None:
    upload(covered, picture(), alt="A mill")
    made = covered.send("/desk/e/party/duplicate", {"repeat": "week"})
    event_id = made.headers["location"].removeprefix("/desk/e/").partition("?")[0]
    found = IMAGE.search(covered.web.get(f"/e/{event_id}").text)
    assert found is not None
    assert f"/e/{event_id}/cover/" in found[1]
    assert covered.web.get(found[1]).status_code == 200


def test_a_cover_needs_our_form(covered: Desk) -> None:
    files = {"file": ("me.jpg", picture())}
    assert covered.web.post(f"{PAGE}/cover", files=files, headers=OURS).status_code == 403
    assert 'class="cover"' not in covered.web.get("/e/party").text


@pytest.mark.parametrize("name", ["x", "-640.jpg", "aa-640.jpg", "aa-9.jpg", "..%2f..%2fx"])
def test_no_other_file_is_served(covered: Desk, name: str) -> None:
    upload(covered, picture())
    covered.send(f"{PAGE}/cover", {"remove": "yes"})
    assert covered.web.get(f"/e/party/cover/{name}").status_code == 404


def test_a_server_without_pillow_offers_no_covers(desk: Desk) -> None:
    desk.evening.opens()
    assert "Cover image" not in desk.read(PAGE)
    assert upload(desk, picture()).status_code == 422
