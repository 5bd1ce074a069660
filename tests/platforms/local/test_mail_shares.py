"""The mails of an hour: many clients leave room for one more, for relays and for our people."""

import smtplib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail import mail_shares
from fullhouse.inbound.mail.mail_shares import (
    MOST_AN_HOUR,
    MOST_OF_A_PERSON,
    PART,
    RESERVED,
    CountsInMemory,
    MailShares,
)
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.products.rsvp.commands import SignUp
from tests.inbound.mail.letters import TO, mail
from tests.platforms.local.test_smtp_limits import NEIGHBOUR, STRANGER, call, sends
from tests.platforms.local.test_smtp_server import FROM, Place, opened

NOW = datetime(2026, 6, 1, 11, 30, tzinfo=UTC)
CROWD = [f"192.0.2.{number}" for number in range(50)]
RELAY = "127.0.0.1"


def from_host(host: str) -> Envelope:
    return Envelope(host, "x", "x@example.org")


def relayed(sender: str) -> Envelope:
    return Envelope(RELAY, "x", sender, by_relay=True)


def taken(shares: MailShares, brought: Envelope, times: int) -> int:
    return sum(shares.take(brought, NOW) for _ in range(times))


def fill(shares: MailShares, crowd: list[Envelope]) -> MailShares:
    """Let many clients send mails until none of them may send another."""
    while sum(shares.take(brought, NOW) for brought in crowd):
        pass
    return shares


@pytest.fixture
def shares() -> MailShares:
    """An hour in which fifty clients have sent as many mails as they could."""
    return fill(MailShares(CountsInMemory()), [from_host(host) for host in CROWD])


def test_a_crowd_leaves_room_for_whoever_comes_later(shares: MailShares) -> None:
    assert not any(shares.take(from_host(host), NOW) for host in CROWD)
    assert taken(shares, from_host("198.51.100.1"), 10) == 10


def test_a_crowd_leaves_the_reserved_part_to_the_relay(shares: MailShares) -> None:
    senders = [relayed(f"x@domain{number}.test") for number in range(RESERVED // 4)]
    assert sum(taken(shares, brought, 4) for brought in senders) >= RESERVED * 3 // 4


def test_a_relay_alone_has_the_whole_hour() -> None:
    shares = MailShares(CountsInMemory())
    senders = [relayed(f"x@domain{number}.test") for number in range(MOST_AN_HOUR + 5)]
    assert sum(shares.take(brought, NOW) for brought in senders) == MOST_AN_HOUR


def test_one_domain_behind_a_relay_leaves_room_for_others() -> None:
    shares = MailShares(CountsInMemory())
    flood = [relayed(f"x{number}@sub{number}.flood.test") for number in range(MOST_AN_HOUR)]
    assert sum(shares.take(brought, NOW) for brought in flood) < MOST_AN_HOUR // PART
    assert taken(shares, relayed("ben@b.test"), 100) == 100
    assert taken(shares, relayed(""), 100) == 100


def test_people_who_answer_us_share_the_reserved_part(shares: MailShares) -> None:
    answers = [shares.take_for_person("anna@example.org", NOW) for _ in range(100)]
    assert sum(answers) == MOST_OF_A_PERSON
    assert shares.take_for_person("ben@example.org", NOW)


def test_a_large_ipv6_network_leaves_room_for_others() -> None:
    shares = MailShares(CountsInMemory())
    for number in range(MOST_AN_HOUR):
        shares.take(from_host(f"2001:db8:0:{number:x}::1"), NOW)
    assert taken(shares, from_host("198.51.100.1"), 10) == 10


def test_the_next_hour_starts_again(shares: MailShares) -> None:
    later = NOW + timedelta(hours=1)
    assert shares.take(from_host(CROWD[0]), later)


def marked_address(place: Place) -> str:
    """Return the address to which Anna replies."""
    message = place.engine.load(MessagePage(to="anna@example.org"))[0]
    return f"rsvp+party.{message.mark}@rsvp.test"


def sends_to(address: str, sender: str = FROM) -> Callable[[smtplib.SMTP], int]:
    def send(client: smtplib.SMTP) -> int:
        try:
            client.sendmail(sender, [address], mail("Yes"))
        except smtplib.SMTPDataError as error:
            return error.smtp_code
        return 250

    return send


@pytest.mark.anyio
async def test_a_flood_locks_out_neither_newcomers_nor_the_relay_nor_our_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_shares, "MOST_AN_HOUR", 5)
    monkeypatch.setattr(mail_shares, "RESERVED", 3)
    async with opened(tmp_path) as place:
        signs_up = SignUp(event_id="party", guest_id="anna", name="Anna", email=FROM)
        await place.engine.execute(signs_up, "guest")
        assert [await call(place, STRANGER, sends(f"Yes {at}")) for at in range(2)] == [250, 451]
        assert await call(place, NEIGHBOUR, sends("Yes")) == 250
        assert await call(place, NEIGHBOUR, sends_to(TO)) == 451
        assert await call(place, NEIGHBOUR, sends_to(marked_address(place))) == 250
        assert (
            await call(place, NEIGHBOUR, sends_to("rsvp+party.aaaaaaaaaaaaaaaaaaa@rsvp.test"))
            == 451
        )
        senders = ("x@one.test", "y@one.test", "x@two.test", "x@three.test")
        codes = [await call(place, RELAY, sends_to(TO, sender)) for sender in senders]
        assert codes == [250, 451, 250, 451]
