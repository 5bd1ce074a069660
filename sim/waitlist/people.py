"""The people of a salon: customers, staff, a booking tool, and all that they do to a waitlist on a bad day."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from fullhouse.engine.hooks import TakeHook
from fullhouse.kernel.commands import Command
from fullhouse.kernel.documents import SaveDocument
from fullhouse.kernel.messages import Message
from fullhouse.products.waitlist import commands
from fullhouse.products.waitlist.model import Entry, Slot
from sim.clocks import days, hours, minutes, ms, seconds
from sim.waitlist import own, places
from sim.waitlist.deeds import DEEDS
from sim.waitlist.desk import Desk, theirs
from sim.waitlist.house import HouseRules, written
from sim.waitlist.letters import CustomerInbox

if TYPE_CHECKING:
    from sim.world import World

NEAR = (ms(-1), ms(0), ms(0), ms(1), seconds(1))


class Salon:
    """Everyone who has something to do with the waitlist of one world."""

    deeds: Mapping[str, float] = DEEDS

    def __init__(self, world: "World", rules: HouseRules) -> None:
        """Open the salon."""
        self.world = world
        self.draw = world.chance.of("salon")
        self.first_rules = rules
        self.inbox = CustomerInbox(world)
        self.crowd = self.draw.choice((2, 3, 4, 6, 10))
        self.made = 0
        self.told: list[commands.FreeSlot] = []
        names, weights = zip(*DEEDS.items(), strict=True)
        self.names: tuple[str, ...] = names
        self.weights: tuple[float, ...] = weights

    @property
    def desk(self) -> Desk:
        """The front desk as it is."""
        return self.world.watch.book.view(Desk)

    def begin(self) -> None:
        """Write the rules down, begin the rounds, and let a few people join."""
        self.world.ask(SaveDocument(name="rules", text=written(self.first_rules)), "staff")
        self.world.ask(commands.KeepHouse(), "setup")
        for _ in range(self.draw.choice((0, 2, 4))):
            self.join()

    def act(self) -> None:
        """Do one thing, now or exactly when something is about to change."""
        edge = self._edge() if self.draw.random() < 0.2 else None
        if edge is not None:
            self.world.at(edge + self.draw.choice(NEAR), self.act_now)
        else:
            self.act_now()

    def act_now(self) -> None:
        """Do one thing."""
        self.do(self.draw.choices(self.names, self.weights)[0])

    def do(self, deed: str) -> None:
        """Do this."""
        getattr(self, deed)()

    def _edge(self) -> datetime | None:
        """Find an instant in the next hours at which something changes by itself."""
        now, desk = self.world.now, self.desk
        edges = [alarm.due_at for alarm in self.world.watch.book.alarms.values()]
        edges += [at for slot in desk.open_slots() for at in (slot.closes_at, slot.starts_at)]
        edges.append(own.opens(desk.rules, now))
        near = [edge for edge in edges if now < edge < now + hours(30)]
        return self.draw.choice(near) if near else None

    def ask(self, command: Command, by: str = "customer") -> None:
        """Give a command; an impatient person clicks twice."""
        if self.draw.random() < 0.06:
            self.world.interrupt = lambda: self.world.ask(command, by)
        self.world.ask(command, by)

    def _new(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"

    # Who waits.

    def join(self) -> None:
        """Join by the page, perhaps once more."""
        self.ask(self._join())

    def put_on(self) -> None:
        """Put someone on the list from the desk or the sheet, with a priority, perhaps as one who has waited long."""
        source: Literal["desk", "sheet", "api", "mail"] = self.draw.choice(("desk", "sheet", "api", "mail"))
        since = self.world.now - self.draw.choice((minutes(1), hours(5), days(3)))
        joined_at = since if self.draw.random() < 0.4 else None
        priority = self.draw.choice((0, 1, 2))
        self.ask(msgspec.structs.replace(self._join(), source=source, priority=priority, joined_at=joined_at), "staff")

    def _join(self) -> commands.Join:
        phone, email = self._addresses()
        dates: dict[str, Any] = self._dates()
        return commands.Join(
            entry_id=self._new("c"),
            name="Anna",
            phone=phone,
            email=email,
            service=self._service(),
            party=self.draw.choice((1, 1, 1, 2, 3)),
            staff=self._staff() if self.draw.random() < 0.3 else "",
            **dates,
        )

    def _addresses(self) -> tuple[str, str]:
        """Draw someone's addresses; some families share a phone, and some people have one address only."""
        who = self.draw.randrange(self.crowd)
        phone, email = f"+4915100000{who:02d}", f"c{who}@example.org"
        family = f"+4915100000{who // 2 * 2:02d}"
        return self.draw.choice(((phone, ""), (phone, ""), ("", email), (phone, email), (family, email)))

    def _service(self) -> str:
        known = [name for name, _ in self.desk.rules.services] or ["Colour"]
        name = self.draw.choice((*known, *known, *known, *known, "Massage"))
        return name.upper() if self.draw.random() < 0.1 else name

    def _staff(self) -> str:
        return self.draw.choice((*self.desk.rules.staff, "Sam", "jess"))

    def _dates(self) -> dict[str, str]:
        if self.draw.random() < 0.6:
            return {}
        today = self.world.now + days(self.draw.choice((-1, 0, 0, 1, 2)))
        earliest, latest = (own.day(self.desk.rules, today + days(more)) for more in (0, self.draw.choice((0, 1, 3))))
        return self.draw.choice(({"latest": latest}, {"earliest": earliest}, {"earliest": earliest, "latest": latest}))

    def _someone(self, *states: str) -> Entry | None:
        found = [one for one in self.desk.entries.values() if not states or one.state in states]
        return self.draw.choice(found) if found else None

    def _name(self, *states: str) -> str:
        entry = self._someone(*states) or self._someone()
        return entry.id if entry is not None else "nobody"

    def edit(self) -> None:
        """Change what someone waits for, or where they are reached."""
        phone, email = self._addresses()
        some: dict[str, Any] = {
            "service": self._service(),
            "party": self.draw.choice((1, 2, 3)),
            "staff": self.draw.choice(("", self._staff())),
            "priority": self.draw.choice((0, 1, 2)),
            "joined_at": self.world.now - self.draw.choice((hours(1), days(2))),
            "phone": phone,
            "email": email,
            "name": "Bea",
            "earliest": "",
            "latest": "",
            **self._dates(),
        }
        chosen = {name: some[name] for name in self.draw.sample(sorted(some), self.draw.choice((1, 1, 2, 3)))}
        source: Literal["desk", "sheet", "form"] = self.draw.choice(("desk", "desk", "sheet", "form"))
        self.ask(commands.EditEntry(entry_id=self._name("waiting"), source=source, **chosen), "staff")

    def leave(self) -> None:
        """Leave the list."""
        self.ask(commands.Leave(entry_id=self._name("waiting")))

    def remove(self) -> None:
        """Take someone off the list, at the desk or by deleting their row."""
        source: Literal["desk", "sheet"] = self.draw.choice(("desk", "sheet"))
        self.ask(commands.Leave(entry_id=self._name("waiting"), removed=True, source=source), "staff")

    def erase(self) -> None:
        """Want to be forgotten."""
        self.ask(commands.EraseEntry(entry_id=self._name()), "staff")

    def write_sheet(self) -> None:
        """Write some rows back, a few of them as they were a while ago."""
        entries = [one for one in self.desk.entries.values() if one.unwritten]
        some = self.draw.sample(entries, min(3, len(entries)))
        rows = tuple((one.id, one.rev - int(self.draw.random() < 0.2)) for one in some)
        self.world.ask(commands.MarkWritten(entries=(*rows, ("nobody", 0))), "setup")

    # What is free.

    def free(self) -> None:
        """Free a slot at the desk."""
        self.ask(self._freed(), "staff")

    def _freed(self, **more: Any) -> commands.FreeSlot:  # noqa: ANN401 - fields of the command
        fields: dict[str, Any] = {
            "slot_id": self._new("s"),
            "service": self._service(),
            "starts_at": self._starts_at(),
            "staff": self._staff() if self.draw.random() < 0.6 else "",
            "party_capacity": self.draw.choice((1, 1, 1, 2, 4)),
            "reason": self.draw.choice(("cancelled", "cancelled", "opening")),
            **more,
        }
        told = commands.FreeSlot(**fields)
        self.told.append(told)
        return told

    def _starts_at(self) -> datetime:
        """Draw a starting time; often one at which something was freed before."""
        if self.told and self.draw.random() < 0.4:
            return self.draw.choice(self.told).starts_at
        return places.ahead(self.draw, self.world.now)

    def free_two(self) -> None:
        """Free two slots of one service at once, so that they compete for the same people."""
        first = self._freed()
        second = self._freed(service=first.service, staff="", party_capacity=first.party_capacity)
        self.ask(first, "staff")
        self.world.at(self.world.now + self.draw.choice((ms(0), ms(1), minutes(2))), self.ask, second, "staff")

    def tell(self) -> None:
        """Let the booking tool tell of a slot, now or late, once or twice."""
        told = self._freed(ref=f"booking {self.draw.randrange(6)}" if self.draw.random() < 0.8 else "")
        hook = self._hook(told)
        late = self.draw.choice((ms(0), ms(0), ms(0), minutes(3), hours(2)))
        self.world.at(self.world.now + late, self.world.ask, hook, "webhook")
        if self.draw.random() < 0.3:
            again = late + self.draw.choice((ms(0), seconds(30), minutes(11), hours(1)))
            self.world.at(self.world.now + again, self.world.ask, hook, "webhook")

    def _hook(self, told: commands.FreeSlot) -> TakeHook:
        return TakeHook(hook="slots", digest=self._new("digest "), asks=told)

    def tell_again(self) -> None:
        """Tell of a slot once more, in other words, by the booking tool or at the desk."""
        if not self.told:
            return
        told = self.draw.choice(self.told)
        ref = self.draw.choice((told.ref, told.ref, "", f"booking {self.draw.randrange(6)}"))
        again = msgspec.structs.replace(told, slot_id=self._new("s"), ref=ref)
        self.told.append(again)
        if self.draw.random() < 0.5:
            self.ask(again, "staff")
        else:
            self.world.ask(self._hook(again), "webhook")

    def no_show(self) -> None:
        """Tell that nobody came; perhaps to a time that the waitlist had filled."""
        booked = [one for one in self.told if minutes(-1) < self.world.now - one.starts_at < hours(2)]
        if booked and self.draw.random() < 0.6:
            told = msgspec.structs.replace(self.draw.choice(booked), slot_id=self._new("s"), reason="no_show")
            self.told.append(told)
        else:
            told = self._freed(reason="no_show", starts_at=places.some_time_ago(self.draw, self.world.now))
        self.ask(told, "staff")

    def free_again(self) -> None:
        """Free a slot again that is over, or withdraw it first."""
        slot = self._some_slot()
        if slot is None:
            return
        told = next(one for one in self.told if one.slot_id == slot.id)
        again = msgspec.structs.replace(told, slot_id=self._new("s"), again=slot.id)
        self.told.append(again)
        if slot.status == "open" and self.draw.random() < 0.7:
            self.ask(commands.WithdrawSlot(slot_id=slot.id), "staff")
        self.ask(again, "staff")
        if self.draw.random() < 0.2:
            twice = msgspec.structs.replace(again, slot_id=self._new("s"))
            self.told.append(twice)
            self.world.at(self.world.now + self.draw.choice((seconds(1), minutes(20))), self.ask, twice, "staff")

    def _some_slot(self) -> Slot | None:
        slots = list(self.desk.slots.values())
        return self.draw.choice(slots) if slots else None

    def withdraw(self) -> None:
        """Take a slot back: it was filled by phone."""
        slot = self._some_slot()
        self.ask(commands.WithdrawSlot(slot_id=slot.id if slot is not None else "nothing"), "staff")

    # What is offered.

    def claim(self) -> None:
        """Claim an offer that is live, spent, somebody else's or made up."""
        self._answer(commands.ClaimSlot)

    def decline(self) -> None:
        """Decline an offer that is live, spent, somebody else's or made up."""
        self._answer(commands.DeclineSlot)

    def _answer(self, kind: type[commands.ClaimSlot | commands.DeclineSlot]) -> None:
        live = self.desk.all_live()
        offers = [offer for of_slot in self.desk.offers.values() for offer in of_slot.values()]
        if not offers:
            return
        offer = self.draw.choice(live if live and self.draw.random() < 0.7 else offers)
        whose = offer.entry_id if self.draw.random() < 0.9 else self._name()
        seq = offer.seq if self.draw.random() < 0.9 else self.draw.choice((0, 1, offer.seq + 1))
        self.ask(kind(slot_id=offer.slot_id, seq=seq, entry_id=whose))

    def got(self, message: Message) -> None:
        """React to a message that arrived."""
        self.inbox.keep(message)
        if message.kind == "offer" and self.draw.random() < 0.7:
            self.world.at(self._when(message), self.inbox.answer, message)

    def _when(self, message: Message) -> datetime:
        """Answer soon, or at the very edge of the deadline."""
        soon = self.world.now + self.draw.choice((seconds(5), minutes(1), minutes(9)))
        ends_at = message.facts["offer"]["ends_at"]
        edge = datetime.fromisoformat(ends_at) if isinstance(ends_at, str) else ends_at
        return soon if self.draw.random() < 0.6 else edge + self.draw.choice(NEAR)

    def follow_link(self) -> None:
        """Follow a link from some message, new or old."""
        self.inbox.follow_any()

    def scan(self) -> None:
        """Open every link, as mail scanners do."""
        self.inbox.scan()

    def forge(self) -> None:
        """Change a token a little and try it."""
        self.inbox.forge()

    # Where people are reached, and the house.

    def _address(self) -> str:
        entry = self._someone("waiting")
        return self.draw.choice(theirs(entry)) if entry is not None else self._addresses()[1] or "+491510000099"

    def stop(self) -> None:
        """Text STOP."""
        self.ask(commands.NoteReach(address=self._address(), reach="opted_out", note="STOP"))

    def start(self) -> None:
        """Text START."""
        self.ask(commands.NoteReach(address=self._address(), reach="fine", note="START"))

    def bounce(self) -> None:
        """Let a message come back."""
        reach: Literal["bounced", "unreachable"] = self.draw.choice(("bounced", "unreachable"))
        self.ask(commands.NoteReach(address=self._address(), reach=reach, note="no such mailbox"), "mail")

    def change_rules(self) -> None:
        """Change the rules, while slots are open and offers out."""
        rules = places.changed(self.draw, self.desk.rules)
        self.ask(SaveDocument(name="rules", text=written(rules)), "staff")

    def misspell(self) -> None:
        """Write something into the rules that nobody can understand: they stay as they were."""
        text = written(places.changed(self.draw, self.desk.rules)) + "Claim widnow: soon\n"
        self.ask(SaveDocument(name="rules", text=text), "staff")

    def keep_house(self) -> None:
        """Begin the rounds once more, as every start of the house does."""
        self.world.ask(commands.KeepHouse(), "setup")

    def rush(self) -> None:
        """Let a few people act in the same instant."""
        for _ in range(self.draw.choice((2, 3, 5))):
            self.world.at(self.world.now, self.act_now)
