"""The SMTP listener: accepts mail to our addresses and passes it to the pipeline.

Nothing is relayed. The listener has its own thread and event loop, so a slow or hostile sender
never delays a page.
"""

import asyncio
import logging
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as SmtpEnvelope
from aiosmtpd.smtp import Session as SmtpSession

from fullhouse.engine.client_address import UNKNOWN
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.mail_client import client_of
from fullhouse.inbound.mail.parsing import LARGEST_MAIL, LARGEST_WITH_FILES, MB
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.platforms.local.mail_store import MailStore
from fullhouse.platforms.local.smtp_crowd import makes_room
from fullhouse.platforms.local.smtp_data import A_PIECE, MailReceiver
from fullhouse.platforms.local.smtp_limits import SmtpLimits
from fullhouse.platforms.local.smtp_refusals import Refusals

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # the library's log names addresses
T = TypeVar("T")
MOST_CONNECTIONS = 50
MOST_RECIPIENTS = 10
MOST_OF_A_COMMAND = 100
IDLE_SECONDS = 60.0
SESSION_SECONDS = 600.0
WITHOUT_MAIL_SECONDS = 60.0  # since connecting, or since the last mail
PATIENCE_SECONDS = 30.0
READING_SECONDS = 50.0  # attachments take time; senders wait for minutes
LONGEST_SIZE = 12
DATA_BEGUN = 4  # after a client's name, a sender and a recipient
MOST_LARGE = 4  # at once, because each needs memory for its whole size
LAST_WORDS_SECONDS = 0.05
CLOSING_SECONDS = 2.0
TOO_LARGE = "552"

TAKEN = "250 2.0.0 Thank you"
NOBODY = "550 5.1.1 There is nobody at this address"
TOO_LARGE_HERE = f"550 5.3.4 A mail to this address may have {LARGEST_MAIL // MB} MB"
TOO_MANY = "452 4.5.3 Too many recipients"
LATER = "451 4.3.0 Please try again later"
TOO_FAST = "451 4.7.1 Too much mail from your address, please try again later"
NO_ROOM = "452 4.3.1 There is no room for mail, please try again later"
NO_MAIL = b"421 4.4.2 No mail has come for too long, please connect again\r\n"
BUSY = b"421 4.3.2 Too many connections, please try again later\r\n"


