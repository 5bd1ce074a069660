"""Client addresses: what clients are counted by, and which ones are trusted."""

import re
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

HOME_NETWORK_BITS = 64  # an IPv6 client owns at least this network
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
    address = _parsed(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, HOME_NETWORK_BITS), strict=False))
    return UNKNOWN if address is None else str(address)


def is_in(networks: str) -> Callable[[str], bool]:
    """Return a function that checks if an address is in networks that are separated by commas."""
    known = [ip_network(one.strip()) for one in networks.split(",") if one.strip()]

    def check(host: str) -> bool:
        address = _parsed(host)
        return address is not None and any(address in network for network in known)

    return check


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address; IPv4 that came in through an IPv6 socket is IPv4."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
