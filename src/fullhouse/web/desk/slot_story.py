"""The audit of the waitlist and of the business's two documents in words: who did what, to whom, and when."""

from fullhouse.engine.core import Engine
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.documents import SCOPE as BUSINESS
from fullhouse.kernel.documents import Document, rulebook_of
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.waitlist.model import Entry, Slot

# {who} is the customer whom a line is about, {slot} the slot, {paper} the rules or the voice.
SLOT_ACTIONS = {
    "joined": "{who} joined the list",
    "edited": "What {who} waits for was changed",
    "left": "{who} left the list",
    "removed": "{who} was taken off the list",
    "expired": "The dates of {who} have passed: off the list",
    "erased": "A customer was erased",
    "written": "{who} was written to the sheet",
    "freed": "{slot} was freed",
    "offered": "{who} was offered {slot}",
    "rolled_on": "It rolled on: {who} was offered {slot} next",
    "claimed": "{who} claimed {slot}",
    "declined": "{who} said no to {slot}",
    "timed_out": "{who} did not answer in time for {slot}",
    "offer_withdrawn": "The offer of {slot} to {who} was withdrawn",
    "put_back": "The offer of {slot} to {who} could not leave and was taken back",
    "unreachable": "{who} cannot be reached and is passed over",
    "waits": "{slot} waits for someone who holds another offer just now",
    "nobody_fits": "{slot} was handed back: nobody on the list fits",
    "handed_back": "{slot} was handed back",
    "withdrawn": "{slot} is not offered any more",
    "opted_out": "{who} asked for no more messages",
    "bounced": "Messages to {who} come back",
    "reach_fine": "{who} can be reached again",
    "reached_by": "{who} is reached another way now",
    "passed_over": "{who} was passed over",
    "told_again": "{slot} was told once more, and is still one opening",
    "texts_anew": "Texts may be sent again",
    "proposed": "A forwarded request was put before staff",
    "proposal_approved": "A forwarded request was approved",
    "proposal_discarded": "A forwarded request was discarded",
    "text_counted": "A text was counted",
    "document_saved": "{paper} were put in force",
    "document_refused": "{paper} had a line that could not be understood; the last good text stays in force",
}
PAPERS = {"rules": "New rules", "voice": "New words of the voice"}
TITLES = {WAITLIST: "Waitlist", BUSINESS: "Rules and voice"}
# What helps nobody to read.
SILENT = frozenset({"written", "text_counted", "held", "let_go"})


def is_ours(line: AuditLine) -> bool:
    """Say whether a line belongs to the waitlist or the documents."""
    return line.scope in TITLES


def describe_slot_line(engine: Engine, line: AuditLine) -> str:
    """Put what a line says into words."""
    known = SLOT_ACTIONS.get(line.action)
    if known is None:
        return line.action.replace("_", " ").capitalize()
    paper = PAPERS.get(line.subject, line.subject)
    return known.format(who=_waiting_customer(engine, line), slot=_slot_name(engine, line), paper=paper)


def _waiting_customer(engine: Engine, line: AuditLine) -> str:
    ids = (*(one.key[0] for one in line.entries if one.kind == Entry.kind_name), line.subject)
    entry = next((found for name in ids if (found := engine.load(Get(Entry, (name,))))), None)
    return entry.name if entry is not None else "Someone"


def _slot_name(engine: Engine, line: AuditLine) -> str:
    slot = engine.load(Get(Slot, (line.subject,)))
    if slot is None:
        return "A slot"
    zone = rulebook_of(engine.load(Get(Document, ("rules",)))).zone
    return format_slot(slot, zone)


def format_slot(slot: Slot, zone: str) -> str:
    """Name a slot: Colour with Jess, Sat 20 Jun, 14:00."""
    there = wall_time(slot.starts_at, zone)
    who = f" with {slot.staff}" if slot.staff else ""
    return f"{slot.service}{who}, {there:%a} {there.day} {there:%b}, {there:%H:%M}"
