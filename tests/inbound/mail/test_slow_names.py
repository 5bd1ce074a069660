"""Name servers that never answer delay only the mails of their own domains."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.sender_check import (
    DNS_SECONDS,
    LOOKUP_SECONDS,
    Envelope,
    Resolver,
    own_check,
)
from fullhouse.inbound.mail.threads import CHECKERS_OF_ONE
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.dns import DnsResolver
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.files import MemoryFiles
from tests.inbound.mail.letters import TO, mail
from tests.inbound.mail.street import SETTINGS
from tests.support.cpu_time import assert_within
from tests.support.name_server import name_server
from tests.support.rsvp_world import create, there
from tests.support.waiting import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.anyio
LONGEST_DELAY = 1.5
SILENT = 20
CROWD = 50  # as many clients as may be connected


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def from_domain(domain: str, peer: str = "192.0.2.1") -> ReceivedMail:
    raw = mail("Yes, I'll come", sender=f"Anna <anna@{domain}>")
    return ReceivedMail(raw, TO, Envelope(peer, "x", f"anna@{domain}"))


class SlowNames:
    """Name servers of which those below `silent.test` keep silent until they are let go."""

    def __init__(self) -> None:
        self.silent_for, self.let_go = list[str](), threading.Event()

    @property
    def asked(self) -> int:
        return len(self.silent_for)

    def texts(self, name: str) -> list[str]:
        if name.endswith("silent.test"):
            self.silent_for.append(name)
            assert self.let_go.wait(PATIENCE_SECONDS)
            raise OSError("The DNS operation timed out.")
        return []

    addresses = exchanges = texts


@asynccontextmanager
async def taking(folder: Path, resolver: Resolver) -> AsyncIterator[MailPipeline]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    settings = type(SETTINGS)(domain=SETTINGS.domain, sender=SETTINGS.sender)
    async with open_engine(folder, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(create(), "host")
        lane = MailPipeline(engine, MemoryFiles(), settings, resolver)
        await lane.take(from_domain("example.org"))  # loads what reads intents
        yield lane
        lane.close()


def taken_from_silence(
    lane: MailPipeline, clients: int, each: int = 1
) -> list[asyncio.Task[InboundMail]]:
    mails = [
        from_domain(f"d{at}.silent.test", f"198.51.100.{at % clients}")
        for at in range(clients * each)
    ]
    return [asyncio.create_task(lane.take(mail)) for mail in mails]


def assert_taken(taken: list[InboundMail]) -> None:
    assert {one.made for one in taken} == {"done"}
    assert {one.proof for one in taken} == {""}


async def test_an_honest_mail_waits_for_no_silent_name_server(tmp_path: Path) -> None:
    names = SlowNames()
    async with taking(tmp_path, names) as lane:
        hostile = taken_from_silence(lane, CROWD, each=3)
        await eventually(lambda: names.asked >= CROWD * CHECKERS_OF_ONE)
        honest = await lane.take(from_domain("example.com"))
        assert not any(task.done() for task in hostile)
        assert names.asked == CROWD * CHECKERS_OF_ONE
        names.let_go.set()
        await asyncio.gather(*hostile)
    assert honest.made == "done"


async def test_a_relay_waits_for_silence_only_with_mails_of_that_domain(tmp_path: Path) -> None:
    names = SlowNames()
    relayed = [
        ReceivedMail(
            mail("Yes, I'll come", sender=f"Anna <anna{at}@silent.test>"),
            TO,
            Envelope("127.0.0.1", "x", f"anna{at}@silent.test", by_relay=True),
        )
        for at in range(SILENT)
    ]
    async with taking(tmp_path, names) as lane:
        hostile = [asyncio.create_task(lane.take(arrived)) for arrived in relayed]
        await eventually(lambda: names.asked >= CHECKERS_OF_ONE)
        honest = from_domain("example.com", "127.0.0.1")
        envelope = msgspec.structs.replace(honest.envelope, by_relay=True)
        taken = await lane.take(msgspec.structs.replace(honest, envelope=envelope))
        assert (taken.made, names.asked) == ("done", CHECKERS_OF_ONE)
        names.let_go.set()
        await asyncio.gather(*hostile)


@pytest.mark.proof
@pytest.mark.timing
async def test_silent_name_servers_take_only_so_much_time(tmp_path: Path) -> None:
    with name_server("silent.test") as port:
        async with taking(tmp_path, DnsResolver(["127.0.0.1"], port)) as lane:
            began = time.monotonic()
            hostile = taken_from_silence(lane, SILENT)
            await lane.take(from_domain("example.com"))
            assert_within(time.monotonic() - began, LONGEST_DELAY)
            assert_taken(await asyncio.gather(*hostile))
            assert_within(time.monotonic() - began, DNS_SECONDS)


@pytest.mark.timing
def test_a_lookup_has_three_seconds_for_both_kinds_of_addresses() -> None:
    with name_server("silent.test") as port:
        began = time.monotonic()
        with pytest.raises(OSError, match="expired"):
            DnsResolver(["127.0.0.1"], port).addresses("silent.test")
        taken = time.monotonic() - began
    assert taken > LOOKUP_SECONDS - 0.5
    assert_within(taken, LOOKUP_SECONDS + 1)


def test_silence_is_no_verdict() -> None:
    with name_server("silent.test") as port:
        envelope = Envelope("192.0.2.1", "x", "anna@silent.test")
        resolver = DnsResolver(["127.0.0.1"], port)
        proof = own_check(mail("yes"), "silent.test", envelope, resolver)
    assert (proof.passed, proof.refuse) == (False, False)
    assert proof.why == "the sender's domain could not be asked"
