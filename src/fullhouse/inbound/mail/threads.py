"""Threads for one mail after the other: few that compute, and many that wait for DNS."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from fullhouse.inbound.mail.reader import MailSettings, ReadMail, read_content, with_proof
from fullhouse.inbound.mail.sender_check import Envelope, Resolver, Verify

T = TypeVar("T")
# Larger mails are read in a thread of their own, so that they don't delay the others.
LARGEST_QUICK = 64 * 1024
CHECKERS = 32  # they wait for name servers of strangers, which may never answer


class MailThreads:
    """Keeps the work on mails off the event loop, and slow senders from delaying others."""

    def __init__(self) -> None:
        """Prepare; threads start when they are needed."""
        self._quick = ThreadPoolExecutor(1, "mail")
        self._slow = ThreadPoolExecutor(1, "large mail")
        self._checkers = ThreadPoolExecutor(CHECKERS, "sender")

    async def compute(self, work: Callable[[], T], size: int) -> T:
        """Run work that takes processor time, on a mail of this size."""
        threads = self._quick if size <= LARGEST_QUICK else self._slow
        return await asyncio.get_running_loop().run_in_executor(threads, work)

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
        reading = await self.compute(read, len(raw))
        check = partial(with_proof, reading, raw, envelope, settings, resolver, verify)
        return await asyncio.get_running_loop().run_in_executor(self._checkers, check)

    def close(self) -> None:
        """Let the threads finish what they have begun."""
        self._quick.shutdown(wait=True)
        self._slow.shutdown(wait=True)
        self._checkers.shutdown(wait=True, cancel_futures=True)
