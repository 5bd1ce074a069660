"""Authentication of senders: by our own mail server, or by DKIM, SPF and DMARC."""

import base64
import subprocess
import sys
from types import SimpleNamespace

import dkim  # type: ignore[import-untyped]  # it ships no types
import pytest

from fullhouse.inbound.mail import sender_check
from fullhouse.inbound.mail.authentication import Proof, above, aligned, by_our_server
from fullhouse.inbound.mail.parsing import read
from fullhouse.inbound.mail.reader import MailSettings, read_mail
from fullhouse.inbound.mail.sender_check import (
    DNS_SECONDS,
    MOST_LOOKUPS,
    MOST_MECHANISMS,
    Envelope,
    check_spf,
    own_check,
)
from tests.inbound.mail.letters import mail


def openssl(*words: str, given: bytes = b"") -> bytes:
    return subprocess.run(
        ["openssl", *words], input=given, capture_output=True, check=True, timeout=120
    ).stdout


KEY = openssl("genrsa", "-traditional", "1024")
PUBLIC_KEY = openssl("rsa", "-pubout", "-outform", "DER", given=KEY)
PUBLIC = f"v=DKIM1; k=rsa; p={base64.b64encode(PUBLIC_KEY).decode()}"
SPF = "v=spf1 ip4:192.0.2.0/24 -all"


class Names:
    """A DNS that knows what it was told."""

    def __init__(self, texts: dict[str, str] | None = None, **known: list[str]) -> None:
        self.told, self.known, self.asked = texts or {}, known, 0

    def texts(self, name: str) -> list[str]:
        self.asked += 1
        return [self.told[name]] if name in self.told else []

    def addresses(self, name: str) -> list[str]:
        self.asked += 1
        return self.known.get(name.replace(".", "_"), [])

    def exchanges(self, name: str) -> list[str]:
        self.asked += 1
        return self.known.get(f"mx_{name.replace('.', '_')}", [])


class Silent(Names):
    def texts(self, name: str) -> list[str]:
        raise OSError(name)


def signed(raw: bytes, domain: str = "example.org", **more: object) -> bytes:
    signature: bytes = dkim.sign(raw, b"s1", domain.encode(), KEY, **more)
    return signature + raw


def results(value: str) -> bytes:
    return mail("yes", authentication_results=value)


@pytest.mark.parametrize(
    "value",
    [
        "mx.test; dmarc=pass header.from=example.org",
        "MX.test 1; spf=fail smtp.mailfrom=x.org; dkim=pass header.d=example.org",
        "mx.test; dkim=pass (2048-bit key; dmarc=fail) header.i=@example.org",
        "mx.test; spf=pass smtp.mailfrom=anna@example.org",
        'mx.test; spf=pass smtp.mailfrom="a (b; c"@x.org; dmarc=pass header.from="example.org"',
        "mx.test(ours) 1; spf/1=pass smtp.mailfrom=example.org",
        "mx.test; dkim=pass header.d=example.org header.i=anna@mail.example.org",
    ],
)
def test_the_word_of_our_own_server_is_taken(value: str) -> None:
    assert by_our_server(read(results(value)), "mx.test", "example.org").passed


