"""What staff see of documents beside a proposal: what each says, and why one could not be read."""

from collections.abc import Iterable

from fullhouse.lanes.documents.document import LATER, Document

LONGEST_SHOWN = 4000
LONGEST_OF_FILES = 2500
LONGEST_OF_ONE = 1000


def shown(text: str, documents: Iterable[Document]) -> str:
    """Put the documents below the mail's own text; what could not be read comes first, so that it is never cut."""
    ordered = sorted(documents, key=lambda one: (one.problem != LATER, not one.problem))
    below = "\n\n".join(map(_told, ordered))[:LONGEST_OF_FILES].rstrip()
    if not below:
        return text
    return "\n\n".join(filter(None, (text[: LONGEST_SHOWN - LONGEST_OF_FILES], below)))


def _told(document: Document) -> str:
    head = f"[{document.name}: {document.problem}]" if document.problem else f"[{document.name}]"
    return f"{head}\n{document.text[:LONGEST_OF_ONE]}".rstrip()
