"""Proposals: what was read out of something that someone wrote, which a human must approve before anything happens."""

from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec

from fullhouse.kernel.decisions import Change, change, unchanged
from fullhouse.kernel.records import Need, Record

State = Literal["open", "approved", "discarded"]
Confidence = Literal["sure", "likely", "guess"]


class Proposed(msgspec.Struct, frozen=True):
    """One field: what was read, how sure that is, and the words of the source that say so."""

    field: str
    value: str
    confidence: Confidence = "likely"
    words: str = ""


class Proposal(Record, frozen=True, kw_only=True):
    """A row for a human to approve. Once it is decided on, it forgets what was written; the mail is kept elsewhere.

    Its id is what the row will be called if it is approved; `became` is what it became, which may be another.
    """

    kind_name: ClassVar[str] = "proposal"

    id: str
    product: str
    state: State = "open"
    fields: tuple[Proposed, ...] = ()
    sender: str = ""
    subject: str = ""
    text: str = ""
    mail: str = ""
    at: datetime
    closed_at: datetime | None = None
    became: str = ""
    rev: int = 0

    def value(self, field: str) -> str:
        """Return what was read for a field; nothing if nothing was."""
        return next((one.value for one in self.fields if one.field == field), "")


class ProposalPage(Need[tuple[Proposal, ...]], frozen=True):
    """Proposals, the newest first, those before one; in one state, or in any."""

    state: str = ""
    before: str = ""
    limit: int = 100


def closed(proposal: Proposal, state: State, now: datetime, became: str = "") -> Change[Proposal]:
    """Decide on a proposal, and forget what was written."""
    blank: dict[str, Any] = {"fields": (), "sender": "", "subject": "", "text": ""}
    sets: dict[str, Any] = {"state": state, "closed_at": now, "became": became, **blank}
    return change(proposal, *unchanged(proposal, "rev"), **sets, rev=proposal.rev + 1)
