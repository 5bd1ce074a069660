"""`ev-link-handler` on the emulator: links signed by the stored key, opened, pressed, forged."""

from collections.abc import Iterator

import pytest

from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.bootstrap import open_engine
from fullhouse.platforms.aws.functions import ev_link_handler
from fullhouse.products.rsvp.model import Guest
from tests.aws.emulator import Emulator
from tests.aws.url_shapes import form_event, url_event
from tests.platforms.aws.fresh import NEVER_FOR_GUESTS, started
from tests.platforms.aws.living import Living, living
from tests.platforms.aws.parts import Place
from tests.support.rsvp_world import sign_up


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    with living(emulator, monkeypatch) as found:
        found.opens()
        found.give(sign_up("anna"))
        yield found


@pytest.fixture
def links(aws: Living) -> Iterator[Place]:
    place = Place(ev_link_handler.app())
    yield place
    place.door.loop.close()


def link(purpose: str, person: str = "anna") -> str:
    return f"/l/{open_engine().composer.keyring.sign(Link(purpose, 'party', person))}"


def state(aws: Living) -> str:
    guest = aws.store.load(Get(Guest, ("party", "anna")))
    assert guest is not None
    return guest.state


def test_opening_a_link_changes_nothing_and_its_button_does_what_it_says(
    aws: Living, links: Place
) -> None:
    page = links.get(link("cancel"))
    assert "Cancel your seat?" in page.text
    assert 'href="https://register.example.org/e/party"' in page.text
    assert state(aws) == "confirmed"
    assert links.send(link("cancel"), {}).status == 200
    assert state(aws) == "cancelled"
    assert "This is done already." in links.send(link("cancel"), {}).text


def test_all_that_a_guest_can_do_stands_on_one_page(links: Place) -> None:
    page = links.get(link("manage"))
    assert "come after all" in page.text
    changed = links.send(link("manage"), {"do": "contact", "name": "Anna B.", "email": ""})
    assert "Anna B." in changed.text


def test_a_calendar_file_is_sent_as_one(links: Place) -> None:
    answer = links.get(link("calendar"))
    assert answer.headers["content-type"].startswith("text/calendar")
    assert answer.body.startswith(b"BEGIN:VCALENDAR\r\n")


def test_a_link_that_another_key_signed_is_not_ours(aws: Living, links: Place) -> None:
    forged = Keyring((Key("first", b"y" * 64),)).sign(Link("cancel", "party", "anna"))
    answer = links.send(f"/l/{forged}", {})
    assert answer.status == 400
    assert "Please open the whole link from your email" in answer.text
    assert state(aws) == "confirmed"


def test_a_members_link_leads_to_the_desk(links: Place) -> None:
    path = f"/l/{open_engine().composer.keyring.sign(Link('sign-in', 'desk', 'owner', '0'))}"
    assert links.get(path).headers["location"] == f"https://desk.example.org{path}"


@pytest.mark.usefixtures("aws")
def test_a_link_is_answered_with_nothing_loaded_of_the_hosts(emulator: Emulator) -> None:
    path = link("cancel")
    start = started(emulator, "ev_link_handler", url_event("GET", path), form_event(path, {}))
    assert [answer.status for answer in start.answers] == [200, 200]
    assert (
        start.has_loaded(
            *NEVER_FOR_GUESTS,
            "fullhouse.web.rsvp.event_page",
            "icalendar",
            "segno",
            "email_validator",
        )
        == []
    )
