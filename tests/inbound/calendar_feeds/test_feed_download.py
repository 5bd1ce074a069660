"""Feeds from the network: only what is a feed, in time, and nothing from inside."""

import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fullhouse.inbound.calendar_feeds.feed_download import (
    DownloadPolicy,
    Feed,
    fetch_feed,
    is_public_address,
)
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem
from tests.inbound.google.drip import dripping
from tests.support.cpu_time import assert_within
from tests.support.fake_servers import Speaker, speaking

INSIDE = DownloadPolicy(inside=True, seconds=60)
BODY = b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"


class Handler(Speaker):
    """Answers by the path that is asked for."""

    def answer(self, _body: bytes) -> None:
        asked = self.path.partition("?")[0].removeprefix("/")
        self.close_connection = True
        if asked == "feed.ics":
            known = (
                self.headers.get("If-None-Match") == '"v1"'
                or self.headers.get("If-Modified-Since") == "then"
            )
            self.say(
                304 if known else 200, b"" if known else BODY, ETag='"v1"', Last_Modified="then"
            )
        elif asked == "huge":
            self.say(200, b"x" * (5 * 2**20 + 1))
        elif asked == "cut":
            self.say(200, BODY[:20], Content_Length=str(len(BODY)))
        elif asked == "packed":
            self.say(200, BODY, Content_Encoding="gzip")
        elif asked == "silent":
            return
        elif asked.startswith("to/"):
            self.say(302, b"", Location=asked.removeprefix("to/").replace("~", "/"))
        else:
            self.say(int(asked), b"")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with speaking(Handler) as port:
        yield f"http://127.0.0.1:{port}"


def problem(url: str, asking: DownloadPolicy = INSIDE) -> str:
    with pytest.raises(FeedProblem) as caught:
        fetch_feed(url, asking=asking)
    return caught.value.reason


def test_a_feed_is_fetched_once_and_then_only_when_it_changed(url: str) -> None:
    first = fetch_feed(f"{url}/feed.ics?key=1", asking=INSIDE)
    assert first == Feed(BODY, '"v1"', "then")
    assert fetch_feed(f"{url}/feed.ics", first.etag, asking=INSIDE) == Feed(None, '"v1"', "then")
    assert fetch_feed(f"{url}/feed.ics", "", first.modified, INSIDE).content is None
    assert fetch_feed(f"{url}/feed.ics", '"v0"\r\nX: y', asking=INSIDE).content == BODY


def test_it_follows_a_few_hops(url: str) -> None:
    assert fetch_feed(f"{url}/to/~to~~feed.ics", asking=INSIDE).content == BODY
    assert "on and on" in problem(f"{url}/to/~to~~to~~to~~to~~feed.ics")


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("huge", "larger than 5 MB"),
        ("cut", "broke off"),
        ("packed", "packs its answer"),
        ("404", "answered 404"),
        ("500", "answered 500"),
        ("302", "answered 302"),
        ("silent", "does not answer"),
        ("to/file:~~~etc~passwd", "begins with https"),
        ("to/ftp:~~x.example", "begins with https"),
        ("to/http:~~u:p@x.example", "no user name"),
    ],
)
def test_what_is_no_feed_gets_a_reason_without_the_secret_in_its_address(
    url: str, path: str, why: str
) -> None:
    reason = problem(f"{url}/{path}?secret=s3cret")
    assert why in reason
    assert "s3cret" not in reason


@pytest.mark.parametrize(
    "address",
    [
        "",
        "feed.ics",
        "file:///etc/passwd",
        "gopher://x.example",
        "http://",
        "http://[::1",
        "http://x:99999/",
        "http://x:0/",
        "http://a b/",
        "http://x/\r\nHost: y",
        "https://user:pw@x.example/",
        "http://x.example/" + "a" * 2000,
    ],
)
def test_what_is_no_address_is_refused_before_anything_is_asked(address: str) -> None:
    assert problem(address)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "0.0.0.0",  # noqa: S104 - to be refused
        "127.1",
        "2130706433",
        "0x7f.1",
    ],
)
def test_our_own_network_is_refused_whatever_it_is_called(url: str, host: str) -> None:
    reason = problem(f"http://{host}:{url.rpartition(':')[2]}/feed.ics", DownloadPolicy(seconds=60))
    assert "inside our own network" in reason or "no host" in reason


def test_a_hop_to_the_inside_is_refused_too(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def outside(address: str) -> bool:
        asked.append(address)
        return len(asked) == 1

    monkeypatch.setattr("fullhouse.inbound.calendar_feeds.feed_download.is_public_address", outside)
    assert "inside our own network" in problem(f"{url}/to/~feed.ics", DownloadPolicy(seconds=60))


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("fe80::1%eth0", False),
        ("fd00:ec2::254", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("2002:7f00:1::", False),
    ],
)
def test_which_addresses_are_outside(address: str, outside: bool) -> None:
    assert is_public_address(address) is outside


def test_nobody_there_no_such_host_and_no_time_left_are_told(url: str) -> None:
    with speaking(Handler) as port:
        pass
    assert "does not answer" in problem(f"http://127.0.0.1:{port}/feed.ics")
    assert "no host" in problem("http://nowhere.invalid/feed.ics")
    assert "longer than" in problem(f"{url}/feed.ics", DownloadPolicy(inside=True, seconds=0))


@pytest.mark.timing
@pytest.mark.parametrize(
    "head", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nslow: ", b"HTTP/1.1 ", b""]
)
def test_a_feed_that_only_drips_is_not_waited_for_wherever_it_drips(head: bytes) -> None:
    began = time.monotonic()
    with dripping(head) as url:
        assert "longer than" in problem(url, DownloadPolicy(inside=True, seconds=0.5))
    assert_within(time.monotonic() - began, 5)


@pytest.mark.timing
def test_a_proof_that_only_drips_is_not_waited_for() -> None:
    began = time.monotonic()
    with dripping(b"\x16\x03\x03\x3f\xff") as url:  # a handshake of which 16 KB are promised
        assert "longer than" in problem(
            url.replace("http", "https"), DownloadPolicy(inside=True, seconds=0.5)
        )
    assert_within(time.monotonic() - began, 5)


@pytest.fixture(scope="module")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server for `localhost` with a certificate of its own, and a client that trusts it."""
    folder: Path = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    begins, ends = datetime(2020, 1, 1, tzinfo=UTC), datetime(2120, 1, 1, tzinfo=UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    made = x509.CertificateBuilder(
        name, name, key.public_key(), x509.random_serial_number(), begins, ends
    )
    certificate = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return server, ssl.create_default_context(cafile=str(folder / "cert.pem"))


def test_an_encrypted_feed_is_fetched_from_who_can_prove_its_name(
    contexts: tuple[ssl.SSLContext, ssl.SSLContext],
) -> None:
    server, client = contexts
    known = DownloadPolicy(inside=True, seconds=60, context=client)
    with speaking(Handler, server) as port:
        assert fetch_feed(f"webcal://localhost:{port}/feed.ics", asking=known).content == BODY
        assert "prove" in problem(f"https://127.0.0.1:{port}/feed.ics", known)
        assert "prove" in problem(f"https://localhost:{port}/feed.ics")
        assert "not encrypted" in problem(f"https://localhost:{port}/to/http:~~localhost~", known)
