"""The rules and voice documents. The last version without problems is in force."""

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
    """One of the two documents: the text in force, and the last text that was refused."""

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
    """Put a text in force, or note its problems if a line cannot be understood."""

    name: DocumentName
    text: str
    source: Source = "desk"


class Saved(msgspec.Struct, frozen=True):
    """Result of saving: the text is in force if it has no problems."""

    document: Document | None
    problems: tuple[RuleProblem, ...] = ()


def rulebook_of(document: Document | None) -> Rulebook:
    """Return the rules in force."""
    return parse_rules(DEFAULT_RULES if document is None else document.text).rulebook


def voice_of(document: Document | None) -> Voice:
    """Return the voice in force; without one, messages use our phrases in every language."""
    if document is None or document.text == DEFAULT_VOICE:
        return Voice()
    return parse_voice(document.text).templates


def problems_of(name: DocumentName, text: str) -> tuple[RuleProblem, ...]:
    """Return every line of a text that cannot be understood."""
    if name == "rules":
        return parse_rules(text).problems
    return parse_voice(text).problems


def document_needs(command: SaveDocument, found: Found) -> Needs:
    """Load the document that is to be saved, as it is in force."""
    return {} if found else {"document": Get(Document, (command.name,))}


def save_document(found: Found, command: SaveDocument, now: datetime) -> Decision:
    """Put a text in force, or keep the last good one and note the problems of this one."""
    document: Document | None = found["document"]
    problems = problems_of(command.name, command.text)
    if document is not None and command.text == (document.seen or document.text):
        return Decision(Saved(document, document.problems))
    if problems:
        changed = _noted(document, command, problems, now)
        step = Step(SCOPE, "document_refused", command.name, (changed,))
    else:
        changed = _in_force(document, command, now)
        step = Step(SCOPE, "document_saved", command.name, (changed,))
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
        default = Document(
            id=command.name,
            text=DEFAULTS[command.name],
            source="setup",
            saved_at=now,
            seen=command.text,
            problems=problems,
        )
        return create(default)
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
    """Load the rules and the voice fresh."""
    return DOCUMENT_NEEDS
