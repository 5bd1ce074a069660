"""Guests, hosts and mail scanners, and all that they do to a guest list on a bad day."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.delivery import REQUEST_HOLDS
from fullhouse.products.rsvp.model import Event, Guest
from sim.clocks import hours, minutes, ms, seconds
from sim.rsvp import reference_rules
from sim.rsvp.actions import DEEDS
from sim.rsvp.door import Door
from sim.rsvp.letters import GuestInbox
from sim.rsvp.mail_writers import MailWriters

if TYPE_CHECKING:
    from sim.world import World

NEAR = (ms(-1), ms(0), ms(0), ms(1), seconds(1))


class People(MailWriters):
    """Everyone who has something to do with the events of one world."""

    deeds: Mapping[str, float] = DEEDS

    def __init__(self, world: "World", created: list[commands.CreateEvent]) -> None:
        """Invite the people."""
        super().__init__(world, created)
        self.inbox = GuestInbox(world)
        self.door = Door(self)
        names, weights = zip(*DEEDS.items(), strict=True)
        self.names: tuple[str, ...] = names
        self.weights: tuple[float, ...] = weights

    def begin(self) -> None:
        """Open the lists."""
        for command in self.events:
            self.world.ask(command, "host")
        self.questions.begin([command.event_id for command in self.events])

    def act(self) -> None:
        """Do one thing, now or exactly when something is about to change."""
        if self.draw.random() < 0.12:
            edge = self._edge()
            if edge is not None:
                self.world.at(edge + self.draw.choice(NEAR), self.act_now)
                return
        self.act_now()

    def act_now(self) -> None:
        """Do one thing."""
        event = self._some_event()
        if event is None:
            self.world.ask(self.events[0], "host")
            return
        self._do(self.draw.choices(self.names, self.weights)[0], event)

    def do(self, deed: str) -> None:
        """Do this to the first list."""
        event = self.lists.events.get(self.events[0].event_id)
        if event is not None:
            self._do(deed, event)

    def _do(self, name: str, event: Event) -> None:
        deed: Callable[[Event], None] = getattr(self, name)
        deed(event)

    def _some_event(self) -> Event | None:
        return self.lists.events.get(self.draw.choice(self.events).event_id)

    def _edge(self) -> datetime | None:
        """Find an instant in the next hours at which something changes by itself."""
        book, now = self.world.watch.book, self.world.now
        edges = [alarm.due_at for alarm in book.alarms.values()]
        edges += [reference_rules.start(event) for event in self.lists.events.values()]
        edges += [reference_rules.opens(event, now) for event in self.lists.events.values()]
        near = [edge for edge in edges if now < edge < now + hours(30)]
        return self.draw.choice(near) if near else None

    def sign_up(self, event: Event) -> None:
        """Sign up, perhaps once more, in other letters, with friends."""
        self.ask(self._sign_up(event))

    def request(self, event: Event) -> None:
        """Sign up where too many came from one address: a mailed link has to be pressed first."""
        row = self._sign_up(event)
        command = commands.RequestSignUp(
            event_id=row.event_id,
            guest_id=row.guest_id,
            name=row.name,
            email=row.email,
            party=row.party,
            answers=row.answers,
        )
        self.ask(command)

    def cancel(self, event: Event) -> None:
        """Give back whatever one has."""
        guest = self._some_guest(event)
        self.ask(commands.CancelGuest(event_id=event.id, guest_id=guest.id if guest else "nobody"))

    def all_cancel(self, event: Event) -> None:
        """Let everyone cancel in one minute."""
        for guest in list(self.lists.guests[event.id].values()):
            command = commands.CancelGuest(event_id=event.id, guest_id=guest.id)
            self.world.at(self.world.now + ms(self.draw.randrange(60_000)), self.ask, command)

    def rush(self, event: Event) -> None:
        """Let a few people act in the same instant."""
        for _ in range(self.draw.choice((2, 3, 5))):
            self.world.at(self.world.now, self.act_now)

    def claim(self, event: Event) -> None:
        """Claim an offer that is live, spent, somebody else's or made up."""
        self._answer(event, commands.ClaimOffer)

    def decline(self, event: Event) -> None:
        """Decline an offer that is live, spent, somebody else's or made up."""
        self._answer(event, commands.DeclineOffer)

    def _answer(
        self, event: Event, kind: type[commands.ClaimOffer | commands.DeclineOffer]
    ) -> None:
        holders = [one for one in self.lists.guests[event.id].values() if one.offer]
        guest = (
            self.draw.choice(holders)
            if holders and self.draw.random() < 0.7
            else self._some_guest(event)
        )
        if guest is None:
            return
        live = guest.offer.id if guest.offer else f"{guest.id}-{guest.offers}"
        offer = (
            live
            if self.draw.random() < 0.8
            else self.draw.choice(
                (f"{guest.id}-{guest.offers - 1}", f"{guest.id}-1", "made-up", "")
            )
        )
        self.ask(kind(event_id=event.id, guest_id=guest.id, offer_id=offer))

    def take(self, event: Event) -> None:
        """Take a seat that is open to all."""
        waits = [one for one in self.lists.guests[event.id].values() if one.is_waiting]
        key = (
            {"event_id": event.id, "guest_id": self.draw.choice(waits).id}
            if waits
            else self._key(event)
        )
        self.ask(commands.TakeSeat(**key))

    def change_party(self, event: Event) -> None:
        """Come with more or fewer."""
        self.ask(commands.ChangeParty(**self._key(event), party=self.draw.choice((1, 1, 2, 3, 4))))

    def resend(self, event: Event) -> None:
        """Ask for one's link again."""
        occasion = self.draw.randrange(3)
        self.ask(commands.ResendLink(**self._key(event), occasion=f"{occasion}", asks=not occasion))

    def stop(self, event: Event) -> None:
        """Want no more mail."""
        self.ask(commands.StopMail(**self._key(event)))

    def resume(self, event: Event) -> None:
        """Want mail again."""
        silent = [one for one in self.lists.guests[event.id].values() if one.reach != "fine"]
        key = (
            {"event_id": event.id, "guest_id": self.draw.choice(silent).id}
            if silent
            else self._key(event)
        )
        self.ask(commands.ResumeMail(**key))

    def follow_link(self, event: Event) -> None:
        """Follow a link from some mail, new or old."""
        self.inbox.follow_any()

    def scan(self, event: Event) -> None:
        """Open every link, as mail scanners do."""
        self.inbox.scan()

    def forge(self, event: Event) -> None:
        """Change a token a little and try it."""
        self.inbox.forge()

    def keep_seat(self, event: Event) -> None:
        """Keep a seat that is about to be cancelled, or try to."""
        graces = [one for one in self.lists.guests[event.id].values() if one.cancels_at]
        guest = self.draw.choice(graces) if graces else self._some_guest(event)
        if guest is not None:
            self.ask(commands.KeepSeat(event_id=event.id, guest_id=guest.id))

    def check_in(self, event: Event) -> None:
        """Come to the door."""
        self.door.check_in(event)

    def walk_in(self, event: Event) -> None:
        """Come to the door without a seat."""
        self.door.walk_in(event)

    def release_no_shows(self, event: Event) -> None:
        """Release the seats of those who did not come."""
        self.door.release(event)

    def change_contact(self, event: Event) -> None:
        """Ask for another address, perhaps someone else's, and confirm from there."""
        email = f"guest{self.draw.randrange(self.crowd * 2)}@example.org"
        key = self._key(event)
        self.ask(commands.ChangeContact(**key, name=self.draw.choice(("", "Anna")), email=email))
        mark = address_mark(email if self.draw.random() < 0.8 else "nobody@example.org")
        wait = self.draw.choice((seconds(0), minutes(5), hours(3)))
        self.world.at(self.world.now + wait, self.ask, commands.ConfirmAddress(**key, mark=mark))

    def erase(self, event: Event) -> None:
        """Want to be forgotten."""
        self.ask(commands.EraseGuest(**self._key(event)))

    def got(self, message: Message) -> None:
        """React to a message that arrived."""
        self.inbox.keep(message)
        if message.kind in ("offer", "invite") and self.draw.random() < 0.7:
            self.world.at(self._when(message), self.inbox.answer, message)
        if message.kind in ("offer", "invite") and self.draw.random() < 0.3:
            soon = self.world.now + self.draw.choice((seconds(1), minutes(5)))
            self.world.at(soon, self.inbox.accept_earlier_offer, message)
        if message.kind == "cancel_pending" and self.draw.random() < 0.4:
            self.world.at(self._when(message), self.inbox.answer, message)

    def _when(self, message: Message) -> datetime:
        """Answer soon, or at the very edge of the deadline."""
        guest = self.lists.guests[message.scope].get(message.person)
        if message.facts.get("request"):
            ends_at = message.queued_at + REQUEST_HOLDS
        else:
            ends_at = self._answer_ends_at(guest)
        soon = self.world.now + self.draw.choice((seconds(5), minutes(9), hours(1)))
        return soon if self.draw.random() < 0.6 else ends_at + self.draw.choice(NEAR)

    def _answer_ends_at(self, guest: Guest | None) -> datetime:
        if guest is None:
            return self.world.now
        return guest.cancels_at or (guest.offer.ends_at if guest.offer else self.world.now)
