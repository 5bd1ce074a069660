"""Mail through an SMTP server; its replies decide the outcome of each message."""

import re
import smtplib
import ssl
from dataclasses import dataclass, field
from typing import Literal

from fullhouse.engine.mime import mail_address, sender_address, to_mime
from fullhouse.kernel.letters import Letter, short
from fullhouse.kernel.messages import (
    CarrierDown,
    Channel,
    Message,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
)

Tls = Literal["none", "starttls", "implicit"]

OK, GO_AHEAD, CLOSING = 250, 354, 421
TAKEN, TEMPORARY, PERMANENT = range(200, 300), range(400, 500), range(500, 600)
# The server does not trust us; the recipient is not at fault.
NOT_TRUSTED = (530, 534, 535, 538)
NOT_RELAYED = re.compile(rb"\brelay|authenticat", re.IGNORECASE)


@dataclass(frozen=True)
class SmtpSettings:
    """The mail server, the sign-in and the sender's address.

    `bounce_domain` takes in what comes back; without it that goes to the sender's address.
    """

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = field(default="", repr=False)
    tls: Tls = "starttls"
    timeout: float = 20.0
    message_id_domain: str = ""
    bounce_domain: str = ""
    context: ssl.SSLContext | None = field(default=None, repr=False)


@dataclass(frozen=True)
class SmtpMail:
    """One mail as the server takes it: sender, recipient and content.

    What comes back goes to `returns_to`, unless the server takes only the sender's own address.
    """

    sender: str
    returns_to: str
    to: str
    data: bytes


