"""The room for raw mails on disk: a quota, and the deletion of old ones."""

import logging
import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from threading import Lock
from time import monotonic

from fullhouse.engine.core import Engine
from fullhouse.engine.periodic import PeriodicTask

log = logging.getLogger(__name__)
MB = 1024 * 1024
FOLDERS = ("mail", "discarded/mail")
MONTH = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
MEASURED_FOR_SECONDS = 600.0
EVERY = timedelta(days=1)


class MailStore:
    """Raw mails below a folder, in one folder per month. It may be used from two threads."""

    def __init__(self, folder: Path, quota_mb: int) -> None:
        """Use the folder of a `LocalFiles`; nothing is measured yet."""
        self._folder, self._quota = folder, quota_mb * MB
        self._lock = Lock()
        self._used = 0
        self._measured_at = -MEASURED_FOR_SECONDS
        self._told = False

    def has_room(self, size: int = 1) -> bool:
        """Return True if a mail of this size fits; the folder is measured now and then."""
        if monotonic() - self._measured_at >= MEASURED_FOR_SECONDS:
            self.measure()
        fits = self._used + size <= self._quota
        if not fits and not self._told:
            log.warning("the room for emails is used up: senders are asked to try again later")
        self._told = not fits
        return fits

    def is_full(self) -> bool:
        """Return True if a mail of 1 MB does not fit any more."""
        return is_full(self._used, self._quota)

    def add(self, size: int) -> None:
        """Count a mail that was stored."""
        with self._lock:
            self._used += size

    def measure(self) -> None:
        """Measure the folder."""
        size = used_bytes(self._folder)
        with self._lock:
            self._used, self._measured_at = size, monotonic()

    def delete_before(self, day: date) -> int:
        """Delete the mails of months that ended before a day; return their number."""
        deleted = 0
        for month in _months(self._folder):
            if _last_day(month.name) < day:
                deleted += _delete(month)
        if deleted:
            self.measure()
        return deleted


def _months(folder: Path) -> Iterator[Path]:
    for name in FOLDERS:
        yield from (path for path in (folder / name).glob("*-*") if MONTH.fullmatch(path.name))


def _last_day(name: str) -> date:
    year, month = map(int, name.split("-"))
    if not 1 <= month <= 12:  # noqa: PLR2004 - not one of our folders
        return date.max
    return date(year, month, monthrange(year, month)[1])


def _delete(month: Path) -> int:
    files = [path for path in month.iterdir() if path.is_file()]
    for path in files:
        path.unlink(missing_ok=True)
    if not any(month.iterdir()):
        month.rmdir()
    return len(files)


def _sizes(folder: Path) -> Iterator[int]:
    for month in _months(folder):
        for path in month.iterdir():
            try:
                yield path.stat().st_size
            except FileNotFoundError:  # deleted meanwhile
                continue


def is_full(used: int, quota: int) -> bool:
    """Return True if a mail of 1 MB does not fit any more; both are in bytes."""
    return used + MB > quota


def used_bytes(folder: Path) -> int:
    """Return the size of all raw mails below a folder."""
    return sum(_sizes(folder))


def delete_old_mail(engine: Engine, store: MailStore, keep_days: int) -> None:
    """Delete raw mails once a day that are older than this number of days; 0 keeps them."""
    if not keep_days:
        return

    async def work() -> None:
        deleted = store.delete_before(_first_kept_day(engine.now(), keep_days))
        if deleted:
            log.info("old emails were deleted", extra={"facts": {"number": deleted}})

    engine.tasks.add(PeriodicTask("old-mail", EVERY, work), engine.now())


def _first_kept_day(now: datetime, keep_days: int) -> date:
    return now.date() - timedelta(days=keep_days)
