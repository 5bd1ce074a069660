"""Decisions of staff in Slack: a button or a submitted window becomes a command.

The answer is read from the stored proposal, so that a second press, or one after a decision at the
desk, shows what was done.
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
from fullhouse.inbound.extraction.series import approve_beside, beside, discard_beside
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
from fullhouse.locale import desk_language
from fullhouse.locale.current import in_language
from fullhouse.products.frontdesk.appointments.messages import PRODUCT as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.wording import PROPOSED_CHANGES
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import Proposal, is_reply
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.wording import Phrases

SEEN = FieldProblem("seen_before", "This was taken before, and has its effect.")
BUSY = FieldProblem(
    "too_often", "More was told within ten minutes than can be remembered. Please wait a little."
)
GONE = "This request is not kept any more. Nothing was changed."
CHANGED = "It has changed since this note: please look again"
REREAD = "It has changed meanwhile. Close this window and press Edit again."
CANNOT = "This cannot be done as it stands. Nothing was changed."
# A problem with a field that the window lacks is shown at another one.
SHOWN_AT = {"contact": "phone"}


class Reply(msgspec.Struct, frozen=True):
    """New content of a note."""

    note: str
    text: str
    blocks: list[Block]


class OpenView(msgspec.Struct, frozen=True):
    """A window to open for the member who pressed a button."""

    trigger: str
    view: Block


class FormErrors(msgspec.Struct, frozen=True):
    """Problems by field, with which the window stays open, and perhaps a note's new content."""

    fields: dict[str, str]
    also: Reply | None = None


async def on_button(
    engine: Engine, press: Press, digest: str, files: Files | None = None
) -> Reply | OpenView:
    """Do what a button asks for; open a window if that needs corrections."""
    proposal = _proposal(engine, press.place.proposal)
    if proposal is None or proposal.state != "open" or proposal.rev != press.place.rev:
        return as_it_is(engine, proposal, press.note)
    kind = KINDS[proposal.product]
    cells = kind.cells(proposal)
    if press.action == EDIT:
        return _window(engine, proposal, press, cells, {})
    try:
        if press.action == DISCARD:
            wanted = discard(proposal)
        else:
            wanted = approve(proposal, _rules(engine), engine.now(), cells)
        others = beside(engine, proposal)
        code = await _given(engine, wanted, press.user, digest, proposal)
        await _others_too(engine, others, cells, code, press.user)
    except Invalid as unfit:
        if unfit.problems[0] in (SEEN, BUSY):
            raise
        return _window(engine, proposal, press, cells, _beside(kind, unfit))
    if code == "discarded":
        await move_to_discarded(engine, files, proposal)
    return as_it_is(engine, _proposal(engine, proposal.id), press.note)


async def submitted(engine: Engine, told: Submission, digest: str) -> Reply | FormErrors:
    """Approve a proposal with its corrections."""
    proposal = _proposal(engine, told.place.proposal)
    if proposal is None or proposal.state != "open":
        return as_it_is(engine, proposal, told.place.note)
    kind = KINDS[proposal.product]
    if proposal.rev != told.place.rev:
        return FormErrors({kind.fields[0]: REREAD}, as_it_is(engine, proposal, told.place.note))
    try:
        cells = {name: told.cells.get(name, "") for name in kind.fields}
        wanted = approve(proposal, _rules(engine), engine.now(), cells)
        others = beside(engine, proposal)
        code = await _given(engine, wanted, told.user, digest, proposal)
        await _others_too(engine, others, cells, code, told.user)
    except Invalid as unfit:
        if unfit.problems[0] in (SEEN, BUSY):
            raise
        return FormErrors(_beside(kind, unfit))
    return as_it_is(engine, _proposal(engine, proposal.id), told.place.note)


async def _others_too(
    engine: Engine, others: list[Proposal], cells: Mapping[str, str], code: str, user: str
) -> None:
    """Decide on the other times of a repeating calendar entry as on the first."""
    by = f"slack:{user}"
    if not others or code == MEANWHILE:
        return
    if code == "discarded":
        await discard_beside(engine, others, by)
    else:
        await approve_beside(engine, others, _rules(engine), cells, by)


