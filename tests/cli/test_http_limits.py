"""The limits hold on the running server, and a client that breaks them leaves no traceback."""

import socket
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from fullhouse.engine.rate_limit import SIGN_UP
from tests.cli.support import fullhouse, served
from tests.cli.test_commands import NEW

STRANGER = "127.0.0.2"


def connected(url: str) -> socket.socket:
    port = urlsplit(url).port
    assert port is not None
    return socket.create_connection(("127.0.0.1", port), 60, (STRANGER, 0))


def test_the_server_refuses_long_heads_and_more_connections_than_are_allowed(
    tmp_path: Path,
) -> None:
    with served("serve", "--data", tmp_path, "--port", "0", FULLHOUSE_CONNECTIONS="2") as s:
        with closing(connected(s.url)) as sock:
            sock.sendall(b"GET /healthz HTTP/1.1\r\nX-Fill: " + b"x" * 40_000)
            assert sock.recv(1000).startswith(b"HTTP/1.1 431 ")
        held = [connected(s.url) for _ in range(2)]
        with closing(connected(s.url)) as sock:
            assert sock.recv(1000).startswith(b"HTTP/1.1 503 ")
        # This machine is a trusted proxy.
        assert httpx2.get(f"{s.url}/healthz").status_code == 200
        for sock in held:
            sock.close()


def test_a_body_that_is_cut_off_is_not_an_error_of_ours(tmp_path: Path) -> None:
    with served("serve", "--data", tmp_path, "--port", "0") as s:
        with closing(connected(s.url)) as sock, suppress(ConnectionError):
            sock.sendall(
                b"POST /waitlist HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\nname"
            )
        assert httpx2.get(f"{s.url}/healthz").status_code == 200
        s.stop()
        assert s.process.stderr is not None
        assert s.process.stderr.read() == ""


def test_a_forwarded_address_counts_only_from_a_trusted_proxy(tmp_path: Path) -> None:
    event = fullhouse(*NEW, "--data", tmp_path).stdout.strip()
    with served("serve", "--data", tmp_path, "--port", "0") as s:
        by_proxy, by_stranger = (
            [
                sign_up(s.url, event, f"{name}{number}@example.org", number, source)
                for number in range(SIGN_UP.holds + 1)
            ]
            for name, source in (("a", "127.0.0.1"), ("b", STRANGER))
        )
    assert "pending" not in by_proxy
    assert "pending" not in by_stranger[:-1]
    assert by_stranger[-1] == "pending"


def sign_up(url: str, event: str, email: str, number: int, source: str) -> str:
    """Sign up from an address of this machine, and claim to be somebody else's proxy."""
    with httpx2.Client(transport=httpx2.HTTPTransport(local_address=source)) as web:
        answer = web.post(
            f"{url}/e/{event}",
            json={"name": "Ada", "email": email},
            headers={"x-forwarded-for": f"198.51.100.{number}"},
        )
    return str(answer.json()["state"])
