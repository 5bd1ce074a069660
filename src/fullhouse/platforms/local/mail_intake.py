"""Puts the mail lane together on this machine: files, settings, name servers, and the listener if one is wanted."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.utils import parseaddr
from pathlib import Path

from fullhouse.engine.core import Engine
from fullhouse.inbound.llm.settings import model_from_setting
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.inbound.replies import intent
from fullhouse.platforms.local.config import BadConfig, Config
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.ocr import LocalOcrReader

FILES = "files"


def lane_of(engine: Engine, config: Config, folder: Path, reader: LocalOcrReader) -> MailPipeline:
    """Make the lane; senders are checked here unless a mail server before us does it."""
    from fullhouse.platforms.local.dns import resolver_if_any

    mail = config.mail
    sender = parseaddr(config.smtp.sender)[1].lower()
    settings = MailSettings(domain=mail.domain.lower(), authserv_id=mail.authserv_id, sender=sender)
    resolver = resolver_if_any() if mail.check and mail.domain and not mail.authserv_id else None
    scribe = model_from_setting(config.model, config.model_key)
    return MailPipeline(engine, LocalFiles(folder / FILES), settings, resolver, reader, scribe)


@asynccontextmanager
async def taking_mail(
    engine: Engine, config: Config, folder: Path
) -> AsyncIterator[tuple[MailPipeline, str]]:
    """Open the lane, and listen if a domain is set; give the lane out, and where it listens."""
    reader = LocalOcrReader()
    lane = lane_of(engine, config, folder, reader)
    try:
        if not config.mail.domain:
            yield lane, ""
            return
        from fullhouse.platforms.local.smtp_server import listening

        # Loading takes a quarter of a second. The first reply would hold up every page for that.
        await asyncio.to_thread(intent.preload)
        with _bound(config.mail.host, config.mail.port) as sock:
            host, port = sock.getsockname()[:2]
            async with listening(lane, sock, _seal(config)):
                yield lane, f"{host}:{port}"
    finally:
        reader.close()
        lane.close()


def _bound(host: str, port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        message = f"Port {port} on {host}, for mail, cannot be used: {error.strerror}. Choose another: mail.port."
        raise BadConfig(message) from error
    return sock


def _seal(config: Config) -> ssl.SSLContext | None:
    from fullhouse.platforms.local.smtp_server import seal_of

    try:
        return seal_of(config.mail.certificate, config.mail.key)
    except (OSError, ssl.SSLError) as error:
        raise BadConfig(f"The certificate for mail cannot be used: {error}.") from error
