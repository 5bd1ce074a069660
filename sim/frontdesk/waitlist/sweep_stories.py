"""Short stories of a salon, one event after the other, which the sweep disturbs call by call."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import (
    ClaimSlot,
    DeclineSlot,
    EditEntry,
    EraseEntry,
    FreeSlot,
    GiveUpSlot,
    JoinWaitlist,
    LeaveWaitlist,
    WithdrawSlot,
)
from sim.checks.state_model import StateModel
from sim.clocks import hours, minutes
from sim.frontdesk.waitlist.rules_text import HouseRules, written
from sim.frontdesk.waitlist.waitlist_view import Desk
from sim.sweep import BEGINS, Moment, one_after_the_other

SERVICES = (("Colour", 90), ("Cut", 45))


def house(**rules: Any) -> SaveDocument:
    """Write the rules of a small salon down."""
    usual: dict[str, Any] = {"services": SERVICES, "staff": ("Jess", "Sam")}
    return SaveDocument(name="rules", text=written(HouseRules(**{**usual, **rules})))


def phone(who: str) -> str:
    """Give someone a number of their own."""
    return f"+49151{sum(map(ord, who)):08d}"


def join(who: str, service: str = "Colour", **more: Any) -> JoinWaitlist:
    """Join the list."""
    return JoinWaitlist(
        entry_id=who, **{"name": who, "phone": phone(who), "service": service, **more}
    )


def free(slot_id: str, after: timedelta = timedelta(hours=11), **more: Any) -> FreeSlot:
    """Free a slot that starts so long after the story begins."""
    usual: dict[str, Any] = {"service": "Colour", "starts_at": BEGINS + after, "staff": "Jess"}
    return FreeSlot(slot_id=slot_id, **{**usual, **more})


def claim(who: str, slot_id: str = "s1", seq: int = 1) -> ClaimSlot:
    """Claim an offer by its number."""
    return ClaimSlot(slot_id=slot_id, seq=seq, entry_id=who)


def decline(who: str, slot_id: str = "s1", seq: int = 1) -> DeclineSlot:
    """Decline an offer by its number."""
    return DeclineSlot(slot_id=slot_id, seq=seq, entry_id=who)


def give_up_slot(who: str, slot_id: str = "s1") -> GiveUpSlot:
    """Give a claimed slot up."""
    return GiveUpSlot(slot_id=slot_id, entry_id=who)


def leave(who: str) -> LeaveWaitlist:
    """Leave the list."""
    return LeaveWaitlist(entry_id=who)


def stop(who: str) -> NoteReach:
    """Text STOP."""
    return NoteReach(address=phone(who), reach="opted_out", note="STOP")


def start(who: str) -> NoteReach:
    """Text START."""
    return NoteReach(address=phone(who), reach="fine", note="START")


def soon(*moments: Command | Moment, **rules: Any) -> list[Moment]:
    """Begin with Anna and Ben in the queue; then one event after the other, 40 minutes apart."""
    told = [one if isinstance(one, tuple) else (minutes(40), one) for one in moments]
    first = [
        (minutes(40), one) for one in (house(**{"window": 90, **rules}), join("anna"), join("ben"))
    ]
    return one_after_the_other(*first, *told)


STORIES: Mapping[str, Callable[[], list[Moment]]] = {
    "a freed slot is claimed": lambda: soon(free("s1"), claim("anna")),
    "a declined slot rolls on": lambda: soon(free("s1"), decline("anna"), claim("ben", seq=2)),
    "a lapsed offer rolls on, and the next one, too": lambda: soon(
        free("s1"), (hours(4), join("cleo"))
    ),
    "a slot waits for who holds another offer": lambda: soon(
        leave("ben"), free("s1"), free("s2", staff="Sam"), decline("anna"), claim("anna", "s2")
    ),
    "one person for two services": lambda: soon(
        join("also", "Cut", phone=phone("anna")),
        free("s1"),
        free("s2", service="Cut", staff="Sam"),
        claim("anna"),
        claim("also", "s2"),
    ),
    "told three times, withdrawn, freed again": lambda: soon(
        free("s1", ref="R1"),
        free("s2", ref="R1"),
        free("s3"),
        WithdrawSlot(slot_id="s1"),
        free("s4", again="s1"),
        claim("anna", "s4"),
    ),
    "silent, then not": lambda: soon(
        stop("anna"), free("s1"), start("anna"), decline("ben"), claim("anna", seq=2)
    ),
    "changed while asked": lambda: soon(
        free("s1"),
        EditEntry(entry_id="anna", service="Cut"),
        claim("ben", seq=2),
        EraseEntry(entry_id="anna"),
    ),
    "freed at night": lambda: soon((hours(12), free("s1", hours(26))), (hours(10), claim("anna"))),
    "claimed, given up, offered again": lambda: soon(
        free("s1"),
        claim("anna"),
        give_up_slot("anna"),
        free("s2", again="s1"),
        claim("ben", "s2"),
        refill=False,
    ),
    "nobody came": lambda: soon(
        free("s1", minutes(155), reason="no_show"), claim("anna"), services=(("Colour", 240),)
    ),
}


def outcome(book: StateModel) -> dict[str, object]:
    """Return how a story ended: entries, and what became of each slot."""
    desk = book.view(Desk)
    slots: dict[str, object] = {
        one.id: (one.status, one.booked_by, one.tried) for one in desk.slots.values()
    }
    return {
        **slots,
        **{one.id: (one.state, one.booked, one.channel, one.line) for one in desk.entries.values()},
    }
