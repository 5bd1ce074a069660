"""Inbound mail on this machine: pipeline, settings, DNS resolver and SMTP listener."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email.utils import parseaddr
from pathlib import Path

from fullhouse.engine.core import Engine
from fullhouse.inbound.llm.settings import model_from_setting
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings, read_content
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.inbound.mail.wanted import understood
from fullhouse.inbound.replies import intent
from fullhouse.platforms.local.config import BadConfig, Config
from fullhouse.platforms.local.files import FILES, LocalFiles
from fullhouse.platforms.local.mail_store import MailStore, delete_old_mail
from fullhouse.platforms.local.memory import prepare_for_large_mails
from fullhouse.platforms.local.ocr import LocalOcrReader
from fullhouse.platforms.local.parser import LocalParser

SAMPLE = b"From: Anna <anna@example.org>\r\nSubject: Re: Hello\r\n\r\nYes, I'll come!\r\n"


def lane_of(engine: Engine, config: Config, folder: Path, reader: LocalOcrReader) -> MailPipeline:
    """Return the mail pipeline; it checks senders unless a mail server before it does."""
    from fullhouse.platforms.local.dns import resolver_if_any

    mail = config.mail
    sender = parseaddr(config.smtp.sender)[1].lower()
    settings = MailSettings(domain=mail.domain.lower(), authserv_id=mail.authserv_id, sender=sender)
    resolver = None
    if mail.check and mail.domain and not mail.authserv_id:
        resolver = resolver_if_any()
    model = model_from_setting(config.model, config.model_key)
    return MailPipeline(engine, LocalFiles(folder / FILES), settings, resolver, reader, model)


@asynccontextmanager
async def taking_mail(
    engine: Engine, config: Config, folder: Path
) -> AsyncIterator[tuple[MailPipeline, str]]:
    """Yield the mail pipeline and the address of its listener, empty if no domain is set."""
    reader, parser = LocalOcrReader(), LocalParser()
    pipeline = lane_of(engine, config, folder, reader)
    pipeline.verify = parser.verify_signatures
    try:
        if not config.mail.domain:
            yield pipeline, ""
            return
        from fullhouse.platforms.local.smtp_limits import SmtpLimits
        from fullhouse.platforms.local.smtp_server import listening

        store = MailStore(folder / FILES, config.mail.quota_mb)
        await asyncio.to_thread(store.measure)
        pipeline.is_full = store.is_full
        delete_old_mail(engine, store, config.mail.keep_days)

        # Loading takes a quarter of a second. The first reply would hold up every page for that.
        await asyncio.to_thread(_preload)
        prepare_for_large_mails()
        with _bound(config.mail.host, config.mail.port) as sock:
            host, port = sock.getsockname()[:2]
            limits = SmtpLimits(config.mail.relays)
            async with listening(pipeline, sock, limits, store, _tls_context(config)):
                yield pipeline, f"{host}:{port}"
    finally:
        reader.close()
        parser.close()
        pipeline.close()


def _preload() -> None:
    """Load what reads a reply and its intent, and what checks its sender."""
    intent.preload()
    understood(read_content(SAMPLE, Envelope(), MailSettings()), frozenset())
    with suppress(ImportError):
        import dkim  # type: ignore[import-untyped]  # noqa: F401 - it ships no types
        import dns.asyncresolver  # noqa: F401 - with all of the library


def _bound(host: str, port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        message = (
            f"Port {port} on {host}, for mail, cannot be used: {error.strerror}. "
            "Choose another: mail.port."
        )
        raise BadConfig(message) from error
    return sock


def _tls_context(config: Config) -> ssl.SSLContext | None:
    from fullhouse.platforms.local.smtp_server import seal_of

    try:
        return seal_of(config.mail.certificate, config.mail.key)
    except (OSError, ssl.SSLError) as error:
        raise BadConfig(f"The certificate for mail cannot be used: {error}.") from error
