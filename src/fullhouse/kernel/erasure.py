"""Erasing a person from audit lines and messages.

Every line about the person is rewritten by the same function, so the audit still replays.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.kernel.decisions import ErasePerson
from fullhouse.kernel.messages import Message

GONE = "the person was erased"
NOTE = "erased"
ADDRESSES = ("email", "new_email", "phone")


def erased_line(line: AuditLine, forget: ErasePerson) -> AuditLine:
    """Return a line about a person without their data; a carrier's note about them goes too."""
    entries = tuple(_erased_entry(entry, forget) for entry in line.entries)
    note = line.note and NOTE
    if forget.only and forget.only not in line.note:
        note = line.note
    return msgspec.structs.replace(line, entries=entries, note=note)


def is_about(line: AuditLine, forget: ErasePerson) -> bool:
    """Return True if a line is about a person, or has an entry of their record."""
    if line.scope != forget.scope:
        return False
    if line.subject == forget.person:
        return True
    return any(_is_theirs(entry, forget) for entry in line.entries)


def _is_theirs(entry: AuditChange, forget: ErasePerson) -> bool:
    return entry.kind in (forget.kind, *forget.also) and entry.key[-1] == forget.person


def _erased_entry(entry: AuditChange, forget: ErasePerson) -> AuditChange:
    if not _is_theirs(entry, forget):
        return entry
    before, after = _fields(entry.before, forget), _fields(entry.after, forget)
    return msgspec.structs.replace(entry, before=before, after=after)


def _fields(fields: Mapping[str, Any], forget: ErasePerson) -> dict[str, Any]:
    erased = dict(fields)
    for name, value in fields.items():
        if value and name in forget.instead and forget.only in ("", value):
            erased[name] = forget.instead[name]
    return erased


def addresses(lines: tuple[AuditLine, ...], forget: ErasePerson) -> set[str]:
    """Return every address that a person had or asked for, from the lines about them."""
    found = set()
    for line in lines:
        for entry in line.entries:
            if _is_theirs(entry, forget):
                found |= _addresses_in(entry.before)
                found |= _addresses_in(entry.after)
    return found


def _addresses_in(fields: Mapping[str, Any]) -> set[str]:
    return {fields[name] for name in ADDRESSES if fields.get(name)}


def forgotten_message(message: Message, forget: ErasePerson) -> Message:
    """Return a message without its recipient. If it has not been sent, it never will be.

    A message to another address than the only one to erase stays, without that address.
    """
    if forget.only and message.to != forget.only:
        return _without_address(message, forget)
    facts = dict(message.facts)
    if isinstance(facts.get(forget.kind), Mapping):
        facts[forget.kind] = _fields(facts[forget.kind], forget)
    status, error = message.status, message.error and NOTE
    if status in ("queued", "sending"):
        status, error = "failed", GONE
    return msgspec.structs.replace(
        message,
        to=forget.instead["email"],
        facts=facts,
        letter="",
        error=error,
        status=status,
        lease_ends_at=None,
    )


def _without_address(message: Message, forget: ErasePerson) -> Message:
    """Return a message whose person's record does not name the address; else unchanged."""
    fields = message.facts.get(forget.kind)
    if not isinstance(fields, Mapping) or forget.only not in fields.values():
        return message
    facts = {**message.facts, forget.kind: _fields(fields, forget)}
    return msgspec.structs.replace(message, facts=facts, letter="")


def mentions(message: Message, forget: ErasePerson) -> bool:
    """Return True if this is a note to staff that names the person."""
    return (
        message.channel == "staff"
        and message.scope == forget.scope
        and _unnamed(message.facts, forget) != message.facts
    )


def forgotten_note(message: Message, forget: ErasePerson) -> Message:
    """Return a note to staff without the person's data. Its letter is composed again on demand."""
    return msgspec.structs.replace(message, facts=_unnamed(message.facts, forget), letter="")


def _unnamed(facts: Any, forget: ErasePerson) -> Any:  # noqa: ANN401 - facts hold any JSON value
    """Return facts with the person erased from every object with their id, at any depth."""
    if isinstance(facts, Mapping):
        fields: Mapping[str, Any] = facts
        if forget.person in (facts.get("id"), facts.get("about")):
            fields = _fields(facts, forget)
        return {name: _unnamed(value, forget) for name, value in fields.items()}
    if isinstance(facts, list | tuple):
        return [_unnamed(item, forget) for item in facts]
    return facts
