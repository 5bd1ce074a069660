"""One evening in six chapters: each one's normal ending, and playing it with faults."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.item_codec import shape
from fullhouse.products.rsvp.commands import CancelEvent
from tests.platforms.aws.crash_checks import REMINDED, calm, is_for, look
from tests.platforms.aws.crashing import LittleAws, Snapshot
from tests.platforms.aws.wire import (
    DIES_AFTER,
    DIES_BEFORE,
    LOST,
    LOST_ONCE,
    REFUSED,
    SEND,
    THROTTLED,
    Call,
    Fault,
)
from tests.support.rsvp_world import EVENT, create, mail, there

BEGINS = there("2031-06-02 10:00")
STARTS = "2031-06-12T19:00"
# An offer whose mail did not leave is put back and made again: not a loss, and the same ending.
OFFERING = ("offered", "rolled_on", "put_back")


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
        theirs = [
            one for one in mails if (one.kind, one.to, one.status) == (kind, mail(name), "sent")
        ]
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
    """Two more wait; one cancels; the first does not reply, so the second gets the seat."""
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
    chapter.__name__: chapter
    for chapter in (opened, full, claimed, rolled_on, reminded, called_off)
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
    """A chapter without faults: the state before it, the calls it makes, and how it ends."""

    name: str
    before: Snapshot
    calls: list[Call]
    ending: Ending

    def faults(self) -> Iterator[Fault]:
        """Return all faults that make a difference.

        Where a call only reads, a lost answer is a refused call, and an end of the process after it
        is one before it; and an end before a call is one after the call before, unless it is the
        first of its run.
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
    """Play a chapter with faults; compare the result with promises and the normal ending."""
    aws.back_to(chapter.before, *faults)
    go_on(aws, chapter)
    assert aws.wire.happened, "a fault never came"


def go_on(aws: LittleAws, chapter: Chapter) -> None:
    """Play a chapter from here, and hold what came of it against the promises and the ending."""
    tale = Tale(aws)
    CHAPTERS[chapter.name](tale)
    calm(aws)
    differs = [
        (name, now, then)
        for name, now, then in _side_by_side(ending(tale), chapter.ending)
        if now != then
    ]
    assert not differs, f"it ended otherwise: {differs}"


def _side_by_side(now: Ending, then: Ending) -> Iterator[tuple[str, object, object]]:
    return ((name, getattr(now, name), getattr(then, name)) for name in Ending.__struct_fields__)


def ending(tale: Tale) -> Ending:
    """Say how things stand."""
    seen = look(tale.aws)
    event = seen.event
    names = {one.id: one.name for one in seen.guests} | {EVENT: EVENT}
    return Ending(
        {
            name: getattr(event, name)
            for name in ("confirmed", "held", "taken", "owed", "waiting", "state")
        },
        {one.name: (one.state, one.offer is not None, one.lapses) for one in seen.guests},
        Counter(
            (one.action, names[one.subject]) for one in seen.lines if one.action not in OFFERING
        ),
        {names[one.subject] for one in seen.lines if one.action in OFFERING},
        Counter((one.kind, one.to) for one in seen.sent()),
        Counter(tag_of(one.command) for one in seen.alarms.values()),
        Counter(one.function for one in tale.aws.schedules() if is_for(one, seen.alarms)),
        tale.told,
    )


class Evening(NamedTuple):
    """AWS, and how the evening goes on it when nothing goes wrong."""

    aws: LittleAws
    chapters: dict[str, Chapter]

    def before(self, name: str) -> Chapter:
        """Go back to the beginning of a chapter."""
        self.aws.back_to(self.chapters[name].before)
        return self.chapters[name]


def played(evening: Evening, name: str, *faults: Fault) -> None:
    """Play a chapter with faults; if it ends otherwise, say which they were."""
    chapter = evening.chapters[name]
    try:
        play(evening.aws, chapter, *faults)
    except (AssertionError, Exception) as error:
        for one in faults:
            call = evening.aws.wire.calls[one.number - 1]
            error.add_note(
                f"in {name}, call {one.number}, {call.operation} of {call.function}: {one.way}"
            )
        raise
