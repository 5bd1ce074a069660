"""Mail leaves for a real server on this machine, which is kind, strict, rude, slow or gone."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session
from icalendar import Calendar

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, NoCarrier, Refused, ResultUnknown, Sent
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.smtp_client import SmtpPost, SmtpSettings
from tests.products.rsvp.told import letter, message
from tests.support.mail_server import PATIENCE_SECONDS, Conversation, hang_up

SENDER = "The Mill <desk@example.org>"
PASSWORD = "open sesame"
LETTER = Letter(subject="Hi", heading="Hi")


class Inbox:
    """A handler that keeps what it gets, and says what it is told to say."""

    def __init__(self, *, mail: str = "", rcpt: str = "", data: str = "") -> None:
        self.replies = {"mail": mail, "rcpt": rcpt, "data": data}
        self.got: list[Envelope] = []
        self.peers: set[Any] = set()

    async def handle_MAIL(  # noqa: N802 - as aiosmtpd calls it
        self,
        _server: object,
        _session: Session,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        envelope.mail_from, envelope.mail_options = address, options
        return self.replies["mail"] or "250 OK"

    async def handle_RCPT(  # noqa: N802 - as aiosmtpd calls it
        self,
        _server: object,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if not self.replies["rcpt"]:
            envelope.rcpt_tos.append(address)
        return self.replies["rcpt"] or "250 OK"

    async def handle_DATA(  # noqa: N802 - as aiosmtpd calls it
        self, _server: object, session: Session, envelope: Envelope
    ) -> str:
        self.got.append(envelope)
        self.peers.add(session.peer)
        return self.replies["data"] or "250 2.0.0 queued as 17"


class Server:
    """A real server on a free port, in a thread of its own."""

    def __init__(
        self, handler: Inbox, seal: ssl.SSLContext | None, options: dict[str, Any]
    ) -> None:
        self.handler, self.seal, self.options = handler, seal, options
        self.open: set[asyncio.Transport] = set()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()))

    def start(self) -> int:
        self.thread.start()
        assert self.ready.wait(60)
        return self.port

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join()

    async def run(self) -> None:
        self.loop, self.over = asyncio.get_running_loop(), asyncio.Event()
        server = await self.loop.create_server(self.answer, "127.0.0.1", 0, ssl=self.seal)
        self.port: int = server.sockets[0].getsockname()[1]
        self.ready.set()
        await self.over.wait()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await hang_up(server, self.open)

    def answer(self) -> Conversation:
        return Conversation(self.open, self.handler, hostname="mill", **self.options)


@pytest.fixture
def serve() -> Iterator[Callable[..., int]]:
    started: list[Server] = []

    def start(handler: Inbox, seal: ssl.SSLContext | None = None, **options: Any) -> int:
        started.append(Server(handler, seal, options))
        return started[-1].start()

    yield start
    for server in started:
        server.stop()


def post(port: int, **more: Any) -> SmtpPost:
    settings: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": port,
        "sender": SENDER,
        "tls": "none",
        "timeout": 60.0,
    }
    return SmtpPost(SmtpSettings(**(settings | more)))


def cut_the_line(carrier: SmtpPost) -> None:
    server = carrier._server  # noqa: SLF001 - from outside nobody can
    assert server
    assert server.sock
    server.sock.shutdown(socket.SHUT_RDWR)


def test_a_letter_arrives_whole(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    with closing(post(serve(inbox))) as carrier:
        assert carrier.send(message("confirmation"), letter("confirmation")) == Sent(
            "250 2.0.0 queued as 17"
        )
    (envelope,) = inbox.got
    assert (envelope.mail_from, envelope.rcpt_tos) == ("desk@example.org", ["ada@example.org"])
    assert isinstance(envelope.content, bytes)
    mail = message_from_bytes(envelope.content, policy=policy.default)
    assert [part.get_content_type() for part in mail.walk()][2:] == [
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/calendar",
        "application/ics",
    ]
    assert mail["List-Unsubscribe"] == "<https://party.example/l/stop>"
    file = list(mail.walk())[-1].get_payload(decode=True)
    assert isinstance(file, bytes)
    assert Calendar.from_ical(file).walk("VEVENT")[0]["SUMMARY"] == "Summer party"


def test_a_line_that_is_a_dot_does_not_end_the_letter(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    dotted = msgspec.structs.replace(LETTER, paragraphs=(".", ".end", "still here"))
    with closing(post(serve(inbox))) as carrier:
        assert isinstance(carrier.send(message("offer"), dotted), Sent)
    content = inbox.got[0].content
    assert isinstance(content, bytes)
    text = next(message_from_bytes(content, policy=policy.default).iter_parts())
    assert text.get_content().replace("\r\n", "\n") == "Hi\n\n.\n\n.end\n\nstill here\n"


def test_letters_share_a_connection(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    with closing(post(serve(inbox))) as carrier:
        for _ in range(3):
            assert isinstance(carrier.send(message("offer"), LETTER), Sent)
    assert len(inbox.got) == 3
    assert len(inbox.peers) == 1


def test_a_stale_connection_is_made_anew(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    with closing(post(serve(inbox))) as carrier:
        carrier.send(message("offer"), LETTER)
        cut_the_line(carrier)
        assert isinstance(carrier.send(message("offer"), LETTER), Sent)
    assert len(inbox.got) == 2


@pytest.mark.parametrize(
    ("replies", "outcome"),
    [
        ({"rcpt": "550 5.1.1 no such person"}, Refused("550 5.1.1 no such person", permanent=True)),
        ({"rcpt": "450 4.2.0 come back later"}, Refused("450 4.2.0 come back later")),
        ({"rcpt": "421 4.3.2 closing"}, CarrierDown("421 4.3.2 closing")),
        ({"rcpt": "554 5.7.1 Relay access denied"}, CarrierDown("554 5.7.1 Relay access denied")),
        ({"rcpt": "530 5.7.0 sign in first"}, CarrierDown("530 5.7.0 sign in first")),
        ({"mail": "550 5.1.8 not from you"}, CarrierDown("550 5.1.8 not from you")),
        ({"mail": "451 4.7.1 too many"}, CarrierDown("451 4.7.1 too many")),
        ({"data": "554 5.6.0 not in here"}, Refused("554 5.6.0 not in here", permanent=True)),
        ({"data": "452 4.3.1 disk full"}, Refused("452 4.3.1 disk full")),
        ({"data": "350 what?"}, ResultUnknown("350 what?")),
    ],
)
def test_a_reply_is_understood(
    serve: Callable[..., int], replies: dict[str, str], outcome: object
) -> None:
    with closing(post(serve(Inbox(**replies)))) as carrier:
        assert carrier.send(message("offer"), LETTER) == outcome


def test_a_refusal_does_not_stand_in_the_way_of_the_next(serve: Callable[..., int]) -> None:
    inbox = Inbox(rcpt="550 5.1.1 no such person")
    with closing(post(serve(inbox))) as carrier:
        assert isinstance(carrier.send(message("offer"), LETTER), Refused)
        inbox.replies["rcpt"] = ""
        assert isinstance(carrier.send(message("offer"), LETTER), Sent)


@pytest.mark.parametrize("to", ["", "nobody", "ada@example.org\r\nRCPT TO:<all@example.org>"])
def test_what_is_no_address_is_refused_for_good(serve: Callable[..., int], to: str) -> None:
    inbox = Inbox()
    with closing(post(serve(inbox))) as carrier:
        assert carrier.send(message("offer", to=to), LETTER) == Refused(
            "this is no mail address", permanent=True
        )
    assert inbox.got == []


def test_hostile_words_stay_in_the_letter(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    evil = "x\r\n.\r\nMAIL FROM:<evil@example.org>\r\nBcc: all@example.org"
    told = Letter(
        subject=evil, heading=evil, paragraphs=(evil,), to_name=evil, reply_to=evil, stop_url=evil
    )
    with closing(post(serve(inbox))) as carrier:
        assert isinstance(carrier.send(message("offer"), told), Sent)
    (envelope,) = inbox.got
    assert envelope.rcpt_tos == ["ada@example.org"]
    assert isinstance(envelope.content, bytes)
    assert "Bcc" not in message_from_bytes(envelope.content)


def test_an_address_in_other_letters_needs_a_server_that_knows_them(
    serve: Callable[..., int],
) -> None:
    knows, knows_not = Inbox(), Inbox()
    with closing(post(serve(knows, enable_SMTPUTF8=True))) as carrier:
        assert isinstance(carrier.send(message("offer", to="zoë@example.org"), LETTER), Sent)
    assert knows.got[0].rcpt_tos == ["zoë@example.org"]
    with closing(post(serve(knows_not, enable_SMTPUTF8=False))) as carrier:
        refused = Refused("the mail server takes only plain addresses", permanent=True)
        assert carrier.send(message("offer", to="zoë@example.org"), LETTER) == refused


class Script:
    """A server that says its lines and then hangs up, or falls silent."""

    def __init__(
        self,
        *lines: bytes,
        silent: bool = False,
        before_the_last: Callable[[], None] = lambda: None,
    ) -> None:
        self.lines, self.silent, self.before_the_last = lines, silent, before_the_last
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.play)

    def __enter__(self) -> int:
        self.thread.start()
        return int(self.listener.getsockname()[1])

    def __exit__(self, *_: object) -> None:
        self.done.set()
        self.thread.join()
        self.listener.close()

    def play(self) -> None:
        caller, _ = self.listener.accept()
        with caller, caller.makefile("rb") as heard:
            for number, line in enumerate(self.lines, start=1):
                if number == len(self.lines):
                    self.before_the_last()
                caller.sendall(line)
                ends = (b".\r\n",) if line == GO_AHEAD else ()
                while (said := heard.readline()) and ends and said not in ends:
                    pass
            if self.silent:
                self.done.wait(60)


GO_AHEAD = b"354 go ahead\r\n"
LINES = (b"220 mill\r\n", b"250 mill\r\n", b"250 OK\r\n", b"250 OK\r\n", GO_AHEAD)


@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize("said", range(len(LINES)))
def test_a_server_that_goes_before_the_letter_has_left_is_down(said: int, silent: bool) -> None:
    with (
        Script(*LINES[:said], silent=silent) as port,
        closing(post(port, timeout=0.3 if silent else 60)) as carrier,
    ):
        assert isinstance(carrier.send(message("offer"), LETTER), CarrierDown)


@pytest.mark.parametrize("silent", [False, True])
def test_a_server_that_goes_before_its_last_word_leaves_us_unsure(silent: bool) -> None:
    carriers: list[SmtpPost] = []

    def lose_patience() -> None:
        """Let the carrier wait only for the last word a short time."""
        server = carriers[0]._server  # noqa: SLF001 - its connection
        assert server is not None
        assert server.sock is not None
        server.sock.settimeout(0.3 if silent else 60)

    with (
        Script(*LINES, silent=silent, before_the_last=lose_patience) as port,
        closing(post(port, timeout=60)) as carrier,
    ):
        carriers.append(carrier)
        assert isinstance(carrier.send(message("offer"), LETTER), ResultUnknown)


def test_a_server_that_goes_after_a_refusal_is_called_again_for_the_next() -> None:
    with Script(*LINES[:3], b"550 nobody\r\n") as port, closing(post(port)) as carrier:
        assert carrier.send(message("offer"), LETTER) == Refused("550 nobody", permanent=True)


def test_nobody_at_the_port_is_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with closing(post(port)) as carrier:
        assert isinstance(carrier.send(message("offer"), LETTER), CarrierDown)


def test_parting_is_quiet_when_the_server_has_gone(serve: Callable[..., int]) -> None:
    carrier = post(serve(Inbox()))
    carrier.send(message("offer"), LETTER)
    cut_the_line(carrier)
    carrier.close()
    carrier.close()


IN_THE_OPEN = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")


def sign_in(
    _server: object, _session: Session, _envelope: Envelope, _mechanism: str, data: object
) -> AuthResult:
    return AuthResult(success=data == LoginPassword(b"desk", PASSWORD.encode()))


@IN_THE_OPEN
def test_the_right_password_lets_mail_through(serve: Callable[..., int]) -> None:
    port = serve(Inbox(), authenticator=sign_in, auth_require_tls=False, auth_required=True)
    with closing(post(port, user="desk", password=PASSWORD)) as carrier:
        assert isinstance(carrier.send(message("offer"), LETTER), Sent)


@IN_THE_OPEN
@pytest.mark.parametrize("password", ["wrong password", "passwört"])
def test_a_wrong_password_is_nobody_s_fault_who_was_to_get_mail_and_is_not_told(
    serve: Callable[..., int], password: str
) -> None:
    port = serve(Inbox(), authenticator=sign_in, auth_require_tls=False, auth_required=True)
    with closing(post(port, user="desk", password=password, timeout=1)) as carrier:
        outcome = carrier.send(message("offer"), LETTER)
        assert isinstance(outcome, CarrierDown)
        assert password not in f"{outcome} {carrier!r} {carrier.__dict__!r}"


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Make a certificate for this machine: the server's context, and one that trusts it."""
    openssl = shutil.which("openssl")
    assert openssl is not None, (
        "This test makes a certificate with openssl (Debian: apt-get install openssl)"
    )
    key, made = tmp_path / "key.pem", tmp_path / "made.pem"
    options = [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(
        [openssl, *options, *names, "-keyout", key, "-out", made], check=True, capture_output=True
    )
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(made, key)
    return server, ssl.create_default_context(cafile=made)


def test_mail_is_sealed_after_the_first_words(
    serve: Callable[..., int], certificate: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    server, trusting = certificate
    port = serve(Inbox(), tls_context=server, require_starttls=True)
    with closing(post(port, tls="starttls", context=trusting)) as carrier:
        assert isinstance(carrier.send(message("offer"), LETTER), Sent)


def test_mail_is_sealed_from_the_first_word(
    serve: Callable[..., int], certificate: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    server, trusting = certificate
    port = serve(Inbox(), seal=server)
    with closing(post(port, tls="implicit", context=trusting)) as carrier:
        assert isinstance(carrier.send(message("offer"), LETTER), Sent)


def test_a_stranger_s_certificate_is_not_trusted(
    serve: Callable[..., int], certificate: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    inbox = Inbox()
    port = serve(inbox, tls_context=certificate[0])
    with closing(post(port, tls="starttls")) as carrier:
        assert isinstance(carrier.send(message("offer"), LETTER), CarrierDown)
    assert inbox.got == []


def test_nothing_is_sent_in_the_open_where_a_seal_was_asked_for(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    with closing(post(serve(inbox), tls="starttls")) as carrier:
        assert isinstance(carrier.send(message("offer"), LETTER), CarrierDown)
    assert inbox.got == []


@pytest.mark.parametrize("sender", ["", "desk", "zoë@example.org"])
def test_a_sender_that_no_server_takes_is_refused_at_once(sender: str) -> None:
    with pytest.raises(ValueError, match=r"address"):
        post(25, sender=sender)


def test_without_a_carrier_a_letter_is_kept() -> None:
    carrier = MailboxCarrier()
    assert carrier.send(message("offer"), LETTER) == NoCarrier()
    assert not carrier.carries
    assert SmtpPost.carries == {"mail"}


MARKED = msgspec.structs.replace(message("offer"), mark="m" * 19)


def test_what_comes_back_goes_to_an_address_with_the_mark(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    with closing(post(serve(inbox), bounce_domain="rsvp.example.org")) as carrier:
        assert isinstance(carrier.send(MARKED, LETTER), Sent)
        assert isinstance(carrier.send(message("offer"), LETTER), Sent)
    assert [one.mail_from for one in inbox.got] == [
        f"bounces+{'m' * 19}@rsvp.example.org",
        "desk@example.org",
    ]
    assert inbox.got[0].original_content is not None
    head = message_from_bytes(inbox.got[0].original_content)
    assert (head["From"], head["Message-ID"]) == (
        '"The Mill" <desk@example.org>',
        f"<{'m' * 19}@example.org>",
    )


def test_without_a_domain_for_mail_it_goes_to_the_sender(serve: Callable[..., int]) -> None:
    inbox = Inbox()
    with closing(post(serve(inbox))) as carrier:
        assert isinstance(carrier.send(MARKED, LETTER), Sent)
    assert [one.mail_from for one in inbox.got] == ["desk@example.org"]


class Account(Inbox):
    """A server that takes only the address of the account."""

    async def handle_MAIL(  # noqa: N802 - as aiosmtpd calls it
        self, server: object, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address != "desk@example.org":
            return "553 5.7.1 Sender address rejected: not owned by user"
        return await super().handle_MAIL(server, session, envelope, address, options)


def test_a_server_that_takes_only_the_account_s_address_gets_that(
    serve: Callable[..., int],
) -> None:
    inbox = Account()
    with closing(post(serve(inbox), bounce_domain="rsvp.example.org")) as carrier:
        assert isinstance(carrier.send(MARKED, LETTER), Sent)
    assert [one.mail_from for one in inbox.got] == ["desk@example.org"]
