"""A server that answers one byte at a time and never comes to an end."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def dripping(head: bytes = b"HTTP/1.1 200 OK\r\n\r\n") -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        over = threading.Event()
        thread = threading.Thread(target=_drip, args=(server, over, head), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/feed.ics"
        finally:
            over.set()
            thread.join()


def _drip(server: socket.socket, over: threading.Event, head: bytes) -> None:
    connection, _ = server.accept()
    with connection, suppress(OSError):
        connection.recv(4096)
        connection.sendall(head)
        while not over.is_set():
            connection.sendall(b"x")
            time.sleep(0.01)
