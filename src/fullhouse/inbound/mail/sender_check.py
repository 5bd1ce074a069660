"""Our own sender check for mail straight from outside: DKIM, SPF and DMARC.

It needs the extra `mail-auth`. Without it nobody is vouched for, and every sign-up by mail is
pending until it is confirmed.
"""

import ipaddress
import logging
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from fullhouse.inbound.mail.authentication import NAMING, NOT_PROVEN, Proof
from fullhouse.inbound.mail.header_check import END_OF_HEAD
from fullhouse.inbound.mail.organizational_domain import DmarcRecords
from fullhouse.inbound.mail.parsing import LARGEST_HEAD
from fullhouse.kernel.patterns import regex
from fullhouse.locale import to_translate

# RFC 7208, 4.6.4
MOST_MECHANISMS = 10
MOST_VOID = 2
MOST_EXCHANGES = 10
MOST_TERMS = 40
RESULTS = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
DNS_SECONDS = 10.0
LOOKUP_SECONDS = 3.0
MOST_LOOKUPS = 50
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Resolver(Protocol):
    """A DNS resolver. An unknown name has no answers; `OSError` means it cannot tell.

    No lookup takes longer than `LOOKUP_SECONDS`.
    """

    def texts(self, name: str) -> list[str]:
        """Return the TXT records of a name, each in one piece."""
        ...

    def addresses(self, name: str) -> list[str]:
        """Return the A and AAAA records of a name."""
        ...

    def exchanges(self, name: str) -> list[str]:
        """Return the names of a domain's mail servers."""
        ...


class EmailLookups:
    """A resolver for one email, with `DNS_SECONDS` and `MOST_LOOKUPS` for all its lookups.

    No lookup begins that could end after the time is up.
    """

    def __init__(self, resolver: Resolver) -> None:
        """Start the time limit."""
        self._resolver = resolver
        self._last_start = time.monotonic() + DNS_SECONDS - LOOKUP_SECONDS
        self._left = MOST_LOOKUPS

    def texts(self, name: str) -> list[str]:
        """Return the TXT records of a name."""
        self._spend()
        return self._resolver.texts(name)

    def addresses(self, name: str) -> list[str]:
        """Return the A and AAAA records of a name."""
        self._spend()
        return self._resolver.addresses(name)

    def exchanges(self, name: str) -> list[str]:
        """Return the names of a domain's mail servers."""
        self._spend()
        return self._resolver.exchanges(name)

    def _spend(self) -> None:
        self._left -= 1
        if self._left < 0 or time.monotonic() > self._last_start:
            raise TimeoutError("this email has used up its lookups")


class SpfError(Exception):
    """A record that asks for more than RFC 7208 allows, so that it vouches for nobody."""


class SpfBudget(msgspec.Struct):
    """The budget left for evaluating one SPF record; a crafted record must not cost more."""

    mechanisms: int = MOST_MECHANISMS
    void: int = MOST_VOID

    def spend(self) -> None:
        """Use one mechanism that needs a lookup, or raise `SpfError`."""
        self.mechanisms -= 1
        if self.mechanisms < 0:
            raise SpfError

    def found(self, answers: list[str]) -> list[str]:
        """Return the answers of a lookup; raise `SpfError` if too many found nothing."""
        if not answers:
            self.void -= 1
        if self.void < 0:
            raise SpfError
        return answers


