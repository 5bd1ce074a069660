"""The SMTP listener: takes mail to events' addresses and hands it to the lane. Nothing is relayed.

It has a thread and an event loop of its own, so that a slow or hostile sender never holds up a page.
"""

import asyncio
import logging
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as SmtpEnvelope
from aiosmtpd.smtp import Session as SmtpSession

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.inbound.mail.parsing import LARGEST_MAIL, LARGEST_WITH_FILES, MB
from fullhouse.inbound.mail.pipeline import MailPipeline, ReceivedMail
from fullhouse.inbound.mail.sender_check import Envelope

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # the library's own, which names addresses
T = TypeVar("T")
MOST_CONNECTIONS = 50
MOST_RECIPIENTS = 10
MOST_OF_A_COMMAND = 100
IDLE_SECONDS = 60.0
PATIENCE_SECONDS = 30.0
READING_SECONDS = 50.0  # what is attached takes its time; the sender waits for minutes
LONGEST_SIZE = 12
MOST_LARGE = 4  # at once, of those for which so much memory is set aside
MOST_MAILS_AN_HOUR = 3000
LAST_WORDS_SECONDS = 0.05
TOO_LARGE = "552"

TAKEN = "250 2.0.0 Thank you"
NOBODY = "550 5.1.1 There is nobody at this address"
TOO_LARGE_HERE = f"550 5.3.4 A mail to this address may have {LARGEST_MAIL // MB} MB"
TOO_MANY = "452 4.5.3 Too many recipients"
LATER = "451 4.3.0 Please try again later"
BUSY = b"421 4.3.2 Too many connections, please try again later\r\n"


class IntakeThread:
    """Runs what the lane does where the house lives, and waits for it from the listener's own thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Remember where that is."""
        self._loop = loop

    async def __call__(self, work: Coroutine[Any, Any, T], seconds: float = PATIENCE_SECONDS) -> T:
        """Run it there."""
        return await asyncio.wait_for(
            asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop)), seconds
        )


