"""Mail comes in over a real connection, from clients that are kind, greedy, rude or many."""

import asyncio
import gc
import shutil
import smtplib
import socket
import ssl
import subprocess
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, InboundPage
from fullhouse.engine.ports import StoreDown
from fullhouse.inbound.mail import mail_shares
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.platforms.local import smtp_server
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.config import BadConfig, Config, MailConfig
from fullhouse.platforms.local.mail_intake import taking_mail
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from tests.inbound.mail.letters import TO, mail
from tests.support.rsvp_world import create, there

FROM = "anna@example.org"
DESK = "waitlist@rsvp.test"
pytestmark = pytest.mark.anyio


class Place:
    """A listener, and clients that call it from a thread of their own."""

    def __init__(self, engine: Engine, lane: MailPipeline, at: str) -> None:
        self.engine, self.lane = engine, lane
        host, _, port = at.rpartition(":")
        self.at = (host, int(port))

    async def call(self, talk: Callable[[smtplib.SMTP], Any]) -> Any:
        def meet() -> Any:
            with smtplib.SMTP(*self.at, timeout=60) as client:
                return talk(client)

        return await asyncio.to_thread(meet)

    async def send(self, raw: bytes, to: str = TO) -> Any:
        return await self.call(lambda client: client.sendmail(FROM, [to], raw))

    def came(self) -> tuple[InboundMail, ...]:
        return self.engine.load(InboundPage())


@asynccontextmanager
async def opened(folder: Path, **mail_settings: Any) -> AsyncIterator[Place]:
    config = Config(
        mail=MailConfig(domain="rsvp.test", port=0, authserv_id="mx.test", **mail_settings)
    )
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(folder, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(create(), "host")
        async with taking_mail(engine, config, folder) as (lane, at):
            yield Place(engine, lane, at)


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path) as place:
        yield place


async def test_a_reply_is_taken_kept_and_answered(place: Place, tmp_path: Path) -> None:
    raw = mail("Yes!", authentication_results="mx.test; dmarc=pass header.from=example.org")
    assert await place.send(raw) == {}
    (written,) = place.came()
    assert (written.made, written.what) == ("done", "confirmed")
    assert (tmp_path / "files" / written.file).read_bytes().replace(b"\r\n", b"\n") == raw.replace(
        b"\r\n", b"\n"
    )


