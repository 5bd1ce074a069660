"""The watch: it passes every event to the checkers and keeps the state model up to date."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from fullhouse.engine.ports import Invocation
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from sim.checks.budget import S14MessageBudget
from sim.checks.carrier import S7CommittedFirst, S8SentOnce
from sim.checks.links import S9ReadingChangesNothing
from sim.checks.mail import S13MarksProve
from sim.checks.record import L4EveryoneIsAnswered, S5AuditReplays, S6OnRecordOnce
from sim.checks.settled_checks import L1EverythingIsDone
from sim.checks.state_model import Check, Commit, StateModel
from sim.workloads import WORKLOADS

CHECKS: tuple[type[Check], ...] = (
    *(check for workload in WORKLOADS.values() for check in workload.checks),
    S5AuditReplays,
    S6OnRecordOnce,
    S7CommittedFirst,
    S8SentOnce,
    S9ReadingChangesNothing,
    S13MarksProve,
    S14MessageBudget,
    L1EverythingIsDone,
    L4EveryoneIsAnswered,
)
HOOKS = (
    "commit",
    "turned",
    "acknowledged",
    "handing",
    "carried",
    "accepted",
    "refused",
    "read",
    "calm",
    "end",
)
PROMISES = frozenset(check.promise for check in CHECKS)


class Watch:
    """Passes each event to the checkers that listen to it, and updates the state model."""

    def __init__(self, *promises: str) -> None:
        """Start with an empty state model and all checkers, or the named ones and L4."""
        self.book = StateModel()
        for workload in WORKLOADS.values():
            self.book.view(workload.view)
        watched = (*(promises or PROMISES), "L4")
        self.checks = [check(self.book) for check in CHECKS if check.promise in watched]
        self.answers = next(one for one in self.checks if isinstance(one, L4EveryoneIsAnswered))
        self._listeners: dict[str, list[Callable[..., Any]]] = {
            name: self._who_listens(name) for name in HOOKS
        }

    def _who_listens(self, name: str) -> list[Callable[..., Any]]:
        return [
            getattr(one, name)
            for one in self.checks
            if getattr(type(one), name) is not getattr(Check, name)
        ]

    def committed(self, commit: Commit) -> None:
        """Let every checker judge a commit, write it down, and let them judge what came of it."""
        for judge in self._listeners["commit"]:
            judge(commit)
        self.book.turn(commit)
        for judge in self._listeners["turned"]:
            judge(commit)

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Pass on that an answer was given."""
        for judge in self._listeners["acknowledged"]:
            judge(invocation, decision)

    def tell(self, hook: str, message: Message, now: datetime) -> None:
        """Pass on a message at the carrier: `handing`, `accepted` or `refused`."""
        for judge in self._listeners[hook]:
            judge(message, now)

    def carried(self, messages: list[Message]) -> None:
        """Pass on which messages were in an email that the carrier took."""
        for judge in self._listeners["carried"]:
            judge(messages)

    def read(self, link: Link | None, *, issued: bool, commits: int) -> None:
        """Pass on that a token was read."""
        for judge in self._listeners["read"]:
            judge(link, issued=issued, commits=commits)

    def calm(self, now: datetime) -> None:
        """Pass on a sweep in which nothing went wrong."""
        for judge in self._listeners["calm"]:
            judge(now)

    def end(self, now: datetime) -> None:
        """Pass on that the story is over."""
        for judge in self._listeners["end"]:
            judge(now)
