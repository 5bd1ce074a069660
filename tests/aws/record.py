"""The record of a play: every AWS call with its caller, every function run, every alarm."""

from collections import Counter
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec


class Write(msgspec.Struct, frozen=True):
    """One requested item write: sizes in bytes, and the write units of each index by AWS's rules.

    What was refused has the same size before and after. A condition alone is of the kind
    ConditionCheck.
    """

    table: str
    kind: str
    asked: int
    before: int
    after: int
    indexes: dict[str, float]
    transactional: bool
    key: str = ""  # of the partition


class Read(msgspec.Struct, frozen=True):
    """Items that a request read, from a table or an index of it."""

    table: str
    index: str
    consistent: bool
    scanned: int
    items: int
    bytes: int
    transactional: bool = False
    key: str = ""  # of the partition


class Call(msgspec.Struct, frozen=True, tag_field="kind", tag="call"):
    """One AWS call, by a function under its role, or by `root`: the test and the deploy command."""

    at: float
    took: float
    by: str
    role: str
    service: str
    operation: str
    status: int
    error: str
    names: dict[str, Any]
    sent: int
    got: int
    writes: tuple[Write, ...] = ()
    reads: tuple[Read, ...] = ()


class Run(msgspec.Struct, frozen=True, tag_field="kind", tag="run"):
    """One run of a function and its trigger: `url`, `direct`, or the ARN or service of a source."""

    at: float
    took: float
    function: str
    memory: int
    source: str
    batch: int
    failed: bool
    log: str
    log_bytes: int


class Ring(msgspec.Struct, frozen=True, tag_field="kind", tag="ring"):
    """A schedule that rang its target, under its role."""

    at: float
    name: str
    target: str
    role: str | None


class Rule(msgspec.Struct, frozen=True, tag_field="kind", tag="rule"):
    """A rule of a bus that sent an event to a target."""

    at: float
    name: str | None
    target: str
    role: str | None


class DeadLetter(msgspec.Struct, frozen=True, tag_field="kind", tag="letter"):
    """An event that a function failed at for good, and the queue that Lambda put it into."""

    at: float
    function: str
    queue: str


Line = Call | Run | Ring | Rule | DeadLetter


class Record(msgspec.Struct, frozen=True):
    """What happened, in the order in which it ended."""

    lines: tuple[Line, ...]

    @property
    def calls(self) -> list[Call]:
        return [one for one in self.lines if isinstance(one, Call)]

    @property
    def functions_calls(self) -> list[Call]:
        """Return the calls of functions, without those of the test and the deploy command."""
        return [one for one in self.calls if one.role]

    @property
    def runs(self) -> list[Run]:
        return [one for one in self.lines if isinstance(one, Run)]

    @property
    def rings(self) -> list[Ring]:
        return [one for one in self.lines if isinstance(one, Ring)]

    @property
    def dead_letters(self) -> list[DeadLetter]:
        return [one for one in self.lines if isinstance(one, DeadLetter)]

    @property
    def mails(self) -> list[EmailMessage]:
        """Return the mails that were handed to SES and taken, as they were sent."""
        return [
            mail(one) for one in self.calls if one.operation == "SendRawEmail" and not one.error
        ]

    def since(self, at: float) -> "Record":
        return Record(tuple(one for one in self.lines if one.at >= at))

    def counts(self) -> Counter[str]:
        """Count the calls of functions by service and operation."""
        return Counter(f"{one.service}:{one.operation}" for one in self.functions_calls)


def mail(call: Call) -> EmailMessage:
    """Return the mail that a call handed to SES."""
    return message_from_bytes(call.names["Mail"].encode("latin-1"), policy=policy.default)


def read(path: Path) -> Record:
    """Read a record; one that is still being written may end in half a line."""
    return Record(tuple(_lines(path.read_text().splitlines(keepends=True))))


def _lines(texts: Iterable[str]) -> Iterable[Line]:
    decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
    for text in texts:
        if text.endswith("\n"):
            yield decoder.decode(text)
