"""What staff decide on in Slack: a press or a submitted window becomes a command, and what the note says afterwards.

What is told back is derived from what is kept, so that a second press, or one after the desk's, says what was done.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject, Files
from fullhouse.engine.webhooks import RecordWebhook, WebhookState
from fullhouse.inbound.extraction.review import CHANGED as MEANWHILE
from fullhouse.inbound.extraction.review import (
    KINDS,
    NOTHING_TO_EDIT,
    ProposalType,
    approve,
    at_revision,
    discard,
    mail_if_landline,
)
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.mail.raw_mail import move_to_discarded
from fullhouse.inbound.slack.blocks import (
    DISCARD,
    EDIT,
    Block,
    done_blocks,
    edit_view,
    escaped,
    proposal_blocks,
    said_view,
)
from fullhouse.inbound.slack.inbound import Press, Submission
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.localized_dates import format_relative
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

SEEN = FieldProblem("seen_before", "This was taken before, and has its effect.")
BUSY = FieldProblem(
    "too_often", "More was told within ten minutes than can be remembered. Please wait a little."
)
GONE = "This request is not kept any more. Nothing was changed."
CHANGED = "It has changed since this note: please look again"
REREAD = "It has changed meanwhile. Close this window and press Edit again."
CANNOT = "This cannot be done as it stands. Nothing was changed."
# Where a field stands in a window that has none of that name.
SHOWN_AT = {"contact": "phone"}


class Reply(msgspec.Struct, frozen=True):
    """Let a note say something else."""

    note: str
    text: str
    blocks: list[Block]


class OpenView(msgspec.Struct, frozen=True):
    """Open a window for whoever pressed."""

    trigger: str
    view: Block


class FormErrors(msgspec.Struct, frozen=True):
    """Keep the window open, and say beside each field what is wrong with it; and let the note say something else."""

    fields: dict[str, str]
    also: Reply | None = None


async def on_button(
    engine: Engine, press: Press, digest: str, files: Files | None = None
) -> Reply | OpenView:
    """Do what a button asks for; what cannot be done as it stands is shown in a window, to be put right."""
    proposal = _proposal(engine, press.place.proposal)
    if proposal is None or proposal.state != "open" or proposal.rev != press.place.rev:
        return as_it_is(engine, proposal, press.note)
    kind = KINDS[proposal.product]
    cells = kind.cells(proposal)
    if press.action == EDIT:
        return _window(kind, proposal, press, cells, {})
    try:
        wanted = (
            discard(proposal)
            if press.action == DISCARD
            else approve(proposal, _rules(engine), engine.now(), cells)
        )
        code = await _given(engine, wanted, press.user, digest, proposal)
    except Invalid as unfit:
        if unfit.problems[0] in (SEEN, BUSY):
            raise
        return _window(kind, proposal, press, cells, _beside(kind, unfit))
    if code == "discarded":
        await move_to_discarded(engine, files, proposal)
    return as_it_is(engine, _proposal(engine, proposal.id), press.note)


async def submitted(engine: Engine, told: Submission, digest: str) -> Reply | FormErrors:
    """Approve a proposal as it was put right."""
    proposal = _proposal(engine, told.place.proposal)
    if proposal is None or proposal.state != "open":
        return as_it_is(engine, proposal, told.place.note)
    kind = KINDS[proposal.product]
    if proposal.rev != told.place.rev:
        return FormErrors({kind.fields[0]: REREAD}, as_it_is(engine, proposal, told.place.note))
    try:
        cells = {name: told.cells.get(name, "") for name in kind.fields}
        wanted = approve(proposal, _rules(engine), engine.now(), cells)
        await _given(engine, wanted, told.user, digest, proposal)
    except Invalid as unfit:
        if unfit.problems[0] in (SEEN, BUSY):
            raise
        return FormErrors(_beside(kind, unfit))
    return as_it_is(engine, _proposal(engine, proposal.id), told.place.note)


async def _given(
    engine: Engine, wanted: Command, user: str, digest: str, proposal: Proposal
) -> str:
    """Give a command once, in the name of whoever pressed, and say what came of it.

    Raise `Unfit` if it left the proposal open as it was.
    """
    await mail_if_landline(engine, wanted, f"slack:{user}")
    taken: WebhookState = await engine.execute(
        RecordWebhook(hook="slack", digest=digest, asks=wanted), f"slack:{user}"
    )
    if taken.became != "taken":
        raise Invalid(SEEN if taken.became == "seen" else BUSY)
    after = _proposal(engine, proposal.id)
    code = str(taken.answer.code)
    if after is not None and after.state == "open" and code != MEANWHILE:
        sentence = KINDS[proposal.product].problems.get(code, CANNOT)
        raise Invalid(FieldProblem(code, sentence, taken.answer.field))
    return code


def _window(
    kind: ProposalType,
    proposal: Proposal,
    press: Press,
    cells: Mapping[str, str],
    problems: dict[str, str],
) -> OpenView:
    if proposal.value("change") == "gone":
        return OpenView(press.trigger, said_view([*problems.values()] or [NOTHING_TO_EDIT]))
    return OpenView(press.trigger, edit_view(proposal, kind.fields, press.note, cells, problems))


def _beside(kind: ProposalType, unfit: Invalid) -> dict[str, str]:
    """Put each problem where its field is; what belongs to none stands at the first."""
    problems = [at_revision(one) for one in unfit.problems]
    places = [SHOWN_AT.get(one.field, one.field) for one in problems]
    found = [place if place in kind.fields else kind.fields[0] for place in places]
    return dict(zip(found, (one.message for one in problems), strict=True))


def as_it_is(engine: Engine, proposal: Proposal | None, note: str) -> Reply:
    """Let a note say how its proposal stands: open as it reads now, or what was done with it, and by whom."""
    if proposal is None:
        return Reply(note, GONE, done_blocks(GONE))
    if proposal.state == "open":
        letter = Letter(subject=CHANGED, heading=CHANGED)
        return Reply(note, CHANGED, proposal_blocks(letter, proposal))
    words = _done(engine, proposal)
    return Reply(note, words, done_blocks(words))


def _done(engine: Engine, proposal: Proposal) -> str:
    done = {"approved": "Approved", "discarded": "Discarded"}[proposal.state]
    return f"{done} {_by(engine, proposal)}{_became(engine, proposal)}."


def _by(engine: Engine, proposal: Proposal) -> str:
    """Say who decided; whoever did so elsewhere is not named in Slack."""
    lines: Any = engine.load(AuditOfSubject(proposal.product, proposal.id))
    who = next(
        (one.by for one in reversed(lines) if one.action == f"proposal_{proposal.state}"), ""
    )
    return f"by <@{who.removeprefix('slack:')}>" if who.startswith("slack:") else "at the desk"


def _became(engine: Engine, proposal: Proposal) -> str:
    """Say what it became, without naming the customer: what stands in Slack is not ours to erase."""
    booked = (
        engine.load(Get(Appointment, (proposal.became,)))
        if proposal.product == "appointments"
        else None
    )
    if booked is None:
        return (
            ": they are on the waitlist"
            if proposal.became and proposal.product == "waitlist"
            else ""
        )
    zone = _rules(engine).zone
    when = format_relative(
        wall_time(booked.starts_at, zone), wall_time(engine.now(), zone), "en", date=True
    )
    ended = "" if booked.stands else ", not expected any more"
    return f": {escaped(booked.service)}, {when}{ended}"


def _proposal(engine: Engine, name: str) -> Proposal | None:
    found = engine.load(Get(Proposal, (name,)))
    return found if found is not None and found.product in KINDS else None


def _rules(engine: Engine) -> Rulebook:
    return rulebook_of(engine.load(Get(Document, ("rules",))))