class SmtpHandler:
    """What the listener says to whoever brings mail; the names of its methods are the library's."""

    def __init__(self, lane: MailPipeline, inside: IntakeThread) -> None:
        """Stand at the door of a lane."""
        self.lane, self.inside = lane, inside
        self.hour, self.taken = 0, 0

    async def handle_RCPT(  # noqa: N802 - as the library calls it
        self,
        _server: SMTP,
        _session: SmtpSession,
        envelope: SmtpEnvelope,
        address: str,
        _options: list[str],
    ) -> str:
        """Take only mail for someone who is here."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        known = await self._safely(lambda: self.inside(_accepts(self.lane, address)))
        if known is None:
            return LATER
        if not known:
            return NOBODY
        if _announced(envelope) > self.lane.largest(address):
            await self.refused(envelope, f"larger than {LARGEST_MAIL // MB} MB", address)
            return TOO_LARGE_HERE
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - as the library calls it
        self, _server: SMTP, session: SmtpSession, envelope: SmtpEnvelope
    ) -> str:
        """Hand a mail to the lane, once for each event it is for; what the lane has taken is durable."""
        if not self._has_time():
            return LATER
        brought = Envelope(_host(session.peer), session.host_name or "", envelope.mail_from or "")
        raw = envelope.original_content or b""
        for address in dict.fromkeys(one.lower() for one in envelope.rcpt_tos):
            if await self._safely(partial(self._take, ReceivedMail(raw, address, brought))) is None:
                return LATER
        return TAKEN

    async def _take(self, arrived: ReceivedMail) -> InboundMail:
        return await self.inside(self.lane.take(arrived), READING_SECONDS)

    def largest(self, envelope: SmtpEnvelope) -> int:
        """Say how large a mail to these may be. One that said it would be small is held to it."""
        if 0 < _announced(envelope) <= LARGEST_MAIL:
            return LARGEST_MAIL
        return max(
            (self.lane.largest(address) for address in envelope.rcpt_tos), default=LARGEST_MAIL
        )

    async def refused(self, envelope: SmtpEnvelope, reason: str, address: str = "") -> None:
        """Write down what was not let in."""
        to = address or (envelope.rcpt_tos[0] if envelope.rcpt_tos else "")
        note = self.lane.note_refused(envelope.mail_from or "", to, 0, reason)
        await self._safely(lambda: self.inside(note))

    async def _safely(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Let nothing that goes wrong inside cost a mail: whoever brings it keeps it and tries again."""
        try:
            return await work()
        except Exception:
            log.exception("a mail could not be taken in; its sender will try again")
            return None

    def _has_time(self) -> bool:
        hour = int(self.lane.engine.now().timestamp() // 3600)
        self.taken = self.taken + 1 if hour == self.hour else 1
        self.hour = hour
        return self.taken <= MOST_MAILS_AN_HOUR


async def _accepts(lane: MailPipeline, address: str) -> bool:
    return lane.accepts(address)


def _announced(envelope: SmtpEnvelope) -> int:
    """Read how many bytes will come, where that was said."""
    sizes = [
        one.partition("=")[2] for one in envelope.mail_options if one.upper().startswith("SIZE=")
    ]
    return int(sizes[0]) if sizes and sizes[0].isdecimal() and len(sizes[0]) <= LONGEST_SIZE else 0


def _host(peer: Any) -> str:  # noqa: ANN401 - an address of any family
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


class SmtpConnection(SMTP):
    """One conversation among others; it tells the door of mail that the library itself turned away for its size."""

    def __init__(self, door: SmtpHandler, lines: set["SmtpConnection"], **options: Any) -> None:  # noqa: ANN401 - the library's
        """Join the others when somebody calls."""
        super().__init__(door, **options)
        self._lines = lines
        self._is_large = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the call, unless there are too many already. TLS makes the same connection a second time."""
        if self in self._lines or len(self._lines) < MOST_CONNECTIONS:
            self._lines.add(self)
            super().connection_made(transport)
        elif isinstance(transport, asyncio.WriteTransport):
            transport.write(BUSY)
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Leave the others; whoever was never let in has nothing to close."""
        if self in self._lines:
            self._lines.discard(self)
            super().connection_lost(error)

    def eof_received(self) -> bool | None:
        """Hear that the other side is done."""
        return super().eof_received() if self in self._lines else None

    async def push(self, status: str | bytes) -> None:
        """Say something; a refusal for size is written down first."""
        said = status.decode("ascii", "replace") if isinstance(status, bytes) else status
        if said.startswith(TOO_LARGE):
            await self.event_handler.refused(
                self.envelope, f"larger than {(self.data_size_limit or 0) // MB} MB"
            )
        await super().push(said)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - as the library calls it
        """Take so much as these recipients take; more than a few large ones at once are asked to come again."""
        limit = self.event_handler.largest(self.envelope) if self.envelope else LARGEST_MAIL
        self.data_size_limit, self._is_large = limit, limit > LARGEST_MAIL
        try:
            if self._is_large and sum(line._is_large for line in self._lines) > MOST_LARGE:  # noqa: SLF001 - our own
                await self.push(LATER)
            else:
                await super().smtp_DATA(arg)
        finally:
            self.data_size_limit, self._is_large = LARGEST_WITH_FILES, False

    def hang_up(self) -> None:
        """Part without a word."""
        if self.transport is not None:
            self.transport.close()


class Listener:
    """The listener's thread: it takes a socket that is bound already, and lets go of everything when it stops."""

    def __init__(
        self, lane: MailPipeline, sock: socket.socket, seal: ssl.SSLContext | None = None
    ) -> None:
        """Prepare; nothing is taken before `start`."""
        self._door = SmtpHandler(lane, IntakeThread(asyncio.get_running_loop()))
        self._socket, self._seal = sock, seal
        self._lines: set[SmtpConnection] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._run()), name="mail", daemon=True
        )

    def start(self) -> None:
        """Begin to take mail."""
        self._thread.start()
        self._ready.wait(PATIENCE_SECONDS)

    async def stop(self) -> None:
        """Take no more; what is just being handed over is tried again by its sender."""
        self._loop.call_soon_threadsafe(self._over.set)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join, PATIENCE_SECONDS)

    async def _run(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await self._loop.create_server(self._answer, sock=self._socket)
        self._ready.set()
        await self._over.wait()
        server.close()
        for line in list(self._lines):
            line.hang_up()
        await asyncio.sleep(LAST_WORDS_SECONDS)

    def _answer(self) -> SmtpConnection:
        return SmtpConnection(
            self._door,
            self._lines,
            data_size_limit=LARGEST_WITH_FILES,
            enable_SMTPUTF8=True,
            hostname=self._door.lane.settings.domain,
            ident="Fullhouse",
            tls_context=self._seal,
            timeout=IDLE_SECONDS,
            command_call_limit=MOST_OF_A_COMMAND,
            loop=self._loop,
        )


@asynccontextmanager
async def listening(
    lane: MailPipeline, sock: socket.socket, seal: ssl.SSLContext | None = None
) -> AsyncIterator[None]:
    """Take mail while this lasts."""
    listener = Listener(lane, sock, seal)
    listener.start()
    try:
        yield
    finally:
        await listener.stop()


def seal_of(certificate: str, key: str) -> ssl.SSLContext | None:
    """Make what STARTTLS needs, if there is a certificate."""
    if not certificate:
        return None
    seal = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    seal.load_cert_chain(certificate, key or None)
    return seal
