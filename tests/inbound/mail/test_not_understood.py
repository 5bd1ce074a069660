"""A mail that makes the reader fail is stored, shown and accepted as one not understood."""

import base64
import smtplib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NoReturn

import pytest

from fullhouse.engine.ports import StoreDown
from fullhouse.inbound.extraction import request
from fullhouse.inbound.mail import reader, wanted
from fullhouse.inbound.mail.new_text import LONGEST_TEXT, MOST_LINES, new_text, text_outside_top
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from fullhouse.products.rsvp.model import GuestByEmail
from tests.inbound.mail.letters import TO, mail
from tests.platforms.local.test_smtp_server import DESK, Place, opened
from tests.support.cpu_time import cpu_within
from tests.support.rsvp_world import sign_up

pytestmark = pytest.mark.anyio
STACKED = "Wrote: \nOn " * 500


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path) as place:
        yield place


def fail(*_: object, **__: object) -> NoReturn:
    raise RecursionError("too deep")


def in_base64(text: str) -> bytes:
    head = (
        f"From: Anna Berg <anna@example.org>\r\nTo: {TO}\r\nMessage-ID: <1@x>\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    )
    return head.encode() + base64.encodebytes(text.encode()).replace(b"\n", b"\r\n")


async def test_a_stack_of_attributions_is_taken(place: Place) -> None:
    assert await place.send(in_base64(STACKED)) == {}
    (written,) = place.came()
    assert written.sender == "anna@example.org"


@pytest.mark.timing
@pytest.mark.parametrize(
    "piece", ["Wrote: \nOn ", "On a\n", "On a\nOn b wrote:\n", "On a\nb\nc\nx wrote:\n", "On\n\n"]
)
@pytest.mark.parametrize("read", [new_text, text_outside_top])
def test_attributions_in_any_number_cost_little(piece: str, read: Callable[[str], object]) -> None:
    with cpu_within(1):
        read("word\n" + piece * (MOST_LINES + LONGEST_TEXT // len(piece)))


def test_an_answer_above_a_broken_attribution_stays() -> None:
    assert (
        new_text("On Friday I can't come\nOn Monday Ada\nwrote:\n> hi") == "On Friday I can't come"
    )


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (reader, "read"),
        (reader, "text_of_mail"),
        (reader, "calendar_reply"),
        (reader, "automatic_reason"),
        (wanted, "new_text"),
        (wanted, "reply_intent"),
    ],
)
async def test_a_reply_that_cannot_be_understood_is_kept_and_cancels_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> None:
    await place.engine.execute(sign_up("anna", email="anna@example.org"), "guest")
    monkeypatch.setattr(module, name, fail)
    assert await place.send(mail("I can't come")) == {}
    (written,) = place.came()
    assert (written.scope, bool(written.reason)) == ("party", True)
    assert place.lane.files.read(written.file)
    guest = place.engine.load(GuestByEmail("party", "anna@example.org"))
    assert guest is not None
    assert guest.state == "confirmed"


async def test_a_request_that_cannot_be_understood_is_put_before_staff(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request, "request_in", fail)
    assert await place.send(mail("Please put me on the list"), DESK) == {}
    (proposal,) = place.engine.load(ProposalPage("open"))
    assert "Please put me on the list" in proposal.text


def test_a_reply_to_the_front_desk_that_cannot_be_understood_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading = reader.read_mail(mail("stop"), Envelope(), reader.MailSettings())
    assert wanted.said_by_grammar(reading, frozenset()) == "stop"
    monkeypatch.setattr(wanted, "new_text", fail)
    assert wanted.said_by_grammar(reading, frozenset()) == "nothing"


async def test_a_store_that_fails_is_no_mail_that_cannot_be_understood(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_down(*_: object) -> NoReturn:
        raise StoreDown("the disk is full")

    monkeypatch.setattr(place.lane.files, "keep", is_down)
    for to in (TO, DESK):
        with pytest.raises(smtplib.SMTPDataError) as refused:
            await place.send(mail("Yes"), to)
        assert refused.value.smtp_code == 451
    assert place.came() == ()
