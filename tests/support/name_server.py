"""A name server on this machine that keeps silent about some domains and knows no others."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.message
import dns.rcode


@contextmanager
def name_server(silent: str) -> Iterator[int]:
    """Answer that there is no such name, except below `silent`; yield the port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
        thread = threading.Thread(target=_answer, args=(sock, silent), daemon=True)
        thread.start()
        yield port
        # An empty question ends the thread.
        sock.sendto(b"", ("127.0.0.1", port))
        thread.join()


def _answer(sock: socket.socket, silent: str) -> None:
    while True:
        asked, client = sock.recvfrom(4096)
        if not asked:
            return
        question = dns.message.from_wire(asked)
        name = question.question[0].name.to_text(omit_final_dot=True)
        if not name.endswith(silent):
            answer = dns.message.make_response(question)
            answer.set_rcode(dns.rcode.NXDOMAIN)
            sock.sendto(answer.to_wire(), client)
