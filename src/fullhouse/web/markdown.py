"""Markdown of hosts as HTML that is safe on our pages.

Only the tags in `TAGS` are ever written. Raw HTML stays text, pictures become their words, and a
link must be http, https or mailto.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# What a host's Markdown may become. Headings stand below the one of the page's section.
TAGS = {
    "paragraph": "p",
    "heading": "h3",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "blockquote",
    "strong": "strong",
    "em": "em",
    "link": "a",
}
RULES = (
    "autolink",
    "block",
    "blockquote",
    "emphasis",
    "entity",
    "escape",
    "heading",
    "inline",
    "lheading",
    "link",
    "list",
    "newline",
    "normalize",
    "paragraph",
    "text_join",
    "balance_pairs",
    "fragments_join",
)
BREAKS = ("softbreak", "hardbreak")
SCHEMES = ("http", "https", "mailto")
# A description is shown far more often than it changes.
KEPT = 64


@lru_cache(maxsize=KEPT)
def to_html(source: str) -> Markup:
    """Return Markdown as HTML."""
    if not source:
        return Markup()
    return Markup(_html(_parser().parse(source)))  # noqa: S704 - each tag is ours, all text escaped


@lru_cache(maxsize=KEPT)
def to_plain(source: str, longest: int) -> str:
    """Return the first words of a Markdown text, without its marks, on one line."""
    blocks = _parser().parse(source) if source else []
    lines = ["".join(map(_word, block.children or ())) for block in blocks]
    text = " ".join(" ".join(lines).split())
    if len(text) <= longest:
        return text
    return f"{text[: longest - 1].rsplit(' ', 1)[0]}…"


def _word(token: "Token") -> str:
    return " " if token.type in BREAKS else token.content


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("zero", {"maxNesting": 10}).enable(RULES, ignoreInvalid=True)
    parser.validateLink = _is_safe  # type: ignore[assignment, method-assign]  # as documented
    return parser


def _is_safe(address: str) -> bool:
    """Return True for an absolute link that opens a page or a mail."""
    try:
        found = urlsplit(address)
    except ValueError:
        return False
    return found.scheme in SCHEMES and bool(found.netloc or found.scheme == "mailto")


def _html(tokens: Sequence["Token"]) -> str:
    return "".join(_written(token) for token in tokens)


def _written(token: "Token") -> str:
    if token.type == "inline":
        return _html(token.children or ())
    if token.type in BREAKS:
        return "<br>\n" if token.type == "hardbreak" else "\n"
    kind, _, end = token.type.rpartition("_")
    if kind not in TAGS:
        return escape(token.content)
    if token.hidden:
        return ""
    if end == "close":
        return f"</{TAGS[kind]}>"
    return _opened(kind, token)


def _opened(kind: str, token: "Token") -> str:
    if kind != "link":
        return f"<{TAGS[kind]}>"
    return f'<a href="{escape(str(token.attrs["href"]))}" rel="noopener nofollow">'
