"""The two documents that staff write: the rules and the voice. What was last understood whole is in force."""

from datetime import datetime
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs, Record
from fullhouse.products.frontdesk.shared.rulebook.document import DEFAULT_RULES, parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, RuleProblem
from fullhouse.products.frontdesk.shared.voice import DEFAULT_VOICE, Voice, parse_voice

SCOPE = "business"
DocumentName = Literal["rules", "voice"]
Source = Literal["desk", "api", "file", "google", "setup"]
DEFAULTS: dict[str, str] = {"rules": DEFAULT_RULES, "voice": DEFAULT_VOICE}


class Document(Record, frozen=True, kw_only=True):
    """One of the two documents: the text in force, and what was seen since that could not be put in force."""

    kind_name: ClassVar[str] = "document"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    text: str
    version: int = 1
    source: Source = "desk"
    saved_at: datetime
    seen: str = ""
    problems: tuple[RuleProblem, ...] = ()
    rev: int = 0


class SaveDocument(Command, frozen=True, kw_only=True, tag="SaveDocument"):
    """Put a text in force; one with a line that cannot be understood is noted with its problems instead."""

    name: DocumentName
    text: str
    source: Source = "desk"


class Saved(msgspec.Struct, frozen=True):
    """What became of a text: in force if it has no problems."""

    document: Document | None
    problems: tuple[RuleProblem, ...] = ()


def rulebook_of(document: Document | None) -> Rulebook:
    """Return the rules in force."""
    return parse_rules(DEFAULT_RULES if document is None else document.text).rulebook


def voice_of(document: Document | None) -> Voice:
    """Return the voice in force; where nobody has written one, messages speak by themselves, in every language."""
    return (
        Voice()
        if document is None or document.text == DEFAULT_VOICE
        else parse_voice(document.text).templates
    )


def problems_of(name: DocumentName, text: str) -> tuple[RuleProblem, ...]:
    """Name every line of a text that cannot be understood."""
    return parse_rules(text).problems if name == "rules" else parse_voice(text).problems


def document_needs(command: SaveDocument, found: Found) -> Needs:
    """Load the document that is to be saved, as it is in force."""
    return {} if found else {"document": Get(Document, (command.name,))}


def save_document(found: Found, command: SaveDocument, now: datetime) -> Decision:
    """Put a text in force, or keep the last good one in force and say what is wrong with this one."""
    document: Document | None = found["document"]
    problems = problems_of(command.name, command.text)
    if document is not None and command.text == (document.seen or document.text):
        return Decision(Saved(document, document.problems))
    changed = (
        _noted(document, command, problems, now) if problems else _in_force(document, command, now)
    )
    step = Step(
        SCOPE, "document_refused" if problems else "document_saved", command.name, (changed,)
    )
    return Decision(Saved(changed.after, problems), steps=(step,))


def _in_force(document: Document | None, command: SaveDocument, now: datetime) -> Change[Document]:
    if document is None:
        return create(
            Document(id=command.name, text=command.text, source=command.source, saved_at=now)
        )
    return update(
        document,
        *if_unchanged(document, "rev"),
        text=command.text,
        version=document.version + 1,
        source=command.source,
        saved_at=now,
        seen="",
        problems=(),
        rev=document.rev + 1,
    )


def _noted(
    document: Document | None,
    command: SaveDocument,
    problems: tuple[RuleProblem, ...],
    now: datetime,
) -> Change[Document]:
    if document is None:
        text = DEFAULTS[command.name]
        found = Document(
            id=command.name,
            text=text,
            source="setup",
            saved_at=now,
            seen=command.text,
            problems=problems,
        )
        return create(found)
    return update(
        document,
        *if_unchanged(document, "rev"),
        seen=command.text,
        problems=problems,
        rev=document.rev + 1,
    )


# The same each time, so built once.
RULES_NEEDS: Needs = {"rules": Get(Document, ("rules",))}
DOCUMENT_NEEDS: Needs = {**RULES_NEEDS, "voice": Get(Document, ("voice",))}


def the_documents(_command: object, _found: Found) -> Needs:
    """Read the rules and the voice fresh."""
    return DOCUMENT_NEEDS
