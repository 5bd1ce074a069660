"""The result of a rehearsal: a timeline of what would be sent. A platform plays it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec

from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp.reminder_times import ReminderOutcome

MOST_GUESTS = 500
Status = Literal["sent", "waits", "dropped", "happens"]


class RehearsedMessage(msgspec.Struct, frozen=True):
    """A message that is sent, waits or is dropped, or an event; `note` gives a reason."""

    at: datetime
    status: Status
    kind: str
    name: str = ""
    to: str = ""
    subject: str = ""
    note: str = ""
    until: datetime | None = None


class RehearsalGroup(msgspec.Struct, frozen=True):
    """Consecutive messages of one kind on one day, with the same status and note."""

    at: datetime
    status: Status
    kind: str
    note: str
    until: datetime | None
    told: tuple[RehearsedMessage, ...]


class Rehearsal(msgspec.Struct, frozen=True, kw_only=True):
    """An event played to its end on a copy; `sampled` if only some of its guests take part."""

    event_id: str
    name: str
    timezone: str
    began: datetime
    starts: datetime
    guests: int
    simulated: int
    sampled: bool = False
    told: tuple[RehearsedMessage, ...] = ()
    reminders: tuple[ReminderOutcome, ...] = ()
    cut_short: bool = False

    @property
    def sent(self) -> int:
        """The number of messages that would be sent."""
        return sum(message.status == "sent" for message in self.told)

    @property
    def rows(self) -> tuple[RehearsalGroup, ...]:
        """The timeline, in groups."""
        return rows(self.told, self.timezone)


def rows(told: Iterable[RehearsedMessage], zone: str) -> tuple[RehearsalGroup, ...]:
    """Return consecutive similar messages in groups."""
    groups: list[list[RehearsedMessage]] = []
    for message in told:
        if groups and _group_key(groups[-1][0], zone) == _group_key(message, zone):
            groups[-1].append(message)
        else:
            groups.append([message])
    return tuple(_group(messages) for messages in groups)


def _group_key(message: RehearsedMessage, zone: str) -> tuple[object, ...]:
    day = wall_time(message.at, zone).date()
    return day, message.status, message.kind, message.note, message.until


def _group(messages: list[RehearsedMessage]) -> RehearsalGroup:
    first = messages[0]
    return RehearsalGroup(
        first.at, first.status, first.kind, first.note, first.until, tuple(messages)
    )
