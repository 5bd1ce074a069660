"""A feed from an address that staff typed: bounded in size, time and hops, and never from inside our own network.

A host is looked up once, its addresses are judged, and the connection goes to one of those, so that a name cannot point
elsewhere a moment later. An address may hold a secret: no reason names more than its host.
"""

import ipaddress
import socket
import ssl
import time
from urllib.parse import SplitResult, urljoin, urlsplit

import msgspec

from fullhouse.inbound.calendar_feeds.ical_filter import LARGEST_FEED
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem
from fullhouse.inbound.http_client import (
    PORTS,
    BadCertificate,
    ConnectionCut,
    HttpDown,
    HttpResponse,
    Request,
    Target,
    TooLarge,
    TooSlow,
    send,
)

PATIENCE_SECONDS = 15.0
MOST_HOPS = 3
LONGEST_URL = 2000
OK, NOT_MODIFIED = 200, 304
MOVED = {301, 302, 303, 307, 308}
EMBEDDING = ipaddress.ip_network("64:ff9b::/96")  # an IPv4 address inside an IPv6 one


class Feed(msgspec.Struct, frozen=True):
    """A feed's content, None if it has not changed, and what to ask with the next time."""

    content: bytes | None
    etag: str = ""
    modified: str = ""


class DownloadPolicy(msgspec.Struct, frozen=True):
    """How a feed is asked for. `inside` lets addresses of our own network pass: for tests, and whoever knows why."""

    inside: bool = False
    seconds: float = PATIENCE_SECONDS
    context: ssl.SSLContext | None = None


def fetch_feed(
    url: str, etag: str = "", modified: str = "", asking: DownloadPolicy | None = None
) -> Feed:
    """Fetch a feed if it changed since it had this tag or date, or raise `FeedProblem`."""
    how = asking or DownloadPolicy()
    ends = time.monotonic() + how.seconds
    given = {"If-None-Match": etag, "If-Modified-Since": modified}
    conditions = {
        name: value
        for name, value in given.items()
        if value and value.isprintable() and value.isascii()
    }
    target = checked_url(url)
    for _ in range(MOST_HOPS + 1):
        answer = _ask(target, conditions, how, ends)
        if isinstance(answer, Feed):
            return (
                answer
                if answer.content is not None
                else Feed(None, answer.etag or etag, answer.modified or modified)
            )
        target = _next(target, answer)
    raise FeedProblem(f"{target.hostname} sends us on and on.")


def checked_url(url: str) -> SplitResult:
    """Take an address apart, or raise `FeedProblem`; webcal: is what calendars call https:."""
    try:
        parts = urlsplit(url.strip())
        if parts.scheme in {"webcal", "webcals"}:
            parts = parts._replace(scheme="https")
        port = parts.port
    except ValueError:
        raise FeedProblem("This is no address of a feed.") from None
    plain = (
        len(url) <= LONGEST_URL
        and url.strip().isascii()
        and url.strip().isprintable()
        and " " not in url.strip()
    )
    if parts.scheme not in PORTS or not parts.hostname or not plain or port == 0:
        raise FeedProblem("The address of a feed begins with https:// or http://.")
    if parts.username is not None:
        raise FeedProblem("A feed's address may hold no user name or password.")
    return parts


def _next(target: SplitResult, location: str) -> SplitResult:
    following = checked_url(urljoin(target.geturl(), location))
    if target.scheme == "https" and following.scheme == "http":
        raise FeedProblem(f"{target.hostname} sends us on to an address that is not encrypted.")
    return following


def _ask(
    target: SplitResult, conditions: dict[str, str], how: DownloadPolicy, ends: float
) -> Feed | str:
    """Ask one server; the answer is a feed, or where to go instead."""
    host = str(target.hostname)
    headers = {
        "Accept": "text/calendar",
        "Accept-Encoding": "identity",
        "User-Agent": "Fullhouse",
        **conditions,
    }
    route = Target(lambda name, port: _address(name, port, inside=how.inside), how.context)
    try:
        answer = send(
            Request("GET", target.geturl(), headers), ends - time.monotonic(), LARGEST_FEED, route
        )
    except HttpDown as down:
        raise FeedProblem(_why(down, host)) from down
    return _answer(answer, host)


def _why(down: HttpDown, host: str) -> str:
    if isinstance(down, TooSlow):
        return f"{host} takes longer than can be waited for."
    if isinstance(down, TooLarge):
        return f"The calendar at {host} is larger than {LARGEST_FEED // 2**20} MB."
    if isinstance(down, ConnectionCut):
        return f"{host} broke off in the middle of its answer."
    kind = type(down.__cause__).__name__
    return (
        f"{host} cannot prove that it is itself ({kind})."
        if isinstance(down, BadCertificate)
        else f"{host} does not answer ({kind})."
    )


def _answer(answer: HttpResponse, host: str) -> Feed | str:
    etag, modified = (
        answer.headers.get("etag", "")[:200],
        answer.headers.get("last-modified", "")[:100],
    )
    if answer.status in MOVED and answer.headers.get("location"):
        return answer.headers["location"]
    if answer.status == NOT_MODIFIED:
        return Feed(None, etag, modified)
    if answer.status != OK:
        raise FeedProblem(f"{host} answered {answer.status} instead of a calendar.")
    if answer.headers.get("content-encoding", "identity") != "identity":
        raise FeedProblem(f"{host} packs its answer although we asked it not to.")
    return Feed(answer.body, etag, modified)


def _address(host: str, port: int, *, inside: bool) -> str:
    """Look a host up. If one of its addresses is inside, none of them is trusted."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FeedProblem(f"There is no host {host}.") from error
    addresses = [str(each[4][0]) for each in found]
    if not inside and not all(map(is_public_address, addresses)):
        raise FeedProblem(f"{host} is inside our own network, where no feed is fetched from.")
    return addresses[0]


def is_public_address(address: str) -> bool:
    """Say whether an address is one of the public internet, also when it hides in another."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        hidden = found.ipv4_mapped or found.sixtofour
        if found in EMBEDDING:
            hidden = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        found = hidden or found
    return found.is_global and not found.is_multicast
