"""What one product is told of a number or an address the other hears, too: STOP, START, bounces and complaints."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, get_args

import msgspec

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import found_many, in_sequence
from fullhouse.kernel.product import Found, Product, Rule
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.commands import NoteCustomer
from fullhouse.products.frontdesk.appointments.model import Customer, Reach, customer_id
from fullhouse.products.frontdesk.waitlist.commands import NoteReach
from fullhouse.products.frontdesk.waitlist.model import Contact, contact_id

Hearer = Literal["waitlist", "appointments"]
NOTES: dict[Hearer, type[NoteReach | NoteCustomer]] = {
    "waitlist": NoteReach,
    "appointments": NoteCustomer,
}
OTHER: dict[type[Command], Hearer] = {NoteReach: "appointments", NoteCustomer: "waitlist"}
REMEMBERED = (Contact, Customer)
REACHES = get_args(Reach)
TOLD = "told:"
EPOCH, A_MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


class Hear(Command, frozen=True, kw_only=True, tag="Hear"):
    """Remember in one product what the other was told of a number or an address. It is not told back."""

    product: Hearer
    address: str
    reach: Reach
    note: str = ""


def hear_alarm(product: Hearer, address: str, reach: Any, note: str, now: datetime) -> Alarm:  # noqa: ANN401 - see Hear
    """Have the other product hear of it, as part of what is committed now."""
    command = Hear(product=product, address=address, reach=reach, note=note)
    return Alarm(f"hear:{product}:{customer_id(address)}", _due_at(reach, now), command)


def _due_at(reach: str, now: datetime) -> datetime:
    """Say when it is heard: at once, and what is said otherwise never at the same instant.

    The later word takes the place of the earlier, also of one that is being heard just now: an alarm that has rung is
    cleared by its name and its time, and must not be taken for the other.
    """
    at = (now - EPOCH) // A_MILLISECOND
    return EPOCH + (at - (at - REACHES.index(reach)) % len(REACHES)) * A_MILLISECOND


def heard_alarms(
    addresses: Iterable[str], contacts: Iterable[Contact], now: datetime
) -> tuple[Alarm, ...]:
    """Have appointments hear what the waitlist has known of addresses since before it had anybody there."""
    known = {one.id: one for one in contacts if one.reach != "fine"}
    told = (
        (address, known[contact_id(address)])
        for address in addresses
        if contact_id(address) in known
    )
    return tuple(
        hear_alarm("appointments", address, one.reach, one.note, now) for address, one in told
    )


def hearing_rules(rules: Mapping[type[Command], Rule]) -> dict[type[Command], Rule]:
    """Make the rules under which what is noted in one product is heard in the other."""

    def needs(command: Hear, found: Found) -> Needs:
        note = _noted(command)
        return rules[type(note)].needs(note, found)

    def decide(found: dict[str, Any], command: Hear, now: datetime) -> Decision:
        note = _noted(command)
        rule = rules[type(note)]
        return rule.decide(rule.state(**found), note, now)

    return {Hear: Rule(needs, decide), **{one: _telling(rules[one], OTHER[one]) for one in OTHER}}


def _noted(command: Hear) -> NoteReach | NoteCustomer:
    return NOTES[command.product](address=command.address, reach=command.reach, note=command.note)


def _telling(rule: Rule, other: Hearer) -> Rule:
    """Tell the other product whatever this one makes of it: it may know less, or more."""

    def decide(state: Any, command: NoteReach | NoteCustomer, now: datetime) -> Decision:  # noqa: ANN401 - either state
        decision = rule.decide(state, command, now)
        alarm = hear_alarm(other, command.address, command.reach, command.note, now)
        return msgspec.structs.replace(decision, set_alarms=(*decision.set_alarms, alarm))

    return msgspec.structs.replace(rule, decide=decide)


def hears_of_refusals(product: Product, other: Hearer) -> Product:
    """Tell the other product of an address that takes no messages any more, when a carrier says so."""

    def refused(
        message: Message,
        state: Any,  # noqa: ANN401
        outcome: Refused | CarrierDown,
        now: datetime,
    ) -> Decision:
        decision = product.post.refused(message, state, outcome, now)
        lost = _lost(decision, message.to)
        if not lost:
            return decision
        alarm = hear_alarm(other, message.to, lost, outcome.reason, now)
        return msgspec.structs.replace(decision, set_alarms=(*decision.set_alarms, alarm))

    return msgspec.structs.replace(
        product, post=msgspec.structs.replace(product.post, refused=refused)
    )


def _lost(decision: Decision, address: str) -> str:
    """Say what was found out about an address."""
    names = {contact_id(address), customer_id(address)}
    changed = (one for one in decision.changes if one.kind in REMEMBERED and one.after.id in names)
    return next((one.after.reach for one in changed if one.after.reach != _before(one.before)), "")


def _before(known: Contact | Customer | None) -> str:
    return "fine" if known is None else known.reach


class Listened(msgspec.Struct, frozen=True):
    """What a rule was to look at, and what is to be heard beside it: of which addresses, and what."""

    state: Any
    unheard: tuple[tuple[str, Contact], ...]


def listening(rule: Rule) -> Rule:
    """Look up, where an appointment's addresses are given or written to, what only the waitlist knows of them."""

    def needs(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command about one appointment
        return rule.needs(command, found) or the_told(command, found)

    def decide(loaded: Listened, command: Any, now: datetime) -> Decision:  # noqa: ANN401 - the same
        decision: Decision = rule.decide(loaded.state, command, now)
        if not loaded.unheard or not decision.steps:
            return decision
        alarms = [
            hear_alarm("appointments", one, it.reach, it.note, now) for one, it in loaded.unheard
        ]
        return msgspec.structs.replace(decision, set_alarms=(*decision.set_alarms, *alarms))

    def state(**found: Any) -> Listened:  # noqa: ANN401 - whatever was asked for
        names = [name for name in found if name.startswith(TOLD)]
        told = [(name.removeprefix(TOLD), found.pop(name)) for name in names]
        unheard = [each for each in told if each[1] is not None and each[1].reach != "fine"]
        return Listened(rule.state(**found), _still_unheard(unheard, found) if unheard else ())

    return Rule(needs, decide, state)


def _what_was_told(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command about one appointment
    return {f"{TOLD}{one}": Get(Contact, (contact_id(one),)) for one in _addresses(command, found)}


the_told = in_sequence(_what_was_told)


def _still_unheard(
    told: list[tuple[str, Contact]], found: Found
) -> tuple[tuple[str, Contact], ...]:
    known = {one.id for one in found_many(found, "customer") if one.reach != "fine"}
    return tuple(each for each in told if customer_id(each[0]) not in known)


def _addresses(command: Any, found: Found) -> tuple[str, ...]:  # noqa: ANN401 - one that books, edits, approves, reminds
    booking, appointment = getattr(command, "book", None) or command, found.get("appointment")
    given = (getattr(booking, "phone", ""), getattr(booking, "email", ""))
    had = appointment.addresses if appointment is not None else ()
    return tuple(dict.fromkeys(one for one in (*given, *had) if one and isinstance(one, str)))
