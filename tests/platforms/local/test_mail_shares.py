"""The mails of an hour: many clients leave room for one more, for relays and for our people."""

import smtplib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.platforms.local import mail_shares
from fullhouse.platforms.local.mail_shares import (
    MOST_AN_HOUR,
    MOST_OF_A_PERSON,
    RESERVED,
    MailShares,
)
from fullhouse.products.rsvp.commands import SignUp
from tests.inbound.mail.letters import TO, mail
from tests.platforms.local.test_smtp_limits import NEIGHBOUR, STRANGER, call, sends
from tests.platforms.local.test_smtp_server import FROM, Place, opened

NOW = datetime(2026, 6, 1, 11, 30, tzinfo=UTC)
CROWD = [f"192.0.2.{number}" for number in range(50)]
RELAY = "127.0.0.1"


def taken(shares: MailShares, host: str, times: int, *, is_relay: bool = False) -> int:
    return sum(shares.take(host, NOW, is_relay=is_relay) for _ in range(times))


@pytest.fixture
def shares() -> MailShares:
    """An hour in which fifty clients have sent as many mails as they could."""
    shares = MailShares()
    for _ in range(MOST_AN_HOUR):
        for host in CROWD:
            shares.take(host, NOW, is_relay=False)
    return shares


def test_a_crowd_leaves_room_for_whoever_comes_later(shares: MailShares) -> None:
    assert not any(shares.take(host, NOW, is_relay=False) for host in CROWD)
    assert taken(shares, "198.51.100.1", 10) == 10


def test_a_crowd_leaves_the_reserved_part_to_the_relay(shares: MailShares) -> None:
    assert taken(shares, RELAY, MOST_AN_HOUR, is_relay=True) >= RESERVED


def test_a_relay_alone_has_the_whole_hour() -> None:
    assert taken(MailShares(), RELAY, MOST_AN_HOUR + 5, is_relay=True) == MOST_AN_HOUR


def test_people_who_answer_us_share_the_reserved_part(shares: MailShares) -> None:
    answers = [shares.take_for_person("anna@example.org", NOW) for _ in range(100)]
    assert sum(answers) == MOST_OF_A_PERSON
    assert shares.take_for_person("ben@example.org", NOW)


def test_a_large_ipv6_network_leaves_room_for_others() -> None:
    shares = MailShares()
    for number in range(MOST_AN_HOUR):
        shares.take(f"2001:db8:0:{number:x}::1", NOW, is_relay=False)
    assert taken(shares, "198.51.100.1", 10) == 10


def test_the_next_hour_starts_again(shares: MailShares) -> None:
    later = NOW + timedelta(hours=1)
    assert shares.take(CROWD[0], later, is_relay=False)


def marked_address(place: Place) -> str:
    """Return the address to which Anna replies."""
    message = place.engine.load(MessagePage(to="anna@example.org"))[0]
    return f"rsvp+party.{message.mark}@rsvp.test"


def sends_to(address: str) -> Callable[[smtplib.SMTP], int]:
    def send(client: smtplib.SMTP) -> int:
        try:
            client.sendmail(FROM, [address], mail("Yes"))
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
        relayed = [await call(place, RELAY, sends(f"Ja {at}")) for at in range(3)]
        assert relayed == [250, 250, 451]
