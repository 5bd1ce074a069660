"""Whether the sender's domain stands behind a mail: by the word of our own mail server, and of no other.

Our own check, where no mail server stands before us, lives in own_check.
"""

import re

import msgspec

from fullhouse.inbound.mail.parsing import Mail

LONGEST = 4000
MOST_RESULTS = 20
ESCAPED = re.compile(r"\\.")
PARTING = "();= \t"


class Proof(msgspec.Struct, frozen=True):
    """Whether the sender is who they say, why, and whether their domain asks to refuse what is not."""

    passed: bool
    why: str
    refuse: bool = False


NOT_PROVEN = Proof(passed=False, why="nothing vouches for the sender")


def aligned(vouching: str, domain: str, *, strict: bool = False) -> bool:
    """Whether a domain that passed may vouch for the sender's: the same one, or one above it that is no top level."""
    vouching, domain = vouching.lower().strip("."), domain.lower().strip(".")
    if vouching == domain:
        return bool(domain)
    return not strict and "." in vouching and domain.endswith(f".{vouching}")


def above(mail: Mail, seal: str) -> Mail:
    """Leave of a mail the headers that our own server wrote, above its seal; nothing, if it was not sealed."""
    if not seal:
        return mail
    names = [name for name, _ in mail.headers]
    own = names.index(seal) if seal in names else 0
    return msgspec.structs.replace(mail, headers=mail.headers[:own])


def by_our_server(mail: Mail, authserv_id: str, domain: str) -> Proof:
    """Believe the topmost Authentication-Results of our own server; whatever else claims to be one is ignored."""
    own = (
        value
        for value in mail.all("authentication-results")
        if _server(value) == authserv_id.lower()
    )
    value = next(own, "") if authserv_id else ""
    results = [_result(one) for one in _uncommented(value).split(";")[1 : MOST_RESULTS + 1]]
    dmarc = [verdict for method, verdict, _ in results if method == "dmarc"]
    if "fail" in dmarc:
        return Proof(passed=False, why="dmarc=fail by our mail server")
    if len(dmarc) > 1:  # a server says it once: one of these was slipped in by the sender
        return NOT_PROVEN
    found = next((one for one in results if _vouches(one, domain)), None)
    return Proof(passed=True, why=f"{found[0]}=pass by our mail server") if found else NOT_PROVEN


def _vouches(result: tuple[str, str, dict[str, str]], domain: str) -> bool:
    method, verdict, told = result
    if verdict != "pass":
        return False
    named = {
        "dmarc": told.get("header.from", ""),
        "dkim": told.get("header.d", "") or told.get("header.i", ""),
        "spf": told.get("smtp.mailfrom", ""),
    }
    return aligned(named.get(method, "").rpartition("@")[2], domain, strict=method == "dmarc")


def _server(value: str) -> str:
    return (_uncommented(value).split(";")[0].split() or [""])[0].lower()


def _result(text: str) -> tuple[str, str, dict[str, str]]:
    method, _, rest = text.strip().partition("=")
    words = rest.split()
    told = dict(word.lower().replace('"', "").partition("=")[::2] for word in words[1:])
    return method.strip().lower(), (words or [""])[0].lower(), told


def _uncommented(value: str) -> str:
    """Leave out what stands in brackets, however deep. Senders choose what stands in quotes: it parts nothing."""
    kept, depth, quoted = [], 0, False
    for letter in ESCAPED.sub("_", value[:LONGEST]):
        quoted ^= letter == '"' and not depth
        depth += 0 if quoted else (letter == "(") - (letter == ")" and depth > 0)
        if quoted or (not depth and letter != ")"):
            kept.append("_" if quoted and letter in PARTING else letter)
    return "".join(kept)
