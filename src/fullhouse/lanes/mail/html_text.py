"""The text of an HTML mail, up to where the quoted mail begins. One pass over the tags; nothing is rendered."""

import html

from fullhouse.lanes.mail.html_looks import Looks

LARGEST = 128 * 1024
LONGEST_TAG = 2000
SMALL = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
SKIPPED = {"head", "style", "script", "title", "svg"}
BREAKS = {"br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "table", "ul", "ol", "hr"}
CELL = " | "
ENDS_OF_CELLS = {"/td", "/th"}
# What mail programs put where the quoted mail begins.
QUOTES = (
    "gmail_quote",
    "gmail_attr",
    "yahoo_quoted",
    "moz-cite-prefix",
    "divrplyfwdmsg",
    "appendonsend",
    "mail-editor-reference-message-container",
    "protonmail_quote",
    "outlookmessageheader",
)


def text_in(page: str) -> str:
    """Return what a reader would see as new."""
    return _shown(page, quoted=False)


def whole_text_in(page: str) -> str:
    """Return all that a reader would see, what is quoted too; the cells of a row stand apart."""
    return _shown(page, quoted=True)


def _shown(page: str, *, quoted: bool) -> str:
    page = page[:LARGEST]
    small = page.lower() if page.isascii() else page.translate(SMALL)
    looks, said, at = Looks(), [], 0
    while (start := page.find("<", at)) >= 0:
        said.append("" if looks.hidden else page[at:start])
        end = page.find(">", start)
        tag = small[start + 1 : min(end, start + LONGEST_TAG)]
        if end < 0 or (not quoted and begins_quote(tag)):
            return _tidy(said)
        at = _behind(small, tag, end + 1)
        if not _is_skipped(tag) and not tag.startswith("!"):
            looks.meet(_name(tag), tag)
        said.append("\n" if _name(tag) in BREAKS else CELL if quoted and tag in ENDS_OF_CELLS else "")
    return _tidy([*said, "" if looks.hidden else page[at:]])


def begins_quote(tag: str) -> bool:
    """Whether the quoted mail begins with this tag."""
    return _name(tag) == "blockquote" or any(mark in tag for mark in QUOTES)


def _behind(small: str, tag: str, at: int) -> int:
    """Go on behind a tag; what is inside one that shows nothing is passed over."""
    closing = "-->" if tag.startswith("!--") else f"</{tag.split(None, 1)[0]}" if _is_skipped(tag) else ""
    if not closing:
        return at
    # The first ">" of a comment may be its own end.
    end = small.find(closing, max(0, at - len("-->")))
    return len(small) if end < 0 else end + (len(closing) if closing == "-->" else 0)


def _is_skipped(tag: str) -> bool:
    return not tag.startswith("/") and _name(tag) in SKIPPED


def _name(tag: str) -> str:
    return (tag.lstrip("/").split(None, 1) or [""])[0].rstrip("/")


def _tidy(said: list[str]) -> str:
    lines = html.unescape("".join(said)).replace("\xa0", " ").split("\n")
    return "\n".join(" ".join(line.split()) for line in lines)