@pytest.mark.parametrize(
    "value",
    [
        "mx.other; dmarc=pass header.from=example.org",
        "mx.test.evil.org; dmarc=pass header.from=example.org",
        "mx.test; dmarc=fail header.from=example.org; dkim=pass header.d=example.org",
        "mx.test; dmarc=pass header.from=evil.org",
        "mx.test; dkim=pass header.d=evil.org",
        "mx.test; dkim=pass header.d=org",
        "mx.test; dkim=pass header.d=sub.example.org",
        "mx.test; spf=pass smtp.mailfrom=anna@evil.org",
        "mx.test; none",
        "mx.test; (dmarc=pass header.from=example.org)",
        "(mx.test); dmarc=pass header.from=example.org",
        "mx.test; dmarc=none header.from=example.org; dmarc=pass header.from=example.org",
        'mx.test; spf=pass smtp.mailfrom="; dkim=pass header.d=example.org; "@evil.org',
        'mx.test; spf=pass smtp.mailfrom="\\"; dkim=pass header.d=example.org; "@evil.org',
        "mx.test; spf=pass (of x\\) ; dkim=pass header.d=example.org) smtp.mailfrom=evil.org",
        "mx.test; spf=pass smtp.mailfrom=evil.org smtp.mailfrom=example.org",
        "mx.test; spf=pass smtp.mailfrom=example.org SMTP.mailfrom=evil.org",
        "mx.test; spf=pass smtp.mailfrom=x smtp.mailfrom=y; envelope-from=example.org",
        "mx.test; dkim=pass header.d=evil.org header.d=example.org",
        "mx.test; dkim=pass header.d=example.org header.i=@evil.org",
        "mx.test; dmarc=pass header.from=evil.org header.from=example.org",
        "mx.test; dmarc/1=fail header.from=example.org; dkim=pass header.d=example.org",
        "mx.test; spf/1=fail smtp.mailfrom=evil.org; spf=pass smtp.mailfrom=example.org",
        '"mx.other"; dmarc=pass header.from=example.org',
        '"mx.test"; dmarc=pass header.from=example.org',
        "(ours) mx.test; dmarc=pass header.from=example.org",
        "\u00a0mx.test; dmarc=pass header.from=example.org",
        "mx.test\u00a0; dmarc=pass header.from=example.org",
        "\u2003mx.test; dmarc=pass header.from=example.org",
        "mx\x00.test; dmarc=pass header.from=example.org",
        "mx.test.; dmarc=pass header.from=example.org",
        '"mx".test; dmarc=pass header.from=example.org',
        "",
    ],
)
def test_the_word_of_another_or_about_another_is_not(value: str) -> None:
    assert not by_our_server(read(results(value)), "mx.test", "example.org").passed


def test_a_line_whose_name_ends_in_a_space_is_not_taken() -> None:
    """A filter of a mail server does not find it."""
    raw = b"Authentication-Results : mx.test; dmarc=pass header.from=example.org\r\n"
    assert not by_our_server(read(raw + mail("yes")), "mx.test", "example.org").passed


OWN = b"Authentication-Results: mx.test; dmarc=pass header.from=example.org\r\n"
RECEIVED = b"Received: from a.test by mx.test (Postfix); Mon, 1 Jun 2026 09:00:00 +0000\r\n"
OLDER = b"Received: from b.test by a.test; Mon, 1 Jun 2026 08:59:00 +0000\r\n"
FILTER = b"DKIM-Filter: OpenDKIM Filter v2.11.0 mx.test 1234\r\n"


@pytest.mark.parametrize(
    ("head", "passed"),
    [
        ((OWN, RECEIVED, OLDER), True),
        ((RECEIVED, OWN, OLDER), True),
        ((RECEIVED, FILTER, b"DMARC-Filter: OpenDMARC\r\n", OWN, OLDER), True),
        ((RECEIVED, OLDER, OWN), False),
        ((RECEIVED, b"X-Other: x\r\n", OWN), False),
        ((RECEIVED,), False),
        ((b"X-Other: x\r\n", OWN), False),
    ],
)
def test_a_verdict_counts_where_our_server_and_its_filters_write(
    head: tuple[bytes, ...], passed: bool
) -> None:
    found = read(b"".join(head) + mail("yes"))
    assert by_our_server(found, "mx.test", "example.org").passed == passed


@pytest.mark.parametrize(
    ("envelope", "passed"),
    [
        (Envelope("192.0.2.1", "mx.test", "anna@example.org"), False),
        (Envelope("192.0.2.1", "mx.test", "anna@example.org", by_relay=True), True),
        (Envelope(), True),
    ],
)
def test_a_verdict_counts_only_if_our_own_server_brought_it(
    envelope: Envelope, passed: bool
) -> None:
    settings = MailSettings(authserv_id="mx.test")
    assert read_mail(OWN + RECEIVED + mail("yes"), envelope, settings).proof.passed == passed


