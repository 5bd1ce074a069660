"""Time to sync a sheet of ten thousand rows: first, unchanged, with one edit, with one new row."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.figures import Figure, Figures, Sizes
from bench.stock import clock, folder
from fullhouse.engine.core import Engine
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist

WANTED_SECONDS = 5.0
WANTED_LOOK_MILLISECONDS = 50.0
SERVICES = 10
A_DAYS_WORK = 60
RULES = "Time zone: Europe/Berlin\nServices\n" + "".join(
    f"- Service {one}: 45 minutes\n" for one in range(SERVICES)
)


def sheet_sync(sizes: Sizes) -> Figures:
    """Sync CSV files with a house on this machine, as its chores do."""
    with folder() as place:
        yield from asyncio.run(_synced(place, sizes))
    with folder() as place:
        yield from asyncio.run(_booked(place, sizes))


async def _synced(place: Path, sizes: Sizes) -> list[Figure]:
    file = place / "list.csv"
    rows = (
        f"Person {one},0151 {10_000_000 + one},Service {one % SERVICES}\n"
        for one in range(sizes.listed)
    )
    file.write_text("Name,Phone,Service\n" + "".join(rows))
    async with open_engine(place, clock, MailboxCarrier(), "http://bench.example") as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES), "setup")
        sync = SheetSync(engine, FileSheet(file), LocalFiles(place / "files"), "list.csv")
        first, report = await _timed(sync.run)
        assert (report.joined, report.problems) == (sizes.listed, ())
        looks = [(await _timed(sync.run))[0] for _ in range(sizes.rounds)]
        edited = await _edited(file, sync)
        joined = await _joined(engine, sync)
    rows_of, wanted = f"{sizes.listed:,} rows", f"under {WANTED_SECONDS:.0f} s"
    look, soon = 1000 * median(looks), f"under {WANTED_LOOK_MILLISECONDS:.0f} ms"
    return [
        Figure(
            f"sheet of {rows_of}, synced for the first time",
            f"{first:.1f} s",
            wanted,
            first < WANTED_SECONDS,
        ),
        Figure(
            "the same sheet, not changed", f"{look:.1f} ms", soon, look < WANTED_LOOK_MILLISECONDS
        ),
        Figure(
            "the same sheet, one row edited", f"{edited:.2f} s", wanted, edited < WANTED_SECONDS
        ),
        Figure(
            "the same sheet, one person written to it",
            f"{joined:.2f} s",
            wanted,
            joined < WANTED_SECONDS,
        ),
    ]


async def _booked(place: Path, sizes: Sizes) -> list[Figure]:
    """Sync appointments: sixty on each day to come, every one with a number of its own."""
    file = place / "book.csv"
    tomorrow = clock.now().date() + timedelta(days=1)
    days = (
        (tomorrow + timedelta(days=one // A_DAYS_WORK), one % A_DAYS_WORK)
        for one in range(sizes.listed)
    )
    rows = (
        f"Person {one},0151 {10_000_000 + one},Service {one % SERVICES},"
        f"{day},{8 + turn // 6:02}:{turn % 6}0\n"
        for one, (day, turn) in enumerate(days)
    )
    file.write_text("Name,Phone,Service,Date,Time\n" + "".join(rows))
    async with open_engine(place, clock, MailboxCarrier(), "http://bench.example") as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES), "setup")
        sync = AppointmentsSync(engine, FileSheet(file), LocalFiles(place / "files"), "book.csv")
        first, report = await _timed(sync.run)
        assert (report.joined, report.problems) == (sizes.listed, ())
        looks = [(await _timed(sync.run))[0] for _ in range(sizes.rounds)]
        edited = await _edited(file, sync)
    wanted, look = f"under {WANTED_SECONDS:.0f} s", 1000 * median(looks)
    soon = f"under {WANTED_LOOK_MILLISECONDS:.0f} ms"
    many = f"sheet of {sizes.listed:,} appointments"
    return [
        Figure(
            f"{many}, synced for the first time", f"{first:.1f} s", wanted, first < WANTED_SECONDS
        ),
        Figure(
            "the same appointments, not changed",
            f"{look:.1f} ms",
            soon,
            look < WANTED_LOOK_MILLISECONDS,
        ),
        Figure(
            "the same appointments, one row edited",
            f"{edited:.2f} s",
            wanted,
            edited < WANTED_SECONDS,
        ),
    ]


def _edit(file: Path) -> None:
    file.write_text(file.read_text().replace("0151 10000007,", "0151 99999999,"))


async def _edited(file: Path, sync: SheetSync | AppointmentsSync) -> float:
    _edit(file)
    seconds, report = await _timed(sync.run)
    assert report.edited == 1
    return seconds


async def _joined(engine: Engine, sync: SheetSync) -> float:
    new = JoinWaitlist(
        entry_id="new", name="Someone new", email="new@example.org", service="Service 1"
    )
    await engine.execute(new, "customer")
    seconds, report = await _timed(sync.run)
    assert report.written == 1
    return seconds


async def _timed(work: Callable[[], Awaitable[SheetSyncReport]]) -> tuple[float, SheetSyncReport]:
    start = perf_counter()
    report = await work()
    return perf_counter() - start, report
