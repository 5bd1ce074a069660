"""Guests, hosts and mail scanners, and all that they do to a guest list on a bad day."""

import itertools
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

import msgspec

from fullhouse.inbound.forms.guest_form import clean_address
from fullhouse.inbound.mail.mark_proof import MarkedMail
from fullhouse.inbound.mail.marked_commands import answer_command
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.delivery import REQUEST_HOLDS
from fullhouse.products.rsvp.model import Event, Guest
from sim.clocks import hours, minutes, ms, seconds
from sim.mail import Postbox
from sim.rsvp import places, reference_rules
from sim.rsvp.actions import DEEDS
from sim.rsvp.letters import GuestInbox
from sim.rsvp.lists import GuestLists

if TYPE_CHECKING:
    from sim.world import World

REPORTS: tuple[Literal["bounce", "complaint"], ...] = ("bounce", "bounce", "complaint")
NEAR = (ms(-1), ms(0), ms(0), ms(1), seconds(1))


class People:
    """Everyone who has something to do with the events of one world."""

    deeds: Mapping[str, float] = DEEDS

    def __init__(self, world: "World", created: list[commands.CreateEvent]) -> None:
        """Invite the people."""
        self.world = world
        self.draw = world.chance.of("people")
        self.events = created
        self.inbox = GuestInbox(world)
        self.crowd = self.draw.choice((3, 4, 6, 9, 16))
        self.guests = 0
        names, weights = zip(*DEEDS.items(), strict=True)
        self.names: tuple[str, ...] = names
        self.weights: tuple[float, ...] = weights

    @property
    def lists(self) -> GuestLists:
        """The lists as they stand."""
        return self.world.watch.book.view(GuestLists)

    def begin(self) -> None:
        """Open the lists."""
        for command in self.events:
            self.world.ask(command, "host")

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

    def _some_guest(self, event: Event) -> Guest | None:
        guests = list(self.lists.guests[event.id].values())
        return self.draw.choice(guests) if guests else None

    def _key(self, event: Event) -> dict[str, str]:
        guest = self._some_guest(event)
        return {"event_id": event.id, "guest_id": guest.id if guest else "nobody"}

    def ask(self, command: Command, by: str = "guest") -> None:
        """Give a command; an impatient person clicks twice."""
        if self.draw.random() < 0.06:
            self.world.interrupt = lambda: self.world.ask(command, by)
        self.world.ask(command, by)

    def sign_up(self, event: Event) -> None:
        """Sign up, perhaps once more, in other letters, with friends."""
        self.ask(self._sign_up(event))

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
        )

    def request(self, event: Event) -> None:
        """Sign up where too many came from one address: a mailed link has to be pressed first."""
        row = self._sign_up(event)
        command = commands.RequestSignUp(
            event_id=row.event_id,
            guest_id=row.guest_id,
            name=row.name,
            email=row.email,
            party=row.party,
        )
        self.ask(command)

    def import_rows(self, event: Event) -> None:
        """Import a list, as pending or confirmed."""
        place_as = self.draw.choice(("pending", "pending", "confirmed"))
        for _ in range(self.draw.choice((1, 2, 4))):
            row = self._sign_up(event)
            self.ask(msgspec.structs.replace(row, source="import", place_as=place_as), "host")

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

    def send_again(self, event: Event) -> None:
        """Send a message again that did not leave; or try to with one that did, or that is none."""
        book = self.world.watch.book
        lost = [
            one.id
            for one in book.messages.values()
            if one.scope == event.id and one.status == "failed"
        ]
        others = [*itertools.islice(book.messages, 3), "nothing"]
        message_id = self.draw.choice(lost if lost and self.draw.random() < 0.8 else others)
        command = commands.SendAgain(
            event_id=event.id, message_id=message_id, occasion=self.draw.randrange(1, 3)
        )
        self.ask(command, "host")

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

    def raise_cap(self, event: Event) -> None:
        """Find more chairs."""
        self.ask(
            commands.EditEvent(event_id=event.id, cap=event.cap + self.draw.choice((1, 1, 2, 3))),
            "host",
        )

    def lower_cap(self, event: Event) -> None:
        """Lose chairs."""
        self.ask(
            commands.EditEvent(
                event_id=event.id, cap=max(1, event.cap - self.draw.choice((1, 1, 2)))
            ),
            "host",
        )

    def move_date(self, event: Event) -> None:
        """Move the evening, also into the claim windows."""
        starts_at = self._other_start(event)
        self.ask(
            commands.EditEvent(
                event_id=event.id, starts_at=starts_at, tell_guests=self.draw.random() < 0.7
            ),
            "host",
        )

    def _other_start(self, event: Event) -> datetime:
        guests = self.lists.guests[event.id].values()
        ends = [one.offer.ends_at for one in guests if one.offer]
        ends += [one.cancels_at for one in guests if one.cancels_at]
        if ends and self.draw.random() < 0.4:
            there = self.draw.choice(ends) + self.draw.choice(
                (minutes(-5), timedelta(0), minutes(5))
            )
            return reference_rules.wall(there, event.timezone)
        return places.moved(self.draw, event.starts_at)

    def change_settings(self, event: Event) -> None:
        """Change some settings, for all or from now on."""
        settings, for_all = places.changed_settings(self.draw), self.draw.random() < 0.4
        self.ask(commands.EditEvent(event_id=event.id, settings=settings, for_all=for_all), "host")

    def rename(self, event: Event) -> None:
        """Change what has nothing to do with seats."""
        self.ask(
            commands.EditEvent(event_id=event.id, venue=f"Room {self.draw.randrange(9)}"), "host"
        )

    def close(self, event: Event) -> None:
        """Close sign-up, or open it again."""
        kind = commands.ReopenSignUp if event.state == "closed" else commands.CloseSignUp
        self.ask(kind(event_id=event.id), "host")

    def call_off(self, event: Event) -> None:
        """Cancel the event; rarely."""
        if self.draw.random() < 0.15:
            self.ask(commands.CancelEvent(event_id=event.id), "host")

    def thank(self, event: Event) -> None:
        """Thank those who came, too early or in time."""
        self.ask(commands.SendThanks(event_id=event.id, text="It was a pleasure."), "host")

    def open_another(self, event: Event) -> None:
        """Open one more list, on which nobody comes unless they find it."""
        created = places.event(self.draw, f"e{len(self.events)}")
        self.ask(created, "host")
        if len(self.events) < 3:
            self.events.append(created)

    def write(self, event: Event) -> None:
        """Answer by mail: proven or forged, with a mark or without."""
        row = self._sign_up(event)
        wants: Literal["come", "cancel", "stop"] = self.draw.choice(
            ("come", "come", "cancel", "stop")
        )
        occasion, exact = f"{self.guests}", self.draw.random() < 0.5

        def decide(reading: ReadMail, marked: MarkedMail) -> Command:
            answer = answer_command(event.id, reading, row.guest_id, row.name, marked)
            return msgspec.structs.replace(answer, wants=wants, occasion=occasion, exact=exact)

        Postbox(self.world, f"rsvp+{event.id}").write(row.email, decide)

    def pester(self, event: Event) -> None:
        """Trigger messages for someone else, again and again."""
        guest = self._some_guest(event)
        if guest is None:
            return
        spread = self.draw.choice((10, 90, 900))
        for number in range(self.draw.choice((4, 8, 14, 30))):
            occasion = f"pester-{self.guests}-{number}"
            link: Command = commands.ResendLink(
                event_id=event.id, guest_id=guest.id, occasion=occasion
            )
            mail: Command = commands.AnswerByMail(
                event_id=event.id,
                guest_id=guest.id,
                name=guest.name,
                email=guest.email,
                wants="cancel",
                occasion=occasion,
            )
            by, command = self.draw.choice((("guest", link), ("mail", mail)))
            wait = minutes(self.draw.randrange(spread))
            self.world.at(self.world.now + wait, self.world.ask, command, by)
        self.guests += 1

    def give_up(self, event: Event) -> None:
        """Write in free text that one can't come, and perhaps think better of it.

        The date may change meanwhile.
        """
        guests = self.lists.guests[event.id].values()
        seated = [one for one in guests if one.state == "confirmed"]
        if not seated:
            return
        guest = self.draw.choice(seated)
        self.guests += 1
        self._write_freely(event, guest, "cancel", f"{self.guests}")
        if self.draw.random() < 0.3:
            later = self.world.now + minutes(self.draw.randrange(40))
            again = f"{self.guests}-again"
            self.world.at(later, self._write_freely, event, guest, "come", again)
        if self.draw.random() < 0.3:
            later = self.world.now + minutes(self.draw.randrange(10))
            self.world.at(later, self.move_date, event)

    def _write_freely(
        self, event: Event, guest: Guest, wants: Literal["come", "cancel"], occasion: str
    ) -> None:
        def decide(reading: ReadMail, marked: MarkedMail) -> Command:
            answer = answer_command(event.id, reading, guest.id, guest.name, marked)
            return msgspec.structs.replace(answer, wants=wants, occasion=occasion, exact=False)

        Postbox(self.world, f"rsvp+{event.id}").answer(guest.email, guest.id, decide)

    def keep_seat(self, event: Event) -> None:
        """Keep a seat that is about to be cancelled, or try to."""
        graces = [one for one in self.lists.guests[event.id].values() if one.cancels_at]
        guest = self.draw.choice(graces) if graces else self._some_guest(event)
        if guest is not None:
            self.ask(commands.KeepSeat(event_id=event.id, guest_id=guest.id))

    def bounce(self, event: Event) -> None:
        """Let mail come back, or say so."""
        guest = self._some_guest(event)
        if guest is not None:
            kind = self.world.chance.of("mail").choice(REPORTS)
            Postbox(self.world, f"rsvp+{event.id}").report(guest.email, kind)

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

    def keep_people(self, event: Event) -> None:
        """Decide how long people's data is kept, or for ever."""
        days = self.draw.choice((0, 1, 1, 2))
        self.world.ask(commands.SetGuestRetention(days=days), "setup")

    def got(self, message: Message) -> None:
        """React to a message that arrived."""
        self.inbox.keep(message)
        if message.kind in ("offer", "invite") and self.draw.random() < 0.7:
            self.world.at(self._when(message), self.inbox.answer, message)
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