def test_where_our_server_seals_what_it_wrote_nothing_below_the_seal_is_its_word() -> None:
    forged = results("mx.test; dmarc=pass header.from=example.org")
    for raw in (forged, b"X-Seal: a\r\n" + forged, b"X-Seal: a\r\nX-Seal: b\r\n" + forged):
        assert not by_our_server(above(read(raw), "x-seal"), "mx.test", "example.org").passed
    own = b"Authentication-Results: mx.test; dmarc=pass header.from=example.org\r\nX-Seal: a\r\n"
    assert by_our_server(above(read(own + forged), "x-seal"), "mx.test", "example.org").passed


@pytest.mark.parametrize(
    "bad",
    [
        "mx.test; dmarc=none",
        '"mx.test"; spf=fail smtp.mailfrom=evil.org; dmarc=fail header.from=example.org',
        'mx.test; spf=fail smtp.mailfrom="a@evil.org; dmarc=none',
        "mx.test; spf=fail (of a( smtp.mailfrom=evil.org",
    ],
)
def test_only_the_topmost_line_of_our_server_counts(bad: str) -> None:
    good = "mx.test; dmarc=pass header.from=example.org"
    raw = mail("yes").replace(
        b"From:",
        f"Authentication-Results: {bad}\r\nAuthentication-Results: {good}\r\nFrom:".encode(),
        1,
    )
    assert not by_our_server(read(raw), "mx.test", "example.org").passed


def test_without_a_name_no_line_counts() -> None:
    assert not by_our_server(
        read(results("; dmarc=pass header.from=example.org")), "", "example.org"
    ).passed


@pytest.mark.parametrize(
    ("vouching", "domain", "fits"),
    [
        ("example.org", "example.org", True),
        ("Example.org.", "example.ORG", True),
        ("example.org", "mail.example.org", True),
        ("mail.example.org", "example.org", False),
        ("org", "example.org", False),
        ("ple.org", "example.org", False),
        ("", "", False),
    ],
)
def test_a_domain_vouches_for_itself_and_what_is_below(
    vouching: str, domain: str, fits: bool
) -> None:
    assert aligned(vouching, domain) == fits
    assert (
        not aligned(vouching, domain, strict=True) or vouching.lower().strip(".") == domain.lower()
    )


def test_a_signature_of_a_provider_above_does_not_hide_that_of_the_sender() -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC})
    raw = signed(signed(mail("yes")), "provider.test")
    assert own_check(raw, "example.org", Envelope(), names).passed


def test_a_signature_of_the_senders_domain_proves_it() -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC})
    assert own_check(signed(mail("yes")), "example.org", Envelope(), names).passed


def test_a_changed_mail_a_wrong_key_or_another_domain_proves_nothing() -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC, "s1._domainkey.evil.org": PUBLIC})
    changed = signed(mail("yes")).replace(b"yes", b"no!")
    other = PUBLIC.replace("p=", "p=AAAA")
    assert not own_check(changed, "example.org", Envelope(), names).passed
    assert not own_check(signed(mail("yes"), "evil.org"), "example.org", Envelope(), names).passed
    assert not own_check(signed(mail("yes")), "example.org", Envelope(), Names()).passed
    wrong = Names({"s1._domainkey.example.org": other})
    assert not own_check(signed(mail("yes")), "example.org", Envelope(), wrong).passed


@pytest.mark.parametrize("flags", ["y", "Y", "s:y", " y : s "])
def test_a_key_that_is_only_tested_proves_nothing(flags: str) -> None:
    key = PUBLIC.replace("; p=", f"; t={flags}; p=")
    names = Names({"s1._domainkey.example.org": key})
    assert not own_check(signed(mail("yes")), "example.org", Envelope(), names).passed


@pytest.mark.parametrize("flags", ["s", "", "x"])
def test_a_key_with_other_flags_proves_it(flags: str) -> None:
    key = PUBLIC.replace("; p=", f"; t={flags}; p=")
    names = Names({"s1._domainkey.example.org": key})
    assert own_check(signed(mail("yes")), "example.org", Envelope(), names).passed


