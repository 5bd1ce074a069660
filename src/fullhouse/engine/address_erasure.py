"""Erasing an address that a guest or a customer had earlier, or asked for and never confirmed.

The person keeps their seat or entry under the address that they have now.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, ErasePerson, Step, if_unchanged, update
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs, Record

CURRENT = ("email", "phone")
ASKED_FOR = "new_email"


class EraseAddress(Command, frozen=True, kw_only=True, tag="EraseAddress"):
    """Erase an address of a person that is not their address now.

    `kind` and `key` are of the person's record. `instead` replaces the address where it was
    stored, and `action` is that of the audit line. The answer is True if the address was erased,
    and False if it is theirs now or they are unknown.
    """

    scope: str
    kind: str
    key: tuple[str, ...]
    address: str
    instead: str = ""
    action: str = "edited"


def address_rules(kinds: Mapping[str, type[Record]]) -> dict[type[Command], Rule]:
    """Return the rule that erases an address from records of these kinds."""

    def needs(command: EraseAddress, found: Found) -> Needs:
        return {} if found else {"record": Get(kinds[command.kind], command.key)}

    return {EraseAddress: Rule(needs, erase_address)}


def current_addresses(record: Record) -> tuple[str, ...]:
    """Return the addresses that a person has now."""
    found = (getattr(record, name, "") for name in CURRENT)
    return tuple(address for address in found if address)


def has_asked_for(record: Record, address: str) -> bool:
    """Return True if a person asked for this address and did not confirm it yet."""
    return getattr(record, ASKED_FOR, "") == address


def erase_address(found: Found, command: EraseAddress, _now: datetime) -> Decision:
    """Withdraw an address that was asked for; erase it from audit lines and messages."""
    record: Any = found["record"]
    if record is None or record.is_erased or command.address in current_addresses(record):
        return Decision(answer=False)
    sets: dict[str, Any] = {"rev": record.rev + 1}
    if has_asked_for(record, command.address):
        sets[ASKED_FOR] = ""
    change = update(record, *if_unchanged(record, "rev"), **sets)
    return Decision(
        answer=True,
        steps=(Step(command.scope, command.action, record.id, (change,)),),
        forget=(_forget(command, record.id),),
    )


def _forget(command: EraseAddress, person: str) -> ErasePerson:
    instead = dict.fromkeys((*CURRENT, ASKED_FOR), command.instead)
    return ErasePerson(
        command.scope,
        command.kind,
        person,
        instead,
        (command.address,),
        only=command.address,
    )
