"""S5, S6 and L4: the audit replays to the store, has each command once, and all are answered."""

from collections import Counter
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.ports import Invocation
from fullhouse.engine.webhooks import WebhookState
from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.records import Record
from fullhouse.products.frontdesk.appointments import result_codes as to_expected
from fullhouse.products.frontdesk.appointments.commands import ConfirmAppointment
from fullhouse.products.frontdesk.refill.removal_questions import ANSWERS
from fullhouse.products.frontdesk.shared.documents import Saved
from fullhouse.products.frontdesk.waitlist import result_codes as to_customers
from fullhouse.products.rsvp import result_codes as to_guests
from sim.checks.state_model import Check, Commit, StateModel

Fields = dict[str, Any]
SAYING = (to_guests, to_customers, to_expected)
WORDS = {code: words for one in SAYING for code, words in {**one.DONE, **one.PROBLEMS}.items()}
# Whoever is told one of these has got something: it must be on record.
GIVEN = (
    *(
        "confirmed",
        "waitlisted",
        "pending",
        "joined",
        "left",
        "removed",
        "freed",
        "withdrawn",
        "booked",
        "declined",
        "given_up",
    ),
    *("rescheduled", "cancelled", "restored", "unconfirmed", "no_show"),
)
NO_PERSON = ("clock", "relay", "setup", "sheet", "calendar")


class S5AuditReplays(Check):
    """The audit, replayed as it is written, is at every commit exactly what is stored."""

    promise = "S5"

    def __init__(self, book: StateModel) -> None:
        """Replay from nothing."""
        super().__init__(book)
        self.replayed: dict[tuple[str, tuple[str, ...]], Fields] = {}

    def commit(self, commit: Commit) -> None:
        """Replay the new lines, then hold every record that changed against them."""
        for line in commit.written.lines:
            for entry in line.entries:
                self._replay(line, entry)
        for kind in AUDITED.values():
            for _, record in commit.of(kind):
                self._compare(record)

    def _replay(self, line: AuditLine, entry: AuditChange) -> None:
        place = (entry.kind, entry.key)
        if entry.new:
            self.require(place not in self.replayed, f"{line.action} makes {place} twice")
            self.replayed[place] = dict(entry.after)
            return
        fields = self.replayed.get(place)
        if fields is None:
            self.require(kept=False, what=f"{line.action} changes {place} before it is made")
            return
        wrong = {
            name: (value, fields[name])
            for name, value in entry.before.items()
            if fields[name] != value
        }
        self.require(
            not wrong, f"{line.action} by {line.order}: before is not what it was: {wrong}"
        )
        fields.update(entry.after)
        for name, more in entry.adds.items():
            fields[name] += more

    def _compare(self, record: Record) -> None:
        fields = self.replayed.get((record.kind_name, record.key))
        stored = msgspec.structs.asdict(record)
        if fields != stored:
            wrong = {name: (value, (fields or {}).get(name)) for name, value in stored.items()}
            differ = {name: pair for name, pair in wrong.items() if pair[0] != pair[1]}
            self.require(kept=False, what=f"stored, and by the audit: {record.key} {differ}")


class S6OnRecordOnce(Check):
    """An acknowledged command is in the audit, once."""

    promise = "S6"

    def __init__(self, book: StateModel) -> None:
        """Know of no order yet."""
        super().__init__(book)
        self.lines: Counter[str] = Counter()

    def commit(self, commit: Commit) -> None:
        """Count the lines of each order; a person's order may be committed once at most."""
        order = commit.order
        if order.alarm is None and commit.written.lines:
            self.require(order.id not in self.lines, f"order {order.id} is committed twice")
        for line in commit.written.lines:
            self.require(
                line.order == order.id and line.by == order.by, f"{line} does not name {order}"
            )
            self.lines[line.order] += 1

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Look an acknowledged order up."""
        found, steps = self.lines[invocation.id], len(decision.steps)
        self.require(
            found == steps or (invocation.alarm is not None and found >= steps),
            f"{invocation} has {found} lines",
        )
        answer = said(decision)
        # Who says once more that they are coming is thanked once more.
        if (
            getattr(answer, "code", "") in GIVEN
            and not found
            and not isinstance(invocation.command, ConfirmAppointment)
        ):
            self.require(kept=False, what=f"{invocation} was acknowledged and is not in the audit")


def said(decision: Decision) -> Any:
    """Return what was answered; to a webhook, what was answered to what it asked for."""
    answer = decision.answer
    return answer.answer if isinstance(answer, WebhookState) else answer


def _has_words(answer: object) -> bool:
    if isinstance(answer, Saved | int) or answer in ANSWERS:
        return True
    return getattr(answer, "code", None) in WORDS


def _was_told_before(decision: Decision) -> bool:
    return isinstance(decision.answer, WebhookState) and decision.answer.became == "seen"


class L4EveryoneIsAnswered(Check):
    """Every command has an answer, in words that people have."""

    promise = "L4"

    def __init__(self, book: StateModel) -> None:
        """Know of no question yet."""
        super().__init__(book)
        self.open: dict[int, str] = {}

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Judge the answer that a person gets."""
        if invocation.by not in NO_PERSON:
            answer = said(decision)
            several = answer if isinstance(answer, tuple) else (answer,)
            self.require(
                all(map(_has_words, several)) or _was_told_before(decision),
                f"{invocation}: {answer}",
            )

    def end(self, now: datetime) -> None:
        """Nobody waits any more."""
        self.require(not self.open, f"never answered: {self.open}")
