"""How a person is taken out of what was written down: the same function over every line, so that it still replays."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.kernel.decisions import ErasePerson
from fullhouse.kernel.messages import Message

GONE = "the person was erased"
NOTE = "erased"


def erased_line(line: AuditLine, forget: ErasePerson) -> AuditLine:
    """Return a line about a person without who they were; what a carrier said of them goes too."""
    entries = tuple(_entry(one, forget) if _is_theirs(one, forget) else one for one in line.entries)
    return msgspec.structs.replace(line, entries=entries, note=line.note and NOTE)


def is_about(line: AuditLine, forget: ErasePerson) -> bool:
    """Say whether a line is about a person, or tells of their record beside what it is about."""
    here = line.scope == forget.scope
    return here and (
        line.subject == forget.person or any(_is_theirs(one, forget) for one in line.entries)
    )


def _is_theirs(entry: AuditChange, forget: ErasePerson) -> bool:
    return entry.kind == forget.kind and entry.key[-1] == forget.person


def _entry(entry: AuditChange, forget: ErasePerson) -> AuditChange:
    before, after = _fields(entry.before, forget), _fields(entry.after, forget)
    return msgspec.structs.replace(entry, before=before, after=after)


def _fields(fields: Mapping[str, Any], forget: ErasePerson) -> dict[str, Any]:
    instead = forget.instead
    return {
        name: instead[name] if name in instead and value else value
        for name, value in fields.items()
    }


def addresses(lines: tuple[AuditLine, ...], forget: ErasePerson) -> set[str]:
    """Gather every address that a person had or asked for, from the lines about them."""
    theirs = [entry for line in lines for entry in line.entries if _is_theirs(entry, forget)]
    told = [
        fields.get(name)
        for entry in theirs
        for fields in (entry.before, entry.after)
        for name in ADDRESSES
    ]
    return {address for address in told if address}


ADDRESSES = ("email", "new_email", "phone")


def forgotten_message(message: Message, forget: ErasePerson) -> Message:
    """Return a message without who it was to; one that has not left never will."""
    facts = dict(message.facts)
    if isinstance(facts.get(forget.kind), Mapping):
        facts[forget.kind] = _fields(facts[forget.kind], forget)
    waits = message.status in ("queued", "sending")
    return msgspec.structs.replace(
        message,
        to=forget.instead["email"],
        facts=facts,
        letter="",
        error=GONE if waits else message.error and NOTE,
        status="failed" if waits else message.status,
        lease_ends_at=None,
    )


def mentions(message: Message, forget: ErasePerson) -> bool:
    """Say whether a note to staff names a person."""
    return (
        message.channel == "staff"
        and message.scope == forget.scope
        and _unnamed(message.facts, forget) != message.facts
    )


def forgotten_note(message: Message, forget: ErasePerson) -> Message:
    """Return a note to staff without whom it named; it is put into words anew when it is read again."""
    return msgspec.structs.replace(message, facts=_unnamed(message.facts, forget), letter="")


def _unnamed(facts: Any, forget: ErasePerson) -> Any:  # noqa: ANN401 - whatever facts are made of
    """Rewrite whatever stands under the person's id, or is said to be about it, however deep it is told."""
    if isinstance(facts, Mapping):
        is_theirs = forget.person in (facts.get("id"), facts.get("about"))
        theirs = _fields(facts, forget) if is_theirs else facts
        return {name: _unnamed(value, forget) for name, value in theirs.items()}
    return [_unnamed(one, forget) for one in facts] if isinstance(facts, list | tuple) else facts
