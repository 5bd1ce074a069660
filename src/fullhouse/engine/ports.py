"""Ports that each platform implements. One contract suite per port runs on every adapter."""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar, Protocol, TypeVar

import msgspec

from fullhouse.engine.narratives import Narrative
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Key, Link
from fullhouse.kernel.messages import Channel, Message, Outcome
from fullhouse.kernel.records import Need, Record

T = TypeVar("T")


class Conflict(Exception):
    """A guard did not hold, or a new record's key was taken: load and decide again."""


class StoreDown(Exception):
    """The store refused or did not answer, so the commit may or may not have happened.

    What was acknowledged before is safe.
    """


class Written(msgspec.Struct, frozen=True):
    """A decision with its audit lines, ready to commit.

    The alarm `rung` that caused it is deleted, unless another was set under its key meanwhile.
    """

    decision: Decision
    lines: tuple[AuditLine, ...] = ()
    rung: Alarm | None = None


class Invocation(msgspec.Struct, frozen=True):
    """A command with its id in the audit, who gave it, and the alarm that was due for it, if any.

    `narratives` are paragraphs for the messages that it may send.
    """

    id: str
    by: str
    command: Command
    alarm: Alarm | None = None
    narratives: tuple[Narrative, ...] = ()


class DueAlarms(Need[tuple[Alarm, ...]], frozen=True):
    """Alarms due by a time, the earliest first."""

    query_name: ClassVar[str] = "DueAlarms"
    by: datetime
    limit: int = 100


class NextAlarm(Need[datetime | None], frozen=True):
    """When the next alarm is due."""

    query_name: ClassVar[str] = "NextAlarm"


class DueMessages(Need[tuple[Message, ...]], frozen=True):
    """Messages due by a time, or whose lease has run out: answers and offers first."""

    query_name: ClassVar[str] = "DueMessages"
    by: datetime
    limit: int = 100


class NextMessage(Need[datetime | None], frozen=True):
    """When the next message may leave."""

    query_name: ClassVar[str] = "NextMessage"


class MessagePage(Need[tuple[Message, ...]], frozen=True):
    """The newest messages first, those before a number; filtered where a filter is given."""

    query_name: ClassVar[str] = "MessagePage"
    scope: str = ""
    to: str = ""
    kind: str = ""
    before: int = 0
    limit: int = 100


class MessageByMark(Need[Message | None], frozen=True):
    """The mail with this mark of ours, or with this id of its carrier."""

    query_name: ClassVar[str] = "MessageByMark"
    mark: str


class AuditPage(Need[tuple[AuditLine, ...]], frozen=True):
    """Audit lines in order, those after a number; of one scope, or of all."""

    query_name: ClassVar[str] = "AuditPage"
    scope: str = ""
    after: int = 0
    limit: int = 100


class LatestAudit(Need[tuple[AuditLine, ...]], frozen=True):
    """The newest audit lines first, those before a number; of one scope, or of all."""

    query_name: ClassVar[str] = "LatestAudit"
    scope: str = ""
    before: int = 0
    limit: int = 100


class AuditOfSubject(Need[tuple[AuditLine, ...]], frozen=True):
    """Audit lines about one subject of a scope, in order, those after a number."""

    query_name: ClassVar[str] = "SubjectLines"
    scope: str
    subject: str
    after: int = 0
    limit: int = 100


class AllRecords(Need[Iterable[Record]], frozen=True):
    """Every audited record, to compare with the audit."""


class Store(Protocol):
    """Answers needs, and commits a decision whole or not at all."""

    def load(self, need: Need[T]) -> T:
        """Answer one need."""
        ...

    def commit(self, written: Written) -> None:
        """Write everything in one atomic step.

        Raise `Conflict` if a guard does not hold, `StoreDown` if the result is unknown. Records
        that must be absent are checked first, because the changes may add them. A change without
        sets and adds only checks its guards. A message with a known id is left as it is. Alarms
        are cleared before others are set; an alarm set under a known key replaces it.
        """
        ...


class Executor(Protocol):
    """Executes commands and loads needs on a platform, without blocking the event loop."""

    async def execute(self, invocation: Invocation) -> Decision:
        """Execute a command; durable when it returns."""
        ...

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        ...

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        """Hand a letter to the carrier."""
        ...

    async def changed(self, scope: str, since: int) -> int:
        """Wait until a scope, or any if empty, has changed since a version; return the version."""
        ...

    def check_writable(self) -> None:
        """Raise `StoreDown` if writing failed last time and still fails."""
        ...

    def wake_tasks(self) -> None:
        """Wake the loop that runs periodic tasks: one is due earlier than before."""
        ...


class Clock(Protocol):
    """A source of the time, in UTC, to the millisecond."""

    def now(self) -> datetime:
        """Return the current time."""
        ...


class Ids(Protocol):
    """Makes ids that nobody can guess and that never come twice."""

    def new(self) -> str:
        """Return a new id of letters and digits."""
        ...


class Keys(Protocol):
    """Signs links and reads them: a `Keyring`, or what keeps one up to date."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """The signing keys, newest first."""
        ...

    def sign(self, link: Link) -> str:
        """Return the token for a link."""
        ...

    def keys_for_mark(self, mark: str, now: datetime, /) -> tuple[Key, ...]:
        """Return the keys that may have made a mark in a mail."""
        ...

    def read(self, token: str, now: datetime) -> Link:
        """Return what a token says, or raise `Tampered` or `Expired`."""
        ...


class Carrier(Protocol):
    """Sends letters on the channels in `carries`; on any other it keeps the letter."""

    carries: frozenset[Channel]

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter and return the outcome. Never raises."""
        ...


class Files(Protocol):
    """Stores what is too large for a record: raw mail, uploads. A name is written once."""

    def keep(self, name: str, content: bytes) -> None:
        """Store a file under a name such as `mail/x.eml`; durable when it returns.

        A file with a known name is left as it is.
        """
        ...

    def read(self, name: str) -> bytes | None:
        """Return the file with this name, or None."""
        ...

    def forget(self, name: str) -> None:
        """Delete the file with this name, if there is one."""
        ...


class BadName(ValueError):
    """Not a name that a file can have here."""


class Unreadable(Exception):
    """An attachment cannot be read, or only a part of it.

    `reason` is a sentence for staff, and `text` the part that was read.
    """

    def __init__(self, reason: str, text: str = "") -> None:
        """Keep both."""
        super().__init__(reason)
        self.reason, self.text = reason, text


class Reader(Protocol):
    """Reads attachments. No file is opened in the server's own process."""

    def read(self, content: bytes, kind: str, /) -> str:
        """Return the text of a file, within bounds, or raise `Unreadable`.

        `kind` was determined from the file's bytes.
        """
        ...
