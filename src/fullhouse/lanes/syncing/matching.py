"""Who is missing from a sheet, and whether that is strange. Whose each row is, every list finds out for itself."""

import hashlib
from collections.abc import Iterable
from typing import Any

from fullhouse.kernel.rulebook import normalized_name
from fullhouse.lanes.syncing.listed import RowsMatched, T

A_FEW, A_FIFTH = 3, 5


def missing(written: Iterable[T], matched: RowsMatched[Any]) -> list[T]:
    """List those who stood in the sheet and do not any more; whoever may stand in a row that cannot be read does."""
    gone = (one for one in written if one.id not in matched.rows)
    return [one for one in gone if normalized_name(one.name) not in matched.unread_names]


def is_strange(gone: int, known: int) -> bool:
    """Say whether so many rows are missing that an error is as likely as that it was meant: all, or over a fifth."""
    return gone == known > 1 or (gone >= A_FEW and A_FIFTH * gone > known)


def mark_of(several: Iterable[T]) -> str:
    """Mark who is missing: the same people have the same mark."""
    return hashlib.sha256(" ".join(sorted(one.id for one in several)).encode()).hexdigest()