async def test_nobody_at_an_unknown_address_and_nothing_is_relayed(place: Place) -> None:
    for address in ("rsvp+nowhere@rsvp.test", "anna@example.org", "postmaster@other.test"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            await place.send(mail("Yes"), address)
        assert refused.value.recipients[address][0] == 550
    assert place.came() == ()


async def test_a_mail_for_two_events_reaches_both(place: Place) -> None:
    await place.engine.execute(create("concert"), "host")
    to = [TO, "rsvp+concert@rsvp.test", TO.upper()]
    await place.call(lambda client: client.sendmail(FROM, to, mail("Yes")))
    assert {one.scope for one in place.came()} == {"party", "concert"}


def announcing(size: int, to: str) -> Callable[[smtplib.SMTP], int]:
    def says_its_size(client: smtplib.SMTP) -> int:
        client.ehlo()
        said = client.mail(FROM, [f"size={size}"])[0]
        return client.rcpt(to)[0] if said == 250 else said

    return says_its_size


def sending(size: int, to: str) -> Callable[[smtplib.SMTP], int]:
    def just_sends(client: smtplib.SMTP) -> int:
        client.helo()
        client.mail(FROM)
        client.rcpt(to)
        return client.data(mail("x" * 60 + "\n") + (b"y" * 70 + b"\r\n") * (size // 72))[0]

    return just_sends


async def test_what_is_too_large_is_refused_and_written_down(place: Place) -> None:
    assert await place.call(announcing(2_000_000, TO)) == 550
    assert await place.call(sending(1_500_000, TO)) == 552
    assert await place.call(announcing(20_000_000, DESK)) == 552
    assert await place.call(sending(11_000_000, DESK)) == 552
    told = {(one.made, one.reason, one.scope) for one in place.came()}
    assert told == {("refused", "larger than 1 MB", "party"), ("refused", "larger than 10 MB", "")}


async def test_a_front_desk_takes_what_is_too_large_for_an_event(place: Place) -> None:
    assert await place.call(announcing(9_000_000, DESK)) == 250
    assert await place.call(sending(4_000_000, DESK)) == 250
    (written,) = place.came()
    assert (written.what, written.scope, written.size > 3_900_000) == ("proposed", "waitlist", True)


async def test_more_than_a_few_large_mails_at_once_are_asked_to_come_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_LARGE", 0)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        await place.call(sending(100, DESK))
    assert refused.value.smtp_code == 451
    assert await place.call(sending(100, TO)) == 250


async def test_too_many_recipients_are_asked_to_come_again(place: Place) -> None:
    def many(client: smtplib.SMTP) -> list[int]:
        client.ehlo()
        client.mail(FROM)
        return [client.rcpt(TO)[0] for _ in range(12)]

    assert await place.call(many) == [250] * 10 + [452] * 2


async def test_a_store_that_is_down_loses_no_mail(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_arrived: ReceivedMail) -> InboundMail:
        raise StoreDown("the disk is full")

    monkeypatch.setattr(place.lane, "take", fails)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        await place.send(mail("Yes"))
    assert refused.value.smtp_code == 451

    def broken(_address: str) -> bool:
        raise StoreDown("the disk is full")

    monkeypatch.setattr(place.lane, "accepts", broken)
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        await place.send(mail("Yes"))


async def test_a_flood_is_asked_to_come_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_shares, "MOST_AN_HOUR", 12)
    for number in range(2):
        await place.send(mail(f"Yes {number}"))
    with pytest.raises(smtplib.SMTPDataError) as refused:
        await place.send(mail("Yes again"))
    assert refused.value.smtp_code == 451


async def test_a_crowd_is_sent_away_and_those_inside_go_on(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS", 1)

    def crowd(client: smtplib.SMTP) -> tuple[bytes, int]:
        client.ehlo()
        with socket.create_connection(place.at, 60) as other:
            said = b"".join(iter(lambda: other.recv(1000), b""))
        client.mail(FROM)
        return said, client.rcpt(TO)[0]

    said, code = await place.call(crowd)
    assert (said[:3], code) == (b"421", 250)


async def test_rude_clients_harm_nobody(place: Place) -> None:
    def rude() -> None:
        for noise in (
            b"\x00" * 3000,
            b"HELO\r\nDATA\r\n.\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"EHLO x\r\nMAIL FROM:<",
        ):
            with socket.create_connection(place.at, 60) as client:
                client.sendall(noise)

    await asyncio.to_thread(rude)
    await place.send(mail("Yes"))
    assert len(place.came()) == 1


async def test_a_slow_client_holds_up_nobody(place: Place) -> None:
    with socket.create_connection(place.at, 60) as slow:
        slow.sendall(
            b"EHLO x\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<rsvp+party@rsvp.test>\r\nDATA\r\n"
            b"Subject: "
        )
        await place.send(mail("Yes"))
    assert len(place.came()) == 1


def certificate(folder: Path) -> tuple[Path, Path]:
    openssl = shutil.which("openssl")
    assert openssl is not None, (
        "This test makes a certificate with openssl (Debian: apt-get install openssl)"
    )
    made, key = folder / "mail.pem", folder / "mail.key"
    options = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    names = ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(
        [openssl, *options, *names, "-keyout", key, "-out", made], check=True, capture_output=True
    )
    return made, key


async def test_with_a_certificate_mail_comes_sealed(tmp_path: Path) -> None:
    made, key = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(made))

    def sealed(client: smtplib.SMTP) -> None:
        client.starttls(context=trust)
        client.sendmail(FROM, [TO], mail("Yes"))

    async with opened(tmp_path, certificate=str(made), key=str(key)) as place:
        await place.call(sealed)
        assert len(place.came()) == 1


async def test_a_bad_certificate_or_a_taken_port_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="certificate"):
        async with opened(tmp_path / "one", certificate=str(tmp_path / "none.pem")):
            pass
    with socket.create_server(("127.0.0.1", 0)) as taken:
        config = Config(mail=MailConfig(domain="rsvp.test", port=taken.getsockname()[1]))
        async with open_engine(
            tmp_path / "two", VirtualClock(there("2026-06-01 11:00")), MailboxCarrier(), "x"
        ) as engine:
            with pytest.raises(BadConfig, match="for mail"):
                async with taking_mail(engine, config, tmp_path):
                    pass


async def test_without_a_domain_nobody_listens(tmp_path: Path) -> None:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with (
        open_engine(tmp_path, clock, MailboxCarrier(), "x") as engine,
        taking_mail(engine, Config(), tmp_path) as (_, at),
    ):
        assert at == ""


@pytest.mark.parametrize("steps", range(5))
async def test_no_connection_that_was_just_accepted_stays_open(steps: int) -> None:
    begun: list[asyncio.Transport] = []

    class Visit(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            begun.append(transport)

    server = await asyncio.get_running_loop().create_server(Visit, "127.0.0.1", 0)
    with socket.create_connection(server.sockets[0].getsockname(), 60):
        for _ in range(steps):
            await asyncio.sleep(0)
        await smtp_server.stop_accepting(server)
        await asyncio.sleep(0.01)
        for transport in begun:
            transport.abort()
        await asyncio.sleep(0.01)
    with warnings.catch_warnings(record=True) as left_open:
        warnings.simplefilter("always")
        gc.collect()
    assert [str(each.message) for each in left_open] == []
