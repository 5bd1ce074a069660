"""The text of a Word document: its paragraphs and tables in their order. Weighed before anything is unpacked."""

import io

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.documents.limits import DAMAGED, MOST_LINES, MOST_ROWS, weigh
from fullhouse.lanes.documents.rows import text_of_rows

NOT_HERE = "Word documents are not read here (pip install 'fullhouse[documents]')."


def read_word(content: bytes) -> str:
    """Read a document, or raise `Unreadable`."""
    weigh(content)
    try:
        from docx import Document
    except ImportError as error:
        raise Unreadable(NOT_HERE) from error
    try:
        blocks = list(Document(io.BytesIO(content)).iter_inner_content())[:MOST_LINES]
        return "\n".join(_told(block) for block in blocks)
    except Exception as error:
        raise Unreadable(DAMAGED) from error


def _told(block: object) -> str:
    from docx.table import Table
    from docx.text.paragraph import Paragraph

    if isinstance(block, Table):
        rows = [list(dict.fromkeys(cell.text for cell in row.cells)) for row in block.rows[:MOST_ROWS]]
        return text_of_rows(rows)
    return block.text if isinstance(block, Paragraph) else ""
