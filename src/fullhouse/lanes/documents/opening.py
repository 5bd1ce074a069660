"""Files from strangers that every platform opens alike. Called only in the sandboxed child process."""

from collections.abc import Callable

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.documents.entry import read_packed_entry
from fullhouse.lanes.documents.sheet import read_sheet
from fullhouse.lanes.documents.word import read_word
from fullhouse.lanes.form import Invalid
from fullhouse.lanes.importing.text import decoded
from fullhouse.lanes.mail.charsets import text_of
from fullhouse.lanes.mail.html_text import text_in

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
