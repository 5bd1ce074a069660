"""Name servers that never answer delay only the mails of their own domains."""

import asyncio
import time
from pathlib import Path

import pytest

from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.sender_check import DNS_SECONDS, LOOKUP_SECONDS, Envelope, own_check
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.dns import DnsResolver
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.files import MemoryFiles
from tests.inbound.mail.letters import TO, mail
from tests.inbound.mail.street import SETTINGS
from tests.support.name_server import name_server
from tests.support.rsvp_world import create, there

pytestmark = pytest.mark.anyio
LONGEST_DELAY = 1.5
SILENT = 20


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def from_domain(domain: str) -> ReceivedMail:
    raw = mail("Yes, I'll come", sender=f"Anna <anna@{domain}>")
    return ReceivedMail(raw, TO, Envelope("192.0.2.1", "x", f"anna@{domain}"))


async def test_an_honest_mail_waits_for_no_silent_name_server(tmp_path: Path) -> None:
    clock = VirtualClock(there("2026-06-01 11:00"))
    settings = type(SETTINGS)(domain=SETTINGS.domain, sender=SETTINGS.sender)
    with name_server("silent.test") as port:
        async with open_engine(
            tmp_path, clock, MailboxCarrier(), "http://x", settles=True
        ) as engine:
            await engine.execute(create(), "host")
            resolver = DnsResolver(["127.0.0.1"], port)
            lane = MailPipeline(engine, MemoryFiles(), settings, resolver)
            await lane.take(from_domain("example.org"))  # loads what reads intents
            hostile = [
                asyncio.create_task(lane.take(from_domain(f"d{at}.silent.test")))
                for at in range(SILENT)
            ]
            await asyncio.sleep(0.2)
            began = time.monotonic()
            honest = await lane.take(from_domain("example.com"))
            waited = time.monotonic() - began
            assert not any(task.done() for task in hostile)
            taken = await asyncio.gather(*hostile)
            assert time.monotonic() - began < DNS_SECONDS
            lane.close()
    assert waited < LONGEST_DELAY
    assert honest.made == "done"
    assert {one.made for one in taken} == {"done"}
    assert {one.proof for one in taken} == {""}


def test_a_lookup_has_three_seconds_for_both_kinds_of_addresses() -> None:
    with name_server("silent.test") as port:
        began = time.monotonic()
        with pytest.raises(OSError, match="expired"):
            DnsResolver(["127.0.0.1"], port).addresses("silent.test")
        assert LOOKUP_SECONDS - 0.5 < time.monotonic() - began < LOOKUP_SECONDS + 1


def test_silence_is_no_verdict() -> None:
    with name_server("silent.test") as port:
        envelope = Envelope("192.0.2.1", "x", "anna@silent.test")
        resolver = DnsResolver(["127.0.0.1"], port)
        proof = own_check(mail("yes"), "silent.test", envelope, resolver)
    assert (proof.passed, proof.refuse) == (False, False)
    assert proof.why == "the sender's domain could not be asked"