class IntakeThread:
    """Runs coroutines on the engine's event loop, called from the listener's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use this event loop."""
        self._loop = loop

    async def __call__(self, work: Coroutine[Any, Any, T], seconds: float = PATIENCE_SECONDS) -> T:
        """Run a coroutine and return its result."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        return await asyncio.wait_for(asyncio.wrap_future(future), seconds)


class SmtpHandler:
    """Answers to mail clients. The library defines the names of the methods."""

    def __init__(
        self, lane: MailPipeline, inside: IntakeThread, limits: SmtpLimits, store: MailStore
    ) -> None:
        """Accept mail for a pipeline."""
        self.lane, self.inside = lane, inside
        self.limits, self.store = limits, store
        self.refusals = Refusals()

    async def handle_RCPT(  # noqa: N802 - as the library calls it
        self,
        _server: SMTP,
        session: SmtpSession,
        envelope: SmtpEnvelope,
        address: str,
        _options: list[str],
    ) -> str:
        """Accept only recipients that exist."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        if not await self._has_room(1):
            return NO_ROOM
        known = await self._safely(lambda: self.inside(_accepts(self.lane, address)))
        if known is None:
            return LATER
        if not known:
            return NOBODY
        if _announced_size(envelope) > self.lane.largest(address):
            await self.refused(session, envelope, f"larger than {LARGEST_MAIL // MB} MB", address)
            return TOO_LARGE_HERE
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - as the library calls it
        self, _server: SMTP, session: SmtpSession, envelope: SmtpEnvelope
    ) -> str:
        """Pass a mail to the pipeline once per address; what it has taken is durable."""
        brought = self._brought(session, envelope)
        raw = envelope.original_content or b""
        recipients = dict.fromkeys(recipient.lower() for recipient in envelope.rcpt_tos)
        if not await self._has_share(brought, recipients):
            return LATER
        size = len(raw) * len(recipients)
        if not self.limits.take_bytes(brought.peer, size):
            return TOO_FAST
        if not await self._has_room(size):
            return NO_ROOM
        for address in recipients:
            if await self._safely(partial(self._take, ReceivedMail(raw, address, brought))) is None:
                return LATER
            self.store.add(len(raw))
        return TAKEN

    async def _has_room(self, size: int) -> bool:
        return await asyncio.get_running_loop().run_in_executor(None, self.store.has_room, size)

    async def _take(self, arrived: ReceivedMail) -> InboundMail:
        return await self.inside(self.lane.take(arrived), READING_SECONDS)

    def largest(self, envelope: SmtpEnvelope) -> int:
        """Return the largest size for these recipients; a mail announced as small must be small."""
        if 0 < _announced_size(envelope) <= LARGEST_MAIL:
            return LARGEST_MAIL
        return max(
            (self.lane.largest(address) for address in envelope.rcpt_tos), default=LARGEST_MAIL
        )

    async def refused(
        self, session: SmtpSession, envelope: SmtpEnvelope, reason: str, address: str = ""
    ) -> None:
        """Show a mail that was refused on the desk, unless there is one like it in this hour.

        What is stored of it counts as a mail: it needs room on disk and in the hour.
        """
        to = address
        if not to and envelope.rcpt_tos:
            to = envelope.rcpt_tos[0]
        brought, now = self._brought(session, envelope), self.lane.engine.now()
        client, event_id = client_of(brought), self.lane.event_of(to)
        if self.refusals.is_shown(client, event_id, reason, now):
            return
        if not await self._has_room(1) or not self._has_share_for(brought):
            return
        self.refusals.show(client, event_id, reason)
        note = self.lane.note_refused(envelope.mail_from or "", to, 0, reason, client)
        await self._safely(lambda: self.inside(note))

    def _brought(self, session: SmtpSession, envelope: SmtpEnvelope) -> Envelope:
        host = _host(session.peer)
        return Envelope(
            host,
            session.host_name or "",
            envelope.mail_from or "",
            by_relay=self.limits.is_relay(host),
        )

    async def _safely(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Return None if the work fails: the sender keeps the mail and tries again."""
        try:
            return await work()
        except Exception:
            log.exception("a mail could not be taken in; its sender will try again")
            return None

    def _has_share_for(self, brought: Envelope) -> bool:
        return self.lane.shares.take(brought, self.lane.engine.now())

    async def _has_share(self, brought: Envelope, recipients: Iterable[str]) -> bool:
        """Return True if the hour has room for this client, or for the person who answers us."""
        if self._has_share_for(brought):
            return True
        now = self.lane.engine.now()
        person = await self._safely(lambda: self.inside(_answering(self.lane, recipients)))
        return bool(person) and self.lane.shares.take_for_person(str(person), now)


async def _accepts(lane: MailPipeline, address: str) -> bool:
    return lane.accepts(address)


async def _answering(lane: MailPipeline, recipients: Iterable[str]) -> str:
    return lane.answered_person(recipients)


def _announced_size(envelope: SmtpEnvelope) -> int:
    """Return the announced size in bytes, or 0 if there is none."""
    for option in envelope.mail_options:
        if option.upper().startswith("SIZE="):
            size = option.partition("=")[2]
            if size.isdecimal() and len(size) <= LONGEST_SIZE:
                return int(size)
            return 0
    return 0


def _steps_of(session: SmtpSession | None, envelope: SmtpEnvelope | None) -> int:
    """Return how many steps towards a mail a client has made: its name, a sender, a recipient."""
    if session is None or envelope is None:
        return 0
    return sum(map(bool, (session.host_name, envelope.mail_from is not None, envelope.rcpt_tos)))


def _host(peer: Any) -> str:  # noqa: ANN401 - an address of any family
    if isinstance(peer, tuple) and peer:
        return str(peer[0])
    return UNKNOWN


class SmtpConnection(MailReceiver):
    """One connection; it records mail that the library itself refuses for its size."""

    def __init__(
        self,
        door: SmtpHandler,
        connections: set["SmtpConnection"],
        **options: Any,  # noqa: ANN401 - the library's
    ) -> None:
        """Join the open connections once a client connects."""
        super().__init__(door, **options)
        self._connections = connections
        self._is_large = False
        self.host = ""
        self.is_relay = False
        self.is_leaving = False
        self.last_mail = self.progressed_at = 0.0
        self._steps = self._data = 0
        self._session_end: asyncio.TimerHandle | None = None
        self._mail_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection unless there are too many; TLS calls this a second time."""
        if self in self._connections:
            super().connection_made(transport)
        elif self._is_admitted(transport):
            self._connections.add(self)
            self._session_end = self.loop.call_later(SESSION_SECONDS, self.hang_up)
            self.last_mail = self.progressed_at = self.loop.time()
            super().connection_made(transport)
            self._expect_mail()
        elif isinstance(transport, asyncio.WriteTransport):
            transport.write(BUSY)
            transport.close()

    def _is_admitted(self, transport: asyncio.BaseTransport) -> bool:
        """Return True if there is room for this client; relays have a total of their own."""
        limits: SmtpLimits = self.event_handler.limits
        self.host = _host(transport.get_extra_info("peername"))
        self.is_relay = limits.is_relay(self.host)
        others = [other for other in self._connections if other.is_relay == self.is_relay]
        staying = [other for other in others if not other.is_leaving]
        if len(staying) < MOST_CONNECTIONS:
            return limits.connect(self.host)
        leaving = None if self.is_relay else makes_room(self.host, staying)
        if leaving is None or not limits.may_push_in(self.host) or not limits.connect(self.host):
            return False
        leaving.dismiss(BUSY)
        return True

    def _note_step(self, step: int) -> None:
        """Note progress towards the next mail; who repeats a step makes none."""
        if step > self._steps:
            self._steps, self.progressed_at = step, self.loop.time()

    def note_data(self, size: int) -> None:
        """Note progress with each piece of a mail that counts, so that dripping is none."""
        self._data += size
        self._note_step(DATA_BEGUN + self._data // A_PIECE)

    def _expect_mail(self) -> None:
        """Send the client away if no mail comes in time."""
        self._stop_waiting()
        self._mail_due = self.loop.call_at(self.last_mail + WITHOUT_MAIL_SECONDS, self.dismiss)

    def _stop_waiting(self) -> None:
        if self._mail_due is not None:
            self._mail_due.cancel()

    def connection_lost(self, error: Exception | None) -> None:
        """Leave the open connections; one that was never accepted has nothing to close."""
        if self in self._connections:
            self._connections.discard(self)
            self.event_handler.limits.disconnect(self.host)
            self._stop_waiting()
            if self._session_end is not None:
                self._session_end.cancel()
            super().connection_lost(error)

    def eof_received(self) -> bool | None:
        """Handle the end of the client's data."""
        if self not in self._connections:
            return None
        return super().eof_received()

    async def push(self, status: str | bytes) -> None:
        """Send a reply; a refusal for size is recorded first."""
        reply = status
        if isinstance(reply, bytes):
            reply = reply.decode("ascii", "replace")
        if reply.startswith(TOO_LARGE):
            await self.event_handler.refused(
                self.session, self.envelope, f"larger than {(self.data_size_limit or 0) // MB} MB"
            )
        if reply == TAKEN:
            self.last_mail = self.progressed_at = self.loop.time()
            self._steps = self._data = 0
        self._note_step(_steps_of(self.session, self.envelope))
        with suppress(ConnectionResetError):  # who has left needs no reply, and no line in the log
            await super().push(reply)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - as the library calls it
        """Receive a mail up to its size limit; too many large ones at once are put off."""
        limit = LARGEST_MAIL
        if self.envelope:
            limit = self.event_handler.largest(self.envelope)
        self.data_size_limit, self._is_large = limit, limit > LARGEST_MAIL
        large = sum(other._is_large for other in self._connections)  # noqa: SLF001 - our own
        self._stop_waiting()  # each mail has its own time
        try:
            if not self.event_handler.limits.take_mail(self.host):
                await self.push(TOO_FAST)
            elif self._is_large and large > MOST_LARGE:
                await self.push(LATER)
            else:
                await super().smtp_DATA(arg)
        finally:
            self.data_size_limit, self._is_large = LARGEST_WITH_FILES, False
            if self in self._connections:
                self._expect_mail()

    def dismiss(self, reason: bytes = NO_MAIL) -> None:
        """Close the connection of a client that brings no mail, and tell it why."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.write(reason)
        self.hang_up()

    def hang_up(self) -> None:
        """Close the connection, even if the client does not read what it was sent."""
        self.is_leaving = True
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.close()
            self.loop.call_later(CLOSING_SECONDS, self.cut)

    def cut(self) -> None:
        """End the connection at once; what was not sent yet is lost."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    def _timeout_cb(self) -> None:
        """Close an idle connection; the library only asks it to close."""
        self.hang_up()


async def stop_accepting(server: asyncio.Server) -> None:
    """Close a server, but let connections that were just accepted begin.

    Without that pause Python loses them and leaves their sockets open.
    """
    loop = asyncio.get_running_loop()
    for listening in server.sockets:
        loop.remove_reader(listening.fileno())
    await asyncio.sleep(0)
    server.close()


class Listener:
    """The listener's thread, on a socket that is already bound."""

    def __init__(self, door: SmtpHandler, sock: socket.socket, seal: ssl.SSLContext | None) -> None:
        """Prepare; nothing is accepted before `start`."""
        self._door, self._socket, self._seal = door, sock, seal
        self._connections: set[SmtpConnection] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._run()), name="mail", daemon=True
        )

    def start(self) -> None:
        """Start accepting mail."""
        self._thread.start()
        self._ready.wait(PATIENCE_SECONDS)

    async def stop(self) -> None:
        """Stop accepting mail; senders try unfinished mails again."""
        self._loop.call_soon_threadsafe(self._over.set)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join, PATIENCE_SECONDS)

    async def _run(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await self._loop.create_server(self._new_connection, sock=self._socket)
        self._ready.set()
        await self._over.wait()
        await stop_accepting(server)
        for connection in list(self._connections):
            connection.hang_up()
        await asyncio.sleep(LAST_WORDS_SECONDS)
        for connection in list(self._connections):
            connection.cut()
        await asyncio.sleep(LAST_WORDS_SECONDS)

    def _new_connection(self) -> SmtpConnection:
        return SmtpConnection(
            self._door,
            self._connections,
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
    lane: MailPipeline,
    sock: socket.socket,
    limits: SmtpLimits,
    store: MailStore,
    seal: ssl.SSLContext | None = None,
) -> AsyncIterator[None]:
    """Accept mail while the context is open."""
    inside = IntakeThread(asyncio.get_running_loop())
    listener = Listener(SmtpHandler(lane, inside, limits, store), sock, seal)
    listener.start()
    try:
        yield
    finally:
        await listener.stop()


def seal_of(certificate: str, key: str) -> ssl.SSLContext | None:
    """Return the context for STARTTLS, or None without a certificate."""
    if not certificate:
        return None
    seal = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    seal.load_cert_chain(certificate, key or None)
    return seal
