"""Letters and proposals as Slack blocks, each cut to the length that Slack allows.

Texts of customers are plain text there, so that nothing in them is a link, a mention or a mark.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

import msgspec

from fullhouse.inbound.forms.phone import NO_TEXTS, is_landline
from fullhouse.kernel.letters import Letter, single_line
from fullhouse.kernel.localized_dates import format_datetime, format_day
from fullhouse.locale.current import gettext, in_language, translate
from fullhouse.products.frontdesk.shared.proposals import (
    REPEATS_APART,
    Proposal,
    ProposedField,
)

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
# Fields of a proposal that are not shown.
INNER = frozenset({"appointment", "change", "entry", "starts_at", "series"})
NAMES = {
    "name": "Name",
    "phone": "Phone",
    "email": "Email",
    "service": "Service",
    "staff": "Staff",
    "party": "Party",
    "earliest": "Earliest",
    "latest": "Latest",
    "weekdays": "Weekdays",
    "from_time": "Not before",
    "until_time": "Before",
    "date": "Date",
    "time": "Time",
    "minutes": "Minutes",
    "repeats": "Also",
}
HINTS = {
    "date": "such as 2026-06-20",
    "time": "such as 14:30",
    "earliest": "such as 2026-06-20",
    "latest": "such as 2026-06-20",
    "weekdays": "such as Mon, Thu",
    "from_time": "such as 17:00",
    "until_time": "such as 20:00",
}
DAYS = frozenset({"date", "earliest", "latest"})
NEEDED = frozenset({"name", "service", "date", "time"})

Block = dict[str, Any]


class ProposalRef(msgspec.Struct, frozen=True):
    """The proposal of a button or window, its revision, and the note that shows it."""

    proposal: str
    rev: int
    note: str = ""


def escaped(text: str) -> str:
    """Escape a text, so that nothing in it is a link, a mention or a command of Slack."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def letter_blocks(letter: Letter) -> list[Block]:
    """Show a letter: heading, details, paragraphs, and its links as buttons."""
    blocks = [_header(letter.heading)]
    if letter.details:
        blocks.append(_details(letter.details))
    paragraphs = letter.paragraphs[:MOST_PARAGRAPHS]
    blocks += [_section(paragraph) for paragraph in paragraphs if paragraph.strip()]
    return [*blocks, *_links(letter)]


def fallback(letter: Letter) -> str:
    """Return a letter in one line, for a phone's screen."""
    return escaped(single_line(letter.subject or letter.heading))[:LONGEST_FALLBACK]


def proposal_blocks(letter: Letter, proposal: Proposal) -> list[Block]:
    """Show a proposal: each field with its confidence and words, and the buttons."""
    with in_language(letter.language):
        return _proposal_blocks(letter, proposal)


def _proposal_blocks(letter: Letter, proposal: Proposal) -> list[Block]:
    changes: list[Block] = []
    fields: list[Block] = []
    for field in proposal.fields:
        if field.field not in INNER:
            fields.append(_section(_read(field, letter.language)))
        elif field.field == "change" and field.words:
            changes.append(_section(field.words))
    text = proposal.text.strip()
    written = [_section(text)] if text else []
    # The last paragraph says what approving does.
    effect = [_section(paragraph) for paragraph in letter.paragraphs[-1:]]
    buttons = [decide_on(proposal), *_links(letter)]
    return [_header(letter.heading), *changes, *fields, *written, *effect, *buttons]


def decide_on(proposal: Proposal) -> Block:
    """Build the buttons: approve, edit if there is anything to edit, and discard."""
    place = msgspec.json.encode(ProposalRef(proposal.id, proposal.rev)).decode()
    styles = {APPROVE: {"style": "primary"}, DISCARD: {"style": "danger"}}
    is_gone = proposal.value("change") == "gone"
    actions = [APPROVE, DISCARD] if is_gone else [APPROVE, EDIT, DISCARD]
    if proposal.value("change") == "reply":
        actions = [DISCARD]
    buttons = [
        {
            "type": "button",
            "action_id": action,
            "text": _plain(translate(LABELS[action])),
            "value": place,
            **styles.get(action, {}),
        }
        for action in actions
    ]
    return {"type": "actions", "block_id": "decide", "elements": buttons}


