"""S15: a seat given up in free text has its grace, and whoever keeps it has it."""

from datetime import datetime

from fullhouse.engine.ports import Invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelGuest,
    ChangeParty,
    CheckIn,
    CheckOut,
    ConfirmSignUp,
    EndGrace,
    EraseEvent,
    EraseGuest,
    KeepSeat,
    MoveGraces,
    ReleaseNoShows,
    SendBulkMessage,
    WalkIn,
)
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.model import Event, Guest
from sim.checks.state_model import Commit, StateModel
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck

# A mailed link to sign up proves the address: pressing it keeps the seat.
KEEPS_IN_TIME = (KeepSeat, AnswerByMail, ConfirmSignUp)
# Whoever is there keeps the seat, and whoever did not come loses it.
ENDS_UNUSED = (ChangeParty, SendBulkMessage, EraseGuest, EraseEvent, CheckIn, WalkIn)


class S15SeatsHaveAGrace(GuestCheck):
    """No confirmed seat given up by free text is released before its grace is over."""

    promise = "S15"

    def __init__(self, book: StateModel) -> None:
        """Know of no grace yet."""
        super().__init__(book)
        self.began: dict[tuple[str, ...], int] = {}
        self.kept: dict[tuple[str, ...], int] = {}
        self.dated: dict[str, int] = {}
        self.counted: dict[tuple[str, ...], int] = {}

    def commit(self, commit: Commit) -> None:
        """Judge graces that begin, move and end, and messages that leave meanwhile."""
        for was, event in commit.of(Event):
            if was is not None and _date(was) != _date(event):
                self.dated[event.id] = self.book.commits
        for before, after in commit.of(Guest):
            if before is not None and before.state == "confirmed":
                self._changed(before, after, commit)
            elif after.cancels_at is not None:
                self.require(kept=False, what=f"{after.id} has a grace and had no seat: {after}")
        for _, message in commit.of(Message):
            if message.product == "rsvp" and message.status == "sending" and message.person:
                self._leaves(message, commit.at)

    def _changed(self, before: Guest, after: Guest, commit: Commit) -> None:
        command = commit.order.command
        if after.state == "cancelled":
            self._lost(before, commit)
            self.require(after.cancels_at is None, f"{after.id} is cancelled with a grace")
        elif before.cancels_at != after.cancels_at or _moves(command, after):
            self._moved(before.cancels_at, after, commit)

    def _lost(self, before: Guest, commit: Commit) -> None:
        command, ends_at = commit.order.command, before.cancels_at
        if _at_once(command):
            return
        if isinstance(command, AnswerByMail):
            event = commit.saw(Event, before.event_id)
            self.require(
                event and reference_rules.grace_ends(event, commit.at) <= commit.at,
                f"{before.id} lost a seat to free text at once, at {commit.at}",
            )
            return
        self.require(
            isinstance(command, EndGrace) and ends_at is not None and commit.at >= ends_at,
            f"{command} took the seat of {before.id} at {commit.at}, its grace ends {ends_at}",
        )
        self.require(
            self.began[before.key] > self.kept.get(before.key, -1),
            f"{before.id} was told that they keep their seat, and lost it",
        )

    def _moved(self, had: datetime | None, after: Guest, commit: Commit) -> None:
        command, event = commit.order.command, commit.saw(Event, after.event_id)
        if after.cancels_at is None:
            late = had is not None and commit.at >= had
            self.require(
                isinstance(command, ENDS_UNUSED)
                or (isinstance(command, KEEPS_IN_TIME) and not late),
                f"{command} ended the grace of {after.id} at {commit.at}, it ends {had}",
            )
            return
        begins = isinstance(command, AnswerByMail) and not command.exact and had is None
        if begins:
            self.began[after.key] = after.rev
        self.require(
            begins or isinstance(command, MoveGraces), f"{command} moved the grace of {after.id}"
        )
        self.counted[after.key] = self.book.commits
        expected = event and reference_rules.grace_ends(event, commit.at)
        self.require(
            after.cancels_at == expected,
            f"the grace of {after.id} ends {after.cancels_at}, not {expected}",
        )

    def _leaves(self, message: Message, at: datetime) -> None:
        if message.kind not in {"reminder", "cancel_pending"}:
            return
        guest = self.lists.guests[message.scope][message.person]
        if message.kind == "reminder":
            self.require(
                guest.cancels_at is None, f"{message.id} leaves in the grace of {guest.id}"
            )
        if message.kind == "cancel_pending":
            said = read_facts(message).cancels_at
            self.require(
                said is not None and said == guest.cancels_at and at < said,
                f"{message.id} says {said} at {at}, the grace ends {guest.cancels_at}",
            )

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Note who was told that they keep their seat."""
        answer = decision.answer
        if isinstance(invocation.command, KeepSeat) and answer.code == "kept":
            self.kept[answer.guest.key] = answer.guest.rev

    def calm(self, now: datetime) -> None:
        """Check that no grace outlives its end, and that each has its alarm."""
        rings = {alarm.command: alarm.due_at for alarm in self.book.set_for(EndGrace)}
        for guest in self.lists.all_guests():
            ends_at, event = guest.cancels_at, self.lists.events[guest.event_id]
            if ends_at is None or event.state == "cancelled":
                continue
            self.require(ends_at > now, f"the grace of {guest.id} ended {ends_at}, it is {now}")
            self.require(
                not reference_rules.live(event, now)
                or self.counted[guest.key] > self.dated.get(event.id, -1),
                f"the date of {event.id} changed, and the grace of {guest.id} did not",
            )
            end = EndGrace(event_id=guest.event_id, guest_id=guest.id)
            self.require(
                end in rings and rings[end] <= ends_at, f"nothing rings for {guest}: {rings}"
            )


def _date(event: Event) -> tuple[object, ...]:
    return (event.starts_at, event.timezone)


def _moves(command: Command, guest: Guest) -> bool:
    """Return True if a command starts a grace anew; begun just now, it ends at the same time."""
    return isinstance(command, MoveGraces) and guest.cancels_at is not None


def _at_once(command: Command) -> bool:
    """Return True for commands that take a seat whether there is a grace or not.

    Which seats may be lost by undoing a check-in is judged by S16.
    """
    if isinstance(command, AnswerByMail):
        return command.exact
    return isinstance(command, CancelGuest | CheckOut | EraseGuest | ReleaseNoShows)
