"""The life of one command: load what its rule needs, decide, commit; retry after a conflict."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Protocol, TypeVar

import msgspec

from fullhouse.engine.counted_messages import Budgets, when_spent
from fullhouse.engine.message_budget import Budgeting, Ledger, within_budget
from fullhouse.engine.narratives import Narrator, accepted_text, write_narratives
from fullhouse.engine.ports import Conflict, Invocation, Store, Written
from fullhouse.kernel.audit import line
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import CHANNELS, Channel, Message
from fullhouse.kernel.needs import LoadedState
from fullhouse.kernel.product import Found, Reactions, Rule
from fullhouse.kernel.records import Need

T = TypeVar("T")
MAX_TRIES = 50

NO_REACTIONS: Reactions = {}
NO_BUDGETS: Budgets = {}
USUAL_BUDGETING = Budgeting()
Mark = Callable[[Message], str]


def no_mark(_message: Message) -> str:
    """Return an empty text: what is kept here takes no replies."""
    return ""


class Rules(dict[type[Command], Rule]):
    """The rule for each command, the reactions to what any of them changes, and the budgets.

    `budgets` decide by product which messages count as triggered by others.
    """

    def __init__(
        self,
        rules: Mapping[type[Command], Rule],
        reactions: Reactions = NO_REACTIONS,
        budgets: Budgets = NO_BUDGETS,
    ) -> None:
        """Join the tables."""
        super().__init__(rules)
        self.reactions = reactions
        self.budgets = budgets


class Loader(Protocol):
    """Anything that answers needs."""

    def load(self, need: Need[T]) -> T:
        """Answer one need."""
        ...


class TooManyConflicts(Exception):
    """Others kept changing the same records, so the command was given up. Nothing was changed."""


def execute(  # noqa: PLR0913 - the one way from commands to the store
    store: Store,
    rules: Rules,
    invocation: Invocation,
    now: datetime,
    *,
    carries: frozenset[Channel] = CHANNELS,
    budgeting: Budgeting = USUAL_BUDGETING,
    mark: Mark = no_mark,
) -> Decision:
    """Execute a command and return the decision that was committed.

    A message that could be sent now, but whose channel is not in `carries`, is kept with its mark.
    `budgeting` limits messages that others triggered.
    """
    command = invocation.command
    for _ in range(MAX_TRIES):
        decision = preview(store, rules, command, now)
        if decision.messages:
            decision = stamped(
                decision, invocation, now, carries=carries, budgets=rules.budgets, mark=mark
            )
        ledger = Ledger(store, budgeting, carries)
        decision = within_budget(
            ledger, decision, invocation, now, lambda other: preview(store, rules, other, now)
        )
        if decision.is_empty and invocation.alarm is None:
            return decision
        lines = tuple([line(step, now, invocation.by, invocation.id) for step in decision.steps])
        try:
            store.commit(Written(decision, lines, invocation.alarm))
        except Conflict:
            continue
        return decision
    raise TooManyConflicts(invocation.id)


def preview(loader: Loader, rules: Rules, command: Command, now: datetime) -> Decision:
    """Return what a command would decide now. Nothing is committed."""
    rule = rules[type(command)]
    found = _load_needs(loader, rule, command)
    decision = rule.decide(rule.state(**found), command, now)
    return with_reactions(decision, rules.reactions, found, now)


def with_reactions(
    decision: Decision, reactions: Reactions, found: Found, now: datetime
) -> Decision:
    """Return the decision with the alarms that follow from its changes."""
    changes = decision.changes
    kinds = {change.kind for change in changes}
    alarms: list[Alarm] = []
    for kind, responses in reactions.items():
        if kind not in kinds:
            continue
        changed = [change for change in changes if change.kind is kind]
        for respond in responses:
            alarms += respond(changed, found, now)
    if not alarms:
        return decision
    return msgspec.structs.replace(decision, set_alarms=(*decision.set_alarms, *alarms))


async def with_narrative(
    invocation: Invocation, loader: Loader, rules: Rules, now: datetime, narrator: Narrator | None
) -> Invocation:
    """Return the invocation with paragraphs for the messages that it would send now.

    The command is decided again when it is executed; a paragraph about other facts is not used.
    """
    if narrator is None or type(invocation.command) not in narrator.commands:
        return invocation
    messages = preview(loader, rules, invocation.command, now).messages
    narratives = await write_narratives(narrator, messages)
    return msgspec.structs.replace(invocation, narratives=narratives)


def load_state(loader: Loader, rule: Rule, command: Command) -> Any:  # noqa: ANN401 - any state
    """Load what the rule needs, and return it as the rule's state."""
    return rule.state(**_load_needs(loader, rule, command))


def _load_needs(loader: Loader, rule: Rule, command: Command) -> LoadedState:
    """Load what the rule needs, in as many rounds as one answer leads to the next need."""
    found = LoadedState()
    while needs := rule.needs(command, found):
        for name, need in needs.items():
            found[name] = loader.load(need)
    return found


def stamped(
    decision: Decision,
    invocation: Invocation,
    now: datetime,
    *,
    carries: frozenset[Channel],
    budgets: Budgets = NO_BUDGETS,
    mark: Mark = no_mark,
) -> Decision:
    """Return the decision with the invocation's id, status and narratives on its messages."""
    messages = []
    for message in decision.messages:
        is_kept = message.channel not in carries and _may_leave(message, now)
        stamped_message = msgspec.structs.replace(
            accepted_text(message, invocation.narratives),
            order=invocation.id,
            status="kept" if is_kept else "queued",
            mark=mark(message) if is_kept else message.mark,
            when_spent=when_spent(budgets.get(message.product), message, invocation),
        )
        messages.append(stamped_message)
    return msgspec.structs.replace(decision, messages=tuple(messages))


def _may_leave(message: Message, now: datetime) -> bool:
    return message.not_before <= now and (message.use_by is None or now < message.use_by)
