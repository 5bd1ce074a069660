"""Sign-ups by mail that have to be confirmed count as those of the form do."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from fullhouse.engine import unconfirmed
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import UNCONFIRMED, Limit
from fullhouse.engine.unconfirmed import client_mark, give_back_unconfirmed
from fullhouse.inbound.mail import reasons, unproven_answers
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.products.rsvp.commands import CancelGuest
from tests.inbound.mail.letters import TO, calendar_mail, mail
from tests.inbound.mail.street import PROVEN, Street, last, opened

pytestmark = pytest.mark.anyio
HOLDS = 3
PEER, NEIGHBOUR, RELAY = "192.0.2.1", "192.0.2.2", "127.0.0.1"


@pytest.fixture
async def street(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Street]:
    few = Limit(UNCONFIRMED.name, HOLDS, UNCONFIRMED.fills_every)
    monkeypatch.setattr(unconfirmed, "UNCONFIRMED", few)
    many = Limit("unproven_mail", 1000, timedelta(hours=1))
    for name in ("UNPROVEN_MAIL", "UNPROVEN_MAIL_OF_CLIENT"):
        monkeypatch.setattr(unproven_answers, name, many)
    async with opened(tmp_path, cap=100) as street:
        yield street


async def says_yes(street: Street, peer: str, sender: str) -> InboundMail:
    envelope = Envelope(peer, "x", sender, by_relay=peer == RELAY)
    raw = mail("Yes, I'll come!", sender=f"Anna <{sender}>")
    return await street.lane.take(ReceivedMail(raw, TO, envelope))


async def test_one_network_triggers_only_so_many_confirmations(street: Street) -> None:
    made = [
        await says_yes(street, PEER, f"a{number}@a{number}.test") for number in range(HOLDS + 2)
    ]
    assert [line.what for line in made] == ["requested"] * HOLDS + [""] * 2
    assert (made[-1].made, made[-1].reason) == ("ignored", reasons.TOO_MANY_UNPROVEN)
    assert (await says_yes(street, NEIGHBOUR, "ben@b.test")).what == "requested"


async def test_mail_of_a_relay_counts_by_the_domain_of_its_sender(street: Street) -> None:
    made = [await says_yes(street, RELAY, f"a{number}@a.test") for number in range(HOLDS + 1)]
    assert [line.what for line in made] == ["requested"] * HOLDS + [""]
    assert (await says_yes(street, RELAY, "ben@b.test")).what == "requested"


async def test_a_confirmed_one_makes_room(street: Street) -> None:
    for number in range(HOLDS):
        await says_yes(street, PEER, f"a{number}@a.test")
    (request,) = street.engine.load(MessagePage(to="a0@a.test"))
    mark = request.facts["request"]["client"]
    assert mark == client_mark(PEER)
    give_back_unconfirmed(street.lane.events.limiter, mark)
    assert (await says_yes(street, PEER, "next@a.test")).what == "requested"


async def test_calendars_of_guests_who_cancelled_count_too(street: Street) -> None:
    await street.signs_up()
    await street.engine.execute(CancelGuest(event_id="party", guest_id="anna"), "guest")
    for number in range(HOLDS):
        await says_yes(street, PEER, f"a{number}@a.test")
    arrived = ReceivedMail(calendar_mail("ACCEPTED"), TO, Envelope(PEER, "x", "anna@example.org"))
    assert (await street.lane.take(arrived)).reason == reasons.TOO_MANY_UNPROVEN


async def test_proven_mail_and_guests_on_the_list_need_no_room(street: Street) -> None:
    await street.signs_up()
    for number in range(HOLDS):
        await says_yes(street, PEER, f"a{number}@a.test")
    assert (await says_yes(street, PEER, "anna@example.org")).what == "already"
    raw = mail("Yes!", sender="Ben <ben@example.org>", authentication_results=PROVEN)
    envelope = Envelope(PEER, "x", "ben@example.org", by_relay=True)
    assert (await street.lane.take(ReceivedMail(raw, TO, envelope))).what == "confirmed"
    assert last(street, "ben").kind == "confirmation"
