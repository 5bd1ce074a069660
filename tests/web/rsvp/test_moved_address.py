"""Links sent to an earlier address of a guest do nothing any more."""

from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Guest
from tests.support.event_app import Evening


def links_in(evening: Evening, kind: str, to: str) -> dict[str, str]:
    """Return the paths of the links in the newest message of a kind."""
    letter = evening.engine.composer.letter(evening.mails(kind, to)[0])
    return {purpose: urlsplit(url).path for purpose, url in letter.links.items()}


def move(evening: Evening, web: TestClient, manage: str) -> dict[str, str]:
    """Move Ada to another address and return the links of the email there."""
    web.post(manage, data={"do": "contact", "name": "Ada", "email": "new@example.org"})
    web.post(links_in(evening, "address", "new@example.org")["address"])
    return links_in(evening, "changed", "new@example.org")


def ada(evening: Evening) -> Guest:
    guest = evening.load(Get(Guest, ("party", "ada")))
    assert guest is not None
    return guest


@pytest.fixture
def old_links(evening: Evening) -> dict[str, str]:
    evening.opens()
    evening.signs_up("Ada")
    evening.signs_up("Ben")
    return links_in(evening, "confirmation", "ada@example.org")


def test_a_link_to_the_old_address_changes_nothing(
    evening: Evening, web: TestClient, old_links: dict[str, str]
) -> None:
    assert web.get(old_links["cancel"]).status_code == 200
    fresh = move(evening, web, old_links["manage"])
    before = ada(evening)
    assert before.email == "new@example.org"
    stop = evening.engine.composer.letter(evening.mails("confirmation", "ada@example.org")[0])
    for path in (old_links["manage"], old_links["cancel"], urlsplit(stop.stop_url).path):
        assert web.post(path, data={"do": "cancel"}).status_code == 410, path
    assert ada(evening) == before
    assert "This link has been replaced." in web.get(old_links["manage"]).text
    assert web.get(fresh["manage"]).status_code == 200


def test_links_to_the_new_address_act(
    evening: Evening, web: TestClient, old_links: dict[str, str]
) -> None:
    fresh = move(evening, web, old_links["manage"])
    shown = web.get(fresh["manage"]).text
    assert web.post(fresh["manage"], data={"do": "cancel"}).status_code == 200
    assert ada(evening).state == "cancelled"
    assert "/l/" in shown


def test_the_calendar_file_moves_with_the_address(
    evening: Evening, web: TestClient, old_links: dict[str, str]
) -> None:
    def calendar(page: str) -> str:
        found = [part for part in web.get(page).text.split('"') if ".calendar." in part]
        return urlsplit(found[0]).path

    old = calendar(old_links["manage"])
    assert web.get(old).status_code == 200
    fresh = move(evening, web, old_links["manage"])
    assert web.get(old).status_code == 410
    assert web.get(calendar(fresh["manage"])).status_code == 200
