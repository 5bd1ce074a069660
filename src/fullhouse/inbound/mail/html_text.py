"""Text of an HTML mail, whole or up to the quoted mail. One pass over the tags, no rendering."""

import html
import re
from functools import lru_cache
from typing import Literal

import msgspec

from fullhouse.kernel.patterns import regex

DEEPEST = 100
CLOSE_TO_WHITE = 0xF0
# Tags that hold nothing.
EMPTY = frozenset(
    {"br", "hr", "img", "input", "meta", "link", "col", "area", "base", "wbr", "source"}
)
BLOCKS = frozenset(
    {"p", "div", "table", "ul", "ol", "li", "h1", "h2", "h3", "h4", "hr", "blockquote"}
)
STRUCK = frozenset({"s", "strike", "del"})
GONE = regex(
    r"display ?: ?none|visibility ?: ?hidden|mso-hide ?: ?all|(?:opacity|max-height|max-width) ?:"
    r" ?0(?![.\d]{0,6}[1-9])|text-decoration(?:-line)? ?:[^;\"']{0,40}line-through"
    r"|\shidden(?=[\s=/]|$)"
)
SIZE = regex(r"font-size ?: ?(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})")
INK = regex(r"(?<![\w-])color ?[:=] ?[\"']?(#[0-9a-f]{3,6}|rgba?\([^)]{5,40}\)|[a-z]{3,20})")
PAPER = regex(
    r"(?:bgcolor ?=|background(?:-color)? ?:) ?[\"']?(#[0-9a-f]{3,6}|rgba?\([^)]{5,40}\)|url"
    r"|[a-z]{3,20})"
)
UNCHANGED = frozenset({"inherit", "transparent", "initial", "none"})
SHORT_COLOUR = 4  # as in #fff


class Visibility(msgspec.Struct, frozen=True):
    """The look of an element's content, as far as its tags say."""

    name: str = ""
    gone: bool = False
    tiny: bool = False
    white: bool = False
    on_white: bool = True

    @property
    def hidden(self) -> bool:
        """True if nobody sees the content, or it is crossed out."""
        return self.gone or self.tiny or (self.white and self.on_white)


class VisibilityStack:
    """The elements that are open while a page is read."""

    def __init__(self) -> None:
        self._open = [Visibility()]

    @property
    def hidden(self) -> bool:
        """True if what comes next is hidden."""
        return self._open[-1].hidden

    def meet(self, name: str, tag: str) -> None:
        """Take a tag in: one that opens an element, or one that closes it."""
        if tag.startswith("/"):
            self._close(name)
            return
        if name in BLOCKS and self._open[-1].name == "p":
            self._open.pop()
        if name not in EMPTY and not tag.endswith("/") and len(self._open) < DEEPEST:
            self._open.append(_look(name, tag, self._open[-1]))

    def _close(self, name: str) -> None:
        at = next(
            (
                place
                for place in range(len(self._open) - 1, 0, -1)
                if self._open[place].name == name
            ),
            0,
        )
        if at:
            del self._open[at:]


def _look(name: str, tag: str, around: Visibility) -> Visibility:
    gone = around.gone or name in STRUCK or bool(GONE.search(tag))
    tiny, white, on_white = around.tiny, around.white, around.on_white
    if size := SIZE.search(tag):
        tiny = float(size[1]) == 0
    ink, paper = INK.search(tag), PAPER.search(tag)
    if ink and ink[1] not in UNCHANGED:
        white = _is_white(ink[1])
    if paper and paper[1] not in UNCHANGED:
        on_white = _is_white(paper[1])
    return Visibility(name, gone, tiny, white, on_white)


def _is_white(colour: str) -> bool:
    """Return True if a colour is white, or cannot be told from it."""
    if colour.startswith("#"):
        figures = colour[1:]
        if len(colour) == SHORT_COLOUR:
            figures = "".join(figure * 2 for figure in figures)
        shares = [int(figures[at : at + 2], 16) for at in range(0, len(figures), 2)]
    elif colour.startswith("rgb"):
        shares = [int(share) for share in re.findall(r"\d{1,3}", colour)[:3]]
    else:
        return colour in {"white", "snow", "ivory"}
    return min(shares, default=0) >= CLOSE_TO_WHITE


