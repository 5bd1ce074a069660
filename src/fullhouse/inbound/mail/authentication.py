"""Sender authentication by the results of our own mail server, and of no other.

Where no mail server stands before us, `sender_check` has our own check.
"""

import re

import msgspec

from fullhouse.inbound.mail.parsing import Mail
from fullhouse.locale import to_translate

LONGEST = 4000
MOST_RESULTS = 20
ESCAPED = re.compile(r"\\.")
PARTING = "();= \t"


class Proof(msgspec.Struct, frozen=True):
    """The verdict on a sender: passed or not, why, and whether their domain asks to refuse."""

    passed: bool
    why: str
    refuse: bool = False


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
    if not seal:
        return mail
    names = [name for name, _ in mail.headers]
    own = names.index(seal) if seal in names else 0
    return msgspec.structs.replace(mail, headers=mail.headers[:own])


def by_our_server(mail: Mail, authserv_id: str, domain: str) -> Proof:
    """Return the verdict of the topmost results of our own server; all others are ignored."""
    results = _own_results(mail, authserv_id)
    dmarc = [verdict for method, verdict, _ in results if method == "dmarc"]
    if "fail" in dmarc:
        return Proof(passed=False, why=to_translate("dmarc=fail by our mail server"))
    # A server writes one verdict, so one of two was slipped in by the sender.
    if len(dmarc) > 1:
        return NOT_PROVEN
    for result in results:
        if _vouches(result, domain):
            return Proof(passed=True, why=f"{result[0]}=pass by our mail server")
    return NOT_PROVEN


def _own_results(mail: Mail, authserv_id: str) -> list[tuple[str, str, dict[str, str]]]:
    if not authserv_id:
        return []
    for value in mail.all("authentication-results"):
        if _server(value) == authserv_id.lower():
            results = _uncommented(value).split(";")[1 : MOST_RESULTS + 1]
            return [_result(text) for text in results]
    return []


def _vouches(result: tuple[str, str, dict[str, str]], domain: str) -> bool:
    method, verdict, properties = result
    if verdict != "pass":
        return False
    named = {
        "dmarc": properties.get("header.from", ""),
        "dkim": properties.get("header.d", "") or properties.get("header.i", ""),
        "spf": properties.get("smtp.mailfrom", ""),
    }
    return aligned(named.get(method, "").rpartition("@")[2], domain, strict=method == "dmarc")


def _server(value: str) -> str:
    return (_uncommented(value).split(";")[0].split() or [""])[0].lower()


def _result(text: str) -> tuple[str, str, dict[str, str]]:
    """Return the method, the verdict and the properties of one result."""
    method, _, rest = text.strip().partition("=")
    words = rest.split()
    properties = dict(word.lower().replace('"', "").partition("=")[::2] for word in words[1:])
    return method.strip().lower(), (words or [""])[0].lower(), properties


def _uncommented(value: str) -> str:
    """Return a header without its comments; separators inside quotes become "_".

    Senders choose what stands in quotes, so it must not separate anything.
    """
    kept, depth, quoted = [], 0, False
    for letter in ESCAPED.sub("_", value[:LONGEST]):
        quoted ^= letter == '"' and not depth
        depth += 0 if quoted else (letter == "(") - (letter == ")" and depth > 0)
        if quoted or (not depth and letter != ")"):
            kept.append("_" if quoted and letter in PARTING else letter)
    return "".join(kept)
