"""The common part of all at a guest list: the lists, known names, and ways to give commands."""

from typing import TYPE_CHECKING, Any

from fullhouse.inbound.forms.guest_form import clean_address
from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Event, Guest
from sim.rsvp.answers import Questions
from sim.rsvp.lists import GuestLists

if TYPE_CHECKING:
    from sim.world import World


class Actor:
    """Someone who has something to do with the events of one world."""

    def __init__(self, world: "World", created: list[commands.CreateEvent]) -> None:
        """Come in."""
        self.world = world
        self.draw = world.chance.of("people")
        self.events = created
        self.crowd = self.draw.choice((3, 4, 6, 9, 16))
        self.guests = 0
        self.questions = Questions(world)

    @property
    def lists(self) -> GuestLists:
        """The lists as they stand."""
        return self.world.watch.book.view(GuestLists)

    def _some_guest(self, event: Event) -> Guest | None:
        guests = list(self.lists.guests[event.id].values())
        return self.draw.choice(guests) if guests else None

    def _key(self, event: Event) -> dict[str, Any]:
        guest = self._some_guest(event)
        return {"event_id": event.id, "guest_id": guest.id if guest else "nobody"}

    def ask(self, command: Command, by: str = "guest") -> None:
        """Give a command; an impatient person clicks twice."""
        if self.draw.random() < 0.06:
            self.world.interrupt = lambda: self.world.ask(command, by)
        self.world.ask(command, by)

    def _sign_up(self, event: Event) -> commands.SignUp:
        self.guests += 1
        who = f"guest{self.draw.randrange(self.crowd)}@example.org"
        typed = who.upper() if self.draw.random() < 0.2 else who
        party = self.draw.choice((1, 1, 1, 2, 3)) if event.settings.max_party > 1 else 1
        return commands.SignUp(
            event_id=event.id,
            guest_id=f"g{self.guests}",
            name=who[:6],
            email=clean_address(typed),
            party=party,
            answers=self.questions.answers(event.id, party) if event.asks else {},
        )
