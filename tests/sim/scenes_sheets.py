"""Scenes of a waitlist that is also a sheet: for each rare planted bug one that shows it."""

from collections.abc import Mapping

from fullhouse.inbound.spreadsheets.table import Edits, apply
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Entry
from sim.clocks import days, hours, minutes
from sim.frontdesk.sheets.editors import EditedSalon
from sim.frontdesk.sheets.people import SheetSalon
from sim.frontdesk.waitlist.places import SERVICES
from sim.frontdesk.waitlist.rules_text import HouseRules, written
from sim.frontdesk.waitlist.sweep_stories import house
from tests.sim.scripted import Scene, ScriptedWorld

WHO = ("anna", "ben", "cleo", "dora")
RULES = HouseRules(services=SERVICES)


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


def listed(world: ScriptedWorld) -> EditedSalon:
    """Write four rows, and sync them, with three services in the rules."""
    salon = EditedSalon(world, RULES)
    world.give(house(), SaveDocument(name="rules", text=written(RULES)))
    rows = [{"Name": who, "Email": f"{who}@example.org", "Service": "Cut"} for who in WHO]
    changed(world, salon, Edits(appended=tuple(rows)))
    return salon


def of_anna(salon: EditedSalon, service: str) -> Entry:
    """Type a service into the first row; return its entry."""
    entry = salon.type_service(salon.sheet.table.rows[0], service)
    assert entry is not None
    return entry


def edited(world: ScriptedWorld) -> None:
    """Edit a row."""
    salon = listed(world)
    of_anna(salon, "Colour")
    changed(world, salon, Edits())


def edited_beside(world: ScriptedWorld) -> None:
    """Edit a row whose customer comes with a friend, before the sheet shows it."""
    salon = listed(world)
    entry = of_anna(salon, "Colour")
    world.give(EditEntry(entry_id=entry.id, party=2, source="form"), by="customer")
    changed(world, salon, Edits())


def edited_together(world: ScriptedWorld) -> None:
    """Edit a row whose customer wishes something else, before the sheet shows it."""
    salon = listed(world)
    entry = of_anna(salon, "Colour")
    world.give(EditEntry(entry_id=entry.id, service="Table", source="form"), by="customer")
    changed(world, salon, Edits())


def offered(world: ScriptedWorld) -> EditedSalon:
    """Let one of four hold an offer, and another slot be open."""
    salon = listed(world)
    starts = world.now + days(1)
    for at in range(5):
        then = starts + hours(at)
        world.give(FreeSlot(slot_id=f"slot{at}", starts_at=then, service="Cut"), by="staff")
    return salon


def renamed(world: ScriptedWorld) -> None:
    """Rename a service that is offered, and waited for."""
    salon = offered(world)
    salon.rename("Cut")
    world.end()


def renamed_meanwhile(world: ScriptedWorld) -> None:
    """Rename a service while someone decides for another one."""
    salon = listed(world)
    wishes_meanwhile(world, next(iter(salon.desk.entries)))
    salon.rename("Cut")
    assert [one.service for one in salon.desk.entries.values()] == ["Table", *["Haircut"] * 3]
    world.end()


def edited_meanwhile(world: ScriptedWorld) -> None:
    """Edit a row whose customer comes with a friend, and decides anew while it is read."""
    salon = listed(world)
    entry = of_anna(salon, "Colour")
    world.give(EditEntry(entry_id=entry.id, party=2, source="form"), by="customer")
    wishes_meanwhile(world, entry.id)
    salon.sync_sheet()
    changed(world, salon, Edits())
    assert salon.desk.entries[entry.id].service == "Table"


def wishes_meanwhile(world: ScriptedWorld, name: str) -> None:
    """Let a customer wish something else once the next process has looked."""
    wish = EditEntry(entry_id=name, service="Table", source="form")
    world.once_at("commit", lambda: world.ask(wish, "customer"))


def dropped(world: ScriptedWorld) -> None:
    """Write a file of the rules without a service that is waited for."""
    salon = offered(world)
    salon.write_file(tuple(one for one in SERVICES if one[0] != "Cut"))
    world.end()


SCENES: Mapping[str, Scene] = {
    "a wiped sheet is believed": wiped,
    "what staff keep is ended": wiped_and_kept,
    "a rename forgets the slots": renamed,
    "a rename forgets those who wait": renamed,
    "a rename begins with those who wait": renamed,
    "a rename overwrites what a customer wishes": renamed_meanwhile,
    "a file of the rules drops what is in use": dropped,
    "edits in the sheet are dropped": edited,
    "edits beside a customer's are dropped": edited_beside,
    "a wish of a customer is overwritten": edited_together,
    "an edit overwrites a wish that comes while the sheet is read": edited_meanwhile,
    "staff are not told of an edit that came too late": edited_together,
}
