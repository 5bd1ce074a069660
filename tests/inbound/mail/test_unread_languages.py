"""Texts in a language that is not read are answered with the link, and never guessed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.products.rsvp.commands import ChangeContact
from tests.inbound.mail.street import Street, opened

TEXTS = [
    "Infelizmente n\u00e3o posso ir, tenho de trabalhar.",
    "Purtroppo non posso venire",
    "Sorry, I can't come.",
    "No puedo ir, lo siento.",
    "Cancel",
    "N\u00e3o",
    "Sim, vou!",
]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, language="pt") as street:
        await street.signs_up()
        yield street


@pytest.mark.anyio
@pytest.mark.parametrize("text", TEXTS)
async def test_nothing_changes_and_the_link_comes(street: Street, text: str) -> None:
    await street.writes(text)
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.cancels_at) == ("confirmed", None)
    assert street.kinds()[-1] == "link"


@pytest.mark.anyio
async def test_a_stranger_is_not_signed_up(street: Street) -> None:
    answer = await street.brings(
        b"From: Eva <eva@example.org>\r\nTo: rsvp+party@rsvp.test\r\nSubject: Party\r\n"
        b"Message-ID: <1@x>\r\n\r\nQuero ir, yes please, I want to come!\r\n",
        sender="eva@example.org",
    )
    assert answer.what != "pending"
    assert street.guest("eva") is None


@pytest.mark.anyio
async def test_the_language_of_the_guest_counts(street: Street) -> None:
    change = ChangeContact(event_id="party", guest_id="anna", language="en")
    await street.engine.execute(change, "guest")
    await street.writes("Sorry, I can't come, I have to work.")
    guest = street.guest()
    assert guest is not None
    assert guest.cancels_at is not None