def check_spf(peer: str, domain: str, resolver: Resolver) -> str:
    """Return pass, fail, softfail, neutral, none or permerror."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return "none"
    mapped = getattr(address, "ipv4_mapped", None)
    try:
        return _judged(mapped or address, domain, resolver.texts(domain), resolver, SpfBudget())
    except SpfError:
        return "permerror"


def _judged(
    address: Address, domain: str, texts: list[str], resolver: Resolver, budget: SpfBudget
) -> str:
    """Evaluate the record of a domain, which is one of its texts."""
    records = [text for text in texts if text.lower().split(" ")[0] == "v=spf1"]
    if len(records) != 1:
        return "none"
    terms = records[0].lower().split()[1 : MOST_TERMS + 1]
    for term in terms:
        verdict, mechanism = (term[0], term[1:]) if term[0] in RESULTS else ("+", term)
        if _matches(mechanism, address, domain, resolver, budget):
            return RESULTS[verdict]
    target = _redirect(terms)
    if not target:
        return "neutral"
    return _judged_elsewhere(address, target, resolver, budget)


def _judged_elsewhere(address: Address, target: str, resolver: Resolver, budget: SpfBudget) -> str:
    """Evaluate the record of another domain that a record names."""
    budget.spend()
    return _judged(address, target, budget.found(resolver.texts(target)), resolver, budget)


def _redirect(terms: list[str]) -> str:
    """Return the domain of the first redirect, or ""."""
    prefix = "redirect="
    return next((term.removeprefix(prefix) for term in terms if term.startswith(prefix)), "")


def _matches(
    mechanism: str, address: Address, domain: str, resolver: Resolver, budget: SpfBudget
) -> bool:
    name, _, value = mechanism.partition(":")
    kind, _, _ = name.partition("/")
    if kind == "all":
        return True
    if kind in {"ip4", "ip6"}:
        return _within(address, value)
    if kind not in {"a", "mx", "include"} or "%" in value:
        return False
    target, _, length = (value or domain + name[len(kind) :]).partition("/")
    if kind == "include":
        return _judged_elsewhere(address, target, resolver, budget) == "pass"
    budget.spend()
    hosts = [target] if kind == "a" else _exchanges(target, resolver, budget)
    return any(_is_address_of(host, address, length, resolver, budget) for host in hosts)


def _exchanges(target: str, resolver: Resolver, budget: SpfBudget) -> list[str]:
    hosts = budget.found(resolver.exchanges(target))
    if len(hosts) > MOST_EXCHANGES:
        raise SpfError
    return hosts


def _is_address_of(
    host: str, address: Address, length: str, resolver: Resolver, budget: SpfBudget
) -> bool:
    found = budget.found(resolver.addresses(host))
    return any(_within(address, _network(one, length)) for one in found)


def _network(host: str, length: str) -> str:
    """Return a network; `/24//64` has one length for IPv4 and one for IPv6."""
    four, _, six = length.partition("//")
    chosen = six if ":" in host else four
    return f"{host}/{chosen}" if chosen.isdecimal() else host


def _within(address: Address, network: str) -> bool:
    try:
        return address in ipaddress.ip_network(network, strict=False)
    except ValueError:
        return False


if TYPE_CHECKING:
    from dkim import DKIM  # type: ignore[import-untyped]  # it ships no types

MOST_SIGNATURES = 3
ENOUGH = NAMING | {"message-id"}
SILENT = logging.getLogger(f"{__name__}.library")
SILENT.disabled = True  # what is wrong with a stranger's signature is no error of ours
# A run of blanks costs the library the square of its length.
LONGEST_RUN = 200
# The library takes its time over each line; a file of 7 MB has a third of these.
MOST_LINES = 300_000
DOMAIN = regex(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){1,20}", re.ASCII)


class Envelope(msgspec.Struct, frozen=True):
    """The sender and the server that delivered a mail; empty for a mail fed by hand.

    `by_relay` means that one of our own mail servers brought it.
    """

    peer: str = ""
    helo: str = ""
    sender: str | None = None
    by_relay: bool = False

    @property
    def is_trusted(self) -> bool:
        """Whether the top of the mail was written by our own mail server, not by a stranger."""
        return self.by_relay or not self.peer


class Policy(msgspec.Struct, frozen=True):
    """The wish of a domain for mail in its name that it does not vouch for."""

    refuse: bool = False
    strict_dkim: bool = False
    strict_spf: bool = False


class SignatureCheck(msgspec.Struct, frozen=True):
    """A mail, its sender's domain, and the keys of its signatures by their names in DNS."""

    raw: bytes
    domain: str
    strict: bool
    keys: dict[str, str]
    signers: tuple[str, ...] = ()


def verify_signatures(check: SignatureCheck) -> bool:
    """Return True if a signature is valid and vouches for the sender's domain.

    The library reads the body with patterns: a crafted mail of 10 MB takes seconds.
    """
    from dkim import DKIM

    try:
        signed = DKIM(check.raw, logger=SILENT)
        count = min(len(_signatures(signed)), MOST_SIGNATURES)
        return any(_verifies(signed, at, check) for at in range(count))
    except Exception:  # noqa: BLE001 - a broken signature raises anything and proves nothing
        return False


Verify = Callable[[SignatureCheck], bool]


def own_check(
    raw: bytes,
    domain: str,
    envelope: Envelope,
    resolver: Resolver,
    verify: Verify = verify_signatures,
    signed: frozenset[str] = frozenset(),
) -> Proof:
    """Return whether the sender's domain vouches for a mail; `verify` checks its signatures.

    `signed` are the headers that a valid signature covers. All lookups together keep to the limits
    of `EmailLookups`.
    """
    if not DOMAIN.fullmatch(domain):
        return NOT_PROVEN
    resolver = EmailLookups(resolver)
    records = DmarcRecords(resolver)
    try:
        policy = policy_of(domain, records)
        alignment = Alignment(domain, records, policy)
        check = _signature_check(raw, alignment, resolver)
        if check.keys and verify(check):
            why = to_translate("signed by the sender's domain (DKIM)")
            # A signature that leaves out who it was written to needs the server's word as well.
            direct = not signed >= ENOUGH and _may_be_direct(alignment, envelope, resolver)
            return Proof(passed=True, why=why, direct=direct, signed=signed)
        if _is_from_its_servers(alignment, envelope, resolver):
            why = to_translate("sent by a server of the sender's domain (SPF)")
            return Proof(passed=True, why=why, direct=True)
    except OSError:
        return Proof(passed=False, why=to_translate("the sender's domain could not be asked"))
    if policy.refuse:
        return Proof(
            passed=False, why=to_translate("its domain asks to refuse it (DMARC)"), refuse=True
        )
    return NOT_PROVEN


