"""Sharing an event from the desk, and subscribing to all of them."""

import re
from html import unescape

from icalendar import Calendar

from fullhouse.engine.access import AddMember, Member
from fullhouse.engine.team import RemoveMember
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import CancelEvent
from fullhouse.web.desk.events.share import feed_link
from tests.web.desk.support import Desk

FEED = re.compile(r'id="feed" readonly value="http://testserver([^"]+)"')


def snippet(desk: Desk, name: str) -> str:
    """What a host would copy from the page."""
    page = desk.web.get("/desk/e/party/share").text
    found = re.search(rf'<textarea id="{name}"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def feed_path(desk: Desk) -> str:
    found = FEED.search(desk.web.get("/desk/calendar").text)
    assert found is not None
    return found[1]


def events(file: bytes) -> dict[str, str]:
    return {
        str(one["SUMMARY"]): str(one["STATUS"]) for one in Calendar.from_ical(file).walk("VEVENT")
    }


def test_the_page_has_all_that_leads_to_an_event(desk: Desk) -> None:
    desk.evening.opens()
    page = desk.web.get("/desk/e/party/share").text
    for part in (
        'value="http://testserver/e/party"',
        "/e/party/qr.svg",
        "/e/party/qr.png",
        "/e/party/calendar.ics",
    ):
        assert part in page
    assert "/desk/e/party/share" in desk.web.get("/desk/e/party").text


def test_the_script_that_is_copied_is_there(desk: Desk) -> None:
    desk.evening.opens(name="Bread & <wine>")
    assert snippet(desk, "embed") == (
        '<script src="http://testserver/e/party/embed.js" async></script>\n'
        '<noscript><a href="http://testserver/e/party">Sign up: Bread &amp; &lt;wine&gt;</a>'
        "</noscript>\n"
    )
    assert desk.web.get("/e/party/embed.js").status_code == 200


def test_the_form_that_is_copied_asks_for_the_party_only_where_there_may_be_one(desk: Desk) -> None:
    desk.evening.opens()
    assert 'action="http://testserver/e/party"' in snippet(desk, "plain")
    assert 'name="party"' not in snippet(desk, "plain")


def test_the_form_that_is_copied_lets_a_party_in(desk: Desk) -> None:
    desk.evening.opens(cap=4, settings={"max_party": 4})
    assert 'name="party" type="number" min="1" max="4"' in snippet(desk, "plain")


def test_the_feed_has_every_event_that_comes_without_signing_in(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.opens("off", name="Called off")
    desk.evening.give(CancelEvent(event_id="off"))
    path = feed_path(desk)
    desk.web.cookies.clear()
    answer = desk.web.get(path)
    assert answer.headers["content-type"].startswith("text/calendar")
    assert events(answer.content) == {"Summer party": "CONFIRMED", "Called off": "CANCELLED"}
    assert "0 of 3 confirmed" in answer.text.replace("\r\n ", "")


def test_an_event_stays_in_the_feed_for_a_month_after_it(desk: Desk) -> None:
    desk.evening.opens()
    path = feed_path(desk)
    desk.evening.passes(days=30)
    assert list(events(desk.web.get(path).content)) == ["Summer party"]
    desk.evening.passes(days=30)
    assert events(desk.web.get(path).content) == {}


def test_the_feeds_link_is_spent_when_the_member_has_a_new_address(desk: Desk) -> None:
    path = feed_path(desk)
    desk.evening.give(AddMember(member_id="jo", email="new@example.org"))
    assert desk.web.get(path).status_code == 410
    assert feed_path(desk) != path


def test_the_feed_ends_with_the_membership(desk: Desk) -> None:
    desk.evening.give(AddMember(member_id="kim", email="kim@example.org", role="helper"))
    kim = desk.evening.load(Get(Member, ("kim",)))
    assert kim is not None
    path = f"/l/{desk.evening.engine.composer.keyring.sign(feed_link(kim))}"
    assert desk.web.get(path).status_code == 200
    desk.evening.give(RemoveMember(member_id="kim", asked_by="jo"))
    assert desk.web.get(path).status_code == 410


def test_a_feed_of_nobody_is_refused(desk: Desk) -> None:
    token = desk.evening.engine.composer.keyring.sign(Link("feed", "desk", "nobody"))
    assert desk.web.get(f"/l/{token}").status_code == 410
