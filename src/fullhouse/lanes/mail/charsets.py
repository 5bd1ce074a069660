"""Bytes as text, whatever they claim to be: never an error, and no codec that is slow or does more than decode."""

import codecs
import re

NAME = re.compile(r"[\w.:-]{1,40}", re.ASCII)
# Quadratic, or no character sets of mail at all.
NOT_FOR_MAIL = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"}


def text_of(content: bytes, charset: str) -> str:
    """Decode with the named character set, or the first of the usual ones that fits."""
    for name in (charset, "utf-8"):
        try:
            if _is_known(name):
                return content.decode(name)
        except (LookupError, UnicodeError, ValueError):
            continue
    return content.decode("utf-8", "replace") if _is_mostly_utf8(content) else content.decode("cp1252", "replace")


def _is_known(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and codecs.lookup(name).name not in NOT_FOR_MAIL


def _is_mostly_utf8(content: bytes) -> bool:
    lost = content.decode("utf-8", "replace").count("\ufffd")
    return lost * 20 < len(content)
