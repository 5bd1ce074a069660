"""Text of a PDF, page by page. A page without text is a picture for somebody else to read."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import LONGEST_SIDE, MOST_PAGES, while_time
from fullhouse.inbound.attachments.pdf_size import check_unpacked_size

See = Callable[[bytes], str]

NOT_HERE = "PDFs are not read here (pip install 'fullhouse[documents]')."
LOCKED = "The PDF needs a password."
DAMAGED = "The PDF is damaged."
NEEDS_A_PASSWORD = 4  # the library's number for it
FEWEST_LETTERS = 10  # fewer are a page number on a scan
SHARPNESS = 200 / 72  # 200 dots an inch


class ScannedPage(Unreadable):
    """Some pages are pictures: the first pages as a PDF, and what `left` says of others."""

    def __init__(self, pages: bytes, left: str = "") -> None:
        """Keep both."""
        super().__init__("Its pages are pictures.")
        self.pages, self.left = pages, left


def read_pdf(content: bytes, see: See) -> str:
    """Return the text of the first pages, or raise `Unreadable` with the text read in time."""
    with _opened(content) as book:
        return _read(book, see)


def read_text(content: bytes) -> str:
    """Return the first pages, or raise `Unreadable`; `ScannedPage` if one of them is a picture."""
    with _opened(content) as book:
        try:
            return _read(book, _nobody_sees)
        except _Picture:
            count = min(len(book), MOST_PAGES)
            left = _only(count, book) if count < len(book) else ""
            raise ScannedPage(_first(book, count), left) from None


class _Picture(Exception):
    """A page is a picture."""


def _nobody_sees(_picture: bytes) -> str:
    raise _Picture


@contextmanager
def _opened(content: bytes) -> Iterator[Any]:
    """Open a PDF that is no bomb, and translate the library's errors."""
    try:
        from pypdfium2 import PdfDocument, PdfiumError  # type: ignore[import-untyped]  # no types
    except ImportError as error:
        raise Unreadable(NOT_HERE) from error
    check_unpacked_size(content)
    try:
        with PdfDocument(content) as book:
            yield book
    except PdfiumError as error:
        raise Unreadable(LOCKED if error.err_code == NEEDS_A_PASSWORD else DAMAGED) from error


def _read(book: Any, see: See) -> str:  # noqa: ANN401 - the library's
    texts: list[str] = []
    unseen = ""
    for number in while_time(range(min(len(book), MOST_PAGES))):
        try:
            texts.append(_text(book[number], see))
        except Unreadable as error:
            texts.append(error.text)
            unseen = error.reason
    text = "\n\n".join(page for page in texts if page.strip())
    if unseen:
        raise Unreadable(unseen, text)
    if len(texts) < len(book):
        raise Unreadable(_only(len(texts), book), text)
    return text


def _only(count: int, book: Any) -> str:  # noqa: ANN401 - the library's
    return f"Only the first {count} of {len(book)} pages were read."


def _first(book: Any, count: int) -> bytes:  # noqa: ANN401 - the library's
    """Return a PDF of the first pages: a service that is paid by the page gets no more."""
    from pypdfium2 import PdfDocument

    with PdfDocument.new() as short:
        short.import_pages(book, range(count))
        kept = io.BytesIO()
        short.save(kept)
    return kept.getvalue()


def _text(page: Any, see: See) -> str:  # noqa: ANN401 - the library's
    text: str = page.get_textpage().get_text_bounded()
    if len(text.strip()) >= FEWEST_LETTERS or next(page.get_objects(), None) is None:
        return text
    return see(b"" if see is _nobody_sees else _picture(page))


def _picture(page: Any) -> bytes:  # noqa: ANN401 - the library's
    longest = max(page.get_size())
    drawn = page.render(scale=min(SHARPNESS, LONGEST_SIDE / max(longest, 1)))
    try:
        picture = drawn.to_pil()
    except ImportError as error:
        raise Unreadable(
            "Its pages are pictures, which are not read here (pip install 'fullhouse[ocr]')."
        ) from error
    kept = io.BytesIO()
    picture.save(kept, "PNG", compress_level=1)
    return kept.getvalue()