LARGEST = 128 * 1024
LONGEST_TAG = 2000
SMALL = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
SKIPPED = {"head", "style", "script", "title", "svg"}
BREAKS = {
    "br",
    "p",
    "div",
    "tr",
    "li",
    "h1",
    "h2",
    "h3",
    "h4",
    "table",
    "ul",
    "ol",
    "hr",
    "blockquote",
}
CELL = " | "
ENDS_OF_CELLS = {"/td", "/th"}
QUOTED = "> "
HOLD_QUOTES = {"div", "blockquote"}
# Marks of mail programs where the quoted mail begins, around it or only before it.
QUOTES_TO_THE_END = (
    "divrplyfwdmsg",
    "appendonsend",
    "mail-editor-reference-message-container",
    "outlookmessageheader",
)
QUOTES = (
    "gmail_quote",
    "gmail_attr",
    "yahoo_quoted",
    "moz-cite-prefix",
    "protonmail_quote",
    *QUOTES_TO_THE_END,
)
# Tags repeat: what was found out about this many is remembered.
TAGS_KEPT = 256
# What becomes of them.
Quotes = Literal["cut", "marked", "plain"]


def text_in(page: str) -> str:
    """Return the text that a reader would see as new."""
    return _shown(page, "cut")


def marked_text_in(page: str) -> str:
    """Return all visible text with quoted lines marked, for answers below or between them."""
    return _shown(page, "marked")


def whole_text_in(page: str) -> str:
    """Return all visible text, quoted text too; the cells of a row stand apart."""
    return _shown(page, "plain")


def _shown(page: str, quotes: Quotes) -> str:
    page = page[:LARGEST]
    small = page.lower() if page.isascii() else page.translate(SMALL)
    looks, lines, at = VisibilityStack(), _Lines(quotes), 0
    while (start := page.find("<", at)) >= 0:
        if start > at and not looks.hidden:
            lines.say(page[at:start])
        end = page.find(">", start)
        text = small[start + 1 : min(end, start + LONGEST_TAG)]
        if end < 0 or _ends_with(text, quotes):
            return _tidy(lines.said)
        tag = _tag(text)
        at = _behind(small, tag.end, end + 1) if tag.end else end + 1
        if tag.shown:
            looks.meet(tag.name, text)
        lines.meet(tag.name, text)
    if not looks.hidden:
        lines.say(page[at:])
    return _tidy(lines.said)


class _Lines:
    """The text shown so far, and whether it stands in a quote.

    Tags that do not match leave it there: what may be another's words is nobody's answer.
    """

    def __init__(self, quotes: Quotes) -> None:
        self.quotes = quotes
        self.said: list[str] = []
        self._open = [("", False)]

    @property
    def in_quote(self) -> bool:
        return self._open[-1][1]

    def say(self, words: str) -> None:
        self.said.append(" ".join(words.split("\n")) if self.in_quote else words)

    def meet(self, name: str, tag: str) -> None:
        """Take a tag in: where it breaks a line, a quoted one is marked anew."""
        if self.quotes == "marked" and name in HOLD_QUOTES:
            self._nest(name, tag)
        if name in BREAKS:
            self.said.append("\n" + QUOTED * self.in_quote)
        elif self.quotes == "plain" and tag in ENDS_OF_CELLS:
            self.said.append(CELL)

    def _nest(self, name: str, tag: str) -> None:
        if not tag.startswith("/"):
            self._open.append((name, self.in_quote or begins_quote(tag)))
        elif self._open[-1][0] == name:
            self._open.pop()


class _Tag(msgspec.Struct, frozen=True):
    """A tag by its name; `end` ends what it holds if that is never shown, as in a comment."""

    name: str
    end: str
    shown: bool


@lru_cache(TAGS_KEPT)
def _tag(text: str) -> _Tag:
    name, end = _name(text), ""
    skipped = not text.startswith("/") and name in SKIPPED
    if text.startswith("!--"):
        end = "-->"
    elif skipped:
        end = f"</{text.split(None, 1)[0]}"
    return _Tag(name, end, shown=not skipped and not text.startswith("!"))


def _name(tag: str) -> str:
    return (tag.lstrip("/").split(None, 1) or [""])[0].rstrip("/")


@lru_cache(TAGS_KEPT)
def begins_quote(tag: str) -> bool:
    """Return True if the quoted mail begins with this tag."""
    return _name(tag) == "blockquote" or any(mark in tag for mark in QUOTES)


@lru_cache(TAGS_KEPT)
def _ends_with(tag: str, quotes: Quotes) -> bool:
    """Return True if nothing that is wanted follows this tag."""
    if quotes == "marked":
        return any(mark in tag for mark in QUOTES_TO_THE_END)
    return quotes == "cut" and begins_quote(tag)


def _behind(small: str, closing: str, at: int) -> int:
    """Return the place behind a tag and all that it holds, which is never shown."""
    # The first ">" of a comment may be its own end.
    end = small.find(closing, max(0, at - len("-->")))
    if end < 0:
        return len(small)
    return end + len(closing) if closing == "-->" else end


def _tidy(said: list[str]) -> str:
    lines = html.unescape("".join(said)).replace("\xa0", " ").split("\n")
    return "\n".join(" ".join(line.split()) for line in lines)
