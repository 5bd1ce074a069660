"""Calls to the emulator's database at half the cost: one write each, straight to it, unsigned.

A test of a store makes hundreds of calls, and the emulator checks no signature of theirs.
"""

import socket
from collections import deque
from typing import Any
from urllib.parse import urlsplit

from botocore.awsrequest import AWSPreparedRequest, AWSRequest, AWSResponse
from botocore.client import BaseClient
from botocore.exceptions import ConnectionClosedError

from tests.aws.fresh_tables import DATABASE

PATIENCE_SECONDS = 300.0
Answer = tuple[int, Any, bytes]


class Connection:
    """One connection to the emulator."""

    def __init__(self, place: tuple[str, int]) -> None:
        self._socket = socket.create_connection(place, PATIENCE_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._answers = self._socket.makefile("rb")

    def is_open(self) -> bool:
        """Return False if the emulator has closed it, as it does with those that stay idle."""
        self._socket.setblocking(False)
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            self._socket.settimeout(PATIENCE_SECONDS)
            return True
        except OSError:
            return False
        return False

    def ask(self, question: bytes) -> Answer:
        self._socket.sendall(question)
        first = self._answers.readline()
        if not first:
            raise ConnectionResetError
        headers = {}
        while line := self._answers.readline().strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        return int(first.split()[1]), headers, self._answers.read(int(headers["content-length"]))

    def close(self) -> None:
        self._answers.close()
        self._socket.close()


class Body:
    """The body of an answer, as botocore asks for it."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def stream(self) -> list[bytes]:
        return [self._content]


class QuickSession:
    """Sends requests and waits for their answers, in place of botocore's session."""

    def __init__(self, url: str) -> None:
        found = urlsplit(url)
        self._place = (str(found.hostname), int(found.port or 80))
        self._idle = deque[Connection]()

    def send(self, request: AWSPreparedRequest) -> AWSResponse:
        connection = self._connection()
        try:
            status, headers, content = connection.ask(as_bytes(request))
        except OSError as error:
            connection.close()
            raise ConnectionClosedError(endpoint_url=request.url) from error
        self._idle.append(connection)
        return AWSResponse(request.url, status, headers, Body(content))

    def _connection(self) -> Connection:
        """Return one that is idle; threads that ask at the same time each have their own."""
        try:
            connection = self._idle.pop()
        except IndexError:
            return Connection(self._place)
        if connection.is_open():
            return connection
        connection.close()
        return self._connection()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


def as_bytes(request: AWSPreparedRequest) -> bytes:
    parts = urlsplit(request.url)
    headers: dict[str, Any] = dict(request.headers.items())
    lines = [f"{request.method} {parts.path} HTTP/1.1", f"Host: {parts.netloc}"]
    for name, value in headers.items():
        text = value.decode("latin-1") if isinstance(value, bytes) else value
        lines.append(f"{name}: {text}")
    assert isinstance(request.body, bytes)
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + request.body


def make_quick(client: BaseClient, account: str) -> None:
    """Let a client of the database do without botocore's session and without a signature."""
    made: Any = client
    path = f"{DATABASE}{account}/{client.meta.region_name}"

    def address(request: AWSRequest, **_: object) -> None:
        request.url = f"{client.meta.endpoint_url}{path}"

    # botocore has no public way to give a client a session of one's own.
    made._endpoint.http_session = QuickSession(client.meta.endpoint_url)  # noqa: SLF001
    made.meta.events.unregister("request-created.dynamodb", made._request_signer.handler)  # noqa: SLF001
    made.meta.events.register("request-created.dynamodb", address)
