"""What comes round by itself: the night's housekeeping, and the month's summary."""

from datetime import UTC, date, datetime, time, timedelta

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
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
    """Begin the daily round that forgets people, or end it."""
    if command.days <= 0:
        return Decision(None, clear_alarms=(ROUND, MORE))
    begin = Alarm(ROUND, now, RetireEntries(days=command.days))
    return Decision(None, set_alarms=(begin,), clear_alarms=(MORE,))


def retire_entries(state: WaitlistState, command: RetireEntries, now: datetime) -> Decision:
    """Have everyone erased who ended long enough ago, each by themselves; the round comes again tomorrow."""
    last = now - timedelta(days=command.days)
    old = [one for one in state.entries if one.ended_at is not None and one.ended_at <= last]
    rings = [Alarm(f"forget:{one.id}", now, EraseEntry(entry_id=one.id)) for one in old]
    again = [Alarm(ROUND, now + EVERY, RetireEntries(days=command.days))] if command.again else []
    return Decision(len(old), set_alarms=(*rings, *again, *_more_to_erase(old, command, now)))


def _more_to_erase(old: list[Entry], command: RetireEntries, now: datetime) -> tuple[Alarm, ...]:
    """Go on behind a page that was full."""
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
    """Begin the rounds."""
    zone = rulebook_of(state.rules).zone
    return Decision(None, set_alarms=(_night_alarm(now, zone), _month_alarm(now, zone)))


def look_again_alarm(now: datetime) -> Alarm:
    """Have every open slot looked at, a page at a time: what each waits for was worked out by other rules."""
    return Alarm(f"{HOUSEKEEPING}:rules", now, Housekeep(again=False))


def _night_alarm(now: datetime, zone: str) -> Alarm:
    """Ring for the next night, by its date: who begins the rounds anew puts off none that is due and has not rung."""
    there = wall_time(now, zone)
    night = datetime.combine(there.date(), NIGHT, tzinfo=None)
    if instant(night, zone) <= now:
        night += timedelta(days=1)
    return Alarm(f"{HOUSEKEEPING}:{night:%Y-%m-%d}", instant(night, zone), Housekeep())


def _month_alarm(now: datetime, zone: str) -> Alarm:
    due = next_first_monday(now, zone)
    month = month_before(due, zone)
    return Alarm(f"{SUMMARY}:{month}", due, SendMonthSummary(month=month))


def next_first_monday(now: datetime, zone: str) -> datetime:
    """Say when the next first Monday of a month is nine o'clock there."""
    month = wall_time(now, zone).date().replace(day=1)
    while True:
        monday = month + timedelta(days=-month.weekday() % DAYS_OF_FIRST_WEEK)
        due = instant(datetime.combine(monday, MORNING, tzinfo=None), zone)
        if due > now:
            return due
        month = (month + timedelta(days=32)).replace(day=1)


def month_before(moment: datetime, zone: str) -> str:
    """Name the month before the one that this moment falls into there."""
    return f"{wall_time(moment, zone).date().replace(day=1) - timedelta(days=1):%Y-%m}"


def span_of(month: str, zone: str) -> tuple[datetime, datetime]:
    """Return the instants between which a month lies there."""
    first = date.fromisoformat(f"{month}-01")
    following = (first + timedelta(days=32)).replace(day=1)
    since, until = (
        instant(datetime.combine(day, time(), tzinfo=None), zone) for day in (first, following)
    )
    return since, until


def housekeep(state: WaitlistState, command: Housekeep, now: datetime) -> Decision:
    """Have everyone expired whose dates have passed, and every open slot looked at; a stuck one goes on."""
    zone = rulebook_of(state.rules).zone
    past = [one for one in state.entries if is_past(one, wall_time(now, zone).date())]
    rings = [Alarm(f"expire:{one.id}", now, ExpireEntry(entry_id=one.id)) for one in past]
    rings += [_after_stuck(slot, now) for slot in state.slots]
    again = [_night_alarm(now, zone), _month_alarm(now, zone)] if command.again else []
    return Decision(len(past), set_alarms=(*rings, *again, *_more(state, past, now)))


def _more(state: WaitlistState, past: list[Entry], now: datetime) -> tuple[Alarm, ...]:
    """Come again for those who did not fit into this page: behind its slots, and in place of those who expired."""
    if PAGE not in (len(past), len(state.slots)):
        return ()
    last = state.slots[-1] if len(state.slots) == PAGE else None
    since, name = (last.freed_at, last.id) if last is not None else (LONG_AGO, "0")
    # By its place, so that two rounds at once do not take each other's next page for their own.
    key = f"{HOUSEKEEPING}:more:{name}"
    return (Alarm(key, now, Housekeep(again=False, before_freed=since, before_id=name)),)


def is_past(entry: Entry, today: date) -> bool:
    """Say whether someone's latest date has passed."""
    return bool(entry.latest) and entry.latest < today.isoformat()


def _after_stuck(slot: Slot, now: datetime) -> Alarm:
    """Look after an open slot: whatever alarm was lost, the rule finds out what is due."""
    if not slot.live_offer_seq:
        return queue.look_alarm(slot.id, now)
    name = offer_name(slot.id, slot.live_offer_seq)
    return Alarm(f"lapse:{name}", now, LapseSlot(slot_id=slot.id, seq=slot.live_offer_seq))


def expire(state: WaitlistState, _command: ExpireEntry, now: datetime) -> Decision:
    """Take someone off the list whose latest date has passed, if it still has."""
    entry = state.entry
    today = wall_time(now, rulebook_of(state.rules).zone).date()
    if entry is None or entry.state != "waiting" or not is_past(entry, today):
        return Decision(None)
    return gone(state, entry, "expired", now)


class Month(msgspec.Struct, frozen=True, kw_only=True):
    """How a month went: slots freed and filled, how long filling took, and what the filled ones brought in."""

    freed: int = 0
    filled: int = 0
    handed_back: int = 0
    offers: int = 0
    minutes_to_fill: int = 0
    money: dict[str, int] = msgspec.field(default_factory=dict)


def month_of(slots: tuple[Slot, ...]) -> Month:
    """Add a month's slots up."""
    filled = [one for one in slots if one.status == "booked" and one.ended_at is not None]
    took = [
        ((one.ended_at or one.freed_at) - one.freed_at) / timedelta(minutes=1) for one in filled
    ]
    money: dict[str, int] = {}
    for one in filled:
        if one.price is not None:
            money[one.price.currency] = money.get(one.price.currency, 0) + one.price.amount
    return Month(
        freed=len(slots),
        filled=len(filled),
        handed_back=sum(one.status == "handed_back" for one in slots),
        offers=sum(one.offers for one in slots),
        minutes_to_fill=round(sum(took) / len(took)) if took else 0,
        money=money,
    )


def summarise(state: WaitlistState, command: SendMonthSummary, now: datetime) -> Decision:
    """Write the month's summary to staff, once, and come again next month."""
    told = msgspec.to_builtins(month_of(state.slots))
    note = to_staff("summary", state, now, command.month, month=command.month, summary=told)
    again = (_month_alarm(now, rulebook_of(state.rules).zone),) if command.again else ()
    return Decision(None, messages=(note,), set_alarms=again)
