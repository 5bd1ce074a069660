"""Guests and strangers who write mail: proven or forged, clear or not, once or thirty times."""

from typing import Literal

import msgspec

from fullhouse.inbound.mail.mark_proof import MarkedMail
from fullhouse.inbound.mail.marked_commands import answer_command, offer_in
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail
from sim.clocks import minutes
from sim.mail import Postbox
from sim.rsvp.hosts import Hosts

REPORTS: tuple[Literal["bounce", "complaint"], ...] = ("bounce", "bounce", "complaint")
WISHES: tuple[commands.MailWish, ...] = ("come", "cancel", "keep", "doubt", "thanks", "ask")


class MailWriters(Hosts):
    """The mails that people write; some make the host move the date."""

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

    def answer_offer(self, event: Event) -> None:
        """Decline an offer by mail, or ask to be taken off the list."""
        offered = [one for one in self.lists.guests[event.id].values() if one.offer is not None]
        if not offered:
            return
        guest = self.draw.choice(offered)
        self.guests += 1
        occasion, leaves = f"{self.guests}", self.draw.random() < 0.3

        def decide(reading: ReadMail, marked: MarkedMail) -> Command:
            answer = answer_command(event.id, reading, guest.id, guest.name, marked)
            said = {"wants": "cancel", "occasion": occasion, "leaves": leaves}
            return msgspec.structs.replace(answer, **said, offer=offer_in(event.id, marked))

        Postbox(self.world, f"rsvp+{event.id}").answer(guest.email, guest.id, decide)

    def write_anything(self, event: Event) -> None:
        """Write a mail that asks, thanks, doubts or denies, for any number of people."""
        row = self._sign_up(event)
        wants: commands.MailWish = self.draw.choice(WISHES)
        said = {
            "wants": wants,
            "occasion": f"any-{self.guests}",
            "leaves": self.draw.random() < 0.3,
            "people": self.draw.choice((0, 0, 2, 3, -1)),
            "text": self.draw.choice(("", "Is there parking?")),
            "may_pass": self.draw.random() < 0.8,
        }

        def decide(reading: ReadMail, marked: MarkedMail) -> Command:
            answer = answer_command(event.id, reading, row.guest_id, row.name, marked)
            return msgspec.structs.replace(answer, **said)

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
            # Someone whose address has changed since is new to the list under the old one.
            known = self.world.store.inner.load(GuestByEmail(event.id, guest.email))
            writer = known.id if known is not None else f"{guest.id}-{occasion}"
            answer = answer_command(event.id, reading, writer, guest.name, marked)
            return msgspec.structs.replace(answer, wants=wants, occasion=occasion, exact=False)

        Postbox(self.world, f"rsvp+{event.id}").answer(guest.email, guest.id, decide)

    def bounce(self, event: Event) -> None:
        """Let mail come back, or say so."""
        guest = self._some_guest(event)
        if guest is not None:
            kind = self.world.chance.of("mail").choice(REPORTS)
            Postbox(self.world, f"rsvp+{event.id}").report(guest.email, kind)
