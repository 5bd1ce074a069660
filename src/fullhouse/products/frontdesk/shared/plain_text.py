"""Text from editors, Word and Google Docs as plain, numbered lines."""

import re
import unicodedata
from collections.abc import Iterator

import msgspec

LONGEST_TEXT = 50_000
SHOWN = 200
SPACES = (
    "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005"
    "\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
BLANKS = dict.fromkeys(map(ord, SPACES), " ")
FORGIVEN = {
    **BLANKS,
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"), '"'),
    ord("\u2026"): "...",
    ord("\uff1a"): ":",
}
JOINER = "\u200d"  # joins several emoji into one picture
MARKS = str.maketrans("", "", "*`")
BULLETS = "-+>\u2022\u00b7\u2023\u25e6\u25cb\u25cf\u25aa\u25a0"
BULLET = re.compile(rf"(?:[{BULLETS}]+|\*(?!\*)|\d{{1,3}}[.)](?= ))", re.ASCII)
BOLD = ("**", "__")


class TextLine(msgspec.Struct, frozen=True):
    """One line: its text, its plain words (empty if it only draws or spaces), and its marks."""

    number: int
    text: str
    words: str
    heading: bool = False
    bullet: bool = False


def plain_lines(text: str) -> Iterator[TextLine]:
    """Number the lines of a text and reduce each to plain words."""
    for number, written in enumerate(text.splitlines(), start=1):
        yield plain_line(number, written)


def plain_line(number: int, written: str) -> TextLine:
    """Strip bullets, heading marks, bold, and an editor's quotes, dashes and spaces."""
    if not written or written.isspace():
        return TextLine(number, "", "")
    line = unescaped(straight_quotes(written)).strip()
    unmarked = line.lstrip("#").lstrip()
    bullet = BULLET.match(unmarked)
    rest = unmarked
    if bullet:
        rest = unmarked[bullet.end() :].lstrip()
    bold = not bullet and rest.startswith(BOLD) and rest.rstrip(" :").endswith(BOLD)
    words = " ".join(rest.translate(MARKS).split()).lstrip(f"{BULLETS} ")
    if not any(char.isalnum() for char in words):
        words = ""
    return TextLine(
        number,
        displayed(written),
        words,
        heading=line.startswith("#") or bold,
        bullet=bullet is not None,
    )


def straight_quotes(text: str) -> str:
    """Replace typographic quotes, dashes and spaces, and drop invisible characters."""
    seen = "".join(filter(str.isprintable, text.translate(FORGIVEN)))
    return unicodedata.normalize("NFC", seen)


def visible(text: str) -> str:
    """Keep typographic characters, and only drop invisible ones."""
    spaced = text.translate(BLANKS)
    if spaced.isprintable():
        return spaced
    return "".join(char for char in spaced if char.isprintable() or char == JOINER)


def unescaped(line: str) -> str:
    """Drop the backslashes that Google Docs puts before punctuation in Markdown."""
    return line.replace("\\", "")


def displayed(written: str) -> str:
    """Cut a line to a length that can be shown."""
    line = written.strip()
    if len(line) > SHOWN:
        line = f"{line[:SHOWN]}…"
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else " " for char in line).strip()
