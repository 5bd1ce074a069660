"""How long people are kept who are off the list: whoever ended long enough ago is forgotten, page by page."""

from datetime import datetime, timedelta

from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.products.waitlist.commands import EraseEntry, RetireEntries, SetEntryRetention
from fullhouse.products.waitlist.model import Entry, WaitlistState

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
    behind = RetireEntries(days=command.days, again=False, after_ended=old[-1].ended_at, after_id=old[-1].id)
    return (Alarm(MORE, now, behind),)
