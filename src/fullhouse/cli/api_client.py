"""Client of the API: a running server over HTTP, or the same app in this process."""

import asyncio
import http.client
import os
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import msgspec

from fullhouse.cli.demo_clock import clock_of
from fullhouse.cli.running_server import ServerInfo, read_note
from fullhouse.engine.access import digest
from fullhouse.platforms.local.bootstrap import Extras, open_engine
from fullhouse.platforms.local.config import post_of, read_config
from fullhouse.platforms.local.mail_intake import lane_of
from fullhouse.platforms.local.ocr import LocalOcrReader
from fullhouse.platforms.local.signing_keys import rotate_keys
from fullhouse.platforms.memory.rehearsal import rehearse
from fullhouse.web.api.auth import COMMAND_LINE
from fullhouse.web.app import in_process, make_app
from fullhouse.web.dependencies import DeskDependencies

UNAUTHORIZED = 401
PATIENCE_SECONDS = 60

Send = Callable[[str, str, bytes], tuple[int, bytes]]
App = Callable[..., Awaitable[None]]


class ApiClient:
    """Asks the API, and returns its answer or stops with its message."""

    def __init__(self, send: Send) -> None:
        """Send requests with this function."""
        self._send = send

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        """Send a request; bytes are sent unchanged, all else as JSON."""
        status, answer = self._send(method, path, _encoded(body))
        found = msgspec.json.decode(answer)
        if status >= http.client.BAD_REQUEST:
            raise click.ClickException(found["error"]["message"])
        return found

    def all(self, path: str) -> Iterator[Any]:
        """Yield the items of all pages."""
        cursor = ""
        while cursor is not None:
            page = self.ask("GET", f"{path}?limit=500&cursor={cursor}")
            yield from page["items"]
            cursor = page["next"]


def _encoded(body: object) -> bytes:
    if isinstance(body, bytes):
        return body
    if body is None:
        return b""
    return msgspec.json.encode(body)


@contextmanager
def wire(folder: Path) -> Iterator[ApiClient]:
    """Connect to the server that runs on this folder, or open the folder in this process."""
    note = read_note(folder)
    if note is not None and _is_alive(note):
        yield ApiClient(lambda method, path, body: _over_http(note, method, path, body))
        return
    with asyncio.Runner() as runner:
        yield from _in_process(folder, runner)


def _is_alive(note: ServerInfo) -> bool:
    """Return True if the server that left the note still runs.

    Another server on its port would not know the token.
    """
    try:
        status, _ = _over_http(note, "GET", "/api/v1/clock", b"")
    except (OSError, http.client.HTTPException):
        return False
    return status != UNAUTHORIZED


def _over_http(note: ServerInfo, method: str, path: str, body: bytes) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(note.url).netloc, timeout=PATIENCE_SECONDS)
    try:
        connection.request(method, path, body, {"Authorization": f"Bearer {note.token}"})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def _in_process(folder: Path, runner: asyncio.Runner) -> Iterator[ApiClient]:
    config = read_config(folder, os.environ)
    clock, settles = clock_of(folder)
    url = _url(config.url, config.host, config.port)
    extras = Extras(
        mail_domain=config.mail.domain,
        sender_domain=config.sender_domain,
        takes_answers=config.texts.answers,
        limits=config.limits,
    )
    opened = open_engine(folder, clock, post_of(config), url, settles=settles, extras=extras)
    engine = runner.run(opened.__aenter__())
    reader = LocalOcrReader()
    lane = lane_of(engine, config, folder, reader)
    try:
        token = secrets.token_urlsafe(32)
        admit = {digest(token): COMMAND_LINE}
        desk = DeskDependencies(
            admit=admit,
            files=lane.files,
            mail=lane,
            rehearse=rehearse,
            rotate_keys=partial(rotate_keys, folder, engine),
        )
        app = make_app(in_process(engine, desk))
        yield ApiClient(lambda method, path, body: runner.run(call(app, method, path, token, body)))
    finally:
        reader.close()
        lane.close()
        runner.run(_leave(opened))


def _url(url: str, host: str, port: int) -> str:
    return url or f"http://{host}:{port}"


async def _leave(opened: Any) -> None:  # noqa: ANN401 - an async context manager
    await opened.__aexit__(None, None, None)


async def call(app: App, method: str, path: str, token: str, body: bytes) -> tuple[int, bytes]:
    """Send one request to an ASGI app in this process."""
    parts = urlsplit(path)
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [
            (b"authorization", f"Bearer {token}".encode()),
            (b"content-length", b"%d" % len(body)),
        ],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 0),
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)
