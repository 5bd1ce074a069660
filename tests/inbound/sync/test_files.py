"""The sheet in real files on the real store: Excel and CSV are synced, the rest unharmed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.spreadsheets.table import Table
from fullhouse.inbound.spreadsheets.table_files import read_table
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import SheetVersions
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry, EntryPage
from tests.inbound.spreadsheets.workbooks import plain, saved
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import ANNA, BEN, HEAD
from tests.products.frontdesk.waitlist.salon import RULES_TEXT


@asynccontextmanager
async def synced(folder: Path, path: Path) -> AsyncIterator[tuple[Engine, SheetSync]]:
    async with open_engine(
        folder / "data", SystemClock(), MailboxCarrier(), "http://salon"
    ) as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
        sync = SheetSync(engine, FileSheet(path), LocalFiles(folder / "data" / "files"), str(path))
        await sync.run()
        yield engine, sync


def people(engine: Engine) -> list[Entry]:
    waiting: tuple[Entry, ...] = engine.load(EntryPage("waiting"))
    return sorted(waiting, key=lambda one: one.joined_at)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_a_csv_file_is_synced_in_its_own_manner(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(
        "Name;Mobil;Leistung;Notiz\nAnna;0151 10000001;Cut;mag Tee\nBen;0151 10000002;Colour;\n"
    )

    async def story() -> None:
        async with synced(tmp_path, path) as (engine, sync):
            anna, ben = people(engine)
            assert lines(path)[:2] == [
                "Name;Mobil;Leistung;Notiz;Status;Key",
                f"Anna;0151 10000001;Cut;mag Tee;waiting;{anna.id}",
            ]
            path.write_text(path.read_text().replace("0151 10000002", "0151 20000002"))
            await engine.execute(
                JoinWaitlist(entry_id="dora", name="Dora", phone="+4915110000003", service="Cut"),
                "customer",
            )
            report = await sync.run()
            assert (report.edited, report.written) == (1, 1)
            assert lines(path)[2] == f"Ben;0151 20000002;Colour;;waiting;{ben.id}"
            assert lines(path)[3].startswith("Dora;+49 1511 0000003;Cut;;waiting;dora;")
            assert people(engine)[1].phone == "+4915120000002"
            assert not (await sync.run()).looked

    at_once(story())


def test_a_workbook_is_synced_and_an_earlier_version_is_put_back(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(saved(plain([*HEAD], [*ANNA], [*BEN])))

    def table() -> Table:
        return read_table(path.read_bytes(), "xlsx")

    async def story() -> None:
        async with synced(tmp_path, path) as (engine, sync):
            assert [one.name for one in people(engine)] == ["Ben", "Anna"]
            assert [row.cells[9] for row in table().rows] == ["waiting", "waiting"]
            good = engine.load(SheetVersions(limit=1))[0]
            path.write_bytes(saved(plain([*table().headers], [*table().rows[1].cells])))
            assert (await sync.run()).removed == 1
            report = await sync.put_back(good, "a host")
            assert report is not None
            assert report.joined == 1
            assert [row.cells[0] for row in table().rows] == ["Anna", "Ben"]
            assert sorted(one.name for one in people(engine)) == ["Anna", "Ben"]
            assert not (await sync.run()).looked

    at_once(story())


@pytest.mark.parametrize("content", [b"\x00\x01\x02\x03" * 100, b'Name,Phone,Service\nAnna,"0151'])
def test_a_file_that_cannot_be_understood_changes_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Name,Phone,Service\nAnna,0151 10000001,Cut\n")

    async def story() -> None:
        async with synced(tmp_path, path) as (engine, sync):
            path.write_bytes(content)
            report = await sync.run()
            assert report.trouble or report.problems
            assert [one.name for one in people(engine)] == ["Anna"]

    at_once(story())
