"""A sheet and a calendar of the waitlist as the simulator sees them."""

from collections.abc import Iterator
from datetime import datetime
from random import Random

from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval, HoldRemoval
from fullhouse.products.frontdesk.shared.external_sources import SaveSheetVersion, SaveSourceState
from sim.checks.state_model import StateModel
from sim.frontdesk.sheets.editors import EditedSalon
from sim.frontdesk.sheets.removals import S17StaffAreAskedFirst, SyncView
from sim.frontdesk.sheets.renames import S17RenamesTakeEveryoneAlong
from sim.frontdesk.sheets.row_edits import S17EditsBesideCustomers
from sim.frontdesk.waitlist import places
from sim.frontdesk.waitlist.workload import WAITLIST
from sim.workload import Scene, Workload


def _stage(draw: Random) -> Scene:
    zone, begins, until = places.day(draw)
    rules = places.rules(draw, zone)
    return Scene(begins, until, lambda world: EditedSalon(world, rules))


def _due(_book: StateModel) -> Iterator[datetime]:
    yield from ()


SHEETS = Workload(
    name="sheets",
    view=SyncView,
    checks=(S17StaffAreAskedFirst, S17RenamesTakeEveryoneAlong, S17EditsBesideCustomers),
    stage=_stage,
    due=_due,
    over=lambda _book, now: now,
    opt_out=WAITLIST.opt_out,
    commands=(HoldRemoval, DecideRemoval, SaveSourceState, SaveSheetVersion),
    alarms=(),
    may_be_stale={},
    looks_up=(),
)
