"""SPF (RFC 7208): may this machine send mail for this domain? Macros and `exists`, `ptr` count as no match."""

import ipaddress
from typing import Protocol

import msgspec

MOST_LOOKUPS = 10
MOST_TERMS = 40
RESULTS = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}


class Resolver(Protocol):
    """Looks names up; a name that is not there has no answers. Raises `OSError` if it cannot say."""

    def texts(self, name: str) -> list[str]:
        """Return the TXT records of a name, each in one piece."""
        ...

    def addresses(self, name: str) -> list[str]:
        """Return the A and AAAA records of a name."""
        ...

    def exchanges(self, name: str) -> list[str]:
        """Return the names of a domain's mail servers."""
        ...


class LookupBudget(msgspec.Struct):
    """How many lookups are left; a crafted record must not cost more."""

    left: int = MOST_LOOKUPS

    def spend(self) -> bool:
        """Take one, if there is one left."""
        self.left -= 1
        return self.left >= 0


def check_spf(peer: str, domain: str, resolver: Resolver, budget: LookupBudget | None = None) -> str:
    """Return pass, fail, softfail, neutral or none."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return "none"
    mapped = getattr(address, "ipv4_mapped", None)
    return _judged(mapped or address, domain, resolver, budget or LookupBudget())


def _judged(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address, domain: str, resolver: Resolver, budget: LookupBudget
) -> str:
    records = [text for text in resolver.texts(domain) if text.lower().split(" ")[0] == "v=spf1"]
    if len(records) != 1:
        return "none"
    terms = records[0].lower().split()[1 : MOST_TERMS + 1]
    for term in terms:
        verdict, mechanism = (term[0], term[1:]) if term[0] in RESULTS else ("+", term)
        if _matches(mechanism, address, domain, resolver, budget):
            return RESULTS[verdict]
    target = next((term[9:] for term in terms if term.startswith("redirect=")), "")
    return _judged(address, target, resolver, budget) if target and budget.spend() else "neutral"


def _matches(
    mechanism: str,
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
    domain: str,
    resolver: Resolver,
    budget: LookupBudget,
) -> bool:
    name, _, value = mechanism.partition(":")
    kind, _, _ = name.partition("/")
    if kind == "all":
        return True
    if kind in {"ip4", "ip6"}:
        return _within(address, value)
    if kind not in {"a", "mx", "include"} or "%" in value or not budget.spend():
        return False
    target, _, length = (value or domain + name[len(kind) :]).partition("/")
    if kind == "include":
        return _judged(address, target, resolver, budget) == "pass"
    hosts = [target] if kind == "a" else resolver.exchanges(target)[:MOST_LOOKUPS]
    return any(_within(address, _network(one, length)) for host in hosts for one in resolver.addresses(host))


def _network(host: str, length: str) -> str:
    """Write a network; `/24//64` names the length for each kind of address."""
    four, _, six = length.partition("//")
    chosen = six if ":" in host else four
    return f"{host}/{chosen}" if chosen.isdecimal() else host


def _within(address: ipaddress.IPv4Address | ipaddress.IPv6Address, network: str) -> bool:
    try:
        return address in ipaddress.ip_network(network, strict=False)
    except ValueError:
        return False
