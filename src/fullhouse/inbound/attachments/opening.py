"""Files from strangers that every platform opens alike, called only in the sandbox."""

from collections.abc import Callable

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.text_formats import read_packed_entry, read_sheet
from fullhouse.inbound.attachments.word import read_word
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.guest_import.csv_reader import decoded
from fullhouse.inbound.mail.html_text import text_in
from fullhouse.inbound.mail.parsing import text_of

NOT_READ = "This kind of file is not read."


def open_file(content: bytes, kind: str) -> str:
    """Return the text of a file, or raise `Unreadable`."""
    opens = OPENS.get(kind)
    if opens is None:
        raise Unreadable(NOT_READ)
    return opens(content)


def _page(content: bytes) -> str:
    return text_in(text_of(content, ""))


def _plain(content: bytes) -> str:
    try:
        return decoded(content)
    except Invalid as unfit:
        raise Unreadable(NOT_READ) from unfit


OPENS: dict[str, Callable[[bytes], str]] = {
    "docx": read_word,
    "xlsx": read_sheet,
    "ics": read_packed_entry,
    "html": _page,
    "txt": _plain,
}
