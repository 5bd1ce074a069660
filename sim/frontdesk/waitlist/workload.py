"""The waitlist as the simulator sees it."""

from collections.abc import Iterator
from datetime import datetime, time
from random import Random

from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.rules import WAITLIST_RULES
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    FreedBetween,
    LongestEnded,
    NextExpiring,
    Slot,
    SlotPage,
    SlotsBetween,
)
from sim.checks.nights import to_utc
from sim.checks.state_model import StateModel
from sim.clocks import days, hours
from sim.frontdesk.refill import claim_checks
from sim.frontdesk.waitlist import (
    delivery_checks,
    links,
    places,
    queue_checks,
    settled_checks,
    slots,
)
from sim.frontdesk.waitlist.people import Salon
from sim.frontdesk.waitlist.waitlist_view import Desk
from sim.workload import Scene, Workload

CHECKS = (
    queue_checks.S2OnePlaceInALine,
    queue_checks.S3FairLine,
    slots.S4SlotOffersEndOnce,
    queue_checks.S5LinesAreTheList,
    delivery_checks.S7NoBadTimeForOffers,
    links.S9CustomersLinks,
    slots.S10LineBeforeStaff,
    slots.S11OneSlotOneBooking,
    claim_checks.S11ClaimsHold,
    settled_checks.L1HouseIsKept,
    settled_checks.L2SlotsRollOn,
)


def _stage(draw: Random) -> Scene:
    zone, begins, until = places.day(draw)
    rules = places.rules(draw, zone)
    return Scene(begins, until, lambda world: Salon(world, rules))


def _due(book: StateModel) -> Iterator[datetime]:
    desk = book.view(Desk)
    yield from (offer.ends_at for offer in desk.all_live())
    yield from (slot.closes_at for slot in desk.open_slots())


def _over(book: StateModel, now: datetime) -> datetime:
    """Return when the last slot has begun and entries that end soon are gone: two nights on."""
    desk = book.view(Desk)
    if not desk.entries and not desk.slots:
        return now
    latest = [one.latest for one in desk.entries.values() if one.state == "waiting" and one.latest]
    passed = [
        to_utc(datetime.combine(datetime.fromisoformat(one), time()), desk.rules.zone)
        for one in latest
    ]
    soon = [at + days(1) for at in passed if at < now + days(10)]
    return max([now, *soon, *(slot.starts_at for slot in desk.slots.values())]) + hours(52)


def _opt_out(message: Message) -> NoteReach:
    return NoteReach(address=message.to, reach="opted_out", note="STOP")


WAITLIST = Workload(
    name="waitlist",
    view=Desk,
    checks=CHECKS,
    stage=_stage,
    due=_due,
    over=_over,
    wind_up=(commands.SetEntryRetention(days=0),),
    opt_out=_opt_out,
    commands=(*WAITLIST_RULES, SaveDocument, RecordWebhook),
    alarms=(
        commands.AdvanceSlot,
        commands.LapseSlot,
        commands.ExpireEntry,
        commands.EndJoinRequest,
        commands.Housekeep,
        commands.SendMonthSummary,
        commands.RetireEntries,
        commands.EraseEntry,
    ),
    loads_nothing=(commands.SetEntryRetention,),
    may_be_stale={
        NextExpiring: Entry,
        LongestEnded: Entry,
        SlotPage: Slot,
        SlotsBetween: Slot,
        FreedBetween: Slot,
    },
    looks_up=(
        commands.AdvanceSlot,
        commands.ClaimSlot,
        commands.Housekeep,
        commands.SendMonthSummary,
        commands.RetireEntries,
    ),
)