async def _given(
    engine: Engine, wanted: Command, user: str, digest: str, proposal: Proposal
) -> str:
    """Execute a command once, in the name of the Slack user, and return its result code.

    Raise `Invalid` if it left the proposal open as it was.
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
    engine: Engine,
    proposal: Proposal,
    press: Press,
    cells: Mapping[str, str],
    problems: dict[str, str],
) -> OpenView:
    if proposal.value("change") == "gone":
        return OpenView(press.trigger, said_view([*problems.values()] or [NOTHING_TO_EDIT]))
    fields = KINDS[proposal.product].fields
    with in_language(desk_language(_rules(engine).language)):
        return OpenView(press.trigger, edit_view(proposal, fields, press.note, cells, problems))


def _beside(kind: ProposalType, unfit: Invalid) -> dict[str, str]:
    """Return each problem by its field; a problem without one is shown at the first field."""
    found: dict[str, str] = {}
    for problem in map(at_revision, unfit.problems):
        place = SHOWN_AT.get(problem.field, problem.field)
        if place not in kind.fields:
            place = kind.fields[0]
        found[place] = problem.message
    return found


def as_it_is(engine: Engine, proposal: Proposal | None, note: str) -> Reply:
    """Return a note's content for its proposal: open as it is now, or decided and by whom."""
    if proposal is None:
        return Reply(note, GONE, done_blocks(GONE))
    if proposal.state == "open":
        language = desk_language(_rules(engine).language)
        effect = _effect(proposal, language)
        letter = Letter(subject=CHANGED, heading=CHANGED, paragraphs=effect, language=language)
        return Reply(note, CHANGED, proposal_blocks(letter, proposal))
    words = _done(engine, proposal)
    return Reply(note, words, done_blocks(words))


def _effect(proposal: Proposal, language: str) -> tuple[str, ...]:
    """Return what approving a proposal does, in words; nothing of a reply, which only informs."""
    if is_reply(proposal):
        return ()
    change = proposal.value("change")
    is_change = proposal.product == APPOINTMENTS and change in PROPOSED_CHANGES
    key = f"proposal_{change}.body" if is_change else "proposal.body"
    return (Phrases(language, proposal.product).say(key, {}),)


def _done(engine: Engine, proposal: Proposal) -> str:
    done = {"approved": "Approved", "discarded": "Discarded"}[proposal.state]
    return f"{done} {_by(engine, proposal)}{_became(engine, proposal)}."


def _by(engine: Engine, proposal: Proposal) -> str:
    """Return who decided; members who did so elsewhere are not named in Slack."""
    lines: Any = engine.load(AuditOfSubject(proposal.product, proposal.id))
    decisions = [line.by for line in lines if line.action == f"proposal_{proposal.state}"]
    if decisions and decisions[-1].startswith("slack:"):
        return f"by <@{decisions[-1].removeprefix('slack:')}>"
    return "at the desk"


def _became(engine: Engine, proposal: Proposal) -> str:
    """Return what a proposal became, without the customer's name, which we cannot erase there."""
    if proposal.product == "waitlist" and proposal.became:
        return ": they are on the waitlist"
    if proposal.product != "appointments":
        return ""
    booked = engine.load(Get(Appointment, (proposal.became,)))
    if booked is None:
        return ""
    zone = _rules(engine).zone
    starts_at, now = wall_time(booked.starts_at, zone), wall_time(engine.now(), zone)
    when = format_relative(starts_at, now, "en", date=True)
    ended = "" if booked.stands else ", not expected any more"
    return f": {escaped(booked.service)}, {when}{ended}"


def _proposal(engine: Engine, name: str) -> Proposal | None:
    found = engine.load(Get(Proposal, (name,)))
    return found if found is not None and found.product in KINDS else None


def _rules(engine: Engine) -> Rulebook:
    return rulebook_of(engine.load(Get(Document, ("rules",))))
