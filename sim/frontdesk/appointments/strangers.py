"""Strangers who book online, in races with each other and with everyone at the clinic.

They draw from a chance of their own, so that a clinic without them lives as it did before.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from sim.clocks import minutes, ms
from sim.frontdesk.appointments import places
from sim.frontdesk.appointments.schedule_view import Diary
from sim.frontdesk.waitlist.waitlist_view import Desk

if TYPE_CHECKING:
    from sim.world import World

CLINICS, ACTS = 0.3, 0.25
NAMES = ("Anna", "Anna", "Ben")


class Strangers:
    """Whoever books at the public page of a clinic that allows it."""

    def __init__(self, world: "World") -> None:
        """Find out whether this clinic lets anyone book."""
        self.world = world
        self.draw = world.chance.of("strangers")
        self.may_book = self.draw.random() < CLINICS
        self.made = 0

    def act(self) -> None:
        """Book now and then; a rival may want the same time in the same moment."""
        if not self.may_book or self.draw.random() >= ACTS:
            return
        starts_at, staff = self._time(), self._staff()
        first, second = self._booking(starts_at, staff), self._booking(starts_at, staff)
        kind = self.draw.random()
        if kind < 0.4:
            self.world.interrupt = lambda: self.world.ask(second, "customer")
        elif kind < 0.6:
            self.world.at(self.world.now + ms(1), self.world.ask, second, "customer")
        elif kind < 0.7:
            self.world.interrupt = lambda: self.world.ask(first, "customer")
        self.world.ask(first, "customer")

    def _booking(self, starts_at: datetime, staff: str) -> BookPublicly:
        self.made += 1
        who = self.draw.randrange(4)
        known = [name for name, _ in self.world.watch.book.view(Desk).rules.services]
        return BookPublicly(
            appointment_id=f"web{self.made}",
            name=self.draw.choice(NAMES),
            phone=self.draw.choice((f"+4915100000{who:02d}", "")),
            email=f"c{who}@example.org",
            service=self.draw.choice(known or ["Cut"]),
            staff=staff,
            starts_at=starts_at,
        )

    def _time(self) -> datetime:
        """Draw a time; often one that waits, is booked, or begins when the notice ends."""
        diary, rules = self.world.watch.book.view(Diary), self.world.watch.book.view(Desk).rules
        busy = [one.starts_at for one in diary.waiting()]
        busy += [one.starts_at for one in diary.standing()]
        drawn = self.draw.random()
        if busy and drawn < 0.5:
            return self.draw.choice(busy)
        if drawn < 0.6:
            return (self.world.now + minutes(30)).replace(second=0, microsecond=0)
        return places.a_time(self.draw, rules.zone, self.world.now)

    def _staff(self) -> str:
        return self.draw.choice(("", *self.world.watch.book.view(Desk).rules.staff))
