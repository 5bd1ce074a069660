"""Removals that staff have to confirm: rows or bookings that vanished by the dozen.

A sheet or calendar that loses many of its rows at once may have been wiped by mistake. What is
missing from it is then held back as one question to staff, and stays until they decide.
"""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.records import Record

# So many may vanish at once without a question.
MOST_UNASKED = 2
# More than fit into one record are asked about once these are decided.
MOST_ASKED = 5000
# The records of changes in the sheets, which are held back like removals: another time, and other
# people, who are in a digest only.
CHANGES, WAITLIST_CHANGES = "appointments-sheet-changes", "sheet-changes"
ALL_CHANGES = (CHANGES, WAITLIST_CHANGES)


class HeldItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is missing outside: the id of its record, or a time of the calendar.

    Of a row that has changed, `changed` are the fields that would be another person's.
    """

    id: str
    starts_at: datetime | None = None
    service: str = ""
    staff: str = ""
    party: int = 1
    kind: str = ""
    changed: tuple[str, ...] = ()


class HeldRemoval(Record, frozen=True, kw_only=True):
    """The removals of one source, by the answers of staff; `asked` are still open.

    Its id is that of the source. Names are not in it: they are looked up when it is shown. `known`
    is of how many they are, `number` counts the questions. `told` are digests of all ids of which a
    note about the open question told staff.
    """

    kind_name: ClassVar[str] = "held_removal"

    id: str
    asked: tuple[HeldItem, ...] = ()
    confirmed: tuple[HeldItem, ...] = ()
    kept: tuple[HeldItem, ...] = ()
    known: int = 0
    number: int = 0
    asked_at: datetime | None = None
    rev: int = 0
    told: tuple[str, ...] = ()


def digest_of(item: HeldItem) -> str:
    """Return a short digest of the id of an item: thousands of them fit into one record."""
    return hashlib.sha256(item.id.encode()).hexdigest()[:12]


def is_many(gone: int, known: int) -> bool:
    """Return True if so much is gone at once, or everything, that staff are asked first."""
    return gone > MOST_UNASKED or (gone > 0 and gone >= known)


class Verdict(msgspec.Struct, frozen=True):
    """The items that may be ended now, and the record to keep."""

    ends: frozenset[str]
    held: HeldRemoval


def judge(
    held: HeldRemoval,
    gone: Sequence[HeldItem],
    known: int,
    *,
    strange: bool = False,
    relied_on: frozenset[str] = frozenset(),
) -> Verdict:
    """Sort what is missing from a source: to be ended now, asked about, or kept.

    What staff decided holds for as long as it is missing. While a question is open, whatever else
    goes missing joins it. With `strange`, anything that is missing is asked about, and so it is if
    one of the `relied_on` is among what is newly missing.
    """
    missing = ids_of(gone)
    held = without_returned(held, missing)
    settled = ids_of((*held.confirmed, *held.kept))
    fresh = _among(gone, missing - settled)
    asked: tuple[HeldItem, ...] = ()
    ends = (*held.confirmed, *fresh)
    is_strange = strange or not relied_on.isdisjoint(ids_of(fresh))
    is_strange |= is_many(len(fresh), known - len(settled))
    if fresh and (is_strange or _among(held.asked, ids_of(fresh))):
        asked, ends = fresh[:MOST_ASKED], held.confirmed
    return Verdict(ids_of(ends), replace(held, asked=asked, known=known if asked else 0))


def without_returned(held: HeldRemoval, missing: frozenset[str]) -> HeldRemoval:
    """Return what is held without the answers about what is there again."""
    confirmed, kept = _among(held.confirmed, missing), _among(held.kept, missing)
    return replace(held, confirmed=confirmed, kept=kept)


def source_of(held_id: str) -> str:
    """Return the source that a question is about."""
    return held_id.removesuffix("-changes")


def ids_of(items: Iterable[HeldItem]) -> frozenset[str]:
    """Return the ids of items."""
    return frozenset(item.id for item in items)


def _among(items: Iterable[HeldItem], ids: frozenset[str]) -> tuple[HeldItem, ...]:
    return tuple(item for item in items if item.id in ids)
