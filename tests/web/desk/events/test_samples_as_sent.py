"""Previews of emails to guests: what they show is what leaves, with all that we add."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from html import unescape
from typing import Any

import pytest

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CancelGuest,
    DeclineOffer,
    EditEvent,
    ResendLink,
    SignUp,
)
from fullhouse.products.rsvp.event_content import EditContent
from fullhouse.products.rsvp.sample_messages import VOICED
from tests.support.event_app import Evening
from tests.web.desk.support import Desk, text_of

OWN = "These are our own words, {{ name }}."


def words_of(html: str) -> str:
    """Return what an email shows, without its markup and links."""
    plain = re.sub(r"<!--.*?-->|<style.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(plain).split())


def waits(evening: Evening, ahead: int = 0) -> None:
    for number in range(3 + ahead):
        evening.signs_up(f"Guest{number}")
    evening.signs_up("Ada")


def is_offered(evening: Evening) -> None:
    waits(evening)
    evening.signs_up("Zoe")
    evening.give(CancelGuest(event_id="party", guest_id="guest0"))


def declines(evening: Evening) -> None:
    is_offered(evening)
    offer = evening.guest("Ada").offer
    assert offer is not None
    evening.give(DeclineOffer(event_id="party", guest_id="ada", offer_id=offer.id))


def lets_it_lapse(evening: Evening) -> None:
    is_offered(evening)
    evening.passes(hours=24)


def is_invited(evening: Evening) -> None:
    known: dict[str, Any] = {"name": "Ada", "email": "ada@example.org", "source": "host"}
    evening.give(SignUp(event_id="party", guest_id="ada", place_as="pending", **known))


def has_a_seat(evening: Evening, *commands: Any) -> None:
    evening.signs_up("Ada")
    for command in commands:
        evening.give(command)


def is_reminded(evening: Evening) -> None:
    has_a_seat(evening)
    evening.passes(days=12, hours=7)


def writes_in_free_text(evening: Evening) -> None:
    has_a_seat(evening)
    evening.gives_up("Ada")


HAPPENINGS: Mapping[str, Callable[[Evening], object]] = {
    "confirmation": has_a_seat,
    "waitlisted": lambda evening: waits(evening, ahead=2),
    "invite": is_invited,
    "reminder": is_reminded,
    "offer": is_offered,
    "offer_lapsed": lets_it_lapse,
    "declined": declines,
    "cancel_pending": writes_in_free_text,
    "cancelled": lambda evening: has_a_seat(evening, CancelGuest(event_id="party", guest_id="ada")),
    "changed": lambda evening: has_a_seat(
        evening, EditEvent(event_id="party", starts_at=datetime(2026, 6, 20, 19, 0))
    ),
    "event_cancelled": lambda evening: has_a_seat(evening, CancelEvent(event_id="party")),
    "link": lambda evening: has_a_seat(
        evening, ResendLink(event_id="party", guest_id="ada", occasion="one")
    ),
}


def sent(evening: Evening, kind: str) -> Letter:
    (message, *_) = evening.mails(kind, to="ada@example.org")
    return evening.engine.composer.letter(message)


@pytest.mark.parametrize("kind", VOICED)
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_an_email_is_shown_as_it_leaves(desk: Desk, kind: str, language: str) -> None:
    desk.evening.opens(settings={"language": language}, host_email="jo@example.org")
    desk.evening.give(EditEvent(event_id="party", voice={kind: OWN}, tell_guests=False))
    notes = EditContent(event_id="party", price_note="12 € <cash>", dress_note="Black tie")
    desk.evening.give(notes)
    HAPPENINGS[kind](desk.evening)
    left = sent(desk.evening, kind)
    look = desk.web.get(f"/desk/e/party/words/{kind}/look").text
    assert "These are our own words, Ada." in words_of(look)
    assert numberless(words_of(look)) == numberless(words_of(as_html(left, "cid:code")))
    assert ("data:image/svg+xml" in look) == (left.code is not None)
    shows_notes = kind in ("confirmation", "invite", "reminder")
    for note in ("12 € <cash>", "Black tie"):
        assert (note in words_of(look), note in as_text(left)) == (shows_notes, shows_notes)


@pytest.mark.parametrize("to", ["confirmed", "waiting", "invited"])
def test_a_message_to_all_is_shown_whole_as_it_leaves(desk: Desk, to: str) -> None:
    desk.evening.opens(host_email="jo@example.org")
    of_group = {"confirmed": "confirmation", "waiting": "waitlisted", "invited": "invite"}
    HAPPENINGS[of_group[to]](desk.evening)
    typed = {"to": to, "subject": "Parking", "text": "Behind the mill.\n\nUntil nine."}
    page = desk.send("/desk/e/party/message", typed).text
    found = re.search(r'<section class="panel message".*?</section>', page, re.DOTALL)
    assert found is not None
    fields = dict(re.findall(r'name="(occasion)" value="([^"]+)"', page))
    assert desk.send("/desk/e/party/message", {**typed, **fields, "step": "send"}).is_redirect
    left = sent(desk.evening, "broadcast")
    html = as_html(left)
    assert words_of(found[0]) == f"{left.subject} {words_of(html[html.index('<h1') :])}"


def test_what_can_be_filled_in_is_that_of_the_event(desk: Desk) -> None:
    desk.evening.opens(name="Book fair", venue="Town hall", host_email="jo@example.org")
    page = text_of(desk.web.get("/desk/e/party/words/reminder"))
    for inserted in (
        "{{ name }} Ada",
        "{{ event }} Book fair",
        "{{ when }} Saturday 20 June 2026, 18:00 (Berlin time)",
        "{{ venue }} Town hall",
        "{{ party }} 1",
        "{{ host }} jo@example.org",
        "{{ days }} 7",
    ):
        assert inserted in page
    assert "As Ada would see it" in page


def numberless(words: str) -> str:
    """Return words without the number on the waitlist: one after an offer, three in a sample.

    A sample's guest sits elsewhere in the room.
    """
    return re.sub(r"(?<= )[13](?= )", "…", re.sub("[\u25cf\u25cb ]{3,}", " \u25cf ", words))
