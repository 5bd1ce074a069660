"""The people of a clinic: customers and staff, and all that they do on a bad day."""

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.holidays import KeepHolidays
from sim.clocks import hours, minutes, ms, seconds
from sim.frontdesk.appointments import places, reference_rules
from sim.frontdesk.appointments.actions import DEEDS
from sim.frontdesk.appointments.letters import ReminderInbox
from sim.frontdesk.appointments.staff import ClinicStaff
from sim.frontdesk.appointments.strangers import Strangers
from sim.frontdesk.mail import BACK, send_back, stop_messages
from sim.frontdesk.waitlist.rules_text import HouseRules, written

if TYPE_CHECKING:
    from sim.world import World

NEAR = (ms(-1), ms(0), ms(0), ms(1), seconds(1))


class Clinic(ClinicStaff):
    """Everyone who has something to do with the appointments of one world."""

    def __init__(self, world: "World", rules: HouseRules) -> None:
        """Open the clinic."""
        super().__init__(world)
        self.first_rules = rules
        self.inbox = ReminderInbox(world)
        self.strangers = Strangers(world)
        names, weights = zip(*DEEDS.items(), strict=True)
        self.names: tuple[str, ...] = names
        self.weights: tuple[float, ...] = weights

    def begin(self) -> None:
        """Write the rules beside those of a waitlist in the same store, and book a few people."""
        rules = self.first_rules
        if self.desk.rules.services:
            rules = msgspec.structs.replace(
                self.desk.rules, **{name: getattr(rules, name) for name in places.OWN}
            )
        shifts = places.shifts(self.world.chance.of("shifts"))
        rules = msgspec.structs.replace(rules, online=self.strangers.may_book, shifts=shifts)
        for holidays in places.public_holidays(self.world.now):
            self.world.ask(KeepHolidays(holidays=holidays), "setup")
        self.world.ask(SaveDocument(name="rules", text=written(rules)), "staff")
        for _ in range(self.draw.choice((1, 3, 6))):
            self.book()

    def act(self) -> None:
        """Do one thing, now or exactly when something is about to change."""
        edge = self._edge() if self.draw.random() < 0.25 else None
        if edge is not None:
            self.world.at(edge + self.draw.choice(NEAR), self.act_now)
        else:
            self.act_now()

    def act_now(self) -> None:
        """Do one thing."""
        self.do(self.draw.choices(self.names, self.weights)[0])
        self.strangers.act()

    def do(self, deed: str) -> None:
        """Do this."""
        getattr(self, deed)()

    def _edge(self) -> datetime | None:
        """Find an instant in the next hours at which something changes by itself."""
        now, rules = self.world.now, self.desk.rules
        edges = [alarm.due_at for alarm in self.world.watch.book.alarms.values()]
        edges += [at for one in self.diary.standing() for at in (one.starts_at, one.ends_at)]
        edges += [
            one.starts_at - at * reference_rules.AN_HOUR
            for one in self.diary.standing()
            for at in reference_rules.windows(rules, one)
        ]
        near = [edge for edge in edges if now < edge < now + hours(30)]
        return self.draw.choice(near) if near else None

    def got(self, message: Message) -> None:
        """React to a message that arrived."""
        self.inbox.keep(message)
        if message.kind == "reminder" and self.draw.random() < 0.5:
            wait = self.draw.choice((seconds(5), minutes(3), minutes(20), hours(5)))
            for _ in range(self.draw.choice((1, 1, 1, 2))):
                self.world.at(self.world.now + wait, self.inbox.answer, message)

    def follow_link(self) -> None:
        """Follow a link from some message, new or old."""
        self.inbox.follow_any()

    def follow_twice(self) -> None:
        """Press the same button twice."""
        if self.inbox.tokens:
            token = self.draw.choice(self.inbox.tokens[-8:])
            self.world.interrupt = lambda: self.inbox.post(token)
            self.inbox.post(token)

    def scan(self) -> None:
        """Open every link, as mail scanners do."""
        self.inbox.scan()

    def forge(self) -> None:
        """Change a token a little and try it."""
        self.inbox.forge()

    def _pick(self, starts_at: datetime, staff: str) -> commands.Reschedule:
        """Pick a time by a link of the last message, or of one before it."""
        one = self._someone("booked", "confirmed")
        chain = one.chain if one is not None and self.draw.random() < 0.9 else 1
        reply = f"reschedule-{chain}-{self.draw.choice((0, 1, 2, 24, 48))}"
        name = one.id if one is not None else "nobody"
        return commands.Reschedule(
            appointment_id=name, chain=chain, reply=reply, starts_at=starts_at, staff=staff
        )

    def pick(self) -> None:
        """Pick another time."""
        self.ask(self._pick(self._time(), self._staff()), "customer")

    def pick_same(self) -> None:
        """Let two pick the same time, one inside the other."""
        starts_at, staff = self._time(), self._staff()
        first, second = self._pick(starts_at, staff), self._pick(starts_at, staff)
        self.world.interrupt = lambda: self.world.ask(second, "customer")
        self.world.ask(first, "customer")

    def _address(self) -> str:
        one = self._someone("booked", "confirmed")
        known = one.addresses if one is not None else ()
        return self.draw.choice(known) if known else "+491510000099"

    def stop(self) -> None:
        """Text or mail STOP."""
        stop_messages(self.world, self._address(), lambda stop: self.ask(stop, "customer"))

    def start(self) -> None:
        """Text START; someone else texts what cannot be understood, and is answered."""
        self.ask(NoteReach(address=self._address(), reach="fine", note="START"), "customer")
        texting = [one for one in self.diary.standing() if one.phone]
        if texting:
            one = self.draw.choice(texting)
            said = {"phone": one.phone, "text_id": self._new("t"), "words": "Which one?"}
            self.ask(commands.TextBackAppointment(appointment_id=one.id, **said), "text")

    def bounce(self) -> None:
        """Let a message come back."""
        send_back(self.world, NoteReach(address=self._address(), reach="bounced", note=BACK))

    def change_rules(self) -> None:
        """Change the rules, while reminders are on their way and times are held."""
        rules = places.changed(self.draw, self.desk.rules, self.world.now)
        self.ask(SaveDocument(name="rules", text=written(rules)), "staff")

    def rush(self) -> None:
        """Let a few people act in the same instant."""
        for _ in range(self.draw.choice((2, 3, 5))):
            self.world.at(self.world.now, self.act_now)
