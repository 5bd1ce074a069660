"""Sender authentication by the results of our own mail server, and of no other.

Where no mail server stands before us, `sender_check` has our own check.
"""

import re
from collections import Counter
from itertools import takewhile

import msgspec

from fullhouse.inbound.mail.parsing import Mail
from fullhouse.kernel.patterns import regex
from fullhouse.locale import to_translate

LONGEST = 4000
MOST_RESULTS = 20
MOST_TAGS = 20
PREFERRED = ("spf", "dmarc", "dkim")  # the last one that passed is shown
# The headers that say to whom a mail was written, what it answers, and what it is about.
NAMING = frozenset({"to", "cc", "in-reply-to", "references", "subject"})
# The id of a server as it begins a header: no quotes, and no comment before it. A filter of a mail
# server that removes forged lines looks for it there.
SERVER = regex(r'[^\s;()"]+(?=[\s;(]|$)', re.ASCII)
ESCAPED = regex(r"\\.")
PARTING = "();= \t"
RECEIVED = "received"
# The headers that filters of a mail server add, beside those of the mail.
FILTERS = frozenset({"authentication-results", "dkim-filter", "dmarc-filter", "received-spf"})


class Proof(msgspec.Struct, frozen=True):
    """The verdict on a sender: passed or not, why, and whether their domain asks to refuse.

    A mail is `direct` if it came straight from a server of their domain. Otherwise only the headers
    in `signed`, by their small names, are certainly as they wrote them.
    """

    passed: bool
    why: str
    refuse: bool = False
    direct: bool = False
    signed: frozenset[str] = frozenset()


NOT_PROVEN = Proof(passed=False, why=to_translate("nothing vouches for the sender"))


def aligned(vouching: str, domain: str, *, strict: bool = False) -> bool:
    """Return True if a domain that passed may vouch for the sender's domain.

    It is the same one, or one above it that is no top level.
    """
    vouching, domain = vouching.lower().strip("."), domain.lower().strip(".")
    if vouching == domain:
        return bool(domain)
    return not strict and "." in vouching and domain.endswith(f".{vouching}")


def above(mail: Mail, seal: str) -> Mail:
    """Return a mail with only the headers above the seal of our own server; none if not sealed."""
    names = [name for name, _ in mail.headers]
    own = names.index(seal) if seal in names else 0
    return msgspec.structs.replace(mail, headers=mail.headers[:own])


def _added_by_relay(mail: Mail) -> Mail:
    """Return a mail with only the headers that the last server before us can have added.

    They are above its Received line. Filters such as OpenDKIM insert theirs directly below it.
    """
    names = [name for name, _ in mail.headers]
    received = names.index(RECEIVED) if RECEIVED in names else -1
    below = takewhile(lambda header: header[0] in FILTERS, mail.headers[received + 1 :])
    return msgspec.structs.replace(mail, headers=(*mail.headers[: received + 1], *below))


def by_our_server(mail: Mail, authserv_id: str, domain: str, seal: str = "") -> Proof:
    """Return the verdict of the topmost results of our own server; all others are ignored."""
    results = _own_results(above(mail, seal) if seal else _added_by_relay(mail), authserv_id)
    if any((result.method, result.verdict) == ("dmarc", "fail") for result in results):
        return Proof(passed=False, why=to_translate("dmarc=fail by our mail server"))
    passed = _passed(results, domain)
    if not passed:
        return NOT_PROVEN
    # Only a signed mail could have been sent on by somebody else and still pass.
    is_direct = "spf" in passed or not mail.all("dkim-signature")
    return Proof(
        passed=True,
        why=f"{max(passed, key=PREFERRED.index)}=pass by our mail server",
        direct=is_direct,
        signed=signed_headers(mail, domain),
    )


def _passed(results: "list[Result]", domain: str) -> set[str]:
    """Return the methods by which a domain passed.

    A server writes one verdict of each but DKIM, so one of two was slipped in by the sender.
    """
    count = Counter(result.method for result in results)
    if count["dmarc"] > 1:
        return set()
    passed = {result.method for result in results if _vouches(result, domain)}
    return passed - {"spf"} if count["spf"] > 1 else passed


