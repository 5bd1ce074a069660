"""Scenes of a waitlist that is also a sheet: for each rare planted bug one that shows it."""

from collections.abc import Mapping

from fullhouse.inbound.spreadsheets.table import Edits, apply
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from sim.clocks import minutes
from sim.frontdesk.sheets.people import SheetSalon
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.sweep_stories import house
from tests.sim.scripted import Scene, ScriptedWorld

WHO = ("anna", "ben", "cleo", "dora")


def changed(world: ScriptedWorld, salon: SheetSalon, edits: Edits) -> None:
    """Edit the sheet, and sync it five minutes later, and once more."""
    salon.sheet.table = apply(salon.sheet.table, edits)
    for _ in range(2):
        world.run_until(world.now + minutes(5))
        salon.sync_sheet()


def wiped(world: ScriptedWorld) -> SheetSalon:
    """Write four rows, sync them, and delete all."""
    salon = SheetSalon(world, HouseRules())
    world.give(house())
    rows = [{"Name": who, "Email": f"{who}@example.org", "Service": "Cut"} for who in WHO]
    changed(world, salon, Edits(appended=tuple(rows)))
    numbers = frozenset(row.number for row in salon.sheet.table.rows)
    changed(world, salon, Edits(removed=numbers))
    return salon


def wiped_and_kept(world: ScriptedWorld) -> None:
    """Delete all rows by mistake, and say so when asked."""
    salon = wiped(world)
    held = world.watch.book.find(HeldRemoval, ("sheet",))
    assert held is not None
    world.give(DecideRemoval(source="sheet", rev=held.rev, keep=True), by="staff")
    changed(world, salon, Edits())


SCENES: Mapping[str, Scene] = {
    "a wiped sheet is believed": wiped,
    "what staff keep is ended": wiped_and_kept,
}
