"""Client addresses: what clients are counted by, and which ones are trusted."""

import re
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

HOME_NETWORK_BITS = 64  # an IPv6 client owns at least this network
HOME = f"/{HOME_NETWORK_BITS}"
# Some own a larger one. Each may do this many times as much as a home network.
LARGER_NETWORKS = ((56, 4), (48, 16))
NAT64 = ip_network("64:ff9b::/96")
UNKNOWN = "unknown"  # counted as one client, whatever a proxy calls it
# An IPv4 address in the one way in which it is written here, too.
NUMBER = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
PLAIN_IPV4 = re.compile(rf"{NUMBER}(?:\.{NUMBER}){{3}}", re.ASCII)


def client_key(host: str) -> str:
    """Return what a client is counted by: its address, or the network of an IPv6 client."""
    if PLAIN_IPV4.fullmatch(host):
        return host  # parsing it would cost a hundredth of a sign-up
    return _parsed_key(host)


@lru_cache(maxsize=4096)
def _parsed_key(host: str) -> str:
    address = _inner(_parsed(host))
    if isinstance(address, IPv6Address):
        return str(ip_network((address, HOME_NETWORK_BITS), strict=False))
    return UNKNOWN if address is None else str(address)


def counted_as(host: str) -> tuple[tuple[str, int], ...]:
    """Return all that a client is counted by, and how many times the limit of one each may have."""
    client = client_key(host)
    return ((client, 1), *networks_around(client))


@lru_cache(maxsize=4096)
def networks_around(client: str) -> tuple[tuple[str, int], ...]:
    """Return the larger networks that an IPv6 client is counted in, and how much more each may."""
    if not client.endswith(HOME):
        return ()
    home = ip_network(client)
    return tuple((str(home.supernet(new_prefix=bits)), times) for bits, times in LARGER_NETWORKS)


def is_in(networks: str) -> Callable[[str], bool]:
    """Return a function that checks if an address is in networks that are separated by commas."""
    known = [ip_network(one.strip()) for one in networks.split(",") if one.strip()]

    def check(host: str) -> bool:
        address = _parsed(host)
        return address is not None and any(address in network for network in known)

    return check


def _inner(address: IPv4Address | IPv6Address | None) -> IPv4Address | IPv6Address | None:
    """Return the IPv4 address that a translated or tunnelled IPv6 address carries inside.

    This is for counting only: whoever writes the outer address chooses the inner one.
    """
    if not isinstance(address, IPv6Address):
        return address
    if address in NAT64:
        return IPv4Address(address.packed[-4:])
    if address.teredo is not None:
        return address.teredo[1]  # the client; the first is its server
    return address.sixtofour or address


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address; IPv4 that came in through an IPv6 socket is IPv4."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