def test_a_tested_key_does_not_spoil_another_signature() -> None:
    names = Names(
        {
            "s1._domainkey.example.org": PUBLIC.replace("; p=", "; t=y; p="),
            "s2._domainkey.example.org": PUBLIC,
        }
    )
    plain = mail("yes")
    second: bytes = dkim.sign(plain, b"s2", b"example.org", KEY)
    raw = signed(second + plain)
    assert own_check(raw, "example.org", Envelope(), names).passed


def test_a_signature_over_a_part_of_the_body_proves_nothing() -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC})
    assert not own_check(signed(mail("yes"), length=True), "example.org", Envelope(), names).passed


def test_a_server_that_the_senders_domain_names_proves_it() -> None:
    names = Names({"example.org": SPF})
    assert own_check(
        mail("yes"), "example.org", Envelope("192.0.2.7", "x", "anna@example.org"), names
    ).passed
    for envelope in (
        Envelope("198.51.100.7", "x", "anna@example.org"),
        Envelope("192.0.2.7", "x", "anna@evil.org"),
        Envelope("", "x", "anna@example.org"),
        Envelope("192.0.2.7", "x", None),
    ):
        assert not own_check(mail("yes"), "example.org", envelope, names).passed


@pytest.mark.parametrize(
    ("record", "domain", "refuse"),
    [
        ("v=DMARC1; p=reject", "example.org", True),
        ("v=DMARC1; p=quarantine", "example.org", True),
        ("v=DMARC1; p=none", "example.org", False),
        ("v=DMARC1; p=reject", "sub.example.org", True),
        ("v=DMARC1; p=reject; sp=none", "sub.example.org", False),
        ("something else", "example.org", False),
    ],
)
def test_a_domain_may_ask_to_refuse_what_it_does_not_vouch_for(
    record: str, domain: str, refuse: bool
) -> None:
    proof = own_check(mail("yes"), domain, Envelope(), Names({"_dmarc.example.org": record}))
    assert (proof.passed, proof.refuse) == (False, refuse)


def test_a_strict_domain_vouches_only_for_itself() -> None:
    names = {
        "s1._domainkey.example.org": PUBLIC,
        "_dmarc.example.org": "v=DMARC1; p=none; adkim=s; aspf=s",
    }
    raw = signed(mail("yes", sender="Anna <anna@sub.example.org>"))
    assert not own_check(raw, "sub.example.org", Envelope(), Names(names)).passed
    del names["_dmarc.example.org"]
    assert own_check(raw, "sub.example.org", Envelope(), Names(names)).passed


def test_a_dns_that_does_not_answer_proves_nothing_and_refuses_nothing() -> None:
    proof = own_check(signed(mail("yes")), "example.org", Envelope(), Silent())
    assert proof == Proof(passed=False, why="the sender's domain could not be asked")


def test_without_the_extra_no_signature_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dkim", None)
    names = Names({"s1._domainkey.example.org": PUBLIC})
    assert not own_check(signed_before(), "example.org", Envelope(), names).passed


def signed_before() -> bytes:
    return b"DKIM-Signature: v=1\r\n" + mail("yes")


@pytest.mark.parametrize(
    "raw", [signed_before(), mail("yes" + " " * 300), b"", b"DKIM-Signature: \xff\r\n\r\n"]
)
def test_a_broken_signature_or_one_that_would_cost_too_much_proves_nothing(raw: bytes) -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC})
    assert not own_check(raw, "example.org", Envelope(), names).passed
    assert not own_check(raw, "not a domain", Envelope(), names).passed