def done_blocks(words: str) -> list[Block]:
    """Show what was done instead; the words are already escaped."""
    said = {"type": "mrkdwn", "text": words[:LONGEST_SECTION], "verbatim": True}
    return [{"type": "section", "text": said}]


def edit_view(
    proposal: Proposal,
    fields: tuple[str, ...],
    note: str,
    cells: Mapping[str, str],
    problems: Mapping[str, str],
) -> Block:
    """Build the window in which a proposal is corrected, field by field."""
    known = {field.field: field for field in proposal.fields}
    wrong = [_section(problem) for problem in problems.values()]
    inputs = [_input(name, cells.get(name, ""), known.get(name)) for name in fields]
    return {
        "type": "modal",
        "callback_id": VIEW,
        "private_metadata": msgspec.json.encode(
            ProposalRef(proposal.id, proposal.rev, note)
        ).decode(),
        "title": _plain(gettext("Edit")[:LONGEST_TITLE]),
        "submit": _plain(gettext("Approve")),
        "close": _plain(gettext("Not now")),
        "blocks": [*wrong, *inputs],
    }


def said_view(sentences: Sequence[str]) -> Block:
    """Build a window that only shows sentences."""
    return {
        "type": "modal",
        "title": _plain("Nothing was changed"[:LONGEST_TITLE]),
        "close": _plain("Close"),
        "blocks": [_section(sentence) for sentence in sentences],
    }


def _input(name: str, value: str, read: ProposedField | None) -> Block:
    element: Block = {"type": "plain_text_input", "action_id": "typed", "max_length": LONGEST_TYPED}
    if value:
        element["initial_value"] = value[:LONGEST_TYPED]
    if name in HINTS:
        element["placeholder"] = _plain(translate(HINTS[name]))
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": _plain(translate(NAMES[name])),
        "element": element,
        "optional": name not in NEEDED,
    }
    if read is not None:
        block["hint"] = _plain(_confidence(read)[:LONGEST_HINT])
    return block


def _confidence(field: ProposedField) -> str:
    """Return how sure a field is, and the words that it was read from."""
    sure = translate(SURE[field.confidence])
    if not field.words:
        return sure
    words = single_line(field.words)[:LONGEST_WORDS]
    return f"{sure}: \u201c{words}\u201d"


def _read(field: ProposedField, language: str) -> str:
    value = single_line(field.value)
    if field.field in DAYS:
        value = _day(value, language)
    if field.field == "repeats":
        value = "; ".join(_moment(one, language) for one in value.split(REPEATS_APART))
    if field.field == "phone" and is_landline(field.value):
        value = f"{value} ({translate(NO_TEXTS)})"
    label = translate(NAMES.get(field.field, field.field))
    return f"{label}: {value}\n{_confidence(field)}"


def _day(written: str, language: str) -> str:
    """Return a day such as `2026-06-20` in words; anything else as it is."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    return format_day(datetime.combine(day, time(), tzinfo=None), language)


def _moment(written: str, language: str) -> str:
    """Return a day and time such as `2026-06-20 14:00` in words; anything else as it is."""
    try:
        wall = datetime.fromisoformat(written)
    except ValueError:
        return written
    return format_datetime(wall, language)


def _links(letter: Letter) -> list[Block]:
    elements = [
        {
            "type": "button",
            "action_id": f"{LOOK}_{at}",
            "text": _plain(button.label[:LONGEST_LABEL]),
            "url": button.url,
        }
        for at, button in enumerate(letter.buttons[:5])
        if button.label and len(button.url) <= LONGEST_URL
    ]
    if not elements:
        return []
    return [{"type": "actions", "block_id": "links", "elements": elements}]


def _header(text: str) -> Block:
    return {"type": "header", "text": _plain(single_line(text)[:LONGEST_HEADER] or "Fullhouse")}


def _section(text: str) -> Block:
    return {"type": "section", "text": _plain(text[:LONGEST_SECTION])}


def _details(details: tuple[tuple[str, str], ...]) -> Block:
    shown = [f"{label}\n{value}"[:LONGEST_DETAIL] for label, value in details[:MOST_DETAILS]]
    return {"type": "section", "fields": list(map(_plain, shown))}


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}
