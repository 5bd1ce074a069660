"""Threads for the mails of many clients: few that compute, and many that wait for DNS."""

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec

from fullhouse.inbound.mail.fair_threads import FairThreads
from fullhouse.inbound.mail.mail_client import client_of
from fullhouse.inbound.mail.reader import MailSettings, ReadMail, read_content, with_proof
from fullhouse.inbound.mail.sender_check import Envelope, Resolver, Verify

T = TypeVar("T")
# Larger mails are read in a thread of their own, so that they don't delay the others.
LARGEST_QUICK = 64 * 1024
# One stays free for those who bring little. Pages wait for the interpreter behind each more.
READERS = 2
# They wait for name servers of strangers, which may never answer. A crowd of fifty clients, as
# many as may be connected, leaves some free.
CHECKERS, CHECKERS_OF_ONE = 128, 2


class MailThreads:
    """Keeps the work on mails off the event loop, and slow senders from delaying others."""

    def __init__(self) -> None:
        """Prepare; threads start when they are needed."""
        self._quick = FairThreads(READERS, 1, "mail")
        self._slow = FairThreads(1, 1, "large mail")
        self._checkers = FairThreads(CHECKERS, CHECKERS_OF_ONE, "sender", cost=time.monotonic)

    async def compute(self, work: Callable[[], T], size: int, client: str) -> T:
        """Run work that takes processor time, on a mail of this size that a client brought."""
        threads = self._quick if size <= LARGEST_QUICK else self._slow
        return await threads.run(client, size, work)

    async def read(
        self,
        raw: bytes,
        envelope: Envelope,
        settings: MailSettings,
        largest: int,
        resolver: Resolver | None,
        verify: Verify,
    ) -> ReadMail:
        """Read a mail, then check its sender in a thread that may wait."""
        read = partial(read_content, raw, envelope, settings, largest)
        reading = await self.compute(read, len(raw), client_of(envelope))
        client = client_of(envelope, reading.sender)
        reading = msgspec.structs.replace(reading, client=client)
        check = partial(with_proof, reading, raw, envelope, settings, resolver, verify)
        return await self._checkers.run(client, len(raw), check)

    def close(self) -> None:
        """Let the threads finish what they have begun."""
        self._quick.close()
        self._slow.close()
        self._checkers.close()
