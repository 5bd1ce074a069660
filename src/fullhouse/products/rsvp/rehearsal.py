"""What a rehearsal tells: the timeline of all that would be sent, as values. A platform plays it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec

from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp.schedule import Fate

MOST_GUESTS = 500
Status = Literal["sent", "waits", "dropped", "happens"]


class RehearsedMessage(msgspec.Struct, frozen=True):
    """One message that leaves, waits or is let go, or one thing that happens; `note` says why it is not as usual."""

    at: datetime
    status: Status
    kind: str
    name: str = ""
    to: str = ""
    subject: str = ""
    note: str = ""
    until: datetime | None = None


class RehearsalGroup(msgspec.Struct, frozen=True):
    """Messages of one kind that come one after the other on the same day, for the same reason."""

    at: datetime
    status: Status
    kind: str
    note: str
    until: datetime | None
    told: tuple[RehearsedMessage, ...]


class Rehearsal(msgspec.Struct, frozen=True, kw_only=True):
    """An event played to its end on a copy; `sampled` if it is so large that only some of its guests play along."""

    event_id: str
    name: str
    timezone: str
    began: datetime
    starts: datetime
    guests: int
    simulated: int
    sampled: bool = False
    told: tuple[RehearsedMessage, ...] = ()
    reminders: tuple[Fate, ...] = ()
    cut_short: bool = False

    @property
    def sent(self) -> int:
        """How many messages would have been sent."""
        return sum(one.status == "sent" for one in self.told)

    @property
    def rows(self) -> tuple[RehearsalGroup, ...]:
        """The timeline, with what is alike on one day told as one."""
        return rows(self.told, self.timezone)


def rows(told: Iterable[RehearsedMessage], zone: str) -> tuple[RehearsalGroup, ...]:
    """Put what is alike and stands together into one row."""
    groups: list[list[RehearsedMessage]] = []
    for one in told:
        if groups and _alike(groups[-1][0], zone) == _alike(one, zone):
            groups[-1].append(one)
        else:
            groups.append([one])
    return tuple(
        RehearsalGroup(group[0].at, group[0].status, group[0].kind, group[0].note, group[0].until, tuple(group))
        for group in groups
    )


def _alike(one: RehearsedMessage, zone: str) -> tuple[object, ...]:
    return wall_time(one.at, zone).date(), one.status, one.kind, one.note, one.until
