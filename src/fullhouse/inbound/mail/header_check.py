"""Header blocks that every parser reads alike. Only these can be authenticated.

A DKIM library, a mail server and our own parser must find the same headers in the same bytes.
Otherwise one of them checks a From, and another one uses a different From.
"""

import re

END_OF_HEAD = b"\r\n\r\n"
HEADER = re.compile(rb"([!-9;-~]{1,80}):")
STRAY = re.compile(rb"[\r\n\0]")
# What decides who wrote a mail and what it says. A second one may have been added on the way.
ONCE = frozenset(
    {
        b"from",
        b"subject",
        b"message-id",
        b"in-reply-to",
        b"references",
        b"content-type",
        b"content-transfer-encoding",
        b"content-disposition",
    }
)


def is_unambiguous(raw: bytes) -> bool:
    """Return True if every parser finds the same headers in a mail with CRLF line endings."""
    lines = raw.partition(END_OF_HEAD)[0].removesuffix(b"\r\n").split(b"\r\n")
    if any(map(STRAY.search, lines)) or not all(line.strip() for line in lines):
        return False
    # The first line begins a header, and so does every line without a blank in front.
    begun = [lines[0], *(line for line in lines[1:] if line[:1] not in (b" ", b"\t"))]
    names = [_name(line) for line in begun]
    once = [name for name in names if name in ONCE]
    return b"" not in names and len(once) == len(set(once))


def _name(line: bytes) -> bytes:
    """Return the name of the header that a line begins; empty if it is none."""
    found = HEADER.match(line)
    return found[1].lower() if found else b""