class SmtpPost:
    """Sends letters over one connection, renewed when stale. For one thread at a time."""

    carries: frozenset[Channel] = frozenset({"mail"})

    def __init__(self, settings: SmtpSettings) -> None:
        """Check the sender's address; connect with the first letter."""
        self._settings = settings
        self._sender = sender_address(settings.sender)
        self._domain = settings.message_id_domain or self._sender.rpartition("@")[2]
        self._server: smtplib.SMTP | None = None

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter and return the outcome.

        On a stale connection nothing was sent, so a second attempt is safe.
        """
        try:
            data = to_mime(message, letter, self._settings.sender, message_id_domain=self._domain)
            mail = SmtpMail(self._sender, self._returns_to(message), mail_address(message.to), data)
        except ValueError as error:
            return Refused(short(str(error)), permanent=True)
        was_open = self._server is not None
        outcome = self._try(mail)
        if was_open and isinstance(outcome, CarrierDown):
            return self._try(mail)
        return outcome

    def _returns_to(self, message: Message) -> str:
        if message.mark and self._settings.bounce_domain:
            return f"bounces+{message.mark}@{self._settings.bounce_domain}"
        return self._sender

    def close(self) -> None:
        """Quit the connection."""
        if self._server is not None:
            try:
                self._server.quit()
            except OSError:
                self._server.close()
            self._server = None

    def _try(self, mail: SmtpMail) -> Outcome:
        try:
            self._server = self._server or _connect_and_sign_in(self._settings)
        except (OSError, ValueError) as error:
            return CarrierDown(_reason(error))
        outcome = _hand_over(self._server, mail)
        if not isinstance(outcome, Sent) and not _ready_again(self._server, outcome):
            self._server.close()
            self._server = None
        return outcome


def _connect_and_sign_in(settings: SmtpSettings) -> smtplib.SMTP:
    server = _connect(settings)
    try:
        _sign_in(server, settings)
    except (OSError, ValueError):
        server.close()
        raise
    return server


def greet(settings: SmtpSettings) -> None:
    """Connect, greet, encrypt and quit, without sign-in or mail; raise what went wrong."""
    server = _connect(settings)
    try:
        _greet(server, settings)
        server.quit()
    finally:
        server.close()


def try_sender(settings: SmtpSettings) -> None:
    """Connect, sign in and name the sender as for a mail, but send none; raise what went wrong."""
    sender = sender_address(settings.sender)
    server = _connect_and_sign_in(settings)
    try:
        code, text = server.mail(sender)
        if code != OK:
            raise smtplib.SMTPSenderRefused(code, text, sender)
        server.rset()
        server.quit()
    finally:
        server.close()


def _connect(settings: SmtpSettings) -> smtplib.SMTP:
    host, port, timeout = settings.host, settings.port, settings.timeout
    if settings.tls == "implicit":
        return smtplib.SMTP_SSL(host, port, timeout=timeout, context=_context(settings))
    return smtplib.SMTP(host, port, timeout=timeout)


def _context(settings: SmtpSettings) -> ssl.SSLContext:
    return settings.context or ssl.create_default_context()


def _sign_in(server: smtplib.SMTP, settings: SmtpSettings) -> None:
    _greet(server, settings)
    if settings.user:
        server.login(settings.user, settings.password)


def _greet(server: smtplib.SMTP, settings: SmtpSettings) -> None:
    server.ehlo_or_helo_if_needed()
    if settings.tls == "starttls":
        server.starttls(context=_context(settings))
        server.ehlo_or_helo_if_needed()


def _hand_over(server: smtplib.SMTP, mail: SmtpMail) -> Outcome:
    try:
        refusal = _announce(server, mail)
    except OSError as error:
        return CarrierDown(_reason(error))
    if refusal is not None:
        return refusal
    try:
        server.send(re.sub(rb"(?m)^\.", b"..", mail.data) + b".\r\n")
        code, text = server.getreply()
    except OSError as error:
        return ResultUnknown(_reason(error))
    if code in TAKEN:
        return Sent(_reply(code, text))
    return _refusal(code, text) or ResultUnknown(_reply(code, text))


def _announce(server: smtplib.SMTP, mail: SmtpMail) -> Outcome | None:
    """Name sender and recipient; return the outcome if the server does not take the mail."""
    if not mail.to.isascii() and not server.has_extn("smtputf8"):
        return Refused("the mail server takes only plain addresses", permanent=True)
    options = [] if mail.to.isascii() else ["SMTPUTF8", "BODY=8BITMIME"]
    code, text = _name_sender(server, mail, options)
    if code != OK:
        return CarrierDown(_reply(code, text))
    code, text = server.rcpt(mail.to)
    if code in TAKEN:
        code, text = server.docmd("DATA")
    if code == GO_AHEAD:
        return None
    return _refusal(code, text) or CarrierDown(_reply(code, text))


def _name_sender(server: smtplib.SMTP, mail: SmtpMail, options: list[str]) -> tuple[int, bytes]:
    """Name the address for what comes back; some servers take only the one of the account."""
    code, text = server.mail(mail.returns_to, options)
    if code not in PERMANENT or code in NOT_TRUSTED or mail.returns_to == mail.sender:
        return code, text
    server.rset()
    return server.mail(mail.sender, options)


def _refusal(code: int, text: bytes) -> Refused | CarrierDown | None:
    if code == CLOSING or code in NOT_TRUSTED or (code in PERMANENT and NOT_RELAYED.search(text)):
        return CarrierDown(_reply(code, text))
    if code in TEMPORARY or code in PERMANENT:
        return Refused(_reply(code, text), permanent=code in PERMANENT)
    return None


def _ready_again(server: smtplib.SMTP, outcome: Outcome) -> bool:
    """Return True if the connection can take another letter after a refusal."""
    try:
        return isinstance(outcome, Refused) and server.rset()[0] == OK
    except OSError:
        return False


def _reason(error: Exception) -> str:
    """Return what went wrong, without any text of the sign-in."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"the mail server did not accept the sign-in ({error.smtp_code})"
    if isinstance(error, ValueError):
        return "the mail server's settings cannot be used"
    return short(str(error) or type(error).__name__)


def _reply(code: int, text: bytes) -> str:
    return short(f"{code} {text.decode('utf-8', 'replace')}")