def policy_of(domain: str, records: DmarcRecords) -> Policy:
    """Read the DMARC policy of a domain, or else of its organisational domain."""
    tags, below = records.walk(domain).policy(domain)
    wish = tags.get("p", "none")
    if below:
        wish = tags.get("sp", wish)
    return Policy(
        wish in {"reject", "quarantine"}, tags.get("adkim") == "s", tags.get("aspf") == "s"
    )


class Alignment(msgspec.Struct, frozen=True):
    """The domains that may vouch for a sender's domain."""

    domain: str
    records: DmarcRecords
    policy: Policy

    def by_signature(self, signer: str) -> bool:
        """Return True if a domain may vouch by its signature."""
        return self.records.are_aligned(signer, self.domain, strict=self.policy.strict_dkim)

    def by_server(self, name: str) -> bool:
        """Return True if a domain may vouch by its servers."""
        return self.records.are_aligned(name, self.domain, strict=self.policy.strict_spf)


def _signature_check(raw: bytes, alignment: Alignment, resolver: Resolver) -> SignatureCheck:
    """Look up the keys of the signatures that may vouch for a domain; only the head is read."""
    keys: dict[str, str] = {}
    signers: list[str] = []
    for tags in _read_signatures(raw):
        signer = tags.get("d", "")
        name = f"{tags.get('s', '')}._domainkey.{signer}".rstrip(".")
        if DOMAIN.fullmatch(name.lower()) and alignment.by_signature(signer):
            signers.append(signer.lower())
            keys.update((name, text) for text in resolver.texts(name)[:1] if not _is_tested(text))
    strict = alignment.policy.strict_dkim
    return SignatureCheck(raw, alignment.domain, strict, keys, tuple(signers))


def _is_tested(key: str) -> bool:
    """Return True if a domain is only testing a key: its mail counts as unsigned (RFC 6376)."""
    flags = _tags(key.encode()).get("t", "").lower().split(":")
    return "y" in map(str.strip, flags)


def _read_signatures(raw: bytes) -> list[dict[str, str]]:
    """Return the tags of the first signatures; none if reading them would cost too much."""
    try:
        from dkim import DKIM
    except ImportError:
        return []
    if b" " * LONGEST_RUN in raw.replace(b"\t", b" ") or raw.count(b"\n") > MOST_LINES:
        return []
    head = raw.partition(END_OF_HEAD)[0][:LARGEST_HEAD]
    try:
        signatures = _signatures(DKIM(head + END_OF_HEAD, logger=SILENT))[:MOST_SIGNATURES]
    except Exception:  # noqa: BLE001 - as in verify_signatures
        return []
    return [_tags(signature) for signature in signatures]


def _signatures(signed: "DKIM") -> list[bytes]:
    return [value for name, value in signed.headers if name.lower() == b"dkim-signature"]


def _tags(signature: bytes) -> dict[str, str]:
    """Return the tags of a signature; none if they cannot be read."""
    from dkim.util import InvalidTagValueList, parse_tag_value  # type: ignore[import-untyped]

    try:
        tags = parse_tag_value(signature)
    except InvalidTagValueList:
        return {}
    return {
        name.decode("ascii", "replace"): value.decode("ascii", "replace")
        for name, value in tags.items()
    }


def _verifies(signed: "DKIM", at: int, check: SignatureCheck) -> bool:
    def key(name: bytes, timeout: int = 5) -> bytes | None:
        text = check.keys.get(name.decode("ascii", "replace").rstrip("."))
        return text.encode() if text else None

    if not signed.verify(idx=at, dnsfunc=key):
        return False
    # A signature over only the first part of a body would let anyone add to it.
    # It must cover the sender, too (RFC 6376, 5.4).
    covers_all = b"l" not in signed.signature_fields and b"from" in signed.include_headers
    signer = signed.domain.decode("ascii", "replace")
    return covers_all and signer.lower() in check.signers


def _is_from_its_servers(alignment: Alignment, envelope: Envelope, resolver: Resolver) -> bool:
    named = (envelope.sender or "").rpartition("@")[2].lower() or envelope.helo.lower()
    if not envelope.peer or not DOMAIN.fullmatch(named) or not alignment.by_server(named):
        return False
    return check_spf(envelope.peer, named, resolver) == "pass"


def _may_be_direct(alignment: Alignment, envelope: Envelope, resolver: Resolver) -> bool:
    """Return True if a signed mail also comes from a server of its domain, as far as is known."""
    try:
        return _is_from_its_servers(alignment, envelope, resolver)
    except OSError:
        return False
