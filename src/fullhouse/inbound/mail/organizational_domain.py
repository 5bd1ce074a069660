"""Organisational domains, found by walking up the DNS tree as DMARCbis describes.

Relaxed alignment compares them: `mail.example.org` may vouch for `example.org`. A walk asks at most
eight questions. No answer is asked for twice. Many registries do not say in the DNS that others
register names below theirs, so the public suffix list has a say, too.
"""

from functools import cache
from typing import TYPE_CHECKING, Protocol

import msgspec

from fullhouse.inbound.mail.authentication import aligned

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

MOST_QUERIES = 8
MOST_TAGS = 20
Tags = dict[str, str]


class TextResolver(Protocol):
    """The part of a DNS resolver that a walk needs."""

    def texts(self, name: str) -> list[str]:
        """Return the TXT records of a name, each in one piece."""
        ...


class DomainRecords(msgspec.Struct, frozen=True):
    """A domain's organisational domain, and the DMARC records on the way up to it."""

    organization: str
    records: dict[str, Tags]

    def policy(self, domain: str) -> tuple[Tags, bool]:
        """Return the record that counts for a domain, and whether it is of a domain above."""
        if domain in self.records:
            return self.records[domain], False
        above = self.records.get(self.organization) or next(iter(self.records.values()), {})
        return above, True


class DmarcRecords:
    """DMARC records by domain, each looked up once."""

    def __init__(self, resolver: TextResolver) -> None:
        """Ask this resolver."""
        self._resolver = resolver
        self._known: dict[str, Tags | None] = {}

    def walk(self, domain: str) -> DomainRecords:
        """Return the organisational domain of a domain; itself if there is no record above it."""
        records: dict[str, Tags] = {}
        below = domain
        for name in names_up(domain):
            tags = self._record(name)
            if tags is not None:
                records[name] = tags
            psd = (tags or {}).get("psd")
            if psd == "n":
                return DomainRecords(name, records)
            if psd == "y" and name != domain:
                return DomainRecords(below, records)
            below = name
        # A record of a public suffix is for domains without their own: it joins none of them.
        inside = [name for name in records if not is_public_suffix(name)]
        return DomainRecords(min(inside, key=_labels, default=domain), records)

    def are_aligned(self, vouching: str, domain: str, *, strict: bool) -> bool:
        """Return True if a domain that passed may vouch for the sender's domain.

        Without a DMARC record, it is the same domain or one above it.
        """
        vouching, domain = vouching.lower().strip("."), domain.lower().strip(".")
        if strict or vouching == domain or not vouching:
            return aligned(vouching, domain, strict=strict)
        if vouching.split(".")[-1] != domain.split(".")[-1] or is_public_suffix(vouching):
            return False
        theirs = self.walk(domain)
        if not any("." in name for name in theirs.records):
            return aligned(vouching, domain)
        return self.walk(vouching).organization == theirs.organization

    def _record(self, name: str) -> Tags | None:
        if name not in self._known:
            texts = self._resolver.texts(f"_dmarc.{name}")
            records = [text for text in texts if text.startswith("v=DMARC1")]
            self._known[name] = _tags(records[0]) if len(records) == 1 else None
        return self._known[name]


def is_public_suffix(name: str) -> bool:
    """Return True if anyone may register a name right below this one."""
    return _public_suffix_list().is_public(name)


@cache
def _public_suffix_list() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def names_up(domain: str) -> list[str]:
    """Return a domain and those above it; of a long one only the last few labels are asked."""
    labels = domain.split(".")
    above = labels[1:][-(MOST_QUERIES - 1) :]
    return [domain, *(".".join(above[at:]) for at in range(len(above)))]


def _labels(name: str) -> int:
    return name.count(".")


def _tags(record: str) -> Tags:
    pairs = (part.partition("=") for part in record.lower().split(";")[:MOST_TAGS])
    return {name.strip(): value.strip() for name, _, value in pairs}
