"""Forms as browsers and providers send them: fields with "&" between them, and "%" before codes.

The standard library's parser takes long for a body of many "%".
"""

import re

CODES = re.compile(rb"(?:%[0-9A-Fa-f]{2})+")


def read_form(body: bytes, most: int, *, errors: str = "replace") -> list[tuple[str, str]]:
    """Return the fields of a form in order, also empty ones.

    Raise `ValueError` if there are more than `most`, or with `strict` errors if it is not UTF-8.
    """
    if body.count(b"&") >= most:
        raise ValueError("too many fields")
    found = []
    for field in body.split(b"&"):
        name, _, value = field.partition(b"=")
        if field:
            found.append((_text(name, errors), _text(value, errors)))
    return found


def _text(sent: bytes, errors: str) -> str:
    return CODES.sub(_decoded, sent.replace(b"+", b" ")).decode("utf-8", errors)


def _decoded(codes: re.Match[bytes]) -> bytes:
    return bytes.fromhex(codes[0].replace(b"%", b"").decode())
