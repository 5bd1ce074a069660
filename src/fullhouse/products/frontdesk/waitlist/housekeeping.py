"""Daily housekeeping, monthly summary and retention of the waitlist."""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time, timedelta

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.commands import (
    EraseEntry,
    ExpireEntry,
    Housekeep,
    LapseSlot,
    RetireEntries,
    SendMonthSummary,
    SetEntryRetention,
    StartHousekeeping,
)
from fullhouse.products.frontdesk.waitlist.entries import gone
from fullhouse.products.frontdesk.waitlist.messages import to_staff
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, WaitlistState, offer_name

PAGE = 20
ROUND = "retention:waitlist"
MORE = f"{ROUND}:more"
EVERY = timedelta(days=1)


def keep_customers(_state: WaitlistState, command: SetEntryRetention, now: datetime) -> Decision:
    """Start the daily task that erases old entries, or stop it."""
    if command.days <= 0:
        return Decision(None, clear_alarms=(ROUND, MORE))
    begin = Alarm(ROUND, now, RetireEntries(days=command.days))
    return Decision(None, set_alarms=(begin,), clear_alarms=(MORE,))


def retire_entries(state: WaitlistState, command: RetireEntries, now: datetime) -> Decision:
    """Set an alarm to erase each entry that ended long enough ago; repeat tomorrow."""
    last = now - timedelta(days=command.days)
    old = [
        entry for entry in state.entries if entry.ended_at is not None and entry.ended_at <= last
    ]
    alarms = [Alarm(f"forget:{entry.id}", now, EraseEntry(entry_id=entry.id)) for entry in old]
    if command.again:
        alarms.append(Alarm(ROUND, now + EVERY, RetireEntries(days=command.days)))
    return Decision(len(old), set_alarms=(*alarms, *_more_to_erase(old, command, now)))


def _more_to_erase(old: list[Entry], command: RetireEntries, now: datetime) -> tuple[Alarm, ...]:
    """Return the alarm for the next page, if this one was full."""
    if len(old) < PAGE:
        return ()
    behind = RetireEntries(
        days=command.days, again=False, after_ended=old[-1].ended_at, after_id=old[-1].id
    )
    return (Alarm(MORE, now, behind),)


NIGHT = time(3)
MORNING = time(9)
DAYS_OF_FIRST_WEEK = 7
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
HOUSEKEEPING, SUMMARY = "housekeeping:waitlist", "summary:waitlist"


def keep_house(state: WaitlistState, _command: StartHousekeeping, now: datetime) -> Decision:
    """Start the daily and monthly tasks."""
    zone = rulebook_of(state.rules).zone
    return Decision(None, set_alarms=(_night_alarm(now, zone), _month_alarm(now, zone)))


def look_again_alarm(now: datetime) -> Alarm:
    """Return an alarm that advances every open slot, after the rules changed."""
    return Alarm(f"{HOUSEKEEPING}:rules", now, Housekeep(again=False))


def _night_alarm(now: datetime, zone: str) -> Alarm:
    """Return the alarm for the next night.

    Its key is the date: starting the tasks again does not postpone a night that is due.
    """
    night = datetime.combine(wall_time(now, zone).date(), NIGHT, tzinfo=None)
    if instant(night, zone) <= now:
        night += timedelta(days=1)
    return Alarm(f"{HOUSEKEEPING}:{night:%Y-%m-%d}", instant(night, zone), Housekeep())


def _month_alarm(now: datetime, zone: str) -> Alarm:
    due = next_first_monday(now, zone)
    month = month_before(due, zone)
    return Alarm(f"{SUMMARY}:{month}", due, SendMonthSummary(month=month))


def next_first_monday(now: datetime, zone: str) -> datetime:
    """Return the next first Monday of a month at nine o'clock in the zone."""
    month = wall_time(now, zone).date().replace(day=1)
    while True:
        monday = month + timedelta(days=-month.weekday() % DAYS_OF_FIRST_WEEK)
        due = instant(datetime.combine(monday, MORNING, tzinfo=None), zone)
        if due > now:
            return due
        month = (month + timedelta(days=32)).replace(day=1)


def month_before(moment: datetime, zone: str) -> str:
    """Return the month before that of this moment in the zone, such as `2026-11`."""
    return f"{wall_time(moment, zone).date().replace(day=1) - timedelta(days=1):%Y-%m}"


def span_of(month: str, zone: str) -> tuple[datetime, datetime]:
    """Return the start and end of a month in the zone."""
    first = date.fromisoformat(f"{month}-01")
    following = (first + timedelta(days=32)).replace(day=1)
    since, until = (
        instant(datetime.combine(day, time(), tzinfo=None), zone) for day in (first, following)
    )
    return since, until


