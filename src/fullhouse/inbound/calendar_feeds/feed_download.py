"""Download of a calendar feed from an address that staff typed.

Size, time and redirects are limited, and addresses inside our own network are refused. A host is
looked up once, its addresses are checked, and the connection goes to one of those, so that a name
cannot point elsewhere a moment later. An address may hold a secret: errors name only its host.
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
    HttpRequest,
    HttpResponse,
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
# IPv6 addresses of this network (NAT64) hold an IPv4 address in their last 32 bits.
EMBEDDING = ipaddress.ip_network("64:ff9b::/96")


class Feed(msgspec.Struct, frozen=True):
    """A feed's content (None if unchanged), and the validators for the next request."""

    content: bytes | None
    etag: str = ""
    modified: str = ""


class DownloadPolicy(msgspec.Struct, frozen=True):
    """Options of a download. `inside` allows addresses of our own network, for tests."""

    inside: bool = False
    seconds: float = PATIENCE_SECONDS
    context: ssl.SSLContext | None = None


def fetch_feed(
    url: str, etag: str = "", modified: str = "", asking: DownloadPolicy | None = None
) -> Feed:
    """Fetch a feed if it changed since it had this tag or date, or raise `FeedProblem`."""
    policy = asking or DownloadPolicy()
    deadline = time.monotonic() + policy.seconds
    conditions = _conditions(etag, modified)
    target = checked_url(url)
    for _ in range(MOST_HOPS + 1):
        answer = _ask(target, conditions, policy, deadline)
        if isinstance(answer, str):
            target = _next(target, answer)
        elif answer.content is None:
            return Feed(None, answer.etag or etag, answer.modified or modified)
        else:
            return answer
    raise FeedProblem(f"{target.hostname} sends us on and on.")


def _conditions(etag: str, modified: str) -> dict[str, str]:
    """Return the headers of a conditional request; values that are no plain text are left out."""
    headers = {"If-None-Match": etag, "If-Modified-Since": modified}
    return {name: value for name, value in headers.items() if value and _is_plain(value)}


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def checked_url(url: str) -> SplitResult:
    """Split an address, or raise `FeedProblem`; webcal: means https:."""
    stripped = url.strip()
    try:
        parts = urlsplit(stripped)
        if parts.scheme in {"webcal", "webcals"}:
            parts = parts._replace(scheme="https")
        port = parts.port
    except ValueError:
        raise FeedProblem("This is no address of a feed.") from None
    is_written_well = len(url) <= LONGEST_URL and _is_plain(stripped) and " " not in stripped
    if parts.scheme not in PORTS or not parts.hostname or not is_written_well or port == 0:
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
    target: SplitResult, conditions: dict[str, str], policy: DownloadPolicy, deadline: float
) -> Feed | str:
    """Ask one server, and return the feed or the address of a redirect."""
    host = str(target.hostname)
    headers = {
        "Accept": "text/calendar",
        "Accept-Encoding": "identity",
        "User-Agent": "Fullhouse",
        **conditions,
    }
    route = Target(lambda name, port: _address(name, port, inside=policy.inside), policy.context)
    request = HttpRequest("GET", target.geturl(), headers)
    try:
        response = send(request, deadline - time.monotonic(), LARGEST_FEED, route)
    except HttpDown as down:
        raise FeedProblem(_why(down, host)) from down
    return _answer(response, host)


def _why(down: HttpDown, host: str) -> str:
    if isinstance(down, TooSlow):
        return f"{host} takes longer than can be waited for."
    if isinstance(down, TooLarge):
        return f"The calendar at {host} is larger than {LARGEST_FEED // 2**20} MB."
    if isinstance(down, ConnectionCut):
        return f"{host} broke off in the middle of its answer."
    kind = type(down.__cause__).__name__
    if isinstance(down, BadCertificate):
        return f"{host} cannot prove that it is itself ({kind})."
    return f"{host} does not answer ({kind})."


def _answer(response: HttpResponse, host: str) -> Feed | str:
    headers = response.headers
    etag = headers.get("etag", "")[:200]
    modified = headers.get("last-modified", "")[:100]
    if response.status in MOVED and headers.get("location"):
        return headers["location"]
    if response.status == NOT_MODIFIED:
        return Feed(None, etag, modified)
    if response.status != OK:
        raise FeedProblem(f"{host} answered {response.status} instead of a calendar.")
    if headers.get("content-encoding", "identity") != "identity":
        raise FeedProblem(f"{host} packs its answer although we asked it not to.")
    return Feed(response.body, etag, modified)


def _address(host: str, port: int, *, inside: bool) -> str:
    """Look a host up. If one of its addresses is inside our network, none is trusted."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FeedProblem(f"There is no host {host}.") from error
    addresses = [str(info[4][0]) for info in found]
    if not inside and not all(map(is_public_address, addresses)):
        raise FeedProblem(f"{host} is inside our own network, where no feed is fetched from.")
    return addresses[0]


def is_public_address(address: str) -> bool:
    """Return True if an address, or the IPv4 address embedded in it, is public."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        embedded = found.ipv4_mapped or found.sixtofour
        if found in EMBEDDING:
            embedded = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        found = embedded or found
    return found.is_global and not found.is_multicast
