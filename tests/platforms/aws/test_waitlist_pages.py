"""Every command of the waitlist fits into one transaction, even the largest."""

from collections import defaultdict
from collections.abc import Callable

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import DueAlarms, Invocation
from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Refused
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.group_joins import MOST_AT_ONCE, JoinMany
from fullhouse.products.frontdesk.waitlist.model import (
    MOST_ENTRIES_OF_ONE,
    MOST_WRITTEN,
    UnsyncedEntries,
)
from tests.platforms.aws.dynamodb.test_store_pages import MOST_ITEMS, Weighing
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, Salon, mail, phone

MANY = 2 * MOST_ENTRIES_OF_ONE
SERVICES = "".join(f"- Service {number}: 30 minutes\n" for number in range(MANY))
WAITING_SLOTS = 120


class Scales(Salon):
    """A salon that notes how much the largest commit of each command took."""

    def __init__(self) -> None:
        super().__init__(settles=False, checks=False)
        self.store = self.weighing = Weighing()
        self.weights: dict[str, int] = defaultdict(int)
        self.write(RULES_TEXT.replace("- Table", f"{SERVICES}- Table"))

    def _execute(self, invocation: Invocation) -> Decision:
        if not isinstance(self.store, Weighing):
            return super()._execute(invocation)
        self.weighing.items = [0]
        decision = execute(self.store, RULES, invocation, self.now)
        name = tag_of(invocation.command)
        self.weights[name] = max(self.weights[name], *self.weighing.items)
        return decision


def busy_salon() -> Scales:
    """Anna waits for all that is allowed, twice, holds an offer, and many slots wait for her."""
    salon = Scales()
    for number in range(MOST_ENTRIES_OF_ONE):
        own = mail("anna") if number == 0 else ""
        salon.join(f"a{number}", phone=phone("anna"), email=own, service=f"Service {number}")
    for number in range(MOST_ENTRIES_OF_ONE, MANY - 1):
        salon.join(f"a{number}", phone="", email=mail("anna"), service=f"Service {number}")
    salon.relay()
    salon.free("slot", service="Service 0")
    salon.ring()
    assert salon.asked() == "a0"
    for number in range(WAITING_SLOTS):
        at = f"2026-06-20 {14 + number % 6}:{number % 60:02}"
        salon.free(
            f"s{number}",
            at,
            service=f"Service {number % (MANY - 1)}",
            staff="",
            party_capacity=2,
            ref=f"{number}",
        )
    while salon.store.load(DueAlarms(salon.now)):
        salon.ring()
    assert (
        sum(len(salon.line(f"service {number}").idle) for number in range(MANY - 1))
        == WAITING_SLOTS
    )
    return salon


def refuse(salon: Scales) -> None:
    salon.carrier.always = Refused("no such number", permanent=True)
    salon.relay()


def move(salon: Scales) -> None:
    salon.edit("a0", phone=phone("other"), email=mail("other"), service="Cut")


def agree(salon: Scales) -> None:
    """Move to a number that others wait with, as a forwarded mail said, and agree for them."""
    for number in range(1, MOST_ENTRIES_OF_ONE):
        salon.join(f"b{number}", phone=phone("bea"), service=f"Service {number}", source="mail")
    salon.weights.clear()
    salon.edit("a0", phone=phone("bea"), email=mail("other"), service="Cut")
    assert salon.entry("b1").channel == "text"


def agree_by_joining(salon: Scales) -> None:
    """Bring as many rows as fit, the first of them with a number of a forwarded mail."""
    numbers = range(MOST_ENTRIES_OF_ONE)
    for number in numbers:
        salon.join(f"b{number}", phone=phone("bea"), service=f"Service {number}", source="mail")
    salon.weights.clear()
    rows = [_row("bea", "B0", "Service 0")]
    rows += [_row(f"c{number}", f"C{number}", f"Service {number}") for number in numbers]
    salon.give(JoinMany(joins=tuple(rows[:MOST_AT_ONCE])))
    assert salon.entry("b1").channel == "text"


def _row(who: str, name: str, service: str) -> commands.JoinWaitlist:
    return commands.JoinWaitlist(
        entry_id=f"row {name}",
        name=name,
        phone=phone(who),
        email=mail(name.lower()),
        service=service,
        source="sheet",
    )


def lose(salon: Scales) -> None:
    salon.reach(phone("anna"), "opted_out")
    salon.reach(phone("anna"), "fine")


def give_up(salon: Scales) -> None:
    salon.claim("a0")
    salon.give(commands.GiveUpSlot(slot_id=salon.entry("a0").booked, entry_id="a0"))


# What weighs most, and the command that does.
DEEDS: dict[str, Callable[[Scales], object]] = {
    "Dispatch": Scales.relay,
    "Settle": refuse,
    "DeclineSlot": lambda salon: salon.decline("a0"),
    "ClaimSlot": lambda salon: salon.claim("a0"),
    "GiveUpSlot": give_up,
    "Leave": lambda salon: salon.leave("a0"),
    "EraseEntry": lambda salon: salon.erase("a0"),
    "EditEntry": move,
    "NoteReach": lose,
    "WithdrawSlot": Scales.withdraw,
    "LapseSlot": lambda salon: salon.after(minutes=11),
    "Housekeep": lambda salon: salon.give(commands.Housekeep()),
}


@pytest.mark.parametrize(
    ("command", "deed"), [("EditEntry", agree), ("JoinMany", agree_by_joining)]
)
def test_consent_for_all_who_wait_with_a_number_fits_into_one_transaction(
    command: str, deed: Callable[[Scales], object]
) -> None:
    salon = busy_salon()
    deed(salon)
    assert 0 < salon.weights[command] <= MOST_ITEMS


@pytest.mark.parametrize("command", DEEDS)
def test_a_command_about_someone_with_much_fits_into_one_transaction(command: str) -> None:
    salon = busy_salon()
    DEEDS[command](salon)
    assert 0 < salon.weights[command] <= MOST_ITEMS
    assert max(salon.weights.values()) <= MOST_ITEMS


def test_so_many_entries_can_be_noted_as_written_at_once() -> None:
    salon = Scales()
    salon.join(*(f"e{number}" for number in range(MOST_WRITTEN)))
    page = salon.store.load(UnsyncedEntries())
    assert (
        salon.give(commands.MarkEntriesSynced(entries=tuple((one.id, one.rev) for one in page)))
        == MOST_WRITTEN
    )
    assert salon.weights["MarkWritten"] == 3 * MOST_WRITTEN + 1 <= MOST_ITEMS
