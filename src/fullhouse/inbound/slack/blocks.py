"""How a letter and a proposal look in Slack: its blocks, each cut to the length that Slack takes.

What people wrote is plain text there, so that nothing in it is a link, a mention or a mark.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fullhouse.inbound.forms.phone import NO_TEXTS, is_landline
from fullhouse.kernel.letters import Letter, single_line
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField

LONGEST_HEADER, LONGEST_SECTION, LONGEST_LABEL, LONGEST_URL = 150, 3000, 75, 3000
LONGEST_DETAIL, MOST_DETAILS = 2000, 10
LONGEST_FALLBACK = 3000
MOST_PARAGRAPHS = 20
LONGEST_TITLE, LONGEST_TYPED, LONGEST_HINT = 24, 500, 2000
LONGEST_WORDS = 300
APPROVE, EDIT, DISCARD, LOOK = "proposal_approve", "proposal_edit", "proposal_discard", "look"
VIEW = "proposal_edited"
LABELS = {APPROVE: "Approve", EDIT: "Edit", DISCARD: "Discard"}
SURE = {"sure": "sure", "likely": "probably", "guess": "a guess"}
# What a proposal holds for us, not for people.
INNER = frozenset({"appointment", "change"})
NAMES = {
    "name": "Name",
    "phone": "Phone",
    "email": "Mail",
    "service": "Service",
    "staff": "Staff",
    "party": "Party",
    "earliest": "Earliest",
    "latest": "Latest",
    "date": "Date",
    "time": "Time",
    "minutes": "Minutes",
}
HINTS = {
    "date": "such as 2026-06-20",
    "time": "such as 14:30",
    "earliest": "such as 2026-06-20",
    "latest": "such as 2026-06-20",
}
NEEDED = frozenset({"name", "service", "date", "time"})

Block = dict[str, Any]


class Place(msgspec.Struct, frozen=True):
    """Which proposal a button or a window is about, as it stood at this revision, and the note that shows it."""

    proposal: str
    rev: int
    note: str = ""


def escaped(text: str) -> str:
    """Write a text so that nothing in it is a link, a mention or a command of Slack's."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def letter_blocks(letter: Letter) -> list[Block]:
    """Show a letter: heading, details, paragraphs, and its links as buttons."""
    blocks = [_header(letter.heading)]
    blocks += [_details(letter.details)] if letter.details else []
    blocks += [_section(one) for one in letter.paragraphs[:MOST_PARAGRAPHS] if one.strip()]
    return [*blocks, *_links(letter)]


def fallback(letter: Letter) -> str:
    """Say a letter in one line, for a phone's screen."""
    return escaped(single_line(letter.subject or letter.heading))[:LONGEST_FALLBACK]


def proposal_blocks(letter: Letter, proposal: Proposal) -> list[Block]:
    """Show a proposal: each field with how sure it is and the words that say so, and what can be done."""
    fields = [_section(_read(one)) for one in proposal.fields if one.field not in INNER]
    said = [_section(one.words) for one in proposal.fields if one.field == "change" and one.words]
    written = [_section(proposal.text.strip())] if proposal.text.strip() else []
    return [_header(letter.heading), *said, *fields, *written, decide_on(proposal), *_links(letter)]


def decide_on(proposal: Proposal) -> Block:
    """Make the three buttons."""
    place = msgspec.json.encode(Place(proposal.id, proposal.rev)).decode()
    styles = {APPROVE: {"style": "primary"}, DISCARD: {"style": "danger"}}
    shown = {EDIT: LABELS[EDIT]} if proposal.value("change") != "gone" else {}
    labels = {APPROVE: LABELS[APPROVE], **shown, DISCARD: LABELS[DISCARD]}
    buttons = [
        {
            "type": "button",
            "action_id": name,
            "text": _plain(label),
            "value": place,
            **styles.get(name, {}),
        }
        for name, label in labels.items()
    ]
    return {"type": "actions", "block_id": "decide", "elements": buttons}


def done_blocks(words: str) -> list[Block]:
    """Show what was done instead; the words are ready to be shown."""
    said = {"type": "mrkdwn", "text": words[:LONGEST_SECTION], "verbatim": True}
    return [{"type": "section", "text": said}]


def edit_view(
    proposal: Proposal,
    fields: tuple[str, ...],
    note: str,
    cells: Mapping[str, str],
    problems: Mapping[str, str],
) -> Block:
    """Make the window in which a proposal is put right: each field, how sure it is, and its words."""
    known = {one.field: one for one in proposal.fields}
    wrong = [_section(one) for one in problems.values()]
    inputs = [_input(name, cells.get(name, ""), known.get(name)) for name in fields]
    return {
        "type": "modal",
        "callback_id": VIEW,
        "private_metadata": msgspec.json.encode(Place(proposal.id, proposal.rev, note)).decode(),
        "title": _plain("Put it right"[:LONGEST_TITLE]),
        "submit": _plain("Approve"),
        "close": _plain("Not now"),
        "blocks": [*wrong, *inputs],
    }


def said_view(sentences: Sequence[str]) -> Block:
    """Make a window that only says something: there is nothing to put right."""
    return {
        "type": "modal",
        "title": _plain("Nothing was changed"[:LONGEST_TITLE]),
        "close": _plain("Close"),
        "blocks": [_section(one) for one in sentences],
    }


def _input(name: str, value: str, read: ProposedField | None) -> Block:
    element: Block = {"type": "plain_text_input", "action_id": "typed", "max_length": LONGEST_TYPED}
    element |= {"initial_value": value[:LONGEST_TYPED]} if value else {}
    element |= {"placeholder": _plain(HINTS[name])} if name in HINTS else {}
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": _plain(NAMES[name]),
        "element": element,
    }
    block["optional"] = name not in NEEDED
    if read is not None:
        words = f" \u201c{single_line(read.words)[:LONGEST_WORDS]}\u201d" if read.words else ""
        block["hint"] = _plain(
            f"{SURE[read.confidence]}:{words}"[:LONGEST_HINT] if words else SURE[read.confidence]
        )
    return block


def _read(one: ProposedField) -> str:
    words = f": \u201c{single_line(one.words)[:LONGEST_WORDS]}\u201d" if one.words else ""
    value = (
        f"{single_line(one.value)} ({NO_TEXTS})"
        if one.field == "phone" and is_landline(one.value)
        else single_line(one.value)
    )
    return f"{NAMES.get(one.field, one.field)}: {value}\n{SURE[one.confidence]}{words}"


def _links(letter: Letter) -> list[Block]:
    elements = [
        {
            "type": "button",
            "action_id": f"{LOOK}_{at}",
            "text": _plain(one.label[:LONGEST_LABEL]),
            "url": one.url,
        }
        for at, one in enumerate(letter.buttons[:5])
        if one.label and len(one.url) <= LONGEST_URL
    ]
    return [{"type": "actions", "block_id": "links", "elements": elements}] if elements else []


def _header(text: str) -> Block:
    return {"type": "header", "text": _plain(single_line(text)[:LONGEST_HEADER] or "Fullhouse")}


def _section(text: str) -> Block:
    return {"type": "section", "text": _plain(text[:LONGEST_SECTION])}


def _details(details: tuple[tuple[str, str], ...]) -> Block:
    shown = [f"{label}\n{value}"[:LONGEST_DETAIL] for label, value in details[:MOST_DETAILS]]
    return {"type": "section", "fields": [_plain(one) for one in shown]}


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}
