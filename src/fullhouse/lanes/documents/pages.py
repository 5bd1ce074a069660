"""The text of what has pages: PDFs and pictures. Whoever reads for the house comes by here."""

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.documents.kinds import PICTURES
from fullhouse.lanes.documents.pdf import See, read_pdf


def read_pages(content: bytes, kind: str, see: See) -> str:
    """Read a file of a known kind; `see` reads pictures."""
    if kind == "pdf":
        return read_pdf(content, see)
    if kind in PICTURES:
        return see(content)
    raise Unreadable("This kind of file is not read.")
