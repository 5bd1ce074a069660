"""Carrier for notes to staff in Slack, with one outcome for every answer of Slack."""

import uuid
from collections.abc import Callable
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.inbound.slack.actions import Reply, as_it_is
from fullhouse.inbound.slack.blocks import fallback, letter_blocks, proposal_blocks
from fullhouse.inbound.slack.client import Blocks, Slack, SlackDown, SlackRefused, SlackUnknown
from fullhouse.inbound.slack.inbound import NOTE
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import (
    CarrierDown,
    Channel,
    Message,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
)
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.message_facts import STAFF
from fullhouse.products.frontdesk.shared.proposals import Proposal

Look = Callable[[str], Proposal | None]
OURS = uuid.UUID("6f5b9f0e-8c0c-5c39-9a0e-5b6f0f3a5d61")
PROPOSAL = "proposal"
# Slack's error codes about our own settings in words:
# https://docs.slack.dev/reference/methods/chat.postMessage
WORDS = {
    "invalid_auth": "Slack does not know this token",
    "not_authed": "Slack was given no token",
    "account_inactive": "the Slack app was removed from the workspace",
    "token_revoked": "the Slack token was taken back",
    "token_expired": "the Slack token has run out",
    "missing_scope": "the Slack app may not do this: it needs the scope chat:write",
    "channel_not_found": "there is no such Slack channel, or the app was not invited to it",
    "not_in_channel": "the Slack app is not in the channel: invite it there",
    "is_archived": "the Slack channel is archived",
    "restricted_action": "the workspace does not let this app write into the channel",
}


class SlackPost:
    """Sends messages for staff to their channel."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, slack: Slack, look: Look) -> None:
        """Send with this client; `look` finds the proposal of a note."""
        self._slack, self._look = slack, look

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Post a note, and return the outcome."""
        known = {"event_type": "fullhouse_note", "event_payload": {"message": message.id}}
        named = str(uuid.uuid5(OURS, message.id))
        try:
            blocks = self._blocks(message, letter)
            return Sent(self._slack.post(fallback(letter), blocks, named, known))
        except SlackDown as down:
            return CarrierDown(str(down))
        except SlackUnknown as unknown:
            return ResultUnknown(str(unknown))
        except SlackRefused as refused:
            return Refused(in_words(refused.code))

    def _blocks(self, message: Message, letter: Letter) -> Blocks:
        about: Any = message.facts.get(PROPOSAL)
        name = about.get("id") if message.kind == PROPOSAL and isinstance(about, dict) else None
        proposal = self._look(name) if isinstance(name, str) else None
        if proposal is None or proposal.state != "open":
            return letter_blocks(letter)
        return proposal_blocks(letter, proposal)


def in_words(code: str) -> str:
    """Return the sentence for Slack's error code."""
    if code in WORDS:
        return f"{WORDS[code]} ({code})"
    return f"Slack said {code}"


# An entry that changed often in its calendar has a note for each change; so many are updated.
MOST_NOTES = 10


def notes_on(engine: Engine, proposal_id: str) -> list[Reply]:
    """Return the new content of each note about a proposal."""
    proposal = engine.load(Get(Proposal, (proposal_id,)))
    notes = _notes(engine, proposal) if proposal is not None else []
    return [as_it_is(engine, proposal, note) for note in notes]


def _notes(engine: Engine, proposal: Proposal) -> list[str]:
    """Return the Slack ids of the notes about a proposal, the newest first; not those of mails."""
    revisions = [f"{proposal.id}-{rev}" for rev in range(proposal.rev, 0, -1)]
    found: list[str] = []
    for name in [*revisions[:MOST_NOTES], proposal.id]:
        message_id = f"{PROPOSAL}:{proposal.product}:{STAFF}:{name}"
        message = engine.load(Get(Message, (message_id,)))
        if message is not None and NOTE.fullmatch(message.at_carrier):
            found.append(message.at_carrier)
    return found
