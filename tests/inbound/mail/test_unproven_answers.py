"""The answers of an event to mails whose senders may be forged: no client can use up all."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import UNPROVEN_MAIL, UNPROVEN_MAIL_OF_CLIENT
from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.sender_check import Envelope
from tests.inbound.mail.letters import TO, mail
from tests.inbound.mail.street import Street, opened

pytestmark = pytest.mark.anyio
PEER, NEIGHBOUR, RELAY = "192.0.2.1", "192.0.2.2", "127.0.0.1"
OF_ONE = UNPROVEN_MAIL_OF_CLIENT.holds


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path) as street:
        yield street


async def asks(street: Street, sender: str, peer: str = "") -> InboundMail:
    envelope = Envelope(peer, "x", sender, by_relay=peer == RELAY)
    raw = mail("Is there parking?", sender=sender)
    return await street.lane.take(ReceivedMail(raw, TO, envelope))


def answers(street: Street) -> int:
    return len(street.engine.load(MessagePage(kind="reply", limit=200)))


async def test_one_client_with_invented_senders_leaves_answers_to_others(street: Street) -> None:
    senders = [f"x{number}@invented{number}.test" for number in range(UNPROVEN_MAIL.holds)]
    last = [await asks(street, sender, PEER) for sender in senders][-1]
    assert (last.made, last.reason) == ("ignored", reasons.TOO_MANY_UNPROVEN)
    assert answers(street) == OF_ONE
    assert (await asks(street, "ben@b.test", NEIGHBOUR)).what == "answered"


@pytest.mark.parametrize("peer", ["", RELAY])
async def test_one_domain_leaves_answers_to_others_behind_a_relay_and_on_aws(
    street: Street, peer: str
) -> None:
    for number in range(UNPROVEN_MAIL.holds):
        await asks(street, f"x{number}@sub{number}.invented.test", peer)
    assert answers(street) == OF_ONE
    assert (await asks(street, "ben@b.test", peer)).what == "answered"


async def test_a_large_network_has_no_more_than_a_few_parts(street: Street) -> None:
    for number in range(UNPROVEN_MAIL.holds):
        await asks(street, f"x{number}@invented{number}.test", f"2001:db8:0:{number:x}::1")
    assert answers(street) == 4 * OF_ONE


async def test_whoever_is_refused_takes_nothing_from_others(street: Street) -> None:
    for number in range(UNPROVEN_MAIL.holds // OF_ONE - 1):
        for at in range(OF_ONE + 3):
            await asks(street, f"x{at}@invented{number}.test", f"192.0.2.{number}")
    assert answers(street) == UNPROVEN_MAIL.holds - OF_ONE
    later = [await asks(street, f"ben{at}@b.test", "198.51.100.1") for at in range(OF_ONE)]
    assert [line.what for line in later] == ["answered"] * OF_ONE