def signed_headers(mail: Mail, domain: str) -> frozenset[str]:
    """Return the headers that every signature for a domain covers, whichever of them is valid.

    A signature covers as many headers of a name, from the bottom, as it has that name. With more of
    them in the mail, one was added by somebody else. One over a part of the body covers nothing.
    """
    there = Counter(dict.fromkeys(NAMING, 0))  # one that is not there cannot be wrong
    there.update(name for name, _ in mail.headers)
    covered = [
        frozenset(name for name in there if names[name] >= there[name])
        for names in _signatures(mail, domain)
    ]
    return frozenset.intersection(*covered) if covered else frozenset()


def _signatures(mail: Mail, domain: str) -> list[Counter[str]]:
    """Return the names of headers in each signature that may be one for a domain."""
    found = []
    for value in mail.all("dkim-signature"):
        tags = _signature_tags(value)
        if _is_near(tags.get("d", ""), domain):
            names = "" if "l" in tags else tags.get("h", "")
            found.append(Counter(names.lower().split(":")))
    return found


def _signature_tags(value: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in value.split(";")[:MOST_TAGS])
    return {name.strip().lower(): "".join(text.split()) for name, _, text in pairs}


def _is_near(signer: str, domain: str) -> bool:
    """Return True unless two domains certainly belong to different organisations."""
    return signer.lower().split(".")[-2:] == domain.lower().split(".")[-2:]


class Result(msgspec.Struct, frozen=True):
    """One result of a mail server: the method, the verdict and its properties."""

    method: str
    verdict: str
    properties: dict[str, str]


def _own_results(mail: Mail, authserv_id: str) -> list[Result]:
    """Return the topmost results of our server; none if a line above them cannot be read.

    One that does not begin with the plain id of a server counts as such.
    """
    if not authserv_id:
        return []
    for value in mail.all("authentication-results"):
        plain, name = _uncommented(value), _server(value)
        if not (plain and name):
            return []
        if name == authserv_id.lower():
            results = plain.split(";")[1 : MOST_RESULTS + 1]
            return _with_envelope([_result(text) for text in results])
    return []


def _with_envelope(results: list[Result]) -> list[Result]:
    """Return results with the sender of the envelope where SES writes it: after SPF's result."""
    sender = [result.verdict for result in results if result.method == "envelope-from"]
    for result in results:
        if result.method == "spf" and len(sender) == 1:
            result.properties.setdefault("smtp.mailfrom", sender[0])
    return results


def _vouches(result: Result, domain: str) -> bool:
    method, properties = result.method, result.properties
    if result.verdict != "pass":
        return False
    named = {
        "dmarc": properties.get("header.from", ""),
        "dkim": _signer(properties),
        "spf": properties.get("smtp.mailfrom", ""),
    }
    return aligned(_domain(named.get(method, "")), domain, strict=method == "dmarc")


def _signer(properties: dict[str, str]) -> str:
    """Return the domain of a signature, or "" if its user belongs to another domain."""
    signer, user = properties.get("header.d", ""), properties.get("header.i", "")
    if signer and user and not aligned(signer, _domain(user)):
        return ""
    return signer or user


def _domain(address: str) -> str:
    return address.rpartition("@")[2]


def _server(value: str) -> str:
    """Return the id of the server that wrote a header; empty if it is not the first word."""
    found = SERVER.match(value)
    return found[0].lower() if found else ""


def _result(text: str) -> Result:
    """Return one result; one that passed and has a property twice is taken as neutral."""
    method, _, rest = text.strip().partition("=")
    words = rest.lower().split() or [""]
    pairs = [word.replace('"', "").partition("=")[::2] for word in words[1:]]
    properties = dict(pairs)
    verdict = words[0]
    if verdict == "pass" and len(properties) < len(pairs):
        verdict = "neutral"
    return Result(method.partition("/")[0].strip().lower(), verdict, properties)


def _uncommented(value: str) -> str:
    """Return a header without its comments; separators inside quotes become "_".

    Senders choose what stands in quotes, so it must not separate anything, or end a comment. A
    header whose comments or quotes do not end says nothing.
    """
    kept, depth, quoted = [], 0, False
    for letter in ESCAPED.sub("_", value[:LONGEST]):
        quoted ^= letter == '"'
        if not quoted:
            depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return ""
        if not depth and letter != ")":
            kept.append("_" if quoted and letter in PARTING else letter)
    return "" if depth or quoted else "".join(kept)
