"""The visible text of an HTML page, by another reader than ours: nothing hidden or struck out."""

import re
from html.parser import HTMLParser

EMPTY = frozenset({"br", "hr", "img", "meta", "link", "input", "col", "wbr"})
UNSEEN = frozenset({"style", "script", "title", "head", "s", "strike", "del"})
HIDES = re.compile(r"display\s*:\s*none|font-size\s*:\s*0(?![.\d])")


class _Page(HTMLParser):
    """Gathers the text; what stands inside something hidden or struck out is left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        style = next((value or "" for name, value in attrs if name == "style"), "")
        if tag not in EMPTY:
            self.open.append((tag, tag in UNSEEN or bool(HIDES.search(style))))

    def handle_endtag(self, tag: str) -> None:
        at = next(
            (place for place in range(len(self.open) - 1, -1, -1) if self.open[place][0] == tag),
            None,
        )
        if at is not None:
            del self.open[at:]

    def handle_data(self, data: str) -> None:
        if not any(hidden for _, hidden in self.open):
            self.said.append(data)


def page_text(page: str) -> str:
    """Return all that is shown; where a tag stood there is a space."""
    parser = _Page()
    parser.feed(page)
    parser.close()
    return " ".join(parser.said)
