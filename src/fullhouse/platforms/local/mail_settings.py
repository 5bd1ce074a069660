"""The mail server as the desk reads, saves and tries it on this machine."""

import asyncio
import smtplib
import socket
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from fullhouse.engine.mail_server import Fault, MailFault, MailServerSettings
from fullhouse.platforms.local.config import BadConfig, Config, fixed_settings, read_config
from fullhouse.platforms.local.smtp_client import SmtpSettings, try_sender
from fullhouse.platforms.local.stored_settings import read_stored, write_stored

FIELDS = ("host", "port", "user", "password", "sender", "tls")
TABLE = "smtp"
# The first kind that an error is an instance of says what is wrong.
FAULTS: tuple[tuple[type[Exception], Fault], ...] = (
    (smtplib.SMTPAuthenticationError, "sign_in"),
    (smtplib.SMTPSenderRefused, "sender"),
    (smtplib.SMTPNotSupportedError, "no_tls"),
    (smtplib.SMTPException, "not_mail"),
    (ssl.SSLCertVerificationError, "certificate"),
    (ssl.SSLError, "no_tls"),
    (socket.gaierror, "unknown_host"),
    (ConnectionError, "refused"),
    (TimeoutError, "silent"),
    (ValueError, "settings"),
)
TRY_SECONDS = 8.0


class LocalMailServer:
    """Keeps the settings of the mail server in the data folder, and uses new ones at once."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], use: Callable[[Config], None]
    ) -> None:
        """Save in this folder; `use` makes the server send by other settings."""
        self._folder = folder
        self._environment = environment
        self._use = use

    def settings(self) -> MailServerSettings:
        """Return the settings in force, and which of them a page may not change."""
        smtp = self._config().smtp
        fixed = fixed_settings(self._folder, self._environment, TABLE)
        return MailServerSettings(
            host=smtp.host,
            port=smtp.port,
            user=smtp.user,
            sender=smtp.sender,
            tls=smtp.tls,
            has_password=bool(smtp.password),
            fixed=fixed,
        )

    def owner_is_fixed(self) -> bool:
        """Return True if the owner's address is set outside."""
        return bool(self._config().owner)

    def save(self, given: Mapping[str, str]) -> str:
        """Save what a form gave and use it from now on; return what is wrong, or an empty text.

        An empty password keeps the stored one, unless the server or the user is another.
        """
        before = read_stored(self._folder)
        kept = dict(before.get(TABLE, {}))
        fresh = {name: given[name] for name in FIELDS if given.get(name)}
        same = all(kept.get(name, "") == fresh.get(name, "") for name in ("host", "user"))
        if "password" not in fresh and same and "password" in kept:
            fresh["password"] = kept["password"]
        try:
            config = read_config(self._folder, self._environment, {**before, TABLE: fresh})
        except BadConfig as error:
            return str(error)
        write_stored(self._folder, {**before, TABLE: fresh})
        self._use(config)
        return ""

    async def find_fault(self) -> MailFault | None:
        """Connect, encrypt, sign in and name the sender, but send nothing; None if all is well."""
        smtp = self._config().smtp
        fields: dict[str, Any] = msgspec.structs.asdict(smtp)
        fields["timeout"] = min(smtp.timeout, TRY_SECONDS)
        return await asyncio.to_thread(_fault_of, SmtpSettings(**fields))

    def _config(self) -> Config:
        return read_config(self._folder, self._environment)


def _fault_of(settings: SmtpSettings) -> MailFault | None:
    try:
        try_sender(settings)
    except (OSError, ValueError) as error:
        return MailFault(_code(error), _detail(error))
    return None


def _code(error: Exception) -> Fault:
    # A server that says nothing after it was reached is reported as one that hung up.
    if isinstance(error.__context__, TimeoutError):
        return "silent"
    return next((code for kind, code in FAULTS if isinstance(error, kind)), "other")


def _detail(error: Exception) -> str:
    """Return the server's own words, except about a sign-in: those may repeat what was sent."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return str(error.smtp_code)
    return str(error)[:200]
