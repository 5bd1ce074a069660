"""The passages of a request with their labelled lines, as each field is read out of them."""

from collections.abc import Iterable

import msgspec

from fullhouse.inbound.extraction.labelled_lines import Labelled, labelled_in, without_labelled
from fullhouse.inbound.extraction.request_text import Passage
from fullhouse.inbound.extraction.text import Source, folded
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

NOT_PROSE = frozenset({"none"})


class Read(msgspec.Struct, frozen=True):
    """A passage with its labelled lines, and the rest of it."""

    passage: Passage
    labelled: list[Labelled]
    prose: Source


def read_passage(passage: Passage, book: Rulebook) -> Read:
    """Find the labelled lines of a passage."""
    found = [_of_staff(one, book) for one in labelled_in(passage.source)]
    return Read(passage, found, without_labelled(passage.source, found, NOT_PROSE))


def _of_staff(one: Labelled, book: Rulebook) -> Labelled:
    """Return a line with the label "who" as a staff line if it names a staff member."""
    is_staff = one.field == "name" and folded(one.value) in {folded(name) for name in book.staff}
    return msgspec.structs.replace(one, field="staff") if is_staff else one


def labelled(parts: list[Read], *fields: str) -> Iterable[tuple[Read, Labelled]]:
    """Return the lines with one of these labels, each with its passage."""
    return ((part, one) for part in parts for one in part.labelled if one.field in fields)


def with_words(found: ProposedField, part: Read, one: Labelled) -> ProposedField:
    """Return a field with the labelled line it comes from as its words."""
    return msgspec.structs.replace(found, words=part.passage.source.said(one.line))
