"""What of a page can be seen and still holds: nothing hidden, without size, white on white, or struck out."""

import re

import msgspec

DEEPEST = 100
CLOSE_TO_WHITE = 0xF0
# Tags that hold nothing.
EMPTY = frozenset({"br", "hr", "img", "input", "meta", "link", "col", "area", "base", "wbr", "source"})
BLOCKS = frozenset({"p", "div", "table", "ul", "ol", "li", "h1", "h2", "h3", "h4", "hr", "blockquote"})
STRUCK = frozenset({"s", "strike", "del"})
GONE = re.compile(
    r"display ?: ?none|visibility ?: ?hidden|mso-hide ?: ?all|(?:opacity|max-height|max-width) ?: ?0(?![.\d]{0,6}[1-9])"
    r"|text-decoration(?:-line)? ?:[^;\"']{0,40}line-through|\shidden(?=[\s=/]|$)"
)
SIZE = re.compile(r"font-size ?: ?(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})")
INK = re.compile(r"(?<![\w-])color ?[:=] ?[\"']?(#[0-9a-f]{3,6}|rgba?\([^)]{5,40}\)|[a-z]{3,20})")
PAPER = re.compile(
    r"(?:bgcolor ?=|background(?:-color)? ?:) ?[\"']?(#[0-9a-f]{3,6}|rgba?\([^)]{5,40}\)|url|[a-z]{3,20})"
)
UNCHANGED = frozenset({"inherit", "transparent", "initial", "none"})
SHORT_COLOUR = 4  # as in #fff


class Visibility(msgspec.Struct, frozen=True):
    """How what stands inside an element looks, as far as its tags say."""

    name: str = ""
    gone: bool = False
    tiny: bool = False
    white: bool = False
    on_white: bool = True

    @property
    def hidden(self) -> bool:
        """Whether nobody sees it, or is not to count it."""
        return self.gone or self.tiny or (self.white and self.on_white)


class VisibilityStack:
    """The elements that are open while a page is read."""

    def __init__(self) -> None:
        self._open = [Visibility()]

    @property
    def hidden(self) -> bool:
        """Whether what comes next is hidden."""
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
        at = next((place for place in range(len(self._open) - 1, 0, -1) if self._open[place].name == name), 0)
        if at:
            del self._open[at:]


def _look(name: str, tag: str, around: Visibility) -> Visibility:
    size, ink, paper = SIZE.search(tag), INK.search(tag), PAPER.search(tag)
    return Visibility(
        name,
        around.gone or name in STRUCK or bool(GONE.search(tag)),
        float(size[1]) == 0 if size else around.tiny,
        _is_white(ink[1]) if ink and ink[1] not in UNCHANGED else around.white,
        _is_white(paper[1]) if paper and paper[1] not in UNCHANGED else around.on_white,
    )


def _is_white(colour: str) -> bool:
    """Whether a colour is white, or so close to it that nobody sees it on white."""
    if colour.startswith("#"):
        figures = "".join(one * 2 for one in colour[1:]) if len(colour) == SHORT_COLOUR else colour[1:]
        shares = [int(figures[at : at + 2], 16) for at in range(0, len(figures), 2)]
    elif colour.startswith("rgb"):
        shares = [int(one) for one in re.findall(r"\d{1,3}", colour)[:3]]
    else:
        return colour in {"white", "snow", "ivory"}
    return min(shares, default=0) >= CLOSE_TO_WHITE
