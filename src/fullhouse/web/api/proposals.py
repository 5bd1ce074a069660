"""Proposals over the API: list, show, approve, edit and discard."""

from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import Meta

from fullhouse.inbound.extraction.review import (
    CHANGED,
    KINDS,
    NOTHING_TO_EDIT,
    approve,
    at_revision,
    discard,
    mail_if_landline,
    read_edit,
)
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.mail.raw_mail import move_to_discarded
from fullhouse.kernel.quoted_links import blank_links
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import Confidence, Proposal, ProposalPage, State
from fullhouse.products.frontdesk.waitlist.proposals import ApproveProposal
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.api.cursors import split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint, NonDefaultResponse
from fullhouse.web.api.errors import refuse
from fullhouse.web.api.schema import Instant, ListQuery, Page
from fullhouse.web.hooks.slack import followed
from fullhouse.web.links import rules_of

Product = Annotated[str, Meta(description="What it is for.", extra_json_schema={"enum": [*KINDS]})]
CANNOT = "This cannot be done as it stands. Nothing was changed."
# Results when another person has decided first.
DECIDED = frozenset({"proposal_approved", "proposal_discarded"})


class FieldOut(msgspec.Struct, frozen=True, kw_only=True):
    """What was read for a field, how sure that is, and the words that say so."""

    field: str
    value: str
    confidence: Confidence
    words: str


class ProposalOut(msgspec.Struct, frozen=True, kw_only=True):
    """A request that a human decides on. Once that is done, it holds no more of what was
    written.
    """  # noqa: D205 - one paragraph of the public description

    id: str
    product: Product
    state: State
    rev: Annotated[int, Meta(description="Rises with whatever it says anew.")]
    at: Instant
    sender: str
    subject: str
    text: str
    fields: list[FieldOut]
    closed_at: Instant | None
    entry: Annotated[str | None, Meta(description="Who it became on the waitlist.")]
    appointment: Annotated[str | None, Meta(description="What it became, or changed, in the book.")]


class ProposalQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which proposals."""

    state: State | Literal["any"] = "open"


class DecideQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which revision of a proposal is decided on."""

    rev: Annotated[
        int | None, Meta(description="As it was shown; 409 if it says something else by now.")
    ] = None


class ApproveQuery(DecideQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The revision that is approved, and the customer's consent to offers by text."""

    consent: Annotated[
        bool,
        Meta(
            description="Staff confirm that the customer agrees to offers by text. Without it a "
            "number that was read from a forwarded email gets none. Bookings pass over it."
        ),
    ] = False
    slot: Annotated[
        str,
        Meta(
            description="For a question about several bookings (field `others`): the id of the one "
            "that is cancelled."
        ),
    ] = ""


def show(proposal: Proposal) -> ProposalOut:
    """Return the schema of a proposal."""
    fields = [
        FieldOut(
            field=field.field,
            value=blank_links(field.value),
            confidence=field.confidence,
            words=blank_links(field.words),
        )
        for field in proposal.fields
    ]
    return ProposalOut(
        id=proposal.id,
        product=proposal.product,
        state=proposal.state,
        rev=proposal.rev,
        at=proposal.at,
        sender=proposal.sender,
        subject=blank_links(proposal.subject),
        text=blank_links(proposal.text),
        fields=fields,
        closed_at=proposal.closed_at,
        entry=_became(proposal, "waitlist"),
        appointment=_became(proposal, "appointments"),
    )


def _became(proposal: Proposal, product: str) -> str | None:
    if proposal.product != product:
        return None
    return proposal.became or None


def _found(call: ApiCall) -> Proposal:
    proposal = call.engine.load(Get(Proposal, (call.path["proposal"],)))
    return proposal or refuse("unknown_proposal", PROBLEMS["unknown_proposal"])


async def _list(call: ApiCall) -> Page[ProposalOut]:
    query = call.query
    state = "" if query.state == "any" else query.state
    page = call.engine.load(ProposalPage(state, query.cursor, query.limit + 1))
    return split_page(page, query.limit, show, lambda proposal: proposal.id)


async def _show(call: ApiCall) -> ProposalOut:
    return show(_found(call))


async def _approve(call: ApiCall) -> NonDefaultResponse:
    proposal = _open(call)
    chosen = {"slot": call.query.slot} if proposal.value("slot") else {}
    return await _approved(call, proposal, chosen)


async def _edit(call: ApiCall) -> NonDefaultResponse:
    proposal = _open(call)
    fields = read_edit(proposal, call.body)
    if fields and proposal.value("change") == "gone":
        given = (name for name in fields if name != "priority")
        refuse("nothing_to_edit", NOTHING_TO_EDIT, next(given, ""))
    return await _approved(call, proposal, fields)


async def _approved(
    call: ApiCall, proposal: Proposal, fields: dict[str, str]
) -> NonDefaultResponse:
    engine = call.engine
    try:
        command = approve(proposal, rules_of(engine), engine.now(), fields)
    except Invalid as invalid:
        raise Invalid(*map(at_revision, invalid.problems)) from invalid
    if isinstance(command, ApproveProposal):
        command = msgspec.structs.replace(command, consent=call.query.consent)
    await mail_if_landline(engine, command, call.by)
    answer = await engine.execute(command, call.by)
    after = _found(call)
    # Other codes, such as "already", also approve the proposal.
    if after.state == "open" or answer.code in DECIDED:
        _refused(proposal, answer)
    return _decided(call)


async def _discard(call: ApiCall) -> NonDefaultResponse:
    proposal = _shown(call)
    answer = await call.engine.execute(discard(proposal), call.by)
    if answer.code in KINDS[proposal.product].problems:
        _refused(proposal, answer)
    await move_to_discarded(call.engine, call.dependencies.desk.files, proposal)
    return _decided(call)


def _decided(call: ApiCall) -> NonDefaultResponse:
    """Return the decided proposal; its note in Slack is updated in the background."""
    after = _found(call)
    return NonDefaultResponse(
        200, show(after), followed(call.engine, call.dependencies.slack.slack, [after])
    )


def _shown(call: ApiCall) -> Proposal:
    """Return the proposal, or refuse if it has changed since the caller has seen it."""
    proposal = _found(call)
    if proposal.state == "open" and not proposal.awaits(call.query.rev):
        refuse(CHANGED, KINDS[proposal.product].problems[CHANGED])
    return proposal


def _open(call: ApiCall) -> Proposal:
    proposal = _shown(call)
    if proposal.state != "open":
        code = f"proposal_{proposal.state}"
        refuse(code, KINDS[proposal.product].problems[code])
    return proposal


def _refused(proposal: Proposal, answer: Any) -> NoReturn:  # noqa: ANN401 - of any product
    sentence = KINDS[proposal.product].problems.get(answer.code, CANNOT)
    raise Invalid(at_revision(FieldProblem(answer.code, sentence, answer.field)))


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
        does=(
            "Put the person on the waitlist, or the booking into the book, as the request was read."
        ),
        handle=_approve,
        query=ApproveQuery,
        answer=ProposalOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/proposals/{proposal}/edit",
        does=(
            "Do the same with these fields instead of what was read; "
            "which there are depends on its `product`."
        ),
        handle=_edit,
        query=ApproveQuery,
        body=tuple(kind.edit for kind in KINDS.values()),
        answer=ProposalOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/proposals/{proposal}/discard",
        does="Let a request go; nothing happens.",
        handle=_discard,
        query=DecideQuery,
        answer=ProposalOut,
        refusals=(404, 409),
    ),
]
