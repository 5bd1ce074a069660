"""Proposals over the API: list, show, approve as they were read or put right, discard."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fullhouse.kernel.proposals import Confidence, Proposal, ProposalPage, State
from fullhouse.kernel.records import Get
from fullhouse.lanes.proposing import ProposalEdit, approve, read_edit
from fullhouse.products.waitlist.answers import PROBLEMS
from fullhouse.products.waitlist.model import Answer
from fullhouse.products.waitlist.proposals import DiscardProposal
from fullhouse.web.api.paging import cut
from fullhouse.web.api.refusals import refuse
from fullhouse.web.api.shapes import Instant, ListQuery, Page
from fullhouse.web.api.table import Call, Endpoint
from fullhouse.web.api.waitlist import refuse_unless_done
from fullhouse.web.waitlist.visits import rules_of


class FieldOut(msgspec.Struct, frozen=True, kw_only=True):
    """What was read for a field, how sure that is, and the words of the mail that say so."""

    field: str
    value: str
    confidence: Confidence
    words: str


class ProposalOut(msgspec.Struct, frozen=True, kw_only=True):
    """A request that a human decides on. Once that is done, it holds no more of what was written."""

    id: str
    state: State
    at: Instant
    sender: str
    subject: str
    text: str
    fields: list[FieldOut]
    closed_at: Instant | None
    entry: Annotated[str | None, Meta(description="Who it became on the waitlist.")]


class ProposalQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which proposals."""

    state: State | Literal["any"] = "open"


def show(proposal: Proposal) -> ProposalOut:
    """Put a proposal into the API's words."""
    fields = [
        FieldOut(field=one.field, value=one.value, confidence=one.confidence, words=one.words)
        for one in proposal.fields
    ]
    return ProposalOut(
        id=proposal.id,
        state=proposal.state,
        at=proposal.at,
        sender=proposal.sender,
        subject=proposal.subject,
        text=proposal.text,
        fields=fields,
        closed_at=proposal.closed_at,
        entry=proposal.became or None,
    )


def _found(call: Call) -> Proposal:
    proposal = call.house.load(Get(Proposal, (call.path["proposal"],)))
    return proposal or refuse("unknown_proposal", PROBLEMS["unknown_proposal"])


async def _list(call: Call) -> Page[ProposalOut]:
    query = call.query
    state = "" if query.state == "any" else query.state
    page = call.house.load(ProposalPage(state, query.cursor, query.limit + 1))
    return cut(page, query.limit, show, lambda one: one.id)


async def _show(call: Call) -> ProposalOut:
    return show(_found(call))


async def _approve(call: Call) -> ProposalOut:
    return await _approved(call, {})


async def _edit(call: Call) -> ProposalOut:
    return await _approved(call, read_edit(call.body))


async def _approved(call: Call, fields: dict[str, str]) -> ProposalOut:
    house, proposal = call.house, _found(call)
    _refuse_closed(proposal)
    command = approve(proposal, rules_of(house), house.now(), fields)
    answer: Answer = await house.give(command, call.by)
    refuse_unless_done(answer)
    return show(_found(call))


async def _discard(call: Call) -> ProposalOut:
    proposal = _found(call)
    refuse_unless_done(await call.house.give(DiscardProposal(proposal_id=proposal.id), call.by))
    return show(_found(call))


def _refuse_closed(proposal: Proposal) -> None:
    if proposal.state != "open":
        code = f"proposal_{proposal.state}"
        refuse(code, PROBLEMS[code])


PROPOSALS = [
    Endpoint(
        method="GET",
        path="/proposals",
        does="List requests that a human decides on, the newest first.",
        handle=_list,
        query=ProposalQuery,
        answer=Page[ProposalOut],
    ),
    Endpoint(
        method="GET",
        path="/proposals/{proposal}",
        does="Show a request, with the words that each field was read from.",
        handle=_show,
        answer=ProposalOut,
        refusals=(404,),
    ),
    Endpoint(
        method="POST",
        path="/proposals/{proposal}/approve",
        does="Put the person on the waitlist as the request was read.",
        handle=_approve,
        answer=ProposalOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/proposals/{proposal}/edit",
        does="Put the person on the waitlist with these fields instead of what was read.",
        handle=_edit,
        body=ProposalEdit,
        answer=ProposalOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/proposals/{proposal}/discard",
        does="Let a request go; nothing happens.",
        handle=_discard,
        answer=ProposalOut,
        refusals=(404, 409),
    ),
]
