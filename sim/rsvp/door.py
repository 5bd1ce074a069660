"""The door of an evening: devices that go offline, scan twice, and catch up in any order."""

from typing import TYPE_CHECKING

from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Event, Guest
from sim.clocks import hours, minutes, seconds

if TYPE_CHECKING:
    from sim.rsvp.people import People

STORM = 105  # more than are listed of a guest
INVENTED = 30
LATE = (seconds(0), seconds(3), minutes(4), minutes(40), hours(3))


class Door:
    """The devices at the door of each event, and what they do."""

    def __init__(self, people: "People") -> None:
        """Stand beside the people."""
        self.people = people
        self.world = people.world
        self.draw = people.world.chance.of("door")
        self.mischief = people.world.chance.of("mischief at the door")
        self.mistakes = people.world.chance.of("mistakes at the door")
        self.has_broken_device = self.mischief.random() < 0.15
        self.nonces = 0

    def check_in(self, event: Event) -> None:
        """Check someone in, on one device or on two; perhaps undo it."""
        guest = self._someone(event)
        if guest is None:
            return
        for _ in range(self.draw.choice((1, 1, 2))):
            nonce, offline = self._nonce(), self.draw.random() < 0.5
            people = self.draw.choice((None, 1, guest.party, guest.party))
            command = commands.CheckIn(
                event_id=event.id,
                guest_id=guest.id,
                nonce=nonce,
                people=guest.party if offline and people is None else people,
                at=self.world.now,
                admitted=offline,
            )
            self._send(command, offline=offline)
            if self.draw.random() < 0.25:
                self._send(self._undo(command), offline=offline)
        if self.has_broken_device and self.mischief.random() < 0.2:
            self._misbehave(guest)

    def walk_in(self, event: Event) -> None:
        """Let in someone who is not on the list, or is on it without a seat; perhaps undo it."""
        nonce, offline = self._nonce(), self.draw.random() < 0.5
        guest = self._someone(event) if self.draw.random() < 0.4 else None
        party = self.draw.choice((1, 1, 2))
        email = ""
        if self.draw.random() < 0.4:
            email = f"guest{self.draw.randrange(self.people.crowd)}@example.org"
        command = commands.WalkIn(
            event_id=event.id,
            guest_id=guest.id if guest else f"door-{nonce}",
            nonce=nonce,
            name="Walk-in",
            email="" if guest else email,
            party=party,
            at=self.world.now,
            admitted=offline,
            on_list=guest is not None,
        )
        self._send(command, offline=offline)
        if self.mistakes.random() < 0.3:
            self._send(self._undo(command), offline=offline)

    def _misbehave(self, guest: Guest) -> None:
        """Send what only a broken device sends: a storm, and nonces and guests that it invents."""
        event_id, guest_id = guest.key
        for _ in range(self.mischief.choice((1, 1, STORM))):
            storm = commands.CheckIn(
                event_id=event_id,
                guest_id=guest_id,
                nonce=self._nonce(),
                people=1,
                admitted=True,
            )
            self.people.ask(storm, "door")
        for number in range(2):
            nonces = tuple(f"x{number}-{one}" for one in range(INVENTED))
            undo = commands.CheckOut(event_id=event_id, guest_id=guest_id, nonces=nonces)
            self.people.ask(undo, "door")
        nobody = commands.WalkIn(event_id=event_id, guest_id="nobody", nonce="x", on_list=True)
        self.people.ask(nobody, "door")

    def release(self, event: Event) -> None:
        """Release the seats of those who did not come; make or revoke a door pass."""
        self.people.ask(commands.ReleaseNoShows(event_id=event.id), "host")
        pass_id = f"pass{self.draw.randrange(3)}"
        if self.draw.random() < 0.5:
            made = commands.MakeDoorPass(event_id=event.id, pass_id=pass_id, name="Mia")
            self.people.ask(made, "host")
        else:
            self.people.ask(commands.RevokeDoorPass(event_id=event.id, pass_id=pass_id), "host")

    def _send(self, command: Command, *, offline: bool) -> None:
        """Send a command now; a device that was offline sends it later, perhaps twice."""
        if not offline:
            self.people.ask(command, "door")
            return
        for _ in range(self.draw.choice((1, 1, 2))):
            self.world.at(self.world.now + self.draw.choice(LATE), self.world.ask, command, "door")

    def _undo(self, command: commands.CheckIn | commands.WalkIn) -> commands.CheckOut:
        every = self.draw.random() < 0.3
        return commands.CheckOut(
            event_id=command.event_id,
            guest_id=command.guest_id,
            nonces=() if every else (command.nonce,),
            at=self.world.now,
            admitted=command.admitted,
        )

    def _someone(self, event: Event) -> Guest | None:
        guests = list(self.people.lists.guests[event.id].values())
        seated = [guest for guest in guests if guest.state == "confirmed"]
        if seated and self.draw.random() < 0.7:
            return self.draw.choice(seated)
        return self.draw.choice(guests) if guests else None

    def _nonce(self) -> str:
        self.nonces += 1
        return f"n{self.nonces}"
