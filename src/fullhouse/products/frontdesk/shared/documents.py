"""The rules and voice documents. The last version without problems is in force."""

from datetime import datetime
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs, Record
from fullhouse.products.frontdesk.shared.message_facts import NamedPerson
from fullhouse.products.frontdesk.shared.our_voice import DEFAULT_VOICE
from fullhouse.products.frontdesk.shared.rulebook.document import DEFAULT_RULES, parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import (
    FormerName,
    Rulebook,
    RuleProblem,
    normalized_name,
)
from fullhouse.products.frontdesk.shared.voice import Voice, parse_voice

SCOPE = "business"
DocumentName = Literal["rules", "voice"]
Source = Literal["desk", "api", "file", "google", "setup"]
DEFAULTS: dict[str, str] = {"rules": DEFAULT_RULES, "voice": DEFAULT_VOICE}


class Document(Record, frozen=True, kw_only=True):
    """One of the two documents: the text in force, and the last text that was refused.

    With the rules are the `former` names of services and staff.
    """

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
    former: tuple[FormerName, ...] = ()


class SaveDocument(Command, frozen=True, kw_only=True, tag="SaveDocument"):
    """Put a text in force, or note its problems if a line cannot be understood.

    It waits, too, if it has `doubts`: it lacks what these `people` use, so that staff are asked.
    `renamed` are services and staff members that have another name in it.
    """

    name: DocumentName
    text: str
    source: Source = "desk"
    doubts: tuple[RuleProblem, ...] = ()
    people: tuple[NamedPerson, ...] = ()
    renamed: tuple[FormerName, ...] = ()


class Saved(msgspec.Struct, frozen=True):
    """Result of saving: the text is in force if it has no problems."""

    document: Document | None
    problems: tuple[RuleProblem, ...] = ()


def rulebook_of(document: Document | None) -> Rulebook:
    """Return the rules in force."""
    if document is None:
        return parse_rules(DEFAULT_RULES).rulebook
    rulebook = parse_rules(document.text).rulebook
    if not document.former:
        return rulebook
    return msgspec.structs.replace(rulebook, former=document.former)


def voice_of(document: Document | None) -> Voice:
    """Return the voice in force; without one, messages use our phrases in every language."""
    if document is None:
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
    problems = problems_of(command.name, command.text) or command.doubts
    if document is not None and _is_known(document, command, problems):
        return Decision(Saved(document, document.problems))
    if problems:
        changed = _noted(document, command, problems, now)
        step = Step(SCOPE, "document_refused", command.name, (changed,))
    else:
        changed = _in_force(document, command, now)
        step = Step(SCOPE, "document_saved", command.name, (changed,))
    return Decision(Saved(changed.after, problems), steps=(step,))


def _is_known(document: Document, command: SaveDocument, problems: tuple[RuleProblem, ...]) -> bool:
    """Return True if nothing is new: a text that waited may be put in force by now."""
    if command.text != (document.seen or document.text):
        return False
    if _former_names(document, command) != document.former:
        return False
    return not document.seen or problems == document.problems


def _former_names(document: Document, command: SaveDocument) -> tuple[FormerName, ...]:
    """Return all former names; those of what is renamed once more lead to its newest name."""
    former = document.former
    for fresh in command.renamed:
        old = normalized_name(fresh.old)
        same = [
            msgspec.structs.replace(one, new=fresh.new)
            if one.kind == fresh.kind and normalized_name(one.new) == old
            else one
            for one in former
            if (one.kind, normalized_name(one.old)) != (fresh.kind, old)
        ]
        former = (*same, fresh)
    return tuple(one for one in former if normalized_name(one.old) != normalized_name(one.new))


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
        former=_former_names(document, command),
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
