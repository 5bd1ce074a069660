"""Organisational domains by walking up the tree: which domains may vouch for each other."""

import pytest

from fullhouse.inbound.mail.organizational_domain import MOST_QUERIES, DmarcRecords, names_up
from fullhouse.inbound.mail.sender_check import Envelope, own_check
from tests.inbound.mail.letters import mail
from tests.inbound.mail.test_authentication import PUBLIC, Names, signed


class Counting(Names):
    """Answers, and counts the questions."""

    def __init__(self, records: dict[str, str]) -> None:
        super().__init__(records)
        self.names: list[str] = []

    def texts(self, name: str) -> list[str]:
        self.names.append(name)
        return super().texts(name)


def dmarc(**domains: str) -> dict[str, str]:
    """Records by domain, with "_" for a dot."""
    return {
        f"_dmarc.{name.replace('_', '.')}": f"v=DMARC1; p=none; {more}"
        for name, more in domains.items()
    }


@pytest.mark.parametrize(
    ("records", "domain", "organization"),
    [
        ({}, "mail.example.org", "mail.example.org"),
        (dmarc(example_org=""), "mail.example.org", "example.org"),
        (dmarc(example_org="", mail_example_org=""), "mail.example.org", "example.org"),
        (dmarc(example_org="", mail_example_org="psd=n"), "mail.example.org", "mail.example.org"),
        (dmarc(co_uk="psd=y"), "mail.example.co.uk", "example.co.uk"),
        (dmarc(co_uk="psd=y", example_co_uk=""), "mail.example.co.uk", "example.co.uk"),
        (dmarc(co_uk="psd=y"), "co.uk", "co.uk"),
        (dmarc(org=""), "mail.example.org", "mail.example.org"),
        (dmarc(org="psd=y"), "mail.example.org", "example.org"),
        (dmarc(co_uk=""), "mail.example.co.uk", "mail.example.co.uk"),
        (dmarc(co_uk="", example_co_uk=""), "mail.example.co.uk", "example.co.uk"),
        (dmarc(github_io=""), "someone.github.io", "someone.github.io"),
        ({"_dmarc.example.org": "something else"}, "mail.example.org", "mail.example.org"),
    ],
)
def test_the_walk_ends_where_the_records_say(
    records: dict[str, str], domain: str, organization: str
) -> None:
    assert DmarcRecords(Names(records)).walk(domain).organization == organization


def test_a_walk_asks_at_most_eight_times_and_nothing_twice() -> None:
    long = ".".join("abcdefghijklmnop") + ".example.org"
    names = Counting(dmarc(example_org=""))
    records = DmarcRecords(names)
    assert records.walk(long).organization == "example.org"
    assert len(names.names) == MOST_QUERIES
    assert names.names[:2] == [f"_dmarc.{long}", "_dmarc.l.m.n.o.p.example.org"]
    records.walk(long)
    assert len(names.names) == MOST_QUERIES
    assert names_up("org") == ["org"]


@pytest.mark.parametrize(
    ("records", "vouching", "domain", "fits"),
    [
        (dmarc(example_org=""), "mail.example.org", "example.org", True),
        (dmarc(example_org=""), "MAIL.example.org.", "Example.org", True),
        (dmarc(example_org=""), "a.example.org", "b.example.org", True),
        (dmarc(example_org=""), "example.org", "mail.example.org", True),
        (dmarc(example_org=""), "other.org", "example.org", False),
        (dmarc(example_org=""), "org", "example.org", False),
        (dmarc(example_org=""), "", "example.org", False),
        (dmarc(example_org=""), "example.net", "example.org", False),
        (dmarc(org=""), "evil.org", "example.org", False),
        (dmarc(co_uk="psd=y"), "evil.co.uk", "example.co.uk", False),
        (dmarc(co_uk="psd=y"), "co.uk", "example.co.uk", False),
        (dmarc(co_uk=""), "evil.co.uk", "example.co.uk", False),
        (dmarc(co_uk=""), "mail.example.co.uk", "example.co.uk", False),
        (dmarc(co_uk="", example_co_uk=""), "mail.example.co.uk", "example.co.uk", True),
        (dmarc(co_uk=""), "example.co.uk", "mail.example.co.uk", False),
        ({}, "co.uk", "example.co.uk", False),
        ({}, "example.co.uk", "mail.example.co.uk", True),
        ({}, "mail.example.org", "example.org", False),
        ({}, "example.org", "mail.example.org", True),
        (dmarc(example_org="", x_example_org="psd=n"), "x.example.org", "example.org", False),
    ],
)
def test_relaxed_alignment_compares_organisational_domains(
    records: dict[str, str], vouching: str, domain: str, fits: bool
) -> None:
    known = DmarcRecords(Names(records))
    assert known.are_aligned(vouching, domain, strict=False) == fits
    same = vouching.lower().strip(".") == domain.lower()
    assert known.are_aligned(vouching, domain, strict=True) == same


@pytest.mark.parametrize(
    ("more", "passed"), [("", True), ("adkim=r", True), ("adkim=s", False), ("aspf=s", True)]
)
def test_a_signature_of_a_domain_below_vouches_unless_the_domain_is_strict(
    more: str, passed: bool
) -> None:
    names = Names({"s1._domainkey.mail.example.org": PUBLIC, **dmarc(example_org=more)})
    raw = signed(mail("yes"), "mail.example.org")
    assert own_check(raw, "example.org", Envelope(), names).passed == passed


@pytest.mark.parametrize(("more", "passed"), [("", True), ("aspf=s", False), ("adkim=s", True)])
def test_a_server_of_a_domain_below_vouches_unless_the_domain_is_strict(
    more: str, passed: bool
) -> None:
    names = Names({"mail.example.org": "v=spf1 ip4:192.0.2.7 -all", **dmarc(example_org=more)})
    envelope = Envelope("192.0.2.7", "x", "bounce@mail.example.org")
    proof = own_check(mail("yes"), "example.org", envelope, names)
    assert (proof.passed, proof.direct) == (passed, passed)


def test_the_policy_is_that_of_the_domain_or_of_its_organisation() -> None:
    records = {
        "_dmarc.example.org": "v=DMARC1; p=reject; sp=none",
        "_dmarc.strict.example.org": "v=DMARC1; p=reject",
    }
    for domain, refuse in {
        "example.org": True,
        "a.example.org": False,
        "strict.example.org": True,
        "b.strict.example.org": False,
    }.items():
        assert own_check(mail("yes"), domain, Envelope(), Names(records)).refuse == refuse