def housekeep(state: WaitlistState, command: Housekeep, now: datetime) -> Decision:
    """Expire entries whose dates have passed, and advance every open slot."""
    zone = rulebook_of(state.rules).zone
    today = wall_time(now, zone).date()
    past = [entry for entry in state.entries if is_past(entry, today)]
    alarms = [Alarm(f"expire:{entry.id}", now, ExpireEntry(entry_id=entry.id)) for entry in past]
    alarms += [_advance_alarm(slot, now) for slot in state.slots]
    if command.again:
        alarms += [_night_alarm(now, zone), _month_alarm(now, zone)]
    return Decision(len(past), set_alarms=(*alarms, *_more(state, past, now)))


def _more(state: WaitlistState, past: list[Entry], now: datetime) -> tuple[Alarm, ...]:
    """Return the alarm for the next page, if this one was full.

    It begins after the slots of this page, and where the expired entries were.
    """
    if PAGE not in (len(past), len(state.slots)):
        return ()
    since, name = LONG_AGO, "0"
    if len(state.slots) == PAGE:
        since, name = state.slots[-1].freed_at, state.slots[-1].id
    # The key names the page, so that two runs at once do not overwrite each other's alarm.
    key = f"{HOUSEKEEPING}:more:{name}"
    return (Alarm(key, now, Housekeep(again=False, before_freed=since, before_id=name)),)


def is_past(entry: Entry, today: date) -> bool:
    """Return True if the latest date of an entry has passed."""
    return bool(entry.latest) and entry.latest < today.isoformat()


def _advance_alarm(slot: Slot, now: datetime) -> Alarm:
    """Return the alarm that an open slot should have, in case it was lost."""
    if not slot.live_offer_seq:
        return queue.look_alarm(slot.id, now)
    name = offer_name(slot.id, slot.live_offer_seq)
    return Alarm(f"lapse:{name}", now, LapseSlot(slot_id=slot.id, seq=slot.live_offer_seq))


def expire(state: WaitlistState, _command: ExpireEntry, now: datetime) -> Decision:
    """Take an entry off the list if its latest date has passed."""
    entry = state.entry
    today = wall_time(now, rulebook_of(state.rules).zone).date()
    if entry is None or entry.state != "waiting" or not is_past(entry, today):
        return Decision(None)
    return gone(state, entry, "expired", now)


class Month(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a month: what became of the slots that came free, time to fill, and revenue.

    Each slot is either filled, handed back, still open, or given up again (or missed) by the
    customer who claimed it.
    """

    freed: int = 0
    filled: int = 0
    given_up: int = 0
    handed_back: int = 0
    open: int = 0
    offers: int = 0
    minutes_to_fill: int = 0
    money: dict[str, int] = msgspec.field(default_factory=dict)


def month_of(slots: tuple[Slot, ...], lost: Collection[str] = ()) -> Month:
    """Add up a month's slots; `lost` are claimed ones that their customers no longer have.

    A customer who gave up a later appointment would have paid anyway, so their slot brings back no
    money; the time that they gave up does once it is filled.
    """
    minutes: list[float] = []
    money: dict[str, int] = {}
    kept = [slot for slot in slots if slot.id not in lost]
    for slot in kept:
        if slot.status != "booked" or slot.ended_at is None:
            continue
        minutes.append((slot.ended_at - slot.freed_at) / timedelta(minutes=1))
        if slot.price is not None and not slot.replaces:
            money[slot.price.currency] = money.get(slot.price.currency, 0) + slot.price.amount
    return Month(
        freed=len(slots),
        filled=len(minutes),
        given_up=len(lost),
        handed_back=_count(kept, "handed_back"),
        open=_count(slots, "open"),
        offers=sum(slot.offers for slot in slots),
        minutes_to_fill=round(sum(minutes) / max(1, len(minutes))),
        money=money,
    )


def _count(slots: Iterable[Slot], status: str) -> int:
    return sum(slot.status == status for slot in slots)


def summarise(
    state: WaitlistState, month: Month, command: SendMonthSummary, now: datetime
) -> Decision:
    """Send the month's summary to staff, once, if anything happened; repeat next month."""
    notes: tuple[Message, ...] = ()
    if month.freed:
        figures = msgspec.to_builtins(month)
        note = to_staff("summary", state, now, command.month, month=command.month, summary=figures)
        notes = (note,)
    if not command.again:
        return Decision(None, messages=notes)
    again = _month_alarm(now, rulebook_of(state.rules).zone)
    return Decision(None, messages=notes, set_alarms=(again,))
