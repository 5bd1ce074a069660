"""`ev-register` on the emulator: a guest's page and a sign-up."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import SIGN_UP
from fullhouse.platforms.aws.bootstrap import open_engine, store
from fullhouse.platforms.aws.functions import ev_link_handler, ev_register
from fullhouse.products.rsvp.model import GuestByEmail
from tests.aws.emulator import Emulator
from tests.aws.url_shapes import form_event, url_event
from tests.platforms.aws.fresh import NEVER_FOR_GUESTS, started
from tests.platforms.aws.living import Living, living
from tests.platforms.aws.parts import Place

# What a page is shown without; a sign-up needs the first three of them, and no others.
ONLY_WHEN_ASKED_FOR = (
    "fullhouse.engine.catalogue",
    "fullhouse.products.rsvp.rules",
    "email_validator",
    "fullhouse.web.rsvp.link_pages",
    "fullhouse.web.rsvp.link_actions",
    "icalendar",
    "segno",
)
TYPED = {"name": "Anna", "email": "anna@example.org"}


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    with living(emulator, monkeypatch) as found:
        found.opens(cap=1)
        yield found


@pytest.fixture
def guests(aws: Living) -> Iterator[Place]:
    place = Place(ev_register.app())
    yield place
    place.door.loop.close()


def test_a_guest_sees_the_event_and_takes_a_seat(aws: Living, guests: Place) -> None:
    page = guests.get("/e/party")
    assert "Summer party" in page.text
    assert 'content="https://register.example.org/e/party"' in page.text
    answer = guests.send("/e/party", TYPED)
    assert answer.status == 303
    assert answer.headers["location"].startswith("https://links.example.org/l/")
    guest = aws.store.load(GuestByEmail("party", "anna@example.org"))
    assert guest is not None
    assert guest.state == "confirmed"
    assert [one.kind for one in aws.store.load(MessagePage("party"))] == ["confirmation"]


def test_the_next_one_joins_the_line_and_pressing_twice_changes_nothing(guests: Place) -> None:
    guests.send("/e/party", TYPED)
    ben = {"name": "Ben", "email": "ben@example.org", "nonce": "one"}
    for _ in range(2):
        answer = guests.send("/e/party", ben, accept="application/json")
        assert b'"state":"waitlisted","position":1' in answer.body
    again = guests.send("/e/party", {**ben, "nonce": "two"}, accept="application/json")
    assert b'"state":"already","position":null' in again.body


def test_a_burst_from_one_address_holds_nothing_until_it_is_confirmed(
    aws: Living, guests: Place
) -> None:
    for number in range(SIGN_UP.holds + 1):
        guests.send("/e/party", {"name": "Eve", "email": f"eve{number}@example.org"})
    last = guests.send("/e/party", TYPED, accept="application/json")
    assert b'"state":"pending","position":null' in last.body
    assert aws.store.load(GuestByEmail("party", "anna@example.org")) is None
    (message,) = aws.store.load(MessagePage(to="anna@example.org"))
    (button,) = open_engine().composer.letter(message).buttons
    links = Place(ev_link_handler.app())
    path = urlsplit(button.url).path
    assert "Sign me up" in links.get(path).text
    assert links.send(path, {}).status == 303
    links.door.loop.close()
    guest = aws.store.load(GuestByEmail("party", "anna@example.org"))
    assert guest is not None
    assert guest.state == "waitlisted"


def test_an_event_that_is_not_there_is_a_page_not_found(guests: Place) -> None:
    assert guests.get("/e/nothing").status == 404
    assert guests.get("/e/%00").status == 404
    assert guests.get(f"/e/{'x' * 3000}").status == 404


def test_a_store_that_cannot_be_reached_is_told_of_kindly(
    guests: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetcher = store().fetcher
    monkeypatch.setattr(fetcher.client, "get_item", _unreachable)
    monkeypatch.setattr(fetcher, "wait", lambda _seconds: None)
    answer = guests.get("/e/party")
    assert answer.status == 503
    assert answer.headers["retry-after"] == "2"
    assert "Nothing that was confirmed before is lost." in answer.text


def _unreachable(**_asked: object) -> None:
    from botocore.exceptions import EndpointConnectionError

    raise EndpointConnectionError(endpoint_url="https://dynamodb.example.org")


@pytest.mark.usefixtures("aws")
def test_a_page_is_shown_with_nothing_loaded_that_it_does_not_need(emulator: Emulator) -> None:
    start = started(emulator, "ev_register", url_event("GET", "/e/party"))
    assert "Summer party" in start.answers[0].text
    assert start.has_loaded(*NEVER_FOR_GUESTS, *ONLY_WHEN_ASKED_FOR) == []


@pytest.mark.usefixtures("aws")
def test_a_sign_up_loads_the_rules_and_nothing_of_the_hosts(emulator: Emulator) -> None:
    start = started(
        emulator, "ev_register", form_event("/e/party", TYPED), url_event("GET", "/e/party")
    )
    assert [answer.status for answer in start.answers] == [303, 200]
    assert start.has_loaded(*NEVER_FOR_GUESTS, *ONLY_WHEN_ASKED_FOR[3:]) == []
