"""Servers on this machine that speak as others do on the network, for as long as a test listens."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LONGEST_SILENCE_SECONDS = 60


class Listening(ThreadingHTTPServer):
    """Listens on a port of its own, and tells those who keep silent when the test is over."""

    def __init__(self, speaker: type["Speaker"], context: ssl.SSLContext | None) -> None:
        super().__init__(("127.0.0.1", 0), speaker)
        self.context = context
        self.over = threading.Event()

    def get_request(self) -> tuple[socket.socket, object]:
        """Accept a connection, with TLS if there is a context."""
        accepted, address = super().get_request()
        if self.context is None:
            return accepted, address
        try:
            accepted.getpeername()
        except OSError:
            accepted.close()  # it is gone already, and wrapping it would leave it unclosed
            raise
        return self.context.wrap_socket(accepted, server_side=True), address


class Speaker(BaseHTTPRequestHandler):
    """Reads a request and answers it; what it answers is for others to say."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.answer(b"")

    def do_POST(self) -> None:
        self.answer(self.rfile.read(int(self.headers.get("Content-Length", "0"))))

    def answer(self, body: bytes) -> None:
        """Answer a request with this body."""
        raise NotImplementedError

    def say(self, status: int, body: bytes, **headers: str) -> None:
        """Answer; an underscore in the name of a header stands for a dash."""
        self.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        with suppress(ConnectionError):  # whoever asked may have had enough
            self.wfile.write(body)

    def keep_silent(self) -> None:
        """Hold the line until the test is over."""
        assert isinstance(self.server, Listening)
        self.server.over.wait(LONGEST_SILENCE_SECONDS)

    def log_message(self, *_words: object) -> None:
        """Log nothing."""


@contextmanager
def speaking(
    speaker: type[Speaker], context: ssl.SSLContext | None = None, **known: object
) -> Iterator[int]:
    """Let someone speak on a port, who knows what they are given; with a context they speak TLS."""
    server = Listening(type(speaker.__name__, (speaker,), known), context)
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    )
    thread.start()
    try:
        yield server.server_port
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
