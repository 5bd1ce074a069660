"""Our own links and marks in text that others wrote, such as a quoted mail of ours.

Whoever has one can act for the person it was sent to. So they are blanked wherever such text is
stored, shown or returned.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from fullhouse.kernel.mail_marks import MARK_PATTERN
from fullhouse.kernel.patterns import regex

BLANK = "…"
# In a link that another program wrote into one of its own, signs are encoded.
SLASH, PLUS, AT = "(?:/|%2F)", r"(?:\+|%2B)", "(?:@|%40)"
# A long link may go on in the next line, behind signs of a quote.
GOES_ON = r"(?:[\w.-]|%2E|=?\r?\n[> \t]*(?=[\w.-]*[0-9_.][\w.-]{6}))"
SIGNED = regex(rf"({SLASH}l{SLASH}){GOES_ON}{{12,400}}", re.IGNORECASE)
SHORT = regex(rf"({SLASH}s{SLASH})[0-9A-Za-z]{{12}}(?![\w-])", re.IGNORECASE)
TOKEN = regex(r"\b[\w-]+(?:\.[\w-]*){4}\.[0-9a-f]{8,12}\.[\w-]{43,160}", re.ASCII)
MARK = regex(
    rf"((?:rsvp|desk|bounces|waitlist|bookings){PLUS}(?:[\w-]{{1,80}}\.)?){MARK_PATTERN}(?={AT})",
    re.IGNORECASE,
)


# A mark that stands alone, such as the id of a mail of ours.
BARE_MARK = regex(
    rf"(?<![\w.+-]){MARK_PATTERN}(?=\s?{AT})|(?<![\w-]){MARK_PATTERN}(?![\w-])", re.IGNORECASE
)
# Signs as programs and people write them: encoded, masked, escaped; and what they put in between.
DOT = r"\[\.\]|\(\.\)|[\[(]dot[\])]|[\uff0e\u3002\uff61\u2024]|&period;"
ENCODED = (
    r"%(?:25){0,9}([0-9A-F]{2})|=([0-9A-F]{2})|&#x0{0,4}([0-9A-F]{2});|\\u00([0-9A-F]{2})"
    r"|&#0{0,4}([0-9]{2,3});"
)
BETWEEN = (
    r"=?\r?\n[> \t|]*|[ \t]+|&(?:shy|nbsp|zwnj|#173|#8203);|\\(?=[^\w\s]|_)"
    r"|[\xa0\xad\u180e\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+"
)
WRITTEN = regex(f"({DOT})|{ENCODED}|{BETWEEN}", re.IGNORECASE)
# Only where a longer run of a link's letters stands can a link be that somebody broke in two.
MAY_HOLD = regex(r"[A-Za-z0-9_-]{9}|/s/|&#|(?:%(?:25){0,9}[0-9A-F]{2}){9}", re.IGNORECASE)
SIGNATURE = regex(r"[.+][\w-]{0,64}[.+][0-9a-f]{8,12}[.+]([\w-]{43})", re.ASCII)
SHORT_CODE = regex(r"/s/+([0-9A-Za-z]{12})", re.ASCII)
WHOLE_MARK = regex(
    rf"(?:<|(?:rsvp|desk|bounces|waitlist|bookings)\+(?:[\w-]{{1,80}}\.)?)({MARK_PATTERN})@",
    re.IGNORECASE,
)
RARE = frozenset("jkqvwxz")
CAPITALS = 5


def blank_links(text: str) -> str:
    """Return a text without what would act for somebody; it still shows that a link was there."""
    if MAY_HOLD.search(text):
        text = _without_broken(text)
    for pattern in (SIGNED, SHORT, MARK):
        text = pattern.sub(rf"\1{BLANK}", text)
    return BARE_MARK.sub(_blank_if_made, TOKEN.sub(BLANK, text))


def _blank_if_made(found: re.Match[str]) -> str:
    """Return a blank for a mark, and a name as it is: marks have figures, or rare letters."""
    letters, goes_on = found[0].lower(), found.string[found.end() : found.end() + 4]
    figures = sum(letter.isdigit() for letter in letters)
    is_local = goes_on.lstrip().startswith(("@", "%40"))
    is_made = figures > 1 or (is_local and (figures or _has_rare_letters(letters)))
    return BLANK if is_made else found[0]


def _has_rare_letters(letters: str) -> bool:
    return sum(letter in RARE for letter in letters) > len("jkq")


def _without_broken(text: str) -> str:
    """Return a text without secrets that were broken in two, or written in another way."""
    plain, starts, places = _as_meant(text)
    kept, end = [], 0
    for first, last in sorted(_secrets(plain)):
        # No secret begins inside another: each stands behind a sign that none of them has.
        kept += [text[end : _place(first, starts, places)], BLANK]
        end = _place(last - 1, starts, places) + 1
    return "".join([*kept, text[end:]])


def _secrets(plain: str) -> Iterator[tuple[int, int]]:
    """Return where signatures, codes and marks stand in a text that has no breaks."""
    for pattern, is_secret in SECRETS:
        for found in pattern.finditer(plain):
            if is_secret(found[1]):
                yield found.span(1)


def _is_signature(letters: str) -> bool:
    return sum(letter.isupper() for letter in letters) >= CAPITALS


def _is_code(letters: str) -> bool:
    return _has_figures(letters) or not letters[1:].islower()


def _is_mark(letters: str) -> bool:
    return _has_figures(letters) or _has_rare_letters(letters.lower())


def _has_figures(letters: str) -> bool:
    return any(letter.isdigit() for letter in letters)


SECRETS = ((SIGNATURE, _is_signature), (SHORT_CODE, _is_code), (WHOLE_MARK, _is_mark))


def _as_meant(text: str) -> tuple[str, list[int], list[int]]:
    """Return a text without breaks and with plain signs, and where its pieces begin in both."""
    pieces, starts, places, size, end = [], [0], [0], 0, 0
    for found in WRITTEN.finditer(text):
        pieces += [text[end : found.start()], _sign(found)]
        size += found.start() - end
        if pieces[-1]:
            starts.append(size)
            places.append(found.start())
            size += 1
        end = found.end()
        starts.append(size)
        places.append(end)
    return "".join([*pieces, text[end:]]), starts, places


def _sign(found: re.Match[str]) -> str:
    """Return the sign that is meant; empty for what only stands between."""
    if found[1]:
        return "."
    code = next((int(one, 16) for one in found.groups()[1:5] if one), 0)
    code = code or int(found[6] or 0)
    return chr(code) if code else ""


def _place(at: int, starts: list[int], places: list[int]) -> int:
    """Return where a sign of the plain text stands in the text."""
    piece = bisect_right(starts, at) - 1
    return places[piece] + at - starts[piece]