@pytest.mark.parametrize(
    ("record", "peer", "verdict"),
    [
        ("v=spf1 ip4:192.0.2.1 -all", "192.0.2.1", "pass"),
        ("v=spf1 ip4:192.0.2.1 -all", "192.0.2.2", "fail"),
        ("v=spf1 ip4:192.0.2.1 ~all", "192.0.2.2", "softfail"),
        ("v=spf1 ip4:192.0.2.1", "192.0.2.2", "neutral"),
        ("v=spf1 ip6:2001:db8::/32 -all", "2001:db8::1", "pass"),
        ("v=spf1 ip4:192.0.2.1 -all", "::ffff:192.0.2.1", "pass"),
        ("v=spf1 a -all", "192.0.2.10", "pass"),
        ("v=spf1 a/24 -all", "192.0.2.99", "pass"),
        ("v=spf1 a:other.org -all", "192.0.2.20", "pass"),
        ("v=spf1 mx -all", "192.0.2.30", "pass"),
        ("v=spf1 mx//64 -all", "192.0.2.31", "fail"),
        ("v=spf1 include:good.org -all", "192.0.2.40", "pass"),
        ("v=spf1 include:good.org -all", "192.0.2.41", "fail"),
        ("v=spf1 redirect=good.org", "192.0.2.40", "pass"),
        ("v=spf1 exists:%{i}.x.org ptr -all", "192.0.2.1", "fail"),
        ("v=spf1 include:%{d} ip4:nonsense -all", "192.0.2.1", "fail"),
        ("v=spf2", "192.0.2.1", "none"),
        ("v=spf1 -all", "nobody", "none"),
    ],
)
def test_a_domain_names_its_servers(record: str, peer: str, verdict: str) -> None:
    names = Names(
        {"example.org": record, "good.org": "v=spf1 ip4:192.0.2.40 -all"},
        example_org=["192.0.2.10", "2001:db8::10"],
        other_org=["192.0.2.20"],
        mx_example_org=["mail.example.org"],
        mail_example_org=["192.0.2.30"],
    )
    assert check_spf(peer, "example.org", names) == verdict


def test_a_record_that_leads_in_circles_costs_few_questions() -> None:
    names = Names(
        {"example.org": "v=spf1 include:example.org include:example.org redirect=example.org"}
    )
    assert check_spf("192.0.2.1", "example.org", names) == "permerror"
    assert names.asked == 1 + MOST_MECHANISMS


@pytest.mark.parametrize(
    "record",
    [
        f"v=spf1 {'a:a.org ' * 11}+all",
        f"v=spf1 {'include:none.org ' * 3}+all",
        "v=spf1 a:b.org a:c.org mx:d.org +all",
        "v=spf1 mx:many.org +all",
    ],
)
def test_a_record_beyond_the_limits_vouches_for_nobody(record: str) -> None:
    names = Names(
        {"example.org": record}, a_org=["192.0.2.9"], mx_many_org=[f"m{at}" for at in range(11)]
    )
    assert check_spf("192.0.2.1", "example.org", names) == "permerror"
    assert names.asked <= 1 + MOST_MECHANISMS


def test_all_lookups_of_an_email_share_one_budget() -> None:
    record = f"v=spf1 {'mx:many.org ' * 10}-all"
    names = Names({"example.org": record}, mx_many_org=["m.org"] * 10, m_org=["192.0.2.9"])
    envelope = Envelope("192.0.2.1", "x", "anna@example.org")
    assert not own_check(mail("yes"), "example.org", envelope, names).passed
    assert names.asked == MOST_LOOKUPS


class Slow(Names):
    """Answers each question after two seconds by the clock of the test."""

    def __init__(self, texts: dict[str, str], **known: list[str]) -> None:
        super().__init__(texts, **known)
        self.now = 0.0

    def texts(self, name: str) -> list[str]:
        self.now += 2
        return super().texts(name)

    def addresses(self, name: str) -> list[str]:
        self.now += 2
        return super().addresses(name)


def test_slow_name_servers_have_ten_seconds_for_an_email(monkeypatch: pytest.MonkeyPatch) -> None:
    names = Slow({"example.org": "v=spf1 a:a.org a:a.org a:a.org +all"}, a_org=["192.0.2.9"])
    monkeypatch.setattr(sender_check, "time", SimpleNamespace(monotonic=lambda: names.now))
    envelope = Envelope("192.0.2.1", "x", "anna@sub.example.org")
    proof = own_check(signed(mail("yes")), "example.org", envelope, names)
    assert not proof.passed
    envelope = Envelope("192.0.2.1", "x", "anna@example.org")
    names.now = 0.0
    proof = own_check(signed(mail("yes")), "example.org", envelope, names)
    assert proof == Proof(passed=False, why="the sender's domain could not be asked")
    assert names.now == 8.0  # the next lookup could have ended after ten
    assert names.now <= DNS_SECONDS
