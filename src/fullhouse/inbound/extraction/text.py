"""Text as it is searched and shown; folding keeps the place of every letter."""

import unicodedata
from collections.abc import Callable

import msgspec

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.patterns import regex

LONGEST_WORDS = 160
# A long number that begins like one that is dialled, and is no day.
PHONE = regex(
    r"(?<![\w.:/-])(?!\d\d?[/-]\d\d?[/-]\d{2,4}(?!\d))(?:\+|0)\d[\d ()/-]{5,18}\d(?![\w:]|\.\d)"
)
SENTENCE_ENDS = regex(r"[.!?;\n]")
# One letter for one: an apostrophe, a space and a dash are one each, however they were typed.
SAME = {
    **dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u2032", "'"),
    **dict.fromkeys("\u00a0\u202f\u2007\u2009\t\r", " "),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    "\u00df": "s",
    "\uff1a": ":",
}


class _Folds(dict[int, str]):
    def __missing__(self, code: int) -> str:
        letter = chr(code)
        plain = unicodedata.normalize("NFD", SAME.get(letter, letter))[0].lower()
        self[code] = folded_one = plain if len(plain) == 1 else letter
        return folded_one


_FOLDS = _Folds()
MOST_KNOWN = 5000


def folded(text: str) -> str:
    """Return a text in small letters without accents; each letter stays where it is."""
    if len(_FOLDS) > MOST_KNOWN:
        _FOLDS.clear()
    return text.translate(_FOLDS)


class Source(msgspec.Struct, frozen=True):
    """A text to read: the customer's, a note of staff, or a file's, which then has its name.

    `read` are the places of words that were read already, and are not searched again.
    """

    text: str
    file: str = ""
    read: tuple[tuple[int, int], ...] = ()

    @property
    def small(self) -> str:
        """The text as it is searched; where a phone number stands there is nothing else."""
        small = folded(self.text)
        for start, end in self.read:
            small = small[:start] + " " * (end - start) + small[end:]
        return PHONE.sub(lambda found: " " * len(found[0]), small)

    def words_at(self, at: int) -> str:
        """Return the line at a place, with the name of the file if it is in one."""
        return self.said(line_at(self.text, at))

    def said(self, words: str) -> str:
        """Return words with the name of their file before them."""
        if self.file:
            return short_words(f"{self.file}: {words}")
        return short_words(words)


def cleaned(clean: Callable[[str], str], text: str) -> str:
    """Return a text cleaned, or "" if it is not valid."""
    try:
        return clean(text) if text else ""
    except Invalid:
        return ""


def line_at(text: str, at: int) -> str:
    """Return the line in which something stands, or the part of it around there."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    behind = max(0, at - start - LONGEST_WORDS // 2)
    return short_words(line[behind:])


def sentence_before(small: str, at: int, most: int) -> str:
    """Return the text before a place in its sentence, at most `most` letters."""
    before = small[max(0, at - most) : at]
    ends = [found.end() for found in SENTENCE_ENDS.finditer(before)]
    return before[ends[-1] :] if ends else before


def short_words(text: str) -> str:
    """Return words on one line, cut to the length that is shown."""
    plain = " ".join(text.split())
    if len(plain) <= LONGEST_WORDS:
        return plain
    return f"{plain[: LONGEST_WORDS - 1]}…"
