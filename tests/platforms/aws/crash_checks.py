"""Promises that an evening must keep once faults are over."""

from collections import Counter
from datetime import datetime

import msgspec

from fullhouse.engine.catalogue import AUDITED
from fullhouse.kernel import audit
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.item_codec import shape, to_alarm, to_line
from fullhouse.products.rsvp.bus_events import bus_event
from fullhouse.products.rsvp.model import Event, Guest
from tests.platforms.aws.crashing import Items, LittleAws
from tests.platforms.aws.handed_over import Schedule
from tests.support.rsvp_world import there

REMINDED = there("2031-06-05 19:00")


class Seen(msgspec.Struct, frozen=True):
    """All that the tables tell."""

    event: Event
    guests: list[Guest]
    messages: list[Message]
    alarms: dict[str, Alarm]
    lines: list[AuditLine]

    def sent(self, *kinds: str) -> list[Message]:
        """Return the mails that left, of these kinds or of all."""
        return [
            one
            for one in self.messages
            if one.status == "sent" and (not kinds or one.kind in kinds)
        ]


def look(aws: LittleAws) -> Seen:
    """Read all that is there."""
    items: dict[str, Items] = aws.items()
    alarms = [to_alarm(item) for item in items[tables.ALARMS.name].values()]
    return Seen(
        next(
            shape(Event).record(item)
            for item in items[tables.EVENTS.name].values()
            if "name" in item
        ),
        [shape(Guest).record(item) for item in items[tables.GUESTS.name].values()],
        sorted(
            map(shape(Message).record, items[tables.MESSAGES.name].values()),
            key=lambda one: one.number,
        ),
        {alarm.key: alarm for alarm in alarms},
        sorted(map(to_line, items[tables.AUDIT.name].values()), key=lambda one: one.number),
    )


def calm(aws: LittleAws) -> None:
    """Let a little time pass without faults, with one sweep, and check every promise."""
    aws.later(minutes=40)
    seen, now = look(aws), aws.clock.now()
    the_headcount_is_the_list(seen)
    the_audit_replays(seen)
    nothing_is_left(seen, now)
    each_mail_left_once(aws, seen)
    if now >= REMINDED and seen.event.state == "open":
        the_confirmed_are_reminded(seen)
    others_heard_the_news(aws, seen)
    each_schedule_has_its_alarm(aws)


def the_headcount_is_the_list(seen: Seen) -> None:
    """S1, S2."""
    event, guests = seen.event, seen.guests
    confirmed = sum(one.party for one in guests if one.state == "confirmed")
    held = event.owed + sum(one.offer.seats for one in guests if one.offer is not None)
    waiting = sum(one.is_waiting for one in guests)
    assert (event.confirmed, event.held, event.waiting) == (confirmed, held, waiting), (
        "S1: the counters drifted"
    )
    assert event.taken == confirmed + held <= event.cap, "S1: too many seats"
    assert len({one.email for one in guests}) == len(guests), "S2: someone is there twice"


def the_audit_replays(seen: Seen) -> None:
    """S5."""
    problems: list[audit.AuditMismatch] = []
    audit.compare(audit.replay(seen.lines, AUDITED, problems), [seen.event, *seen.guests], problems)
    assert problems == [], "S5"


def nothing_is_left(seen: Seen, now: datetime) -> None:
    """L1, L2."""
    assert [one.id for one in seen.messages if one.status in ("queued", "sending")] == [], (
        "L1: the outbox is not empty"
    )
    assert [one.key for one in seen.alarms.values() if one.due_at <= now] == [], (
        "L1: alarms are late"
    )
    late = [one.id for one in seen.guests if one.offer is not None and one.offer.ends_at <= now]
    assert late == [], "L2: offers outlive their time"


def each_mail_left_once(aws: LittleAws, seen: Seen) -> None:
    """S8: a second time only if the first answer was lost."""
    sends = Counter(key for _, key in aws.wire.sends)
    assert {key for key, times in sends.items() if times > 1} <= aws.wire.may_repeat(), (
        "S8: a mail left twice"
    )
    assert max(sends.values(), default=0) <= 2, "S8: a mail left again and again"
    assert sends.keys() <= {one.id for one in seen.sent()}, "a mail left and is not known as sent"


def the_confirmed_are_reminded(seen: Seen) -> None:
    """L3."""
    who = Counter(one.person for one in seen.sent("reminder"))
    assert who == Counter(one.id for one in seen.guests if one.state == "confirmed"), "L3"


def others_heard_the_news(aws: LittleAws, seen: Seen) -> None:
    """Nothing is lost between a commit and the bus; it may come twice."""
    known = {to_line(item).number for item in aws.began.items[tables.AUDIT.name].values()}
    lines = [line for line in seen.lines if line.number not in known]
    due = {(f"ev.{one}", line.number) for line in lines for one in bus_event(line)}
    assert set(aws.wire.news) == due, "the bus was told otherwise"


def each_schedule_has_its_alarm(aws: LittleAws) -> None:
    """Or if it has none, its ring does nothing."""
    before, alarms = aws.items(), look(aws).alarms
    for one in aws.schedules():
        if not is_for(one, alarms):
            aws.rung(one)
            assert aws.items() == before, f"the ring of {one} did something"


def is_for(one: Schedule, alarms: dict[str, Alarm]) -> bool:
    """Whether a schedule is there to ring one of these alarms."""
    alarm = alarms.get(one.told.get("alarm", ""))
    return alarm is not None and msgspec.to_builtins(alarm.due_at) == one.told["due_at"]
