"""The common part of everyone at a salon: the desk, known names, and ways to give commands."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from sim.frontdesk.waitlist.actions import DEEDS
from sim.frontdesk.waitlist.waitlist_view import Desk

if TYPE_CHECKING:
    from sim.world import World


class Crew:
    """Someone at a salon."""

    deeds: Mapping[str, float] = DEEDS

    def __init__(self, world: "World") -> None:
        """Come in."""
        self.world = world
        self.draw = world.chance.of("salon")
        self.crowd = self.draw.choice((2, 3, 4, 6, 10))
        self.made = 0
        self.told: list[FreeSlot] = []
        self.proposed: list[str] = []

    @property
    def desk(self) -> Desk:
        """The front desk as it is."""
        return self.world.watch.book.view(Desk)

    def ask(self, command: Command, by: str = "customer") -> None:
        """Give a command; an impatient person clicks twice."""
        if self.draw.random() < 0.06:
            self.world.interrupt = lambda: self.world.ask(command, by)
        self.world.ask(command, by)

    def _new(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"

    def _addresses(self) -> tuple[str, str]:
        """Draw someone's addresses; some families share a phone, some people have only one."""
        who = self.draw.randrange(self.crowd)
        phone, email = f"+4915100000{who:02d}", f"c{who}@example.org"
        family = f"+4915100000{who // 2 * 2:02d}"
        return self.draw.choice(
            ((phone, ""), (phone, ""), ("", email), (phone, email), (family, email))
        )

    def _service(self) -> str:
        known = [name for name, _ in self.desk.rules.services] or ["Colour"]
        name = self.draw.choice((*known, *known, *known, *known, "Massage"))
        return name.upper() if self.draw.random() < 0.1 else name

    def _staff(self) -> str:
        return self.draw.choice((*self.desk.rules.staff, "Sam", "jess"))

    def _someone(self, *states: str) -> Entry | None:
        found = [one for one in self.desk.entries.values() if not states or one.state in states]
        return self.draw.choice(found) if found else None

    def _name(self, *states: str) -> str:
        entry = self._someone(*states) or self._someone()
        return entry.id if entry is not None else "nobody"

    def _some_slot(self) -> Slot | None:
        slots = list(self.desk.slots.values())
        return self.draw.choice(slots) if slots else None
