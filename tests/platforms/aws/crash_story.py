"""One evening in six chapters, what must be true after each whatever went wrong in it, and how it would have ended."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel import audit
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.audit import Line
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws import tables
from fullhouse.platforms.aws.items import shape, to_alarm, to_line
from fullhouse.products.rsvp.commands import CancelEvent
from fullhouse.products.rsvp.model import Event, Guest
from tests.building import EVENT, create, mail, there
from tests.platforms.aws.crashing import Items, LittleAws, Schedule, Snapshot
from tests.platforms.aws.wire import DIES_AFTER, DIES_BEFORE, LOST, LOST_ONCE, REFUSED, SEND, THROTTLED, Call, Fault

BEGINS = there("2031-06-02 10:00")
STARTS = "2031-06-12T19:00"
REMINDED = there("2031-06-05 19:00")
# An offer whose mail did not leave is put back and made again: that is no loss, and no other ending.
OFFERING = ("offered", "rolled_on", "put_back")


class Seen(msgspec.Struct, frozen=True):
    """All that the tables tell."""

    event: Event
    guests: list[Guest]
    messages: list[Message]
    alarms: dict[str, Alarm]
    lines: list[Line]

    def sent(self, *kinds: str) -> list[Message]:
        """Return the mails that left, of these kinds or of all."""
        return [one for one in self.messages if one.status == "sent" and (not kinds or one.kind in kinds)]


def look(aws: LittleAws) -> Seen:
    """Read all that is there."""
    items: dict[str, Items] = aws.items()
    alarms = [to_alarm(item) for item in items[tables.ALARMS.name].values()]
    return Seen(
        next(shape(Event).record(item) for item in items[tables.EVENTS.name].values() if "name" in item),
        [shape(Guest).record(item) for item in items[tables.GUESTS.name].values()],
        sorted(map(shape(Message).record, items[tables.MESSAGES.name].values()), key=lambda one: one.number),
        {alarm.key: alarm for alarm in alarms},
        sorted(map(to_line, items[tables.AUDIT.name].values()), key=lambda one: one.number),
    )


class Tale:
    """What people do, and what they were told."""

    def __init__(self, aws: LittleAws) -> None:
        """Begin."""
        self.aws = aws
        self.told: list[tuple[str, str]] = []

    def signs_up(self, *names: str) -> None:
        for name in names:
            self.told.append((name, self.aws.signs_up(EVENT, name)["state"]))

    def presses(self, name: str, kind: str, purpose: str) -> None:
        """Let someone press a button of the newest mail of a kind that they got."""
        mails = map(shape(Message).record, self.aws.table(tables.MESSAGES).values())
        theirs = [one for one in mails if (one.kind, one.to, one.status) == (kind, mail(name), "sent")]
        newest = max(theirs, key=lambda one: one.number)
        self.aws.presses(msgspec.json.decode(newest.letter, type=Letter).links[purpose])
        self.told.append((name, purpose))


def opened(tale: Tale) -> None:
    """A host opens a list with two seats."""
    tale.aws.host_says(create(starts_at=STARTS))
    tale.aws.later(minutes=20)


def full(tale: Tale) -> None:
    """Three sign up; the third waits."""
    tale.signs_up("anna", "ben", "cem")
    tale.aws.later(minutes=20)


def claimed(tale: Tale) -> None:
    """One cancels; who waits is asked, and takes the seat."""
    tale.presses("ben", "confirmation", "cancel")
    tale.aws.later(minutes=20)
    tale.presses("cem", "offer", "claim")
    tale.aws.later(minutes=20)


def rolled_on(tale: Tale) -> None:
    """Two more wait; one cancels; the first of them does not answer, so the second is asked, and takes the seat."""
    tale.signs_up("dora", "eve")
    tale.presses("anna", "confirmation", "cancel")
    tale.aws.later(hours=6, minutes=20)
    tale.aws.later(minutes=30)
    tale.presses("eve", "offer", "claim")
    tale.aws.later(minutes=20)


def reminded(tale: Tale) -> None:
    """A week ahead those who come are reminded."""
    tale.aws.until(REMINDED)
    tale.aws.later(minutes=20)


def called_off(tale: Tale) -> None:
    """The host calls it off, and everyone is told."""
    tale.aws.host_says(CancelEvent(event_id=EVENT))
    tale.aws.later(minutes=20)


CHAPTERS: dict[str, Callable[[Tale], None]] = {
    chapter.__name__: chapter for chapter in (opened, full, claimed, rolled_on, reminded, called_off)
}


class Ending(msgspec.Struct, frozen=True):
    """How things stand, told by names: ids and instants differ from play to play."""

    counters: dict[str, Any]
    guests: dict[str, tuple[str, bool, int]]
    lines: Counter[tuple[str, str]]
    asked: set[str]
    mails: Counter[tuple[str, str]]
    alarms: Counter[str]
    schedules: Counter[str]
    told: list[tuple[str, str]]


class Chapter(msgspec.Struct, frozen=True):
    """A chapter as it goes when nothing goes wrong: what was there before, the calls it makes, and how it ends."""

    name: str
    before: Snapshot
    calls: list[Call]
    ending: Ending

    def faults(self) -> Iterator[Fault]:
        """Name all that can go wrong and makes a difference.

        Where a call only reads, a lost answer is a refused call, and an end of the process after it is one before it;
        and an end before a call is one after the call before, unless it is the first of its run.
        """
        first = {call.run: call.number for call in reversed(self.calls)}
        for call in self.calls:
            ways = [REFUSED, THROTTLED]
            ways += [LOST, DIES_AFTER] if call.writes else []
            ways += [LOST_ONCE] if call.writes and call.operation != SEND else []
            ways += [DIES_BEFORE] if first[call.run] == call.number else []
            yield from (Fault(call.number, way) for way in ways)


def clean_run(aws: LittleAws) -> dict[str, Chapter]:
    """Play the whole evening once, with nothing going wrong."""
    found = {}
    for name, chapter in CHAPTERS.items():
        before = aws.snapshot()
        aws.back_to(before)
        tale = Tale(aws)
        chapter(tale)
        calls = list(aws.wire.calls)
        calm(aws)
        found[name] = Chapter(name, before, calls, ending(tale))
    return found


def play(aws: LittleAws, chapter: Chapter, *faults: Fault) -> None:
    """Play a chapter with faults, and hold what came of it against the promises and the ending without it."""
    aws.back_to(chapter.before, *faults)
    go_on(aws, chapter)
    assert aws.wire.happened, "a fault never came"


def go_on(aws: LittleAws, chapter: Chapter) -> None:
    """Play a chapter from here, and hold what came of it against the promises and the ending."""
    tale = Tale(aws)
    CHAPTERS[chapter.name](tale)
    calm(aws)
    differs = [(name, now, then) for name, now, then in _side_by_side(ending(tale), chapter.ending) if now != then]
    assert not differs, f"it ended otherwise: {differs}"


def _side_by_side(now: Ending, then: Ending) -> Iterator[tuple[str, object, object]]:
    return ((name, getattr(now, name), getattr(then, name)) for name in Ending.__struct_fields__)


def calm(aws: LittleAws) -> None:
    """Let a little time pass in which nothing goes wrong, with one sweep, and check every promise."""
    aws.later(minutes=40)
    seen, now = look(aws), aws.clock.now()
    the_headcount_is_the_list(seen)
    the_audit_replays(seen)
    nothing_is_left(seen, now)
    each_mail_left_once(aws, seen)
    if now >= REMINDED and seen.event.state == "open":
        the_confirmed_are_reminded(seen)
    each_schedule_has_its_alarm(aws)


def the_headcount_is_the_list(seen: Seen) -> None:
    """S1, S2."""
    event, guests = seen.event, seen.guests
    confirmed = sum(one.party for one in guests if one.state == "confirmed")
    held = event.owed + sum(one.offer.seats for one in guests if one.offer is not None)
    waiting = sum(one.is_waiting for one in guests)
    assert (event.confirmed, event.held, event.waiting) == (confirmed, held, waiting), "S1: the counters drifted"
    assert event.taken == confirmed + held <= event.cap, "S1: too many seats"
    assert len({one.email for one in guests}) == len(guests), "S2: someone is there twice"


def the_audit_replays(seen: Seen) -> None:
    """S5."""
    problems: list[audit.Broken] = []
    audit.compare(audit.replay(seen.lines, problems), [seen.event, *seen.guests], problems)
    assert problems == [], "S5"


def nothing_is_left(seen: Seen, now: datetime) -> None:
    """L1, L2."""
    assert [one.id for one in seen.messages if one.status in ("queued", "sending")] == [], "L1: the outbox is not empty"
    assert [one.key for one in seen.alarms.values() if one.due_at <= now] == [], "L1: alarms are late"
    late = [one.id for one in seen.guests if one.offer is not None and one.offer.ends_at <= now]
    assert late == [], "L2: offers outlive their time"


def each_mail_left_once(aws: LittleAws, seen: Seen) -> None:
    """S8: a second time only if the first answer was lost."""
    sends = Counter(key for _, key in aws.wire.sends)
    assert {key for key, times in sends.items() if times > 1} <= aws.wire.may_repeat(), "S8: a mail left twice"
    assert max(sends.values(), default=0) <= 2, "S8: a mail left again and again"
    assert sends.keys() <= {one.id for one in seen.sent()}, "a mail left and is not known as sent"


def the_confirmed_are_reminded(seen: Seen) -> None:
    """L3."""
    who = Counter(one.person for one in seen.sent("reminder"))
    assert who == Counter(one.id for one in seen.guests if one.state == "confirmed"), "L3"


def each_schedule_has_its_alarm(aws: LittleAws) -> None:
    """Or if it has none, its ring does nothing."""
    before, alarms = aws.items(), look(aws).alarms
    for one in aws.schedules():
        if not _is_for(one, alarms):
            aws.rung(one)
            assert aws.items() == before, f"the ring of {one} did something"


def _is_for(one: Schedule, alarms: dict[str, Alarm]) -> bool:
    alarm = alarms.get(one.told.get("alarm", ""))
    return alarm is not None and msgspec.to_builtins(alarm.due_at) == one.told["due_at"]


def ending(tale: Tale) -> Ending:
    """Say how things stand."""
    seen = look(tale.aws)
    event = seen.event
    names = {one.id: one.name for one in seen.guests} | {EVENT: EVENT}
    return Ending(
        {name: getattr(event, name) for name in ("confirmed", "held", "taken", "owed", "waiting", "state")},
        {one.name: (one.state, one.offer is not None, one.lapses) for one in seen.guests},
        Counter((one.action, names[one.subject]) for one in seen.lines if one.action not in OFFERING),
        {names[one.subject] for one in seen.lines if one.action in OFFERING},
        Counter((one.kind, one.to) for one in seen.sent()),
        Counter(type(one.command).__name__ for one in seen.alarms.values()),
        Counter(one.function for one in tale.aws.schedules() if _is_for(one, seen.alarms)),
        tale.told,
    )
